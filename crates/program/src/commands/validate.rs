//! `hstar validate`

use std::path::{Path, PathBuf};

use clap::Args;
use pddl::Strictness;
use task::{Plan, ValidateError, Verdict};

use crate::{Exit, Failure, Log, answer};
use console::files;
use planner::{PlanningTask, planning_task::read_text};

/// Execute a plan and say whether it is valid, or why not
///
/// The plan is executed on the PDDL task itself, independently of the grounder. The answer is in the words
/// of VAL, and the exit code is 0 for a valid plan and 1 for an invalid one.
#[derive(Args, Debug)]
#[command(override_usage = "hstar validate [OPTIONS] [DOMAIN] <PROBLEM> <PLAN>")]
#[command(after_help = "\
Examples:
  hstar validate domain.pddl problem.pddl sas_plan
  hstar validate problem.pddl sas_plan
  hstar validate output.sas sas_plan
  hstar validate problem.pddl sas_plan --json
  hstar plan problem.pddl --plan-file - | hstar validate problem.pddl -

Exit codes: see hstar --help")]
pub struct Validate {
    /// The task, as for plan, and the plan: one (action argument ...) a line; one of them may be -, standard input
    #[arg(value_name = "FILE", num_args = 2..=3, required = true)]
    files: Vec<PathBuf>,
    /// Write one JSON object instead: what each step adds, deletes and costs; of a plan that fails, the step, the first condition
    /// that does not hold, what holds instead, and advice
    #[arg(long)]
    json: bool,
    /// Refuse questionable PDDL instead of warning about it
    #[arg(long)]
    strict: bool,
    /// Accepted for compatibility with VAL; the answer is always explained
    #[arg(short = 'v')]
    verbose: bool,
    /// Accepted for compatibility with VAL; there are no times to tolerate
    #[arg(short = 't', value_name = "TOLERANCE")]
    tolerance: Option<f64>,
}

impl Validate {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        let (domain, problem, plan_file) = match self.files.as_slice() {
            [problem, plan] => (None, problem, plan),
            [domain, problem, plan] => (Some(domain.as_path()), problem, plan),
            _ => return Err(Failure::new(Exit::Usage, "expected a task and a plan")),
        };
        if self.json {
            log.leave_output();
        }
        let strictness = if self.strict { Strictness::Strict } else { Strictness::Lenient };
        let input = PlanningTask::read(domain, problem, strictness, log)?;
        let name = files::input_name(plan_file);
        let plan = Plan::parse(&read_text(plan_file)?)
            .map_err(|error| Failure::new(Exit::InputError, format_args!("{name}: {error}")))?;
        let is_valid = if self.json {
            let trace = input.trace(&plan).map_err(unjudged)?;
            answer::write(&trace, Path::new("-"))?;
            trace.valid
        } else {
            let verdict = input.validate(&plan).map_err(unjudged)?;
            log.line(verdict.report(&name).to_string().trim_end());
            matches!(verdict, Verdict::Valid { .. })
        };
        Ok(if is_valid { Exit::Success } else { Exit::InvalidPlan })
    }
}

fn unjudged(error: ValidateError) -> Failure {
    let exit = match error {
        ValidateError::Unstratifiable { .. } => Exit::InputError,
        ValidateError::TooComplex
        | ValidateError::TooManyAlternatives { .. }
        | ValidateError::CostOverflow => Exit::Unsupported,
    };
    Failure::new(exit, error)
}
