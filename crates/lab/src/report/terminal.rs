//! Tables for a terminal of 100 columns.

use super::table::{Cell, Column, Role, Table};
use super::{Report, summary, tables};

const WIDTH: usize = 100;
/// Longer names are cut.
const LONGEST_LABEL: usize = 38;
const LONGEST_NAME: usize = 22;
/// More comparisons than this are shown only on the page.
const MOST_TESTS: usize = 6;
const GAP: &str = "  ";

pub(super) fn report(report: &Report) -> String {
    let results = &report.results;
    let mut text = String::new();
    if !report.material.title.is_empty() {
        text += &format!("{}\n", tools::terminal::line(&report.material.title));
    }
    text += &format!("{}\n", summary::what_was_run(results));
    let circumstances = summary::circumstances(results);
    for note in circumstances.iter().chain(&summary::remarks(results)).chain(&report.material.notes) {
        paragraph(&mut text, note, "");
    }
    text.push('\n');
    for sentence in summary::sentences(results) {
        let name = &results.configurations[sentence.configuration].name;
        paragraph(&mut text, &format!("{name} {}", sentence.text), "    ");
        if let Some(warning) = sentence.warning {
            paragraph(&mut text, &format!("    {warning}"), "    ");
        }
    }
    let short_tests = report.sign_tests.iter().filter(|table| table.rows.len() <= MOST_TESTS);
    let in_short = [&report.coverage, &report.summary]
        .into_iter()
        .chain(&report.errors)
        .chain(&report.seeds)
        .chain(short_tests);
    for shown in in_short.filter(|table| !table.rows.is_empty()) {
        text += &format!("\n{}", table(shown));
        if shown.name == report.summary.name {
            let floors = tables::about_floors_of_common(results);
            if !floors.is_empty() {
                paragraph(&mut text, floors.trim(), "");
            }
        }
    }
    text
}

/// A title and a table below it. Columns that do not fit beside the labels go below them.
pub(super) fn table(table: &Table) -> String {
    let widths: Vec<usize> = (0..table.columns.len()).map(|i| width(table, i)).collect();
    let is_label = |i: &usize| matches!(table.columns[*i].role, Role::Label | Role::Text);
    let (labels, numbers): (Vec<usize>, Vec<usize>) = (0..table.columns.len()).partition(is_label);
    let mut text = format!("{}\n", tools::terminal::line(&table.title));
    for (i, part) in parts(&labels, &numbers, &widths).iter().enumerate() {
        if i > 0 {
            text.push('\n');
        }
        let shown: Vec<usize> = labels.iter().chain(part).copied().collect();
        let heading = |i: usize| {
            pad(&cut(&table.columns[i].full_name(), longest(&table.columns[i])), widths[i], is_label(&i))
        };
        line(&mut text, shown.iter().map(|&i| heading(i)));
        for (rows, is_total) in [(&table.rows, false), (&table.totals, true)] {
            for (j, row) in rows.iter().enumerate() {
                if is_total && j == 0 {
                    line(&mut text, shown.iter().map(|&i| "─".repeat(widths[i])));
                }
                line(
                    &mut text,
                    shown.iter().map(|&i| pad(&shorten(&row[i], &table.columns[i]), widths[i], is_label(&i))),
                );
            }
        }
    }
    text
}

/// The columns of numbers, in parts that fit beside the labels.
fn parts(labels: &[usize], numbers: &[usize], widths: &[usize]) -> Vec<Vec<usize>> {
    let needed = |columns: &[usize]| columns.iter().map(|&i| widths[i] + GAP.len()).sum::<usize>();
    let mut parts = vec![Vec::new()];
    for &number in numbers {
        let Some(part) = parts.last_mut() else { continue };
        if !part.is_empty() && needed(labels) + needed(part) + widths[number] > WIDTH {
            parts.push(vec![number]);
        } else {
            part.push(number);
        }
    }
    parts
}

fn width(table: &Table, i: usize) -> usize {
    let column = &table.columns[i];
    let cells = table.rows.iter().chain(&table.totals).map(|row| shorten(&row[i], column).chars().count());
    cells.chain([cut(&column.full_name(), longest(column)).chars().count()]).max().unwrap_or(0)
}

fn longest(column: &Column) -> usize {
    if column.role == Role::Label { LONGEST_LABEL } else { LONGEST_NAME }
}

fn shorten(cell: &Cell, column: &Column) -> String {
    cut(&cell.text, longest(column))
}

/// The beginning and the end of a name, since both may distinguish it.
fn cut(name: &str, longest: usize) -> String {
    let characters: Vec<char> = tools::terminal::line(name).chars().collect();
    if characters.len() <= longest {
        return characters.into_iter().collect();
    }
    let end = longest / 3;
    let beginning = longest - end - 1;
    characters[..beginning].iter().chain(&['…']).chain(&characters[characters.len() - end..]).collect()
}

fn pad(text: &str, width: usize, is_left: bool) -> String {
    if is_left { format!("{text:<width$}") } else { format!("{text:>width$}") }
}

fn line(text: &mut String, fields: impl Iterator<Item = String>) {
    let fields: Vec<String> = fields.collect();
    text.push_str(fields.join(GAP).trim_end());
    text.push('\n');
}

/// Words in lines that fit, all but the first indented.
pub(super) fn paragraph(text: &mut String, words: &str, indent: &str) {
    let words = tools::terminal::line(words);
    let mut column = 0;
    for (i, word) in words.split(' ').enumerate() {
        let length = word.chars().count();
        if i > 0 && column + 1 + length > WIDTH {
            text.push('\n');
            text.push_str(indent);
            column = indent.len();
        } else if i > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::super::Material;
    use super::super::example::Runs;
    use super::*;

    #[test]
    fn the_report_in_short() {
        let properties = Runs::default()
            .solved("ff", "gripper", "p1", &[("evaluations", 10.0)])
            .solved("blind", "gripper", "p1", &[("evaluations", 2000.0)])
            .properties();
        let material = Material { title: "Try\u{1b}".to_owned(), properties, ..Material::default() };
        let text = Report::new(&material).terminal();
        assert!(text.starts_with(
            "Try\u{fffd}\n2 configurations · 1 problem · 1 domain · 2 runs\n\nff solves 1 of 1"
        ));
        let table = "Problems solved\n\
                     domain   problems  ff  blind\n\
                     gripper         1   1      1\n\
                     ───────  ────────  ──  ─────\n\
                     all             1   1      1\n";
        assert!(text.contains(table), "{text}");
        assert!(text.contains("evaluations, sum             10.0  2,000\n"), "{text}");
    }

    #[test]
    fn wide_tables_go_on_below() {
        let runs = (0..30).fold(Runs::default(), |runs, i| {
            runs.solved(&format!("an-algorithm-with-quite-a-long-name-{i}"), "d", "p", &[("cost", 1.0)])
        });
        let material = Material { properties: runs.properties(), ..Material::default() };
        let text = Report::new(&material).terminal();
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH));
        for i in 0..30 {
            assert!(text.contains(&format!("name-{i}")), "{i}: {text}");
        }
    }
}
