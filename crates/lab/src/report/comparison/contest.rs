//! Two algorithms or configurations on the same problems.

use ::page::escape;

use super::super::attributes::{Attribute, COST, EVALUATIONS, SEARCH_TIME, about_floors};
use super::super::numbers::{self, count, counted, probability, significant};
use super::super::page;
use super::super::paired::{self, Pair, Verdict};
use super::super::plots::{Point, Scatter};
use super::super::results::Results;
use super::super::table::{Cell, Column, Role, Table};

static MEASURES: [&Attribute; 3] = [&EVALUATIONS, &SEARCH_TIME, &COST];

const ABOUT_TALLIES: &str = "How many problems are solved, and by one side alone, in the mean over seeds; ratios are geometric \
     means where both have a plan, less than 1 where B has less.";

#[derive(Debug)]
pub(super) struct Contest<'a> {
    /// The name of both sides, if they have the same.
    pub(super) name: String,
    pairs: Vec<Pair<'a>>,
    /// How many runs have no counterpart.
    pub(super) left_out: usize,
}

impl<'a> Contest<'a> {
    pub(super) fn new(results: &Results<'a>, name: String, first: &[usize], second: &[usize]) -> Self {
        let pairs = paired::pairs(results, first, second);
        let runs =
            |side: &[usize]| side.iter().map(|&number| results.algorithms[number].runs.len()).sum::<usize>();
        // A side with one seed meets each of the other's.
        let times = |side: &[usize], other: &[usize]| if side.len() == 1 { other.len().max(1) } else { 1 };
        let all = runs(first) * times(first, second) + runs(second) * times(second, first);
        Self { name, left_out: all.saturating_sub(2 * pairs.len()), pairs }
    }

    /// A sentence on which side is better at what.
    pub(super) fn sentence(&self) -> String {
        let tally = Tally::new(&self.pairs);
        let (first, second) = (count(tally.first), count(tally.second));
        let verdict = paired::coverage(&self.pairs);
        let who = if first == second {
            format!("Both solve {first}")
        } else if tally.first < tally.second {
            format!("B solves more: {second} against {first}")
        } else {
            format!("A solves more: {first} against {second}")
        };
        let seeds = if tally.problems < self.pairs.len() { ", in the mean over seeds" } else { "" };
        let mut text = format!(
            "{who} of {}{seeds} (p = {}).",
            counted(tally.problems, "problem"),
            probability(verdict.p)
        );
        let ratios: Vec<String> = MEASURES
            .iter()
            .filter_map(|measure| {
                let Verdict { difference, p, .. } = paired::attribute(&self.pairs, measure);
                Some(format!(
                    "{} times the {} (p = {})",
                    significant(difference?.estimate),
                    measure.noun,
                    probability(p)
                ))
            })
            .collect();
        if !ratios.is_empty() {
            text += &format!(" Where both have a plan, B needs {}.", ratios.join(", "));
        }
        text.replace("p = <", "p <")
    }

    pub(super) fn by_domain(&self, results: &Results) -> Table {
        let mut by_domain = vec![Vec::new(); results.domains.len()];
        for pair in &self.pairs {
            by_domain[results.problems[pair.problem].domain].push(pair);
        }
        let of_domains = results.domains.iter().zip(&by_domain).filter(|(_, pairs)| !pairs.is_empty());
        let all: Vec<&Pair> = self.pairs.iter().collect();
        Table {
            name: "by_domain",
            title: "By domain".to_owned(),
            about: about(&all),
            columns: columns("domain"),
            rows: of_domains.map(|(domain, pairs)| row(domain, pairs)).collect(),
            totals: vec![row("all", &all)],
        }
    }

    pub(super) fn verdicts(&self) -> Table {
        let names = ["A better", "B better", "equal", "p", "estimate", "95 % from", "to"];
        let mut rows = vec![verdict("coverage, B − A (%)", paired::coverage(&self.pairs), 100.0)];
        for measure in MEASURES {
            rows.push(verdict(
                &format!("{}, B / A", measure.noun),
                paired::attribute(&self.pairs, measure),
                1.0,
            ));
        }
        Table {
            name: "verdicts",
            title: "Is it chance?".to_owned(),
            about: "p is how likely chance alone splits them as unevenly (exact two-sided sign test, ties left out). The \
                    interval is Student's t over problems; for ratios, of their logarithms. Each problem counts once, by \
                    its mean over seeds."
                .to_owned(),
            columns: [Column::new("measure", Role::Label)]
                .into_iter()
                .chain(names.map(|name| Column::new(name, Role::Number)))
                .collect(),
            rows,
            totals: Vec::new(),
        }
    }

