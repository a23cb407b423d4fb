//! `hstar rules`

use std::fs;
use std::path::{Path, PathBuf};

use clap::builder::RangedU64ValueParser;
use clap::{Args, Subcommand};
use rules::{Checker, Constant, Problem, Program, Source, induce};

use crate::cli::LimitArgs;
use crate::{Exit, Failure, Log, interrupt, log};

/// Learn logic programs that people can read
#[derive(Args, Debug)]
pub struct Rules {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Learn(LearnRules),
}

/// Find the smallest program that holds for all positive examples and for no negative one
///
/// Reads the three files that Popper reads: what is known (bk.pl), what rules may look like (bias.pl), and examples
/// (exs.pl). Rules are tried in the order of their size, so that a program that is found in time is the smallest there is,
/// and it is said when that is certain. Every program is checked again in another way before it is printed. Rules can't be
/// recursive, and no predicates are invented.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hstar rules learn trains
  hstar rules learn zendo --time-limit 2m --max-vars 7")]
struct LearnRules {
    /// The folder with bk.pl, bias.pl and exs.pl
    folder: PathBuf,
    /// How many variables a rule may have, instead of what the bias says
    #[arg(long, value_name = "N", value_parser = from_one(16))]
    max_vars: Option<u64>,
    /// How many literals the body of a rule may have, instead of what the bias says
    #[arg(long, value_name = "N", value_parser = from_one(100))]
    max_body: Option<u64>,
    #[command(flatten)]
    limits: LimitArgs,
}

fn from_one(most: u64) -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(1..=most)
}

/// How many examples are told one by one.
const TOLD: usize = 10;

impl Rules {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        let Action::Learn(learn) = &self.action;
        learn.run(log)
    }
}

impl LearnRules {
    fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        let problem = self.read()?;
        let facts: usize = problem.relations.iter().map(rules::Relation::len).sum();
        let (positives, negatives) = (problem.examples.positive.len(), problem.examples.negative.len());
        log.line(format_args!("Examples: {positives} positive, {negatives} negative"));
        log.line(format_args!("Known: {facts} facts of {} predicates", problem.body.len()));
        let budget = self.limits.budget(interrupt::flag());
        let program = induce(&problem, &mut || budget.check().is_err())
            .map_err(|error| Failure::new(Exit::Unsupported, error))?;
        let checked = Checker::new(&problem).check(&problem, &program.rules);
        if !checked.covered.is_empty() || checked.uncovered != program.uncovered {
            return Err(Failure::new(Exit::SearchCritical, "the program found does not do what it should"));
        }
        program.rules.iter().for_each(|rule| log.line(rule.display(&problem)));
        tell(&problem, &program, log);
        Ok(match (budget.check(), program.uncovered.is_empty()) {
            (_, true) => Exit::Success,
            (Ok(()), false) => Exit::Unsolvable,
            (Err(limit), false) => search::StopReason::Exhausted(limit).into(),
        })
    }

    fn read(&self) -> Result<Problem, Failure> {
        let [bk, bias, exs] = ["bk.pl", "bias.pl", "exs.pl"].map(|name| self.folder.join(name));
        let mut texts = [read_text(&bk)?, read_text(&bias)?, read_text(&exs)?];
        // What is said last counts.
        for (name, most) in [("max_vars", self.max_vars), ("max_body", self.max_body)] {
            texts[1].extend(most.map(|most| format!("\n{name}({most}).")));
        }
        let names = [&bk, &bias, &exs].map(|path| path.display().to_string());
        let source = |number: usize| Source { name: &names[number], text: &texts[number] };
        let reading = rules::read(source(0), source(1), source(2))?;
        reading.warnings.iter().for_each(log::complain);
        Ok(reading.problem)
    }
}

fn read_text(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| {
        let message = format!(
            "cannot read {}: {error}\n  = help: the folder has to have bk.pl, bias.pl and exs.pl, as Popper reads them",
            path.display()
        );
        Failure::new(Exit::InputError, message)
    })
}

/// How good the program is, and how sure that is.
fn tell(problem: &Problem, program: &Program, log: &mut Log) {
    let (all, left) = (problem.examples.positive.len(), program.uncovered.len());
    let certainty = match (left, program.is_minimal) {
        (0, true) => "; no smaller program does that",
        (0, false) => "; whether there is a smaller one is not known",
        _ => "",
    };
    log.line(format_args!(
        "Size {}: holds for {} of {all} positive examples and for no negative one{certainty}",
        program.size(),
        all - left
    ));
    log.line(format_args!("Tried {} bodies and parts of bodies", program.tried));
    if left == 0 {
        return;
    }
    for &number in program.uncovered.iter().take(TOLD) {
        let arity = problem.head.arity();
        let arguments = &problem.examples.positive.tuples[number * arity..][..arity];
        let text = |constant: &Constant| problem.constants[*constant as usize].clone();
        let arguments: Vec<String> = arguments.iter().map(text).collect();
        log.line(format_args!("Not covered: {}({})", problem.head.name, arguments.join(",")));
    }
    if left > TOLD {
        log.line(format_args!("and {} more", left - TOLD));
    }
    log.line(format_args!(
        "  = help: no rule tried tells them from negative examples; rules have at most {} variables and {} literals in \
         their bodies, which the bias says, and --max-vars and --max-body",
        problem.bias.max_variables, problem.bias.max_body
    ));
}
