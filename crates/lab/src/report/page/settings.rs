//! The settings of the runs: the options of each configuration, the limits, and the version of hstar.

use std::collections::BTreeSet;

use ::page::{Mark, escape};

use super::super::Report;
use super::super::results::{Configuration, Results};
use super::super::summary;

/// Options of a configuration: headings, and the attributes that hold them.
const TOLD: [(&str, &str); 3] = [("search", "search"), ("model", "model"), ("options", "options")];

/// A table with a row for each configuration, and the limits and the version; nothing if none is known.
pub(super) fn section(report: &Report, marks: &[Mark]) -> String {
    let results = &report.results;
    let told: Vec<(&str, Vec<String>)> = TOLD
        .iter()
        .map(|(heading, attribute)| {
            let texts = results.configurations.iter().map(|of| texts(results, of, attribute).join(", "));
            (*heading, texts.collect::<Vec<String>>())
        })
        .chain([("seeds", results.configurations.iter().map(|of| seeds(results, of)).collect())])
        .filter(|(_, texts)| texts.iter().any(|text| !text.is_empty()))
        .collect();
    let sentences: String = summary::circumstances(results)
        .iter()
        .map(|sentence| format!("<p>{}</p>", escape::html(sentence)))
        .collect();
    if told.is_empty() {
        return sentences;
    }
    let mut html = sentences
        + "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Configurations\"><table><thead><tr>\
           <th scope=\"col\"><span>configuration</span></th>";
    told.iter().for_each(|(heading, _)| html += &format!("<th scope=\"col\"><span>{heading}</span></th>"));
    html += "</tr></thead><tbody>";
    for (number, configuration) in results.configurations.iter().enumerate() {
        html += &format!(
            "<tr><th scope=\"row\"><span>{}&#8288;{}</span></th>",
            marks[number].chip(),
            escape::breakable(&configuration.name)
        );
        for (_, texts) in &told {
            html += &format!("<td class=\"code\">{}</td>", escape::html(&texts[number]));
        }
        html += "</tr>\n";
    }
    html + "</tbody></table></div>"
}

/// All values of an attribute among the runs of a configuration.
fn texts<'a>(results: &Results<'a>, configuration: &Configuration, attribute: &str) -> Vec<&'a str> {
    let members = results.members(configuration);
    let texts: BTreeSet<&str> = members
        .flat_map(|algorithm| algorithm.runs.values().chain(algorithm.refused.values()))
        .map(|record| record.text(attribute))
        .filter(|text| !text.is_empty())
        .collect();
    texts.into_iter().collect()
}

fn seeds(results: &Results, configuration: &Configuration) -> String {
    let seeds = results.members(configuration).filter_map(|algorithm| algorithm.seed);
    seeds.map(|seed| seed.to_string()).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::super::super::example::Runs;
    use super::super::super::{Material, Report};

    #[test]
    fn a_report_shows_searches_limits_version_and_seeds() {
        let runs = Runs::default()
            .seeded("m", 1, "d", "p", Some(3.0))
            .seeded("m", 2, "d", "p", Some(4.0))
            .mark("m-1", "model", "m-1.hstar")
            .mark("m-2", "model", "m-2.hstar")
            .solved("ff", "d", "p", &[])
            .mark("ff", "search", "gbfs(<ff>)")
            .mark("ff", "version", "0.1.0 (build 12345678)")
            .with("limit_search_time", 60.0)
            .with("limit_memory", 2.0 * 1024.0 * 1024.0 * 1024.0)
            .with("limit_evaluations", 100_000.0);
        let material = Material { properties: runs.properties(), ..Material::default() };
        let page = Report::new(&material).html();
        for said in [
            "<td class=\"code\">gbfs(&lt;ff&gt;)</td>",
            "m-1.hstar, m-2.hstar",
            "<td class=\"code\">1, 2</td>",
            "Limits of each run: 60 seconds, 2 GB of memory, 100,000 evaluations.",
            "Run by hstar 0.1.0 (build 12345678).",
        ] {
            assert!(page.contains(said), "{said}: {page}");
        }
    }
}
