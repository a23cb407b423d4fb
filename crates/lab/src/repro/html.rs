//! A comparison as a page for the browser.

use super::text::{direction, measured, printed, size};
use super::{Cell, Comparison, JudgedClaim, JudgedPair, Paper, Place};
use crate::report::escape::html as escaped;

const STYLE: &str = "\
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 80em; padding: 0 1em; color: #222 }
h1 { font-size: 1.3em; margin-bottom: 0 }
.scroll { overflow-x: auto }
table { border-collapse: collapse; margin: 1em 0; font-variant-numeric: tabular-nums }
td, th { padding: .15em .6em; text-align: right; white-space: nowrap }
td:first-child, th:first-child { text-align: left }
tr { border-bottom: 1px solid #e4e4e4 }
th.group { border-bottom: 2px solid #888; text-align: center }
tr.part th { background: #f4f4f4 }
.measured { font-weight: 600 }
.yes { color: #1a7f37 }
.no { color: #b35900 }
.note { color: #666 }
@media (prefers-color-scheme: dark) {
  body { background: #161616; color: #ddd }
  tr { border-color: #333 }
  tr.part th { background: #242424 }
  .yes { color: #4ac26b }
  .no { color: #f0883e }
  .note { color: #999 }
}
@media print { body { max-width: none; font-size: 11px } }
";

impl Comparison<'_> {
    /// The whole comparison as a page that needs nothing else.
    pub fn to_html(&self, paper: &Paper) -> String {
        let title = format!("{} {}: {}", paper.name, self.table.name, self.table.caption);
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><title>{0}</title>\n<style>\n{STYLE}</style></head>\n\
             <body>\n<h1>{0}</h1>\n<p class=\"note\">{1}</p>\n",
            escaped(&title),
            escaped(&paper.citation())
        );
        page += &self.html_table();
        page += &format!("<p>{}</p>\n", escaped(&self.summary()).replace('\n', "<br>"));
        if !self.claims.is_empty() {
            page += "<h2>Does it show what the paper says?</h2>\n<ul>\n";
            self.claims.iter().for_each(|claim| page += &html_claim(claim));
            page += "</ul>\n";
        }
        if !self.departures.is_empty() {
            page += "<h2>Not as in the paper</h2>\n<ul>\n";
            self.departures.iter().for_each(|sentence| page += &format!("<li>{}</li>\n", escaped(sentence)));
            page += "</ul>\n";
        }
        page + &format!(
            "<p class=\"note\">Measured at scale {} in {:.1} s.</p>\n</body></html>\n",
            self.scale, self.seconds
        )
    }

    fn html_table(&self) -> String {
        let columns = &self.table.columns;
        let mut html = String::from("<div class=\"scroll\"><table>\n<tr><th></th>");
        for column in columns {
            html += &format!("<th class=\"group\" colspan=\"4\">{}</th>", escaped(&column.title()));
        }
        html += "</tr>\n";
        for (part, content) in self.table.parts.iter().enumerate() {
            let heads =
                "<th>published</th><th>measured</th><th>size</th><th>direction</th>".repeat(columns.len());
            html += &format!("<tr class=\"part\"><th>{}</th>{heads}</tr>\n", escaped(&content.name));
            for (row, line) in content.rows.iter().enumerate() {
                html += &format!("<tr><td>{}</td>", escaped(&line.label));
                let places = (0..columns.len()).map(|column| Place { part, row, column });
                places.filter_map(|place| self.cell(place)).for_each(|cell| html += &self.html_cell(cell));
                html += "</tr>\n";
            }
        }
        html + "</table></div>\n"
    }

    fn html_cell(&self, cell: &Cell) -> String {
        let class = |agrees: Option<bool>| match agrees {
            Some(true) => "yes",
            Some(false) => "no",
            None => "note",
        };
        format!(
            "<td>{}</td><td class=\"measured\">{}</td><td class=\"{}\">{}</td><td class=\"{}\">{}</td>",
            printed(self.table, cell.place, cell.published),
            measured(self.table, cell),
            class(cell.size.map(|size| size.agrees)),
            size(cell),
            class(cell.direction),
            direction(cell)
        )
    }
}

/// A claim, with all comparisons that came out otherwise.
fn html_claim(claim: &JudgedClaim) -> String {
    let (same, judged) = claim.agreeing();
    let (class, count) = match (same, judged) {
        (_, 0) => ("note", "not measured".to_owned()),
        _ if same == judged => ("yes", format!("{same} of {judged} comparisons as published")),
        _ => ("no", format!("{same} of {judged} comparisons as published")),
    };
    let mut html = format!("<li>{}: <span class=\"{class}\">{count}</span>", escaped(&claim.says));
    let others: Vec<&JudgedPair> = claim.pairs.iter().filter(|pair| pair.agrees() == Some(false)).collect();
    if !others.is_empty() {
        html += "<details><summary>those that are not</summary><ul>\n";
        others.iter().for_each(|pair| html += &format!("<li>{}</li>\n", escaped(&pair.to_string())));
        html += "</ul></details>";
    }
    html + "</li>\n"
}
