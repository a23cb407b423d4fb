//! `hstar rules test`

use std::path::{Path, PathBuf};

use clap::Args;
use rules::puzzle8::{ABOUT, Puzzle8, Space};
use rules::{Source, ladder};

use planner::{file_kind::read_text, puzzle8::TestStates};

use super::puzzle8::ReadingArg;
use crate::{Exit, Failure, Log, counted};

/// Measure rules for the 8-puzzle
///
/// On states with known costs: the errors of values, and the results of A* with them, beside the Manhattan distance.
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  hstar rules test all/rules.pl --states puzzle8-test942.csv --states puzzle8-astar50.csv")]
pub struct TestRules {
    /// The rules, as hstar rules puzzle8 writes them
    model: PathBuf,
    /// A file of states with their costs, one `"[0, 1, …]",COST` a line; may be given more than once
    /// [default: 942 states of all costs, and 50 to search from]
    #[arg(long, value_name = "FILE")]
    states: Vec<PathBuf>,
    /// How values are looked up: the largest cost of a rule that holds, or by bisection over the costs
    #[arg(long, default_value = "largest")]
    reading: ReadingArg,
}

impl TestRules {
    /// Rules of a file, by the largest cost of a rule that holds.
    pub(crate) fn new(model: &Path, states: &[PathBuf]) -> Self {
        Self { model: model.to_owned(), states: states.to_vec(), reading: ReadingArg::Largest }
    }

    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        let text = read_text(&self.model, "hstar rules puzzle8 writes rules")?;
        let name = self.model.display().to_string();
        if let Some(about) = ladder::about(&text).filter(|&about| about != ABOUT) {
            let message = format!(
                "the rules of {name} are about {about}, not about the {ABOUT}\n  = help: hstar eval tests those of domains"
            );
            return Err(Failure::new(Exit::InputError, message));
        }
        let puzzle = Puzzle8::new();
        let ladder = ladder::parse(Source { name: &name, text: &text }, &puzzle.vocabulary)?;
        log.line(format_args!("{} of size {}", counted(ladder.clauses.len(), "rule"), ladder.size()));
        TestStates::read(&Space::new(), &self.states)?.report(&puzzle, &ladder, self.reading.into(), log)?;
        Ok(Exit::Success)
    }
}
