//! `hstar eval`

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, value_parser};
use data::Split;
use planner::data_file;
use planner::evaluation::{Evaluation, Resources, evaluate, evaluate_puzzle, evaluate_rules};
use planner::guide::{Content, ModelFile};
use puzzle_models::PuzzleModel;
use rules::ladder;
use rules::puzzle8::ABOUT as PUZZLE8;

use crate::args::{LimitArgs, check_one_standard};
use crate::commands::rules::test::TestRules;
use crate::{Exit, Failure, Log, threads};
use console::{examples, files, interrupt};

/// Measure how good a model is on states whose cost is known
///
/// The heuristics that the model is built on are shown beside it, as if their values were its estimates. A model of a puzzle is
/// measured on instances: on their initial states if the file gives their costs, or else on the states of cheapest plans, which
/// are found first; and the share of states that it does not overestimate is shown for each promised probability.
#[derive(Args, Debug)]
#[command(after_help = examples::EVAL)]
pub struct Eval {
    /// The model
    model: PathBuf,
    /// Data sets made by hstar data; for a model of a puzzle, instances as hstar solve takes them [default:
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
    /// The number of threads that compute features [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    threads: Option<u16>,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Eval {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        let outputs = [("--report", &self.report), ("--stats", &self.stats)];
        let is_standard = |file: &Option<PathBuf>| file.as_deref().is_some_and(files::is_standard);
        check_one_standard(&outputs.map(|(option, file)| (option, is_standard(file))))?;
        if outputs.iter().any(|(_, file)| is_standard(file)) {
            log.leave_output();
        }
        outputs
            .iter()
            .filter_map(|(_, file)| file.as_deref())
            .try_for_each(|file| self.check_output(file))?;
        let file = ModelFile::read(&self.model)?;
        if matches!(&file.content, Content::Rules(text) if ladder::about(text) == Some(PUZZLE8)) {
            return self.test_puzzle8(log);
        }
        let evaluation = self.evaluate(&file, log)?;
        log.line(&evaluation);
        if let Some(path) = &self.report {
            let page = evaluation.page(&self.model.display().to_string());
            files::write(path, |out| out.write_all(page.as_bytes()))
                .map_err(|error| Failure::unwritable(Exit::SearchCritical, path, &error))?;
            log.line(format_args!("\nReport: {}", files::output_name(path)));
        }
        if let Some(path) = &self.stats {
            let figures = evaluation.figures();
            files::write(path, |out| writeln!(out, "{figures:#}"))
                .map_err(|error| Failure::unwritable(Exit::SearchCritical, path, &error))?;
        }
        Ok(Exit::Success)
    }

    fn evaluate(&self, file: &ModelFile, log: &Log) -> Result<Evaluation, Failure> {
        let (budget, split) = (self.limits.budget(interrupt::flag()), self.split());
        let resources = Resources { threads: threads::or_all(self.threads), budget: &budget, progress: log };
        let data = || data_file::read_all(&self.inputs);
        let model = match &file.content {
            Content::Rules(text) => return Ok(evaluate_rules(file, text, &data()?, split, resources)?),
            Content::Network(model) => match PuzzleModel::of(model) {
                None => return Ok(evaluate(model, &data()?, split, resources)?),
                Some(model) => model,
            },
            Content::Grown(grown) => grown.model(),
            Content::Nothing => return Err(file.holds_none().into()),
        };
        self.check_no_split("instances of puzzles")?;
        let instances = match &self.inputs[..] {
            [] => "random:100".into(),
            [only] => only.to_string_lossy(),
            _ => return Err(Failure::new(Exit::Usage, "give one set of instances, as in random:100")),
        };
        Ok(evaluate_puzzle(&model, &instances, resources)?)
    }

    fn split(&self) -> Split {
        self.split.unwrap_or(Split::Test)
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

    /// Checks before the work whether a file can be written, and that nothing would be lost by it.
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
