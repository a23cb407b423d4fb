//! Checking plans, independently of how they were found.
//!
//! [`validate`] executes a plan on the lifted task, straight from the PDDL: it shares nothing with the
//! grounder, and so checks the grounder too. [`validate_ground`] does the same on a ground task that
//! came without PDDL. [`trace`] tells all that happens on the way, [`state_after`] where a plan leads.

mod condition;
mod derive;
mod error;
mod execution;
mod explain;
mod finite_domain;
mod relation;
mod report;
mod schema;
mod scope;
mod solve;
mod text;
mod trace;
mod verdict;

pub use error::{ExecutionError, ValidateError};
pub use finite_domain::validate_ground;
pub use trace::{Change, Trace, trace};
pub use verdict::{Cause, Flaw, Reason, Unmet, Verdict};

use execution::{Execution, Stop};
use pddl::{Domain, GroundAtom, Problem};
use schema::Changes;

use crate::plan::Plan;

/// Executes `plan` on the task of `problem`, a problem of `domain`.
///
/// # Errors
/// The plan is not judged if the task itself is at fault.
pub fn validate(domain: &Domain, problem: &Problem, plan: &Plan) -> Result<Verdict, ValidateError> {
    judge(&mut Execution::new(domain, problem)?, plan, |_, _| {})
}

/// Executes all steps, and tests the goal.
fn judge(
    execution: &mut Execution<'_>,
    plan: &Plan,
    watch: impl FnMut(Changes, u64),
) -> Result<Verdict, ValidateError> {
    if let Some(flaw) = execute_all(execution, plan, watch)? {
        return Ok(Verdict::Invalid(flaw));
    }
    let unmet = execution.unmet_goal()?;
    if !unmet.is_empty() {
        return Ok(Verdict::Invalid(Flaw::Goal(unmet)));
    }
    Ok(Verdict::Valid { steps: plan.steps.len(), cost: execution.cost, stated_cost: plan.cost })
}

/// The atoms that hold after all steps of `plan`, in order, derived ones left out; the goal need not.
///
/// # Errors
/// When a step can't be executed, or the task itself is at fault.
pub fn state_after(
    domain: &Domain,
    problem: &Problem,
    plan: &Plan,
) -> Result<Vec<GroundAtom>, ExecutionError> {
    let mut execution = Execution::new(domain, problem)?;
    match execute_all(&mut execution, plan, |_, _| {})? {
        None => Ok(execution.atoms()),
        Some(flaw) => Err(ExecutionError::Plan(flaw)),
    }
}

/// Executes the steps up to the first that can't be, and tells `watch` what each has changed and the cost so far.
fn execute_all(
    execution: &mut Execution<'_>,
    plan: &Plan,
    mut watch: impl FnMut(Changes, u64),
) -> Result<Option<Flaw>, ValidateError> {
    for (index, step) in plan.steps.iter().enumerate() {
        match execution.execute(step) {
            Ok(changes) => watch(changes, execution.cost),
            Err(Stop::Unjudged(error)) => return Err(error),
            Err(Stop::Invalid(reason)) => {
                let (number, line, action) = (index + 1, step.line, step.to_string());
                return Ok(Some(Flaw::Step { number, line, action, reason }));
            }
        }
    }
    Ok(None)
}
