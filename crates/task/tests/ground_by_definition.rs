//! The grounder against the definition: on random tasks with every kind of formula, effect, axiom and cost, cheapest plans
//! on the ground task cost what a search over the lifted task says, and that there is no plan is never claimed falsely.

#[expect(dead_code, reason = "not every test needs all of it")]
mod definition;

use definition::{Choices, World};
use pddl::{Domain, GroundAtom, Problem};
use proptest::collection::vec;
use proptest::prelude::*;
use search::{Blind, Budget, Limits, Outcome, StateSpace, StopReason, astar};
use std::collections::{BTreeMap, BTreeSet};
use task::{Keep, Space, Task, ground, ground_keeping, sas};

/// Tasks with more states than this are passed over.
const MOST_STATES: usize = 400;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn cheapest_plans_cost_what_the_definition_says(bytes in vec(any::<u8>(), 0..800)) {
        let mut choices = Choices(bytes.into_iter());
        let domain = choices.domain();
        let problem = choices.problem();
        if let Some(expected) = uniform_cost(&domain, &problem) {
            let task = ground(&domain, &problem, &Budget::unlimited()).unwrap();
            let found = cheapest(&task);
            prop_assert_eq!(found.ok(), expected, "{:#?}", (&domain.axioms, &domain.actions, &problem));
            if found == Err(Unsolved::Proven) {
                prop_assert!(!has_plan_whatever_it_costs(&domain, &problem), "a false proof: {domain:#?} {problem:#?}");
            }
            let mut text = Vec::new();
            sas::write(&task, &mut text).unwrap();
            let told = Task { setting: None, unvalued: None, ..task };
            prop_assert_eq!(sas::read(&String::from_utf8(text).unwrap()).unwrap(), told);
            let keeping = ground_keeping(Keep::Atoms(&problem.init), &domain, &problem, &Budget::unlimited()).unwrap();
            prop_assert_eq!(cheapest(&keeping), found, "{:#?}", (&domain.axioms, &domain.actions, &problem));
            let changing = ground_keeping(Keep::Changing, &domain, &problem, &Budget::unlimited()).unwrap();
            prop_assert_eq!(cheapest(&changing), found, "{:#?}", (&domain.axioms, &domain.actions, &problem));
            // Where it is plain that the goal is out of reach, that is all the task says.
            if found.is_ok() {
                prop_assert_eq!(reached(&changing), reached_by_definition(&domain, &problem), "{:#?}", (&domain.axioms, &domain.actions, &problem));
            }
        }
    }
}

/// The most states that are counted.
const MANY: usize = 300;

/// How many states of a task can be reached, up to [`MANY`].
fn reached(task: &Task) -> usize {
    let space = Space::new(task);
    let mut scratch = space.scratch();
    let mut start = vec![0; space.words()];
    space.initial(&mut start);
    let (mut seen, mut open) = (BTreeSet::from([start.clone()]), vec![start]);
    while let (Some(state), true) = (open.pop(), seen.len() < MANY) {
        space.successors(&state, &mut scratch, |_, successor| {
            if seen.insert(successor.to_vec()) {
                open.push(successor.to_vec());
            }
        });
    }
    seen.len().min(MANY)
}

/// The same by the definition of a planning task.
fn reached_by_definition(domain: &Domain, problem: &Problem) -> usize {
    let start = World::new(domain, problem);
    let (mut seen, mut open) = (BTreeSet::from([start.atoms().clone()]), vec![start]);
    while let (Some(world), true) = (open.pop(), seen.len() < MANY) {
        for (step, successor) in world.successors() {
            if step.is_some() && seen.insert(successor.atoms().clone()) {
                open.push(successor);
            }
        }
    }
    seen.len().min(MANY)
}

/// The cost of a cheapest plan, `Some(None)` if there is none; `None` if that takes too long to find out.
fn uniform_cost(domain: &Domain, problem: &Problem) -> Option<Option<u64>> {
    let mut seen: BTreeSet<BTreeSet<GroundAtom>> = BTreeSet::new();
    let mut open = BTreeMap::from([(0, vec![World::new(domain, problem)])]);
    while let Some((cost, worlds)) = open.pop_first() {
        for world in worlds {
            if !seen.insert(world.atoms().clone()) {
                continue;
            }
            if world.is_goal() {
                return Some(Some(cost));
            }
            for (step, successor) in world.successors() {
                if let Some(step) = step {
                    open.entry(cost + step).or_default().push(successor);
                }
            }
        }
        if seen.len() > MOST_STATES {
            return None;
        }
    }
    Some(None)
}

/// Would there be a plan if every cost had a value? Where that takes too long to find out: no.
fn has_plan_whatever_it_costs(domain: &Domain, problem: &Problem) -> bool {
    let mut seen: BTreeSet<BTreeSet<GroundAtom>> = BTreeSet::new();
    let mut open = vec![World::new(domain, problem)];
    while let Some(world) = open.pop()
        && seen.len() <= MOST_STATES
    {
        if world.is_goal() {
            return true;
        }
        if seen.insert(world.atoms().clone()) {
            open.extend(world.successors().into_iter().map(|(_, successor)| successor));
        }
    }
    false
}

/// Why there is no plan.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Unsolved {
    Proven,
    ActionsLeftOut,
}

fn cheapest(task: &Task) -> Result<u64, Unsolved> {
    let space = Space::new(task);
    match astar(&space, &mut Blind::new(space.cheapest_cost()), 1.0, &Limits::default(), &mut ()).outcome {
        Outcome::Solved { cost, .. } => Ok(cost),
        Outcome::Unsolvable => Err(Unsolved::Proven),
        Outcome::Stopped(StopReason::NotWhole) => Err(Unsolved::ActionsLeftOut),
        Outcome::Stopped(reason) => panic!("{reason:?}"),
    }
}