    pub(super) fn plots(&self, results: &Results, id: &str, names: &[String; 2]) -> String {
        let [first, second] = names;
        let (x, y) = (format!("A, {first}"), format!("B, {second}"));
        let mut out = String::from("<div class=\"plots wide\">");
        for measure in [&EVALUATIONS, &SEARCH_TIME] {
            let points: Vec<Point> = self.pairs.iter().map(|pair| point(results, pair, measure)).collect();
            if points.iter().all(|point| point.x.is_none() && point.y.is_none()) {
                continue;
            }
            let id = format!("{id}-{}", measure.name);
            let scatter = Scatter { id: &id, x: &x, y: &y, what: &measure.label(), points: &points };
            let sentence = escape::html(&scatter.sentence());
            out += &format!(
                "<figure><h3>{}</h3>{}<figcaption>{sentence}</figcaption></figure>",
                measure.label(),
                scatter.svg()
            );
        }
        out + "</div>" + &page::domain_legend(&results.domains)
    }
}

/// A row for each contest.
pub(super) fn overview(contests: &[Contest]) -> Table {
    Table {
        name: "overview",
        title: "What has the same name in A and B".to_owned(),
        about: about(&contests.iter().flat_map(|contest| &contest.pairs).collect::<Vec<_>>()),
        columns: columns("name"),
        rows: contests
            .iter()
            .map(|contest| row(&contest.name, &contest.pairs.iter().collect::<Vec<_>>()))
            .collect(),
        totals: Vec::new(),
    }
}

fn about(pairs: &[&Pair]) -> String {
    let records = pairs.iter().flat_map(|pair| [pair.first, pair.second]);
    format!("{ABOUT_TALLIES}{}", about_floors(&MEASURES, records))
}

fn columns(label: &str) -> Vec<Column> {
    let names = [
        "problems",
        "A solved",
        "B solved",
        "only A",
        "only B",
        "evaluations B/A",
        "search time B/A",
        "cost B/A",
    ];
    let columns = names.map(|name| Column::new(name, Role::Number));
    [Column::new(label, Role::Label)].into_iter().chain(columns).collect()
}

/// How many problems are solved, in the mean over the seeds of each.
struct Tally {
    problems: usize,
    first: f64,
    second: f64,
    only_first: f64,
    only_second: f64,
}

impl Tally {
    fn new<'a: 'b, 'b>(pairs: impl IntoIterator<Item = &'b Pair<'a>> + Clone) -> Self {
        let how_many = |is_counted: &dyn Fn(bool, bool) -> bool| -> f64 {
            let value = |pair: &Pair| {
                Some(f64::from(u8::from(is_counted(pair.first.is_solved(), pair.second.is_solved()))))
            };
            let sum: f64 = paired::per_problem(pairs.clone(), value).iter().sum();
            // Thirds add up to one.
            (sum * 1e9).round() / 1e9
        };
        Self {
            problems: paired::per_problem(pairs.clone(), |_| Some(1.0)).len(),
            first: how_many(&|first, _| first),
            second: how_many(&|_, second| second),
            only_first: how_many(&|first, second| first && !second),
            only_second: how_many(&|first, second| second && !first),
        }
    }
}

fn row(label: &str, pairs: &[&Pair]) -> Vec<Cell> {
    let tally = Tally::new(pairs.iter().copied());
    let solved = [tally.first, tally.second, tally.only_first, tally.only_second];
    let mut cells = vec![Cell::text(label), Cell::number(tally.problems as f64, count)];
    cells.extend(solved.map(|solved| Cell::number(solved, count)));
    cells.extend(MEASURES.iter().map(|measure| Cell::optional(paired::ratio(pairs, measure), significant)));
    cells
}

fn verdict(label: &str, verdict: Verdict, scale: f64) -> Vec<Cell> {
    let number = |number: usize| Cell::number(number as f64, count);
    let part = |part: Option<f64>| {
        let show = |value: f64| if scale == 1.0 { significant(value) } else { numbers::grouped(value, 1) };
        Cell::optional(part.map(|value| value * scale), show)
    };
    vec![
        Cell::text(label),
        number(verdict.first),
        number(verdict.second),
        number(verdict.equal),
        Cell::number(verdict.p, probability),
        part(verdict.difference.map(|interval| interval.estimate)),
        part(verdict.difference.map(|interval| interval.low)),
        part(verdict.difference.map(|interval| interval.high)),
    ]
}

fn point(results: &Results, pair: &Pair, measure: &Attribute) -> Point {
    let problem = &results.problems[pair.problem];
    let (x, y) = (measure.positive(pair.first), measure.positive(pair.second));
    let about = format!(
        "{} {}\nA: {}\nB: {}",
        results.domains[problem.domain],
        problem.name,
        page::value(x),
        page::value(y)
    );
    Point { x, y, domain: problem.domain, about }
}
