//! Plans on tasks in PDDL.

use pddl::{Domain, Problem};
use task::validate::{Flaw, Verdict};
use task::{Plan, ValidateError};

use crate::advice::Adviser;
use crate::condition::violated;
use crate::names::Names;
use crate::{Executed, Failure, Trace};

/// Executes a plan on the task of `problem`, a problem of `domain`.
///
/// # Errors
/// The plan is not judged if the task itself is at fault.
pub fn of_pddl(domain: &Domain, problem: &Problem, plan: &Plan) -> Result<Trace, ValidateError> {
    let names = Names::new(domain, problem);
    let mut execution = task::validate::trace(domain, problem, plan)?;
    let executed = execution.changes.iter().zip(&plan.steps).enumerate().map(|(index, (change, step))| {
        let (adds, deletes) = (names.atoms(&change.added), names.atoms(&change.deleted));
        Executed { adds, deletes, ..Executed::new(index, step, change.cost) }
    });
    let steps: Vec<Executed> = executed.collect();
    let failure = match execution.verdict.clone() {
        Verdict::Valid { .. } => None,
        Verdict::Invalid(flaw) => {
            let state = names.atoms(&execution.atoms()?).into_iter().collect();
            let advice =
                Adviser { names: &names, plan, steps: &steps, execution: &mut execution }.advice(&flaw);
            Some(Failure::new(&flaw, violated(&flaw, &state), advice))
        }
    };
    let cost = match &execution.verdict {
        Verdict::Valid { cost, .. } => Some(*cost),
        Verdict::Invalid(Flaw::Step { .. } | Flaw::Goal(_)) => None,
    };
    let mut initial = problem.init.clone();
    initial.sort_unstable();
    Ok(Trace {
        valid: cost.is_some(),
        length: plan.steps.len(),
        cost,
        stated_cost: plan.cost,
        initial: names.atoms(&initial),
        steps,
        failure,
    })
}
