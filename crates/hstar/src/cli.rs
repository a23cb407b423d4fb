//! The command line.

use std::ffi::OsString;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use pddl::{Strictness, domain_file};
use search::Budget;

use crate::commands::{
    completions, data, demo, eval, explain, generate, lab, learn, man, plan, repro, rules, solve, translate,
    validate,
};
use crate::{Exit, Failure, Log, memory_limit, units, value_error};
use console::interrupt;
use planner::PlanningTask;
use planner::check::Checker;
use planner::planning_task::TaskText;

/// A planner and heuristic-search toolkit: from PDDL or a puzzle to a validated plan.
#[derive(Debug, Parser)]
#[command(name = "hstar", version, subcommand_required = true, arg_required_else_help = true)]
#[command(after_help = format!("{EXAMPLES}\n{}", Exit::help()))]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  hstar demo
  hstar plan domain.pddl problem.pddl
  hstar solve tiles:4x4 korf100:1-10
  hstar translate domain.pddl problem.pddl --sas task.sas
  hstar validate domain.pddl problem.pddl sas_plan
  hstar generate list
  hstar data domain.pddl problems --out data.parquet --split 80:10:10
  hstar learn model.hstar data.parquet
  hstar plan domain.pddl problem.pddl --model model.hstar
  hstar lab run experiment.toml
  hstar repro list
";

#[derive(Debug, Subcommand)]
enum Command {
    Plan(plan::Plan),
    Solve(solve::Solve),
    Translate(translate::Translate),
    Validate(validate::Validate),
    #[command(subcommand)]
    Generate(generate::Generate),
    Data(data::Data),
    Learn(Box<learn::Learn>),
    Eval(eval::Eval),
    Explain(explain::Explain),
    Lab(lab::Lab),
    Repro(repro::Repro),
    Rules(rules::Rules),
    Demo(demo::Demo),
    Completions(completions::Completions),
    Man(man::ManPages),
}

/// Limits on the whole run.
#[derive(Args, Clone, Copy, Debug)]
pub struct LimitArgs {
    /// Stop after this time: a number of seconds, or with a unit, as in 10s, 30m or 1h
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    pub time_limit: Option<Duration>,
    /// Stop beyond this memory (on Linux): a number of megabytes, or with a unit, as in 500M or 4G
    #[arg(long, value_name = "MEMORY", value_parser = memory_limit::parse)]
    pub memory_limit: Option<u64>,
}

impl LimitArgs {
    /// The budget of a run that ends early when `interrupted`.
    pub fn budget(self, interrupted: Arc<AtomicBool>) -> Budget {
        let mut budget = Budget::unlimited().with_interrupt(interrupted);
        if let Some(time) = self.time_limit {
            budget = budget.with_time(time);
        }
        if let Some(bytes) = self.memory_limit {
            budget = budget.with_memory(bytes);
        }
        budget
    }
}

/// The files of a task.
#[derive(Args, Clone, Debug)]
pub struct TaskArgs {
    /// The PDDL domain; may be left out where its file can be found by its name or place
    domain: Option<PathBuf>,
    /// The PDDL problem, or a whole task in SAS+
    problem: PathBuf,
    /// Refuse questionable PDDL, such as features used but not required, instead of warning about it
    #[arg(long)]
    strict: bool,
}

impl TaskArgs {
    /// Reads the task.
    ///
    /// # Errors
    /// When a file can't be read, or what is in it.
    pub fn read(&self, log: &mut Log) -> Result<PlanningTask, Failure> {
        Ok(PlanningTask::read(self.domain.as_deref(), &self.problem, self.strictness(), log)?)
    }

    /// Reads the task's files, not yet what is in them.
    pub(crate) fn text(&self, log: &mut Log) -> Result<TaskText, Failure> {
        Ok(TaskText::read(self.domain.as_deref(), &self.problem, log)?)
    }

    /// Is questionable PDDL refused?
    pub fn strictness(&self) -> Strictness {
        if self.strict { Strictness::Strict } else { Strictness::Lenient }
    }

    /// Finds out whether the task can be read, and a model is for its domain.
    pub(crate) fn check(&self, model: Option<&Path>, checker: &mut Checker<'_>) -> Result<(), Failure> {
        let domain = checker.task(self.domain.as_deref(), &self.problem, self.strictness())?;
        match model {
            Some(model) => Ok(checker.model(model, self.domain.as_deref(), domain.as_deref())?),
            None => Ok(()),
        }
    }

    /// The problem's file.
    pub fn problem(&self) -> &Path {
        &self.problem
    }

