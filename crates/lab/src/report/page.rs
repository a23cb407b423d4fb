//! The page of a report: one self-contained file, which shows the same without its script.

mod data;
mod html;
mod runs;
mod settings;

pub(super) use html::table;

use ::page::{Mark, Page, Section, escape};

use super::attributes::{ATTRIBUTES, EVALUATIONS, SEARCH_TIME, about_floors};
use super::numbers::{count, counted};
use super::plots::{self, Point, Scatter};
use super::results::{Kind, Results};
use super::{Report, numbers, summary};
use data::Data;

pub(super) fn report(report: &Report) -> String {
    let results = &report.results;
    let marks = plots::marks(&results.configurations);
    let data = Data::new(results, &marks, report.material.folder.as_deref());
    let sections = [
        ("summary", "Summary", summary_list(results, &marks)),
        ("coverage", "Coverage", coverage(report, &marks)),
        ("scores", "Scores", tables(report.scores.iter(), &marks)),
        ("effort", "Effort and cost", tables([&report.summary].into_iter().chain(&report.means), &marks)),
        ("pairs", "Problem by problem", data.pair.map_or_else(String::new, |pair| scatter(results, pair))),
        ("chance", "Is it chance?", tables(report.seeds.iter().chain(&report.sign_tests), &marks)),
        ("errors", "Without a plan", tables(report.errors.iter(), &marks)),
        ("training", "Training", training(report)),
        ("calibration", "Calibration", calibration(report)),
        ("settings", "How it was run", settings::section(report, &marks)),
        ("runs", "All runs", runs::table(results, &data)),
    ];
    let notes = summary::remarks(results).into_iter().chain(report.material.notes.iter().cloned());
    Page {
        title: &report.material.title,
        about: &summary::what_was_run(results),
        notes: notes.collect(),
        sections: sections.into_iter().map(|(id, title, body)| Section::new(id, title, body)).collect(),
        data: data.json(),
        script: include_str!("page/report.js"),
    }
    .html()
}

fn tables<'a>(tables: impl Iterator<Item = &'a super::Table>, marks: &[Mark]) -> String {
    let tables: String =
        tables.filter(|shown| !shown.rows.is_empty()).map(|shown| table(shown, marks)).collect();
    if tables.is_empty() { tables } else { format!("<div class=\"tables\">{tables}</div>") }
}

/// A bar and a sentence for each configuration.
fn summary_list(results: &Results, marks: &[Mark]) -> String {
    let mut out = String::from("<ul class=\"summary\">");
    for sentence in summary::sentences(results) {
        let configuration = &results.configurations[sentence.configuration];
        let attempted = results.attempted(configuration) as f64;
        let share = |solved: f64| 100.0 * solved / attempted.max(1.0);
        let coverage = results.coverage(configuration);
        let whisker = results.coverage_interval(configuration).map_or_else(String::new, |interval| {
            let (low, high) = (share(interval.low), share(interval.high));
            if interval.low == interval.high {
                return String::new();
            }
            format!("<s style=\"left:{low:.2}%;width:{:.2}%\"></s>", high - low)
        });
        let warning = sentence.warning.map_or_else(String::new, |warning| {
            format!("<p class=\"warning\"><strong>{}</strong></p>", escape::html(&warning))
        });
        out += &format!(
            "<li class=\"{class}\"><div class=\"who\">{chip}<b>{name}</b>{tag}</div>\
             <div class=\"bar\" aria-hidden=\"true\"><i class=\"{colour}\" style=\"width:{share:.2}%\"></i>{whisker}</div>\
             <div class=\"solved\">{solved}<small> / {all}</small></div>\
             <div class=\"words\"><p>{text}</p>{warning}</div></li>",
            class = html::class(configuration.kind),
            chip = marks[sentence.configuration].chip(),
            name = escape::breakable(&configuration.name),
            tag = html::tag(configuration.kind),
            colour = marks[sentence.configuration].colour(),
            share = share(coverage),
            solved = count(coverage),
            all = count(attempted),
            text = capitalised(&escape::html(&sentence.text)),
        );
    }
    out + "</ul>"
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

fn coverage(report: &Report, marks: &[Mark]) -> String {
    let results = &report.results;
    let mut out = tables([&report.coverage].into_iter(), marks);
    let plots: String = [&SEARCH_TIME, &EVALUATIONS]
        .into_iter()
        .filter_map(|attribute| Some((attribute, plots::coverage(results, marks, attribute)?)))
        .map(|(attribute, svg)| {
            format!("<figure><h3>Problems solved by {}</h3>{svg}</figure>", attribute.noun)
        })
        .collect();
    if !plots.is_empty() {
        let legend: String = results
            .configurations
            .iter()
            .zip(marks)
            .map(|(configuration, mark)| {
                format!("<li>{}{}</li>", mark.stroke(), escape::html(&configuration.name))
            })
            .collect();
        out += &format!("<div class=\"plots wide\">{plots}</div><ul class=\"legend\">{legend}</ul>");
    }
    out
}

/// A scatter plot of two algorithms, which the page's script lets readers choose.
fn scatter(results: &Results, pair: data::Pair) -> String {
    let (x, y, attribute) = (&results.algorithms[pair.x], &results.algorithms[pair.y], pair.attribute);
    let points: Vec<Point> = x
        .runs
        .iter()
        .filter_map(|(&problem, first)| {
            let (left, right) = (attribute.positive(first), attribute.positive(y.runs.get(&problem)?));
            let Problem { domain, name } = problem_of(results, problem);
            let about = format!(
                "{} {name}\n{}: {}\n{}: {}",
                results.domains[domain],
                x.name,
                value(left),
                y.name,
                value(right)
            );
            Some(Point { x: left, y: right, domain, about })
        })
        .collect();
    let scatter =
        Scatter { id: "scatter", x: &x.name, y: &y.name, what: &attribute.label(), points: &points };
    let records = results.runs().map(|(_, _, record)| record).collect::<Vec<_>>();
    let floors = about_floors(&ATTRIBUTES, records.iter().copied());
    format!(
        "<div id=\"choice\" class=\"controls\" hidden></div><div class=\"plots one\"><figure>{}\
         </figure><div><p id=\"scatter-sentence\">{}</p><p class=\"about\">One point per problem. Less is better: points below \
         the diagonal are better for the algorithm whose name is beside the axis that goes up. In the grey bands are \
         problems that a side did not solve.{floors}</p>{}</div></div>",
        scatter.svg(),
        escape::html(&scatter.sentence()),
        domain_legend(&results.domains)
    )
}

struct Problem<'a> {
    domain: usize,
    name: &'a str,
}

