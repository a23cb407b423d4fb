//! Measures a model on states whose costs are known, beside the heuristics that it is built on.

mod puzzle;

use std::fmt::{self, Display, Write as _};

use belief::Reading;
use belief::Value::Quantile;
use data::{DataSet, Row, Split};
use learn::metrics::{self, Judged, Metrics};
use learn::{CostRange, Examples, Head, Model, Targets, View};
use page::{Column, Page, Plot, Section, Series, Side, Style};
use search::Budget;
use serde_json::{Value, json};
use tools::numbers::counted;

use crate::guide::ModelFile;
use crate::learning::rules::judged;
use crate::learning::{preparing, rule_data};
use crate::{Error, ErrorKind, Progress};

pub use self::puzzle::evaluate_puzzle;

/// The probabilities at which promises are checked.
const ALPHAS: [f64; 5] = [0.5, 0.75, 0.9, 0.95, 0.99];

/// The resources for measuring models.
#[derive(Clone, Copy)]
pub struct Resources<'a> {
    /// How many threads compute.
    pub threads: usize,
    /// Time, memory, and being interrupted.
    pub budget: &'a Budget,
    /// Is told the progress.
    pub progress: &'a dyn Progress,
}

/// The result of measuring a model.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// How many states, and which.
    pub of: String,
    /// The split of a data set that they are.
    pub split: Option<Split>,
    /// The model, and the heuristics it is compared with.
    pub candidates: Vec<Candidate>,
    /// Probabilities of not overestimating the cost that the model promises, with the shares of states for which it was kept.
    pub promises: Vec<(f64, f64)>,
}

/// An estimator of costs, with all its estimates.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its name.
    pub name: String,
    /// Its estimates beside the costs.
    pub judged: Vec<Judged>,
    /// Does it give a spread?
    pub has_spread: bool,
}

/// Measures a network on the states of a split.
///
/// # Errors
/// When the data is not for the model, has no such states, or the budget does not suffice.
pub fn evaluate(
    model: &Model,
    data: &DataSet,
    split: Split,
    resources: Resources<'_>,
) -> Result<Evaluation, Error> {
    let about = &model.about;
    let view = View {
        features: about.signature.features,
        residual: about.residual.as_deref(),
        lower: about.lower.as_deref(),
        upper: about.upper.as_ref(),
        targets: Targets::Costs,
        wl: None,
        pairs: false,
        unlabelled: false,
    };
    resources.progress.now(format_args!("Computing what the model sees of states"));
    let prepared = learn::prepare_as(data, &about.signature, view, resources.threads, resources.budget);
    resources.progress.now(format_args!(""));
    let prepared = prepared.map_err(preparing)?;
    let examples = match split {
        Split::Train => &prepared.train,
        Split::Validation => &prepared.validation,
        Split::Test => &prepared.test,
    };
    let candidates = candidates(model, examples, resources.threads);
    let evaluation = Evaluation::on_data(candidates, data, split)?;
    Ok(Evaluation { promises: promises(model, examples), ..evaluation })
}

/// For each probability, the share of states for which the model's quantile keeps it; none if it has no spread.
fn promises(model: &Model, examples: &Examples) -> Vec<(f64, f64)> {
    if model.about.head == Head::Point || examples.is_empty() {
        return Vec::new();
    }
    let kept = |&alpha: &f64| {
        let reader = Reading::of(Quantile(alpha)).reader(&model.calibration).ok()?;
        let values = metrics::read(model.about.head, &model.network, examples, &reader);
        let not_above = |((value, _), target): &(&(f64, f64), &CostRange)| *value <= target.nearest(*value);
        let kept = values.iter().zip(&examples.targets).filter(not_above).count();
        Some((alpha, kept as f64 / examples.len() as f64))
    };
    ALPHAS.iter().filter_map(kept).collect()
}

/// Measures rules on the states of a split.
///
/// # Errors
/// When the data is not for the rules, has no such states, or the budget does not suffice.
pub fn evaluate_rules(
    file: &ModelFile,
    text: &str,
    data: &DataSet,
    split: Split,
    resources: Resources<'_>,
) -> Result<Evaluation, Error> {
    let domain = rule_data::domain(data)?;
    let rules = file.rules(text, &domain)?;
    let problems =
        rule_data::problems(data, &domain, rules.background(), resources.threads, resources.budget)?;
    let judged = judged(&rules, &problems, split);
    Evaluation::on_data(vec![Candidate { name: "model".to_owned(), judged, has_spread: false }], data, split)
}

