//! Grounding: from PDDL to a ground task.

mod costs;
mod domains;
mod instantiate;
mod join;
mod join_plan;
mod reach;
mod rule;
mod rules;
mod unvalued;

use crate::normal::{Program, normalise};
use crate::propositional::Propositional;
use crate::{GroundError, Setting, Task, encode, invariants};
use pddl::{Domain, GroundAtom, Problem};
use search::Budget;

/// Grounds a problem: finds all facts and operators that are reachable under the delete relaxation, groups mutually
/// exclusive facts into variables, and leaves out everything that can't matter for the goal.
///
/// The result depends on nothing but the domain and the problem.
///
/// # Errors
/// When the budget is used up, and for errors that a checked problem can still have.
pub fn ground(domain: &Domain, problem: &Problem, budget: &Budget) -> Result<Task, GroundError> {
    ground_keeping(Keep::Atoms(&[]), domain, problem, budget)
}

/// What a ground task keeps beyond all that can matter for the goal.
#[derive(Clone, Copy, Debug)]
pub enum Keep<'a> {
    /// Each of these atoms as a value of a variable, if it is reachable, even if it always holds. So a task can keep the atoms of
    /// another task with the same goal and objects but another initial state.
    Atoms(&'a [GroundAtom]),
    /// All atoms that can change, and all operators, so that states are what the domain says they are.
    Changing,
}

/// Grounds a problem as [`ground`] does, but keeps more.
///
/// # Errors
/// Those of [`ground`].
pub fn ground_keeping(
    keep: Keep<'_>,
    domain: &Domain,
    problem: &Problem,
    budget: &Budget,
) -> Result<Task, GroundError> {
    let program = normalise(domain, problem, budget)?;
    let ground = reach(domain, problem, &program, budget)?;
    let groups = invariants::mutex_groups(&program, &ground, budget)?;
    let mut task = encode::encode(domain, problem, &program, &ground, &groups, keep, budget)?;
    task.unvalued = ground.unvalued;
    // Trivial tasks have no setting yet; in them, nothing ever changes.
    task.setting.get_or_insert_with(|| Box::new(Setting::new(domain, problem, |_| true)));
    Ok(task)
}

fn reach(
    domain: &Domain,
    problem: &Problem,
    program: &Program,
    budget: &Budget,
) -> Result<Propositional, GroundError> {
    let (rules, numbers) = rules::Rules::new(domain, problem, program);
    let mut reachability = reach::Reachability::new(rules);
    let mut run = || {
        reachability.run(budget)?;
        unvalued::find(domain, problem, &mut reachability, &numbers.unvalued, budget)
    };
    let unvalued = run().map_err(|limit| {
        let count = |relations: &mut dyn Iterator<Item = usize>| {
            relations.map(|relation| u64::from(reachability.world.relations[relation].len())).sum::<u64>()
        };
        let atoms = count(&mut (0..program.predicates.len()));
        let kept = numbers.actions.iter().filter_map(|&rule| reachability.rules[rule].instances);
        let actions = count(&mut kept.into_iter());
        GroundError::Exhausted { limit, progress: format!("{atoms} atoms and {actions} actions reached") }
    })?;
    let ground = instantiate::instantiate(domain, problem, program, reachability, &numbers, budget)?;
    Ok(Propositional { unvalued, ..ground })
}
