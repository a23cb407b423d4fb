//! `hstar lab compare`

use std::path::PathBuf;

use clap::Args;
use lab::report::Comparison;

use super::report::{material, write};
use crate::{Exit, Failure, Log};

/// Compare two algorithms of an experiment, or two experiments
///
/// By domain: the problems that each solves, those that only one of them solves, and the effort on those that both solve; with
/// a sign test and confidence intervals.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hstar lab compare before.run after.run
  hstar lab compare ff learned-1 --in experiment.run --report comparison.html")]
pub struct Compare {
    /// The folder of an experiment, or with --in the name of an algorithm
    first: String,
    /// The folder or algorithm to compare it with
    second: String,
    /// The folder of the experiment with both algorithms
    #[arg(long = "in", value_name = "FOLDER")]
    within: Option<PathBuf>,
    /// Write the comparison to this file as a page
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
}

impl Compare {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        let (first, second) = (&self.first, &self.second);
        match &self.within {
            Some(folder) => {
                let all = material(folder)?.properties;
                let comparison = Comparison::of_algorithms(&all, first, second)
                    .map_err(|error| Failure::new(Exit::InputError, error))?;
                self.tell(&comparison, log)
            }
            None => {
                let (one, other) = (material(first.as_ref())?, material(second.as_ref())?);
                let (one, other) = ((&**first, &one.properties), (&**second, &other.properties));
                self.tell(&Comparison::of_experiments(one, other), log)
            }
        }
    }

    fn tell(&self, comparison: &Comparison, log: &mut Log) -> Result<Exit, Failure> {
        log.line(comparison.terminal().trim_end());
        if let Some(path) = &self.report {
            write(path, &comparison.html())?;
            log.line(format_args!("\nReport: {}", path.display()));
        }
        Ok(Exit::Success)
    }
}
