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
use rustc_hash::FxHashSet;
use search::Budget;

/// Grounds a problem: finds all facts and operators that are reachable under the delete relaxation, groups mutually
/// exclusive facts into variables, and leaves out everything that can't matter for the goal.
///
/// The result depends on nothing but the domain and the problem.
///
/// # Errors
/// When the budget is used up, and for errors that a checked problem can still have.
pub fn ground(domain: &Domain, problem: &Problem, budget: &Budget) -> Result<Task, GroundError> {
    ground_keeping(&[], domain, problem, budget)
}

/// Grounds a problem as [`ground`] does, but keeps each of these facts as a value of a variable, if it is reachable,
/// even if it can't matter for the goal or always holds. So a task can keep the facts of another task with the same
/// goal and objects but another initial state.
///
/// # Errors
/// Those of [`ground`].
pub fn ground_keeping(
    facts: &[GroundAtom],
    domain: &Domain,
    problem: &Problem,
    budget: &Budget,
) -> Result<Task, GroundError> {
    let program = normalise(domain, problem, budget)?;
    let ground = reach(domain, problem, &program, budget)?;
    let groups = invariants::mutex_groups(&program, &ground, budget)?;
    let wanted = wanted(facts, &ground);
    let mut task = encode::encode(domain, problem, &program, &ground, &groups, &wanted, budget)?;
    task.unvalued = ground.unvalued;
    // Trivial tasks have no setting yet; in them, nothing ever changes.
    task.setting.get_or_insert_with(|| Box::new(Setting::new(domain, problem, |_| true)));
    Ok(task)
}

/// By fact: is it among those to be kept?
fn wanted(atoms: &[GroundAtom], ground: &Propositional) -> Vec<bool> {
    let atoms: FxHashSet<(u32, Vec<u32>)> = atoms
        .iter()
        .map(|atom| (atom.predicate.0, atom.args.iter().map(|object| object.0).collect()))
        .collect();
    let facts = ground.facts.predicates.iter().zip(ground.facts.args.iter());
    facts.map(|(&predicate, args)| !atoms.is_empty() && atoms.contains(&(predicate, args.to_vec()))).collect()
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
