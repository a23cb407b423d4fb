//! `hstar eval`

mod grown;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use learn::data::{DataSet, Row, Split};
use learn::metrics::{self, Judged, Metrics};
use learn::{CostRange, Examples, Head, Model, Targets, View};
use page::{Column, Page, Plot, Section, Series, Side, Style};
use rules::ladder;
use rules::puzzle8::ABOUT as PUZZLE8;
use serde_json::{Value, json};

use crate::cli::LimitArgs;
use crate::commands::rules::test::TestRules;
use crate::grown::GrownModel;
use crate::guide::{Content, ModelFile};
use crate::learning::rules::judged;
use crate::learning::{preparing, rule_data};
use crate::progress::Progress;
use crate::{Exit, Failure, Log, counted, data_file, files, interrupt, threads};

/// Measure how good a model is on states whose cost is known
///
/// Beside the model stand the heuristics that it is built on, as if their values were its estimates. A heuristic grown for a
/// puzzle is measured on instances of it: on their starts where the file says what they cost, or else on the states of cheapest
/// plans, which are found first. It is then told how often the promise of a dial is kept.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hstar eval model.hstar data.parquet
  hstar eval model.hstar data.parquet --split validation --report report.html
  hstar eval eight.hstar random:100
  hstar eval fifteen.hstar korf100
  hstar eval puzzle8/rules.pl puzzle8-test942.csv")]
pub struct Eval {
    /// The model
    model: PathBuf,
    /// Data sets made by hstar data; for a heuristic grown for a puzzle, instances as hstar solve takes them [default:
    /// random:100]; for rules about the 8-puzzle, files of states with their costs [default: 942 states of all costs]
    #[arg(value_name = "DATA or INSTANCES")]
    inputs: Vec<PathBuf>,
    /// The states of data sets to measure on: train, validation or test [default: test]
    #[arg(long, value_name = "SPLIT")]
    split: Option<Split>,
    /// Write a page with tables and plots to this file; - is standard output
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write all figures, and the calibration curve, to this file as a JSON object; - is standard output
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,
    /// How many threads compute features [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    threads: Option<u16>,
    #[command(flatten)]
    limits: LimitArgs,
}

/// What came of it.
struct Measured {
    /// How many states, and which.
    of: String,
    /// The model, and what it stands beside.
    candidates: Vec<Candidate>,
    /// Probabilities with which costs are not to be overestimated, and how often they were not.
    promises: Vec<(f64, f64)>,
}

/// Something that estimates costs, with all its estimates.
struct Candidate {
    name: String,
    judged: Vec<Judged>,
    /// Does it say how sure it is?
    has_spread: bool,
}

impl Eval {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        let outputs = [("--report", &self.report), ("--stats", &self.stats)];
        let is_standard = |file: &Option<PathBuf>| file.as_deref().is_some_and(files::is_standard);
        files::check_one_standard(&outputs.map(|(option, file)| (option, is_standard(file))))?;
        if outputs.iter().any(|(_, file)| is_standard(file)) {
            log.leave_output();
        }
        outputs
            .iter()
            .filter_map(|(_, file)| file.as_deref())
            .try_for_each(|file| self.check_output(file))?;
        let file = ModelFile::read(&self.model)?;
        let measured = match &file.content {
            Content::Network(model) => self.on_data(|data| self.measure(model, data))?,
            Content::Rules(text) if ladder::about(text) == Some(PUZZLE8) => return self.test_puzzle8(log),
            Content::Rules(text) => self.on_data(|data| self.measure_rules(&file, text, data))?,
            Content::Grown(model) => self.measure_grown(model)?,
        };
        let Measured { of, candidates, promises } = &measured;
        log.line(of);
        log.line(table(candidates).trim_end());
        log.line("\nThe model, by cost to the goal:");
        log.line(cost_table(&candidates[0]).trim_end());
        if !promises.is_empty() {
            log.line("\nWhat is promised, and how often it is kept:");
        }
        for (alpha, kept) in promises {
            log.line(format_args!("model@quantile:{alpha} is not above the cost in {:.1} %", 100.0 * kept));
        }
        if let Some(path) = &self.report {
            let page = page(&self.model.display().to_string(), &measured);
            files::write(path, |out| out.write_all(page.as_bytes()))
                .map_err(|error| Failure::unwritable(Exit::SearchCritical, path, &error))?;
            log.line(format_args!("\nReport: {}", files::output_name(path)));
        }
        if let Some(path) = &self.stats {
            let figures = figures(&measured, promises.is_empty().then(|| self.split()));
            files::write(path, |out| writeln!(out, "{figures:#}"))
                .map_err(|error| Failure::unwritable(Exit::SearchCritical, path, &error))?;
        }
        Ok(Exit::Success)
    }
}

impl Eval {
    fn split(&self) -> Split {
        self.split.unwrap_or(Split::Test)
    }