    /// Is the file one of those the task is read from?
    pub fn includes(&self, file: &Path) -> bool {
        let domain = self.domain.clone().or_else(|| domain_file::find(&self.problem).ok());
        let mut own = domain.iter().chain([&self.problem]);
        match fs::canonicalize(file) {
            Ok(file) if file.is_file() => own.any(|own| fs::canonicalize(own).is_ok_and(|own| own == file)),
            _ => false,
        }
    }
}

/// Refuses to write two things to standard output, which nobody could tell apart. They are told by the options that
/// name them.
///
/// # Errors
/// Names the options.
pub(crate) fn check_one_standard(outputs: &[(&str, bool)]) -> Result<(), Failure> {
    let mut standard = outputs.iter().filter(|(_, is_standard)| *is_standard).map(|(option, _)| option);
    match (standard.next(), standard.next()) {
        (Some(first), Some(second)) => {
            let message = format!("{first} and {second} would both write to standard output");
            Err(Failure::new(Exit::Usage, message))
        }
        _ => Ok(()),
    }
}

/// The declaration of the command line. Negative numbers count as values, so that it can be told what is wrong with them.
pub(crate) fn command() -> clap::Command {
    fn with_negative_numbers(command: clap::Command) -> clap::Command {
        let arg = |arg: clap::Arg| {
            let takes_value = arg.get_action().takes_values();
            arg.allow_negative_numbers(takes_value)
        };
        command.mut_args(arg).mut_subcommands(with_negative_numbers)
    }
    with_negative_numbers(Cli::command())
}

fn parse(words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Result<Cli, clap::Error> {
    let mut command = command();
    let matches =
        command.try_get_matches_from_mut(words).map_err(|error| value_error::plain(error, &mut command))?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Does what the command line says.
pub fn run(process_start: Instant) -> Exit {
    interrupt::end_with_input_if_asked();
    let cli = match parse(std::env::args_os()) {
        Ok(cli) => cli,
        Err(error) => {
            // Nobody listens: there is nobody to tell.
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage } else { Exit::Success };
        }
    };
    // A bug shall end the program with the code that says so.
    let critical = match cli.command {
        Command::Translate(_) | Command::Validate(_) | Command::Generate(_) => Exit::TranslateCritical,
        _ => Exit::SearchCritical,
    };
    let result = catch_unwind(|| cli.command.run(process_start, &mut Log::default())).unwrap_or(Ok(critical));
    result.unwrap_or_else(|failure| {
        console::complain(&failure.message);
        failure.exit
    })
}

/// Does what these words say as a command line, within another command.
pub(crate) fn execute(words: &[&str], log: &mut Log) -> Result<Exit, Failure> {
    parse_within(words)?.run(Instant::now(), log)
}

/// Finds out what a command line would be refused for, as far as that can be told before anything is done.
pub(crate) fn check(words: &[PathBuf], checker: &mut Checker<'_>) -> Result<(), Failure> {
    match parse_within(words)? {
        Command::Plan(plan) => plan.check(checker),
        Command::Solve(solve) => solve.check(checker),
        _ => Ok(()),
    }
}

/// Reads what another command was told.
fn parse_within<T: Into<OsString> + Clone>(words: &[T]) -> Result<Command, Failure> {
    let words = std::iter::once(OsString::from("hstar")).chain(words.iter().cloned().map(Into::into));
    parse(words).map(|cli| cli.command).map_err(|error| {
        let message = error.to_string();
        // What follows tells how to write the whole command, which is not what is asked here.
        let message = message.split("\n\nUsage:").next().unwrap_or_default();
        Failure::new(Exit::Usage, message.trim_start_matches("error: ").trim_end())
    })
}

impl Command {
    fn run(&self, process_start: Instant, log: &mut Log) -> Result<Exit, Failure> {
        match self {
            Self::Plan(plan) => plan.run(process_start, log),
            Self::Solve(solve) => solve.run(process_start, log),
            Self::Translate(translate) => translate.run(process_start, log),
            Self::Validate(validate) => validate.run(log),
            Self::Generate(generate) => generate.run(log),
            Self::Data(data) => data.run(log),
            Self::Learn(learn) => learn.run(log),
            Self::Eval(eval) => eval.run(log),
            Self::Explain(explain) => explain.run(log),
            Self::Lab(lab) => lab.run(log),
            Self::Repro(repro) => repro.run(log),
            Self::Rules(rules) => rules.run(log),
            Self::Demo(demo) => demo.run(process_start, log),
            Self::Completions(completions) => Ok(completions.run(log)),
            Self::Man(man) => man.run(log),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_defined() {
        command().debug_assert();
    }
}
