//! The table of all runs. The script shows it in pages; without a script, the first rows are shown.

use ::page::escape::html;

use super::super::numbers;
use super::super::results::Results;
use super::super::tables::reason;
use super::data::Data;

/// How many runs are shown without the script; all are in `runs.csv`.
const MOST: usize = 500;

pub(super) fn table(results: &Results, data: &Data) -> String {
    let all = results.all_runs().count();
    if all == 0 {
        return String::new();
    }
    let mut head: String = ["algorithm", "domain", "problem", "outcome"]
        .iter()
        .map(|name| format!("<th scope=\"col\"><span>{name}</span></th>"))
        .collect();
    for attribute in &data.attributes {
        head += &format!("<th scope=\"col\" class=\"n\"><span>{}</span></th>", attribute.label());
    }
    if data.has_logs() {
        head += "<th scope=\"col\"><span>log</span></th>";
    }
    let mut body = String::new();
    for (algorithm, problem, record) in results.all_runs().take(MOST) {
        let problem = &results.problems[problem];
        let outcome = if record.is_solved() { "solved" } else { reason(record) };
        body += &format!(
            "<tr><td>{}</td><td>{}</td><td>{}</td><td class=\"{}\">{}</td>",
            html(&algorithm.name),
            html(results.domains[problem.domain]),
            html(problem.name),
            if record.is_solved() { "solved-run" } else { "unsolved" },
            html(outcome)
        );
        for attribute in &data.attributes {
            let text = attribute.measured(record).map_or_else(|| "–".to_owned(), numbers::plain);
            body += &format!("<td class=\"n\">{text}</td>");
        }
        if data.has_logs() {
            let link = data.log(record).map_or_else(String::new, |log| format!("<a href=\"{log}\">log</a>"));
            body += &format!("<td>{link}</td>");
        }
        body += "</tr>\n";
    }
    let rest = if all > MOST {
        format!(
            "<noscript><p class=\"about\">The first {MOST} of {all} runs; all are in runs.csv.</p></noscript>"
        )
    } else {
        String::new()
    };
    format!(
        "<div id=\"filter\" class=\"controls\" hidden></div>{rest}<div class=\"scroll\" tabindex=\"0\" role=\"region\" \
         aria-label=\"All runs\"><table id=\"all-runs\"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )
}