fn problem_of<'a>(results: &Results<'a>, problem: usize) -> Problem<'a> {
    let problem = &results.problems[problem];
    Problem { domain: problem.domain, name: problem.name }
}

/// The text for one coordinate of a point.
pub(super) fn value(value: Option<f64>) -> String {
    value.map_or_else(|| "unsolved".to_owned(), numbers::plain)
}

/// The legend of the marks of domains.
pub(super) fn domain_legend(domains: &[&str]) -> String {
    let items: String = domains
        .iter()
        .enumerate()
        .map(|(i, domain)| {
            format!("<li data-domain=\"{i}\">{}{}</li>", Mark::of(i).chip(), escape::html(domain))
        })
        .collect();
    format!("<ul class=\"legend domains\">{items}</ul>")
}

fn training(report: &Report) -> String {
    let curves = &report.material.training;
    if curves.is_empty() {
        return String::new();
    }
    format!(
        "<p class=\"about\">{}. Solid: loss on what is learned from; dashed: on what is not. All on the same axes.</p>\
         <div class=\"plots small\">{}</div>",
        counted(curves.len(), "model"),
        plots::training(curves)
    )
}

fn calibration(report: &Report) -> String {
    let curves = &report.material.calibration;
    if curves.is_empty() {
        return String::new();
    }
    format!(
        "<p class=\"about\">On the diagonal, what a model calls 70 % sure comes true in 70 % of cases; below it, it is too \
         sure.</p><div class=\"plots small\">{}</div>",
        plots::calibration(curves)
    )
}

/// The pair of algorithms to show first: the best baseline and the best learned one, or the two best.
fn pair_to_show(results: &Results) -> Option<(usize, usize)> {
    let best = |is_candidate: &dyn Fn(usize) -> bool| {
        let mut best: Option<(usize, f64)> = None;
        for number in (0..results.configurations.len()).filter(|&number| is_candidate(number)) {
            let coverage = results.coverage(&results.configurations[number]);
            if best.is_none_or(|(_, most)| coverage > most) {
                best = Some((number, coverage));
            }
        }
        best.map(|(number, _)| number)
    };
    let kind = |number: usize| results.configurations[number].kind;
    let first = best(&|number| kind(number) == Kind::Baseline).or_else(|| best(&|_| true))?;
    let second = best(&|number| number != first && kind(number) == Kind::Learned)
        .or_else(|| best(&|number| number != first))
        .unwrap_or(first);
    let algorithm = |number: usize| results.configurations[number].algorithms.first().copied();
    Some((algorithm(first)?, algorithm(second)?))
}
