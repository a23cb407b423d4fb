//! `hstar generate walks`

use std::path::{Path, PathBuf};

use clap::{Args, value_parser};

use super::series::Series;
use crate::args::TaskArgs;
use crate::{Exit, Failure, Log};
use planner::planning_task::{TaskText, parse};
use planner::walk_problems::WalkProblems;

/// New problems over the objects and goal of one that is given: from where random walks end
///
/// Writes DIR/domain.pddl, DIR/NAME-walk-01.pddl and so on, NAME being that of the problem's file. All but the initial state is
/// as in the problem. A walk goes from the problem's initial state; each step is one of the applicable operators, all equally
/// likely, even one that undoes the step before; where none is applicable, the walk ends early.
///
/// A walk to a state where the goal holds, or is unreachable even ignoring deletes, is followed by another in its place. The
/// same state may be reached twice.
#[derive(Args, Debug)]
#[command(allow_missing_positional = true)]
#[command(after_help = "\
Examples:
  hstar generate walks domain.pddl p07.pddl
  hstar generate walks domain.pddl p07.pddl --count 20 --length 50 --out tests
  hstar data domain.pddl p07.pddl --from walks --out p07.parquet
  hstar learn p07.hstar p07.parquet --features facts
  hstar plan p07-walks/p07-walk-01.pddl --model p07.hstar

Exit codes: see hstar --help")]
pub struct Walks {
    #[command(flatten)]
    task: TaskArgs,
    /// The number of problems
    #[arg(long, value_name = "N", default_value = "60", value_parser = value_parser!(u64).range(1..=1_000_000))]
    count: u64,
    /// The number of steps of a walk
    #[arg(long, value_name = "N", default_value = "200", value_parser = value_parser!(u32).range(1..))]
    length: u32,
    /// Other seeds give other walks; the same seed gives the same ones, however many there are. They are those of hstar
    /// data --from walks with the same seed and length: test with another seed than you train with
    #[arg(long, value_name = "N", default_value = "2")]
    seed: u64,
    /// The folder to write to; it is made where there is none; - writes the problems alone to standard output [default: NAME-walks]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace files that are there already. Without it nothing is written when one of them differs
    #[arg(long)]
    force: bool,
}

impl Walks {
    pub(super) fn write(&self, log: &mut Log) -> Result<(), Failure> {
        let TaskText::Pddl { domain: domain_text, problem: problem_text } = self.task.text(log)? else {
            let file = self.task.problem().display();
            let message = format_args!("{file} is a SAS+ file: problems are made from PDDL only");
            return Err(Failure::new(Exit::Unsupported, message));
        };
        let (domain, problem) = parse(&domain_text, &problem_text, self.task.strictness(), log)?;
        let mut problems = WalkProblems::new(&domain, &problem, &problem_text, self.length, self.seed)?;
        let name = self.task.problem().file_stem().unwrap_or_default().to_string_lossy();
        let series = Series {
            folder: self.out.clone().unwrap_or_else(|| format!("{name}-walks").into()),
            domain: &domain_text.text,
            prefix: &format!("{name}-walk-"),
            count: self.count,
            force: self.force,
        };
        series.write(|number| Ok(self.comment(&domain_text.name, number) + &problems.text(number)?), log)
    }

    /// The command that makes the problem again. Its files are named without their folders: the same problem is the same
    /// bytes wherever it was made.
    fn comment(&self, domain: &str, number: u64) -> String {
        let [domain, problem] = [Path::new(domain), self.task.problem()]
            .map(|path| path.file_name().unwrap_or_default().to_string_lossy().escape_debug().to_string());
        let Self { length, seed, .. } = self;
        format!(
            "; The last problem of: hstar generate walks {domain} {problem} --length {length} --seed {seed} \
             --count {number}\n"
        )
    }
}