    /// Measures a model on the data sets that are given.
    fn on_data(
        &self,
        measure: impl FnOnce(&DataSet) -> Result<Vec<Candidate>, Failure>,
    ) -> Result<Measured, Failure> {
        let data = data_file::read_all(&self.inputs)?;
        let (candidates, split) = (measure(&data)?, self.split());
        let states = candidates[0].judged.len();
        if states == 0 {
            let message = format!("the data has no {split} states\n  = help: choose others with --split");
            return Err(Failure::new(Exit::InputError, message));
        }
        let of = format!("{}{}", counted(states, &format!("{split} state")), self.doubt(&data));
        Ok(Measured { of, candidates, promises: Vec::new() })
    }

    fn measure_grown(&self, model: &GrownModel) -> Result<Measured, Failure> {
        self.check_no_split("instances of puzzles")?;
        let instances = match &self.inputs[..] {
            [] => "random:100".into(),
            [only] => only.to_string_lossy(),
            _ => return Err(Failure::new(Exit::Usage, "give one set of instances, as in random:100")),
        };
        let budget = self.limits.budget(interrupt::flag());
        grown::measure(model, &instances, threads::or_all(self.threads), &budget)
    }

    fn test_puzzle8(&self, log: &mut Log) -> Result<Exit, Failure> {
        self.check_no_split("states of the 8-puzzle")?;
        if self.report.is_some() || self.stats.is_some() {
            let message = "--report and --stats are for other models than rules about the 8-puzzle";
            return Err(Failure::new(Exit::Usage, message));
        }
        TestRules::new(&self.model, &self.inputs).run(log)
    }

    fn check_no_split(&self, inputs: &str) -> Result<(), Failure> {
        let message = format!("--split is for data sets: {inputs} have no parts");
        self.split.map_or(Ok(()), |_| Err(Failure::new(Exit::Usage, message)))
    }

    fn measure(&self, model: &Model, data: &DataSet) -> Result<Vec<Candidate>, Failure> {
        let about = &model.about;
        let view = View {
            features: about.signature.features,
            residual: about.residual.as_deref(),
            lower: about.lower.as_deref(),
            upper: about.upper,
            targets: Targets::Costs,
        };
        let budget = self.limits.budget(interrupt::flag());
        let threads = threads::or_all(self.threads);
        let progress = Progress::new();
        progress.show("Computing what the model sees of states");
        let prepared =
            learn::prepare_as(data, &about.signature, view, threads, &budget).map_err(preparing)?;
        let examples = match self.split() {
            Split::Train => &prepared.train,
            Split::Validation => &prepared.validation,
            Split::Test => &prepared.test,
        };
        Ok(candidates(model, examples, threads))
    }

    fn measure_rules(&self, file: &ModelFile, text: &str, data: &DataSet) -> Result<Vec<Candidate>, Failure> {
        let budget = self.limits.budget(interrupt::flag());
        let domain = rule_data::domain(data)?;
        let rules = file.rules(text, &domain)?;
        let threads = threads::or_all(self.threads);
        let problems = rule_data::problems(data, &domain, rules.background(), threads, &budget)?;
        let judged = judged(&rules, &problems, self.split());
        Ok(vec![Candidate { name: "model".to_owned(), judged, has_spread: false }])
    }

    /// What has to be said where costs are those of a teacher who may find dearer plans than need be.
    fn doubt(&self, data: &DataSet) -> String {
        let (optimal, others): (Vec<&Row>, Vec<&Row>) =
            data.rows_of(self.split()).filter(|row| row.target.is_some()).partition(|row| row.optimal);
        match (optimal.len(), others.len()) {
            (_, 0) => String::new(),
            (0, _) => "; their costs are those of plans that may not be the cheapest".to_owned(),
            (_, count) => format!("; the costs of {count} are those of plans that may not be the cheapest"),
        }
    }

    /// Finds out before the work whether a file can be written, and that nothing would be lost by it.
    fn check_output(&self, report: &Path) -> Result<(), Failure> {
        let same = |input: &PathBuf| fs::canonicalize(input).ok() == fs::canonicalize(report).ok();
        if report.exists() && self.inputs.iter().chain([&self.model]).any(same) {
            let message =
                format_args!("what is written would replace what it is about: {}", report.display());
            return Err(Failure::new(Exit::Usage, message));
        }
        files::check(report).map_err(|error| Failure::unwritable(Exit::SearchCritical, report, &error))
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

/// Columns as wide as what is in them, two spaces apart.
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

/// All figures, for programs to read.
fn figures(measured: &Measured, split: Option<Split>) -> Value {
    let Measured { of, candidates, promises } = measured;
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
    let calibration = if model.has_spread { metrics::calibration(&model.judged, LEVELS) } else { Vec::new() };
    json!({
        "of": of,
        "split": split.map(|split| split.to_string()),
        "states": model.judged.len(),
        "heuristics": candidates.iter().filter_map(row).collect::<Vec<Value>>(),
        "calibration": calibration,
        "promises": promises,
    })
}

/// How many points a calibration curve has.
const LEVELS: usize = 20;

/// A page that needs nothing else to be looked at.
fn page(model: &str, measured: &Measured) -> String {
    let Measured { of, candidates, promises } = measured;
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

/// More points than these make a page heavy and a plot no clearer.
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
