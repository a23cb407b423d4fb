//! Plans on ground tasks that came without PDDL.

use search::StateSpace;
use task::validate::{Flaw, Reason, Verdict};
use task::{Fact, Plan, Space, Task, ValidateError, atom_parts, validate_ground};

use crate::condition::{literals, unmet, violated};
use crate::{Advice, Executed, Failure, Trace, history};

/// Executes a plan on a ground task. Where several operators have the name of a step, the first that can be applied is shown;
/// should that lead astray, the steps end before the plan does, whatever the verdict.
///
/// # Errors
/// The plan is not judged if there are too many ways to read it, or its cost is too large a number.
pub fn of_ground(task: &Task, plan: &Plan) -> Result<Trace, ValidateError> {
    let verdict = validate_ground(task, plan)?;
    let space = Space::new(task);
    let mut scratch = space.scratch();
    let (mut state, mut next) = (vec![0; space.words()], vec![0; space.words()]);
    space.initial(&mut state);
    let all: Vec<u32> = (0..task.variables.len() as u32).collect();
    let is_given = |&variable: &u32| task.variables.layers[variable as usize].is_none();
    let variables: Vec<u32> = all.iter().copied().filter(is_given).collect();
    let initial = atoms(task, &space, &state, &variables);
    let mut steps = Vec::new();
    let mut cost = 0u64;
    for (index, step) in plan.steps.iter().enumerate() {
        let wanted = step.to_string();
        let mut applicable = Vec::new();
        space.applicable(&state, &mut scratch, &mut applicable);
        let is_named = |name: &str| format!("({})", name.trim_end()).eq_ignore_ascii_case(&wanted);
        let named = applicable.into_iter().find(|&action| is_named(&task.operators.names[action as usize]));
        let Some(action) = named else { break };
        space.apply(&state, action, &mut scratch, &mut next);
        cost = cost.saturating_add(if task.has_costs { space.cost(action).into() } else { 1 });
        let is_changed = |&variable: &u32| space.value(&state, variable) != space.value(&next, variable);
        let changed: Vec<u32> = variables.iter().copied().filter(is_changed).collect();
        let (adds, deletes) = (atoms(task, &space, &next, &changed), atoms(task, &space, &state, &changed));
        steps.push(Executed { adds, deletes, ..Executed::new(index, step, cost) });
        std::mem::swap(&mut state, &mut next);
    }
    let (cost, failure) = match &verdict {
        Verdict::Valid { cost, .. } => (Some(*cost), None),
        Verdict::Invalid(flaw) => {
            let holding = atoms(task, &space, &state, &all).into_iter().collect();
            let mut advice = similar(flaw);
            let literals = literals(unmet(flaw));
            advice.extend(literals.iter().map(|(atom, wanted)| history(atom, *wanted, &steps, plan)));
            (None, Some(Failure::new(flaw, violated(flaw, &holding), advice)))
        }
    };
    let (length, stated_cost) = (plan.steps.len(), plan.cost);
    Ok(Trace { valid: cost.is_some(), length, cost, stated_cost, initial, steps, failure })
}

fn similar(flaw: &Flaw) -> Vec<Advice> {
    match flaw {
        Flaw::Step { reason: Reason::UnknownAction { similar: Some(similar), .. }, .. } => {
            vec![Advice::new(format!("did you mean ({similar})?"))]
        }
        _ => Vec::new(),
    }
}

/// The atoms that these variables say hold, in order.
fn atoms(task: &Task, space: &Space, state: &[u64], variables: &[u32]) -> Vec<String> {
    let atom = |&variable: &u32| {
        let fact = Fact { variable, value: space.value(state, variable) };
        let (predicate, args) = atom_parts(task.variables.fact_name(fact))?;
        let words: Vec<&str> = [predicate].into_iter().chain(args).collect();
        Some(format!("({})", words.join(" ")))
    };
    let mut atoms: Vec<String> = variables.iter().filter_map(atom).collect();
    atoms.sort_unstable();
    atoms
}
