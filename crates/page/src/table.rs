//! Tables that sort.

use crate::escape::{breakable, html};

/// The kind of a column, with its heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column<'a> {
    /// The names of the rows.
    Label(&'a str),
    /// Words.
    Text(&'a str),
    /// Numbers, perhaps with a per cent sign.
    Number(&'a str),
    /// Text to be read by programs as well, such as a command.
    Code(&'a str),
}

/// A table below a heading and a line about it, each of which may be empty.
pub fn table(title: &str, about: &str, columns: &[Column<'_>], rows: &[Vec<String>]) -> String {
    let mut out = String::from("<div class=\"table\">");
    if !title.is_empty() {
        out += &format!("<h3>{}</h3>", html(title));
    }
    if !about.is_empty() {
        out += &format!("<p class=\"about\">{}</p>", html(about));
    }
    let label = if title.is_empty() { "Table" } else { title };
    out += &format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{}\"><table class=\"sortable\"><thead><tr>",
        html(label)
    );
    columns.iter().for_each(|column| out += &column.heading());
    out += "</tr></thead><tbody>";
    for row in rows {
        out += "<tr>";
        row.iter().zip(columns).for_each(|(text, column)| out += &column.cell(text));
        out += "</tr>\n";
    }
    out + "</tbody></table></div></div>\n"
}

impl Column<'_> {
    fn heading(&self) -> String {
        let (name, class) = match self {
            Self::Number(name) => (name, " class=\"n\""),
            Self::Label(name) | Self::Text(name) | Self::Code(name) => (name, ""),
        };
        format!("<th scope=\"col\"{class}><span>{}</span></th>", breakable(name))
    }

    fn cell(&self, text: &str) -> String {
        match self {
            Self::Label(_) => format!("<th scope=\"row\"><span>{}</span></th>", breakable(text)),
            Self::Text(_) => format!("<td>{}</td>", html(text)),
            Self::Code(_) => format!("<td class=\"code\">{}</td>", html(text)),
            Self::Number(_) => {
                let value = value(text).map_or_else(String::new, |value| format!(" data-v=\"{value}\""));
                format!("<td class=\"n\"{value}>{}</td>", html(text))
            }
        }
    }
}

/// The number that a cell is sorted by.
fn value(text: &str) -> Option<f64> {
    text.trim_end_matches(" %").replace(',', "").replace('−', "-").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_sorted_by_their_values_and_text_is_only_text() {
        let columns = [Column::Label("rule"), Column::Number("share"), Column::Code("says")];
        let rows = [vec!["<1>".to_owned(), "1,234.5 %".to_owned(), "h(A):-b(A)".to_owned()]];
        let html = table("Rules", "", &columns, &rows);
        assert!(html.contains("<td class=\"n\" data-v=\"1234.5\">1,234.5 %</td>"), "{html}");
        assert!(html.contains("&lt;1&gt;") && html.contains("<td class=\"code\">h(A):-b(A)</td>"), "{html}");
    }
}
