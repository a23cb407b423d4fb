//! Tables for papers.

use super::escape;
use super::table::{Cell, Table};

pub(super) fn table(table: &Table) -> String {
    let mut text =
        format!("% {}\n% {}\n% \\usepackage{{booktabs}}\n", comment(&table.title), comment(&table.about));
    let alignment: String =
        table.columns.iter().map(|column| if column.is_numeric() { 'r' } else { 'l' }).collect();
    text += &format!("\\begin{{tabular}}{{{alignment}}}\n\\toprule\n");
    line(&mut text, table.columns.iter().map(|column| escape::latex(&column.full_name())));
    text += "\\midrule\n";
    for row in &table.rows {
        line(&mut text, row.iter().map(field));
    }
    if !table.totals.is_empty() {
        text += "\\midrule\n";
    }
    for row in &table.totals {
        line(&mut text, row.iter().map(field));
    }
    text + "\\bottomrule\n\\end{tabular}\n"
}

fn comment(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

fn field(cell: &Cell) -> String {
    let text = escape::latex(&cell.text);
    if cell.is_best { format!("\\textbf{{{text}}}") } else { text }
}

fn line(text: &mut String, fields: impl Iterator<Item = String>) {
    let fields: Vec<String> = fields.collect();
    // A bracket after the end of a line would be read as its option.
    if fields.first().is_some_and(|field| field.starts_with(['[', '*'])) {
        text.push_str("{}");
    }
    text.push_str(&fields.join(" & "));
    text.push_str(" \\\\\n");
}

#[cfg(test)]
mod tests {
    use super::super::example::Runs;
    use super::super::{Material, Report};

    #[test]
    fn tables_are_set_with_rules_and_the_best_in_bold() {
        let properties = Runs::default()
            .solved("ff_1", "[d]&", "p", &[])
            .unsolved("b", "[d]&", "p", "out-of-time")
            .properties();
        let material = Material { properties, ..Material::default() };
        let file = Report::new(&material).latex().remove(0);
        assert_eq!(file.name, "coverage.tex");
        assert_eq!(
            file.text,
            "% Problems solved\n% More is better.\n% \\usepackage{booktabs}\n\\begin{tabular}{lrrr}\n\\toprule\n\
             domain & problems & b & ff\\_1 \\\\\n\\midrule\n\
             {}[d]\\& & 1 & 0 & \\textbf{1} \\\\\n\\midrule\n\
             all & 1 & 0 & \\textbf{1} \\\\\n\\bottomrule\n\\end{tabular}\n"
        );
    }
}
