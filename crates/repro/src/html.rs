//! A comparison as a page for the browser.

use page::escape::html as escaped;
use page::{Page, Plot, Section};

use super::text::{direction, measured, printed, size};
use super::{Cell, Comparison, JudgedClaim, JudgedPair, Paper, Place};

impl Comparison<'_> {
    /// The comparison as a self-contained page, with plots of the measured figures, and further sections.
    pub fn to_html(&self, paper: &Paper, plots: &[&Plot], further: &[Section]) -> String {
        let title = format!("{} {}: {}", paper.name, self.table.name, self.table.caption);
        let summary = format!("<p>{}</p>\n", escaped(&self.summary()).replace('\n', "<br>"));
        let items = |items: Vec<String>| {
            if items.is_empty() { String::new() } else { format!("<ul>\n{}</ul>\n", items.concat()) }
        };
        let departures = self.departures.iter().map(|sentence| format!("<li>{}</li>\n", escaped(sentence)));
        let figures = plots.iter().enumerate().map(|(number, plot)| plot.figure(&format!("plot-{number}")));
        let own = [
            Section::new("table", "Published and measured", self.html_table() + &summary),
            Section::new("plots", "Plots", page::plots(figures)),
            Section::new(
                "claims",
                "Does it show what the paper says?",
                items(self.claims.iter().map(html_claim).collect()),
            ),
            Section::new("departures", "Not as in the paper", items(departures.collect())),
        ];
        Page {
            title: &title,
            about: &paper.citation(),
            notes: vec![format!("Measured at scale {} in {:.1} seconds.", self.scale, self.seconds)],
            sections: own.into_iter().chain(further.iter().cloned()).collect(),
            ..Page::default()
        }
        .html()
    }

    fn html_table(&self) -> String {
        let columns = &self.table.columns;
        let mut html = String::from(
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Published and measured\">\
             <table class=\"repro\"><thead><tr><th></th>",
        );
        for column in columns {
            html += &format!("<th scope=\"colgroup\" colspan=\"4\">{}</th>", escaped(&column.title()));
        }
        html += "</tr></thead>\n<tbody>";
        for (part, content) in self.table.parts.iter().enumerate() {
            let heads =
                "<th class=\"n\">published</th><th class=\"n\">measured</th><th class=\"n\">size</th>\
                 <th class=\"n\">direction</th>"
                    .repeat(columns.len());
            html += &format!("<tr class=\"part\"><th>{}</th>{heads}</tr>\n", escaped(&content.name));
            for (row, line) in content.rows.iter().enumerate() {
                html += &format!("<tr><th scope=\"row\">{}</th>", escaped(&line.label));
                let places = (0..columns.len()).map(|column| Place { part, row, column });
                places.filter_map(|place| self.cell(place)).for_each(|cell| html += &self.html_cell(cell));
                html += "</tr>\n";
            }
        }
        html + "</tbody></table></div>\n"
    }

    fn html_cell(&self, cell: &Cell) -> String {
        let class = |agrees: Option<bool>| match agrees {
            Some(true) => "yes",
            Some(false) => "no",
            None => "unknown",
        };
        format!(
            "<td class=\"n\">{}</td><td class=\"n measured\">{}</td><td class=\"n {}\">{}</td><td class=\"n {}\">{}</td>",
            printed(self.table, cell.place, cell.published),
            measured(self.table, cell),
            class(cell.size.map(|size| size.agrees)),
            size(cell),
            class(cell.direction),
            direction(cell)
        )
    }
}

/// A claim, with all comparisons that differ from the published ones.
fn html_claim(claim: &JudgedClaim) -> String {
    let (same, judged) = claim.agreeing();
    let (class, count) = match (same, judged) {
        (_, 0) => ("unknown", "not measured".to_owned()),
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