impl Evaluation {
    fn on_data(candidates: Vec<Candidate>, data: &DataSet, split: Split) -> Result<Self, Error> {
        let states = candidates[0].judged.len();
        if states == 0 {
            let message = format!("the data has no {split} states\n  = help: choose others with --split");
            return Err(Error::new(ErrorKind::Input, message));
        }
        let of = format!("{}{}", counted(states, &format!("{split} state")), doubt(data, split));
        Ok(Self { of, split: Some(split), candidates, promises: Vec::new() })
    }
}

/// Tables for people to read.
impl Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { of, candidates, promises, .. } = self;
        writeln!(f, "{of}\n{}", table(candidates))?;
        write!(f, "The model, by cost to the goal:\n{}", cost_table(&candidates[0]))?;
        if !promises.is_empty() {
            write!(f, "\nWhat is promised, and how often it is kept:")?;
        }
        for (alpha, kept) in promises {
            write!(f, "\nmodel@quantile:{alpha} is not above the cost in {:.1} %", 100.0 * kept)?;
        }
        Ok(())
    }
}

/// A remark where the costs are those of a teacher whose plans may not be cheapest.
fn doubt(data: &DataSet, split: Split) -> String {
    let (optimal, others): (Vec<&Row>, Vec<&Row>) =
        data.rows_of(split).filter(|row| row.target.is_some()).partition(|row| row.optimal);
    match (optimal.len(), others.len()) {
        (_, 0) => String::new(),
        (0, _) => "; their costs are those of plans that may not be the cheapest".to_owned(),
        (_, count) => format!("; the costs of {count} are those of plans that may not be the cheapest"),
    }
}

/// The model, and the heuristics that it is built on.
fn candidates(model: &Model, examples: &Examples, threads: usize) -> Vec<Candidate> {
    let judged = metrics::judge(model.about.head, &model.network, examples, threads);
    let has_spread = model.about.head != Head::Point;
    let mut candidates = vec![Candidate { name: "model".to_owned(), judged, has_spread }];
    let alone = |value: f32, target: CostRange| Judged::of_value(value.into(), target.nearest(value.into()));
    let all = || examples.known.iter().zip(&examples.targets);
    if let Some(name) = &model.about.residual {
        let judged = all().map(|(known, &target)| alone(known.residual, target)).collect();
        candidates.push(Candidate { name: name.clone(), judged, has_spread: false });
    }
    if let Some(name) = &model.about.lower {
        let judged = all().map(|(known, &target)| alone(known.lower, target)).collect();
        candidates.push(Candidate { name: name.clone(), judged, has_spread: false });
    }
    candidates
}

const HEADS: [&str; 7] = ["", "nll", "mse", "mae", "R²", "τ", "above cost"];

fn cells(name: String, metrics: &Metrics, has_spread: bool) -> [String; 7] {
    let number = |value: f64| format!("{value:.4}");
    let optional = |value: Option<f64>| value.map_or("-".to_owned(), number);
    [
        name,
        if has_spread { number(metrics.nll) } else { "-".to_owned() },
        number(metrics.mse),
        number(metrics.mae),
        optional(metrics.r_squared),
        optional(metrics.kendall),
        format!("{:.1} %", 100.0 * metrics.share_above),
    ]
}

fn rows(candidates: &[Candidate]) -> Vec<[String; 7]> {
    let row = |candidate: &Candidate| {
        Some(cells(candidate.name.clone(), &Metrics::new(&candidate.judged)?, candidate.has_spread))
    };
    candidates.iter().filter_map(row).collect()
}

fn cost_rows(model: &Candidate) -> Vec<[String; 7]> {
    let row = |(cost, metrics): (f64, Metrics)| {
        cells(format!("{cost} ({})", counted(metrics.states, "state")), &metrics, model.has_spread)
    };
    metrics::by_cost(&model.judged).into_iter().map(row).collect()
}

fn table(candidates: &[Candidate]) -> String {
    text_table(&rows(candidates))
}

fn cost_table(model: &Candidate) -> String {
    text_table(&cost_rows(model))
}

