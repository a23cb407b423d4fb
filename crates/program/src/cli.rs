//! The command line.

use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Instant;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands::{
    completions, data, demo, eval, explain, generate, lab, learn, man, mcp, plan, repro, rules, solve,
    translate, validate,
};
use crate::{Exit, Failure, Log, value_error};
use console::interrupt;
use planner::check::Checker;

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
    Mcp(mcp::Mcp),
    Demo(demo::Demo),
    Completions(completions::Completions),
    Man(man::ManPages),
}

/// The declaration of the command line. Negative numbers count as values, so that the error can say what is wrong with them.
fn command() -> clap::Command {
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

/// Runs a command line, whose first word is the program's name.
pub fn run(words: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> Exit {
    let process_start = Instant::now();
    interrupt::end_with_input_if_asked();
    let cli = match parse(words) {
        Ok(cli) => cli,
        Err(error) => {
            // If this fails, there is nobody to tell.
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage } else { Exit::Success };
        }
    };
    // A bug ends the program with the exit code for bugs.
    let critical = match cli.command {
        Command::Translate(_) | Command::Validate(_) | Command::Generate(_) => Exit::TranslateCritical,
        _ => Exit::SearchCritical,
    };
    let mut log = Log::default();
    let run = AssertUnwindSafe(|| cli.command.run(process_start, &mut log));
    let exit = catch_unwind(run).unwrap_or(Ok(critical)).unwrap_or_else(|failure| {
        console::complain(&failure.message);
        failure.exit
    });
    if let (Some(error), Exit::Success) = (log.lost(), exit) {
        console::complain(format_args!("error: cannot write to standard output: {error}"));
        return critical;
    }
    exit
}

/// Runs these words as a command line, within another command.
fn execute(words: &[&str], log: &mut Log) -> Result<Exit, Failure> {
    parse_within(words)?.run(Instant::now(), log)
}

/// Checks what a command line would be refused for, as far as that is known before anything is done.
fn check(words: &[PathBuf], checker: &mut Checker<'_>) -> Result<(), Failure> {
    match parse_within(words)? {
        Command::Plan(plan) => plan.check(checker),
        Command::Solve(solve) => solve.check(checker),
        _ => Ok(()),
    }
}

/// Parses the command line of another command.
fn parse_within<T: Into<OsString> + Clone>(words: &[T]) -> Result<Command, Failure> {
    let words = std::iter::once(OsString::from("hstar")).chain(words.iter().cloned().map(Into::into));
    parse(words).map(|cli| cli.command).map_err(|error| {
        let message = error.to_string();
        // The usage of the whole command follows, which is not asked for here.
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
            Self::Lab(lab) => lab.run(&check, log),
            Self::Repro(repro) => repro.run(log),
            Self::Rules(rules) => rules.run(log),
            Self::Mcp(mcp) => mcp.run(),
            Self::Demo(demo) => demo.run(process_start, &execute, log),
            Self::Completions(completions) => Ok(completions.run(command(), log)),
            Self::Man(man) => man.run(command(), log),
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
