//! `hstar explain`

use std::path::PathBuf;

use clap::Args;
use planner::explanation::{Question, explain};
use planner::guide::ModelFile;
use search::Budget;

use crate::{Exit, Failure, Log, threads};
use console::{examples, files, interrupt};

/// Show what a model is, what it was trained on, and how good it is
///
/// Of a linear model, shows the weight of each input by name. Of rules, shows them, or those that hold in the initial state of
/// a problem and for which objects, or how often each holds in the states of data sets. Of a model of a puzzle, shows its
/// beliefs about states, the values that searches read from them, and those of the puzzle's usual heuristic.
#[derive(Args, Debug)]
#[command(after_help = examples::EXPLAIN)]
pub struct Explain {
    /// The model
    model: PathBuf,
    /// For rules and models of --features wl: a PDDL domain and a problem; for rules also data sets made by hstar data; for rules about the 8-puzzle, states, or files
    /// of states with their costs; for a model of a puzzle, instances as hstar solve takes them
    #[arg(value_name = "DOMAIN PROBLEM, DATA or INSTANCES")]
    inputs: Vec<PathBuf>,
    /// For rules and data sets: write a page with all rules, and a plot of where they hold, to this file
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

impl Explain {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        let unwritable = |path, error| Failure::unwritable(Exit::SearchCritical, path, &error);
        if let Some(report) = self.report.as_deref() {
            if files::is_standard(report) {
                log.leave_output();
            }
            files::check(report).map_err(|error| unwritable(report, error))?;
        }
        let question = Question {
            inputs: &self.inputs,
            wants_page: self.report.is_some(),
            threads: threads::or_all(None),
            budget: &Budget::unlimited().with_interrupt(interrupt::flag()),
            progress: log,
        };
        let explanation = explain(&ModelFile::read(&self.model)?, &question)?;
        log.line(explanation.text.trim_end());
        if let (Some(path), Some(page)) = (&self.report, explanation.page) {
            files::write(path, |out| out.write_all(page.as_bytes()))
                .map_err(|error| unwritable(path, error))?;
            log.line(format_args!("\nReport: {}", path.display()));
        }
        Ok(Exit::Success)
    }
}