/// Columns as wide as their contents, two spaces apart.
fn text_table(rows: &[[String; 7]]) -> String {
    let heads = HEADS.map(str::to_owned);
    let all = || std::iter::once(&heads).chain(rows);
    let widths: Vec<usize> = (0..HEADS.len())
        .map(|column| all().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in all() {
        let _ = write!(text, "{:<1$}", row[0], widths[0]);
        row[1..].iter().zip(&widths[1..]).for_each(|(cell, width)| {
            let _ = write!(text, "  {cell:>width$}");
        });
        text.push('\n');
    }
    text
}

impl Evaluation {
    /// All figures, for programs to read.
    pub fn figures(&self) -> Value {
        let Self { of, split, candidates, promises } = self;
        let row = |candidate: &Candidate| {
            let metrics = Metrics::new(&candidate.judged)?;
            Some(json!({
                "name": candidate.name,
                "nll": candidate.has_spread.then_some(metrics.nll),
                "mse": metrics.mse,
                "mae": metrics.mae,
                "r_squared": metrics.r_squared,
                "kendall": metrics.kendall,
                "share_above": metrics.share_above,
            }))
        };
        let model = &candidates[0];
        let calibration =
            if model.has_spread { metrics::calibration(&model.judged, LEVELS) } else { Vec::new() };
        json!({
            "of": of,
            "split": split.map(|split| split.to_string()),
            "states": model.judged.len(),
            "heuristics": candidates.iter().filter_map(row).collect::<Vec<Value>>(),
            "calibration": calibration,
            "promises": promises,
        })
    }

    /// A self-contained page, under the name of the model.
    pub fn page(&self, model: &str) -> String {
        let Self { of, candidates, promises, .. } = self;
        let figures = plots(candidates).into_iter().enumerate();
        let figures = figures.map(|(number, plot)| plot.figure(&format!("plot-{number}")));
        let promises: String = promises
            .iter()
            .map(|(alpha, kept)| {
                format!("<p>model@quantile:{alpha} is not above the cost in {:.1} %</p>", 100.0 * kept)
            })
            .collect();
        Page {
            title: model,
            about: of,
            sections: vec![
                Section::new("figures", "How far off", html_table(ABOUT_FIGURES, rows(candidates))),
                Section::new("promises", "What is promised, and how often it is kept", promises),
                Section::new("plots", "Plots", page::plots(figures)),
                Section::new(
                    "costs",
                    "By cost to the goal",
                    html_table("Of the model.", cost_rows(&candidates[0])),
                ),
            ],
            ..Page::default()
        }
        .html()
    }
}

/// How many points a calibration curve has.
const LEVELS: usize = 40;

const ABOUT_FIGURES: &str = "The heuristics stand beside the model as if their values were its estimates. nll: negative log \
     likelihood; mse: mean squared error; mae: mean absolute error; R²: share of the variance that is explained; τ: Kendall's \
     rank correlation; above h*: share of states whose cost is overestimated.";

fn html_table(about: &str, rows: Vec<[String; 7]>) -> String {
    let columns: Vec<Column<'_>> = HEADS
        .iter()
        .map(|head| if head.is_empty() { Column::Label(head) } else { Column::Number(head) })
        .collect();
    page::table("", about, &columns, &rows.into_iter().map(Into::into).collect::<Vec<Vec<String>>>())
}

/// More points than this make a page heavy and a plot no clearer.
const MOST_POINTS: usize = 2000;

fn plots(candidates: &[Candidate]) -> Vec<Plot> {
    let costs = candidates[0].judged.iter().map(|one| one.target);
    let dearest = costs.fold(0.0, f64::max);
    let dots = |candidate: &Candidate| {
        let every = candidate.judged.len().div_ceil(MOST_POINTS);
        let points = candidate.judged.iter().step_by(every).map(|one| (one.target, one.mean));
        Series { name: candidate.name.clone(), style: Style::Dots, points: points.collect() }
    };
    let mut plots = vec![Plot {
        title: "Estimates".to_owned(),
        x: Side::linear("cost to the goal"),
        y: Side::linear("estimate"),
        series: candidates.iter().map(dots).chain([Series::diagonal("exact", 0.0, dearest)]).collect(),
    }];
    if candidates[0].has_spread {
        let points = metrics::calibration(&candidates[0].judged, LEVELS);
        let model = Series { name: "model".to_owned(), style: Style::Line, points };
        plots.push(Plot {
            title: "Calibration".to_owned(),
            x: Side::linear("level of the quantile"),
            y: Side::linear("share of costs up to it"),
            series: vec![model, Series::diagonal("as it should be", 0.0, 1.0)],
        });
    }
    plots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_errors_do_not_run_into_each_other() {
        let row =
            ["a heuristic with a long name", "-", "1234567.8901", "12345678.9012", "0.1", "0.2", "3.0 %"];
        let text = text_table(&[row.map(str::to_owned)]);
        let words: Vec<&str> =
            text.lines().nth(1).unwrap().split("  ").filter(|word| !word.is_empty()).collect();
        assert_eq!(words.iter().map(|word| word.trim()).collect::<Vec<_>>(), row);
    }
}
