//! The grounder against the definition: on random tasks with every kind of formula, effect and axiom, cheapest plans
//! on the ground task cost what breadth-first search over the lifted task says.

#[expect(dead_code, reason = "not every test needs all of it")]
mod definition;

use definition::{Choices, World};
use pddl::{Domain, GroundAtom, Problem};
use proptest::collection::vec;
use proptest::prelude::*;
use search::{Blind, Budget, Limits, Outcome, astar};
use std::collections::BTreeSet;
use task::{Space, Task, ground, ground_keeping, sas};

/// Tasks with more states than this are passed over.
const MOST_STATES: usize = 400;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn cheapest_plans_cost_what_the_definition_says(bytes in vec(any::<u8>(), 0..800)) {
        let mut choices = Choices(bytes.into_iter());
        let domain = choices.domain();
        let problem = choices.problem();
        if let Some(expected) = breadth_first(&domain, &problem) {
            let task = ground(&domain, &problem, &Budget::unlimited()).unwrap();
            prop_assert_eq!(cheapest(&task), expected, "{:#?}", (&domain.axioms, &domain.actions, &problem));
            let mut text = Vec::new();
            sas::write(&task, &mut text).unwrap();
            let told = Task { setting: None, ..task };
            prop_assert_eq!(sas::read(&String::from_utf8(text).unwrap()).unwrap(), told);
            let keeping = ground_keeping(&problem.init, &domain, &problem, &Budget::unlimited()).unwrap();
            prop_assert_eq!(cheapest(&keeping), expected, "{:#?}", (&domain.axioms, &domain.actions, &problem));
        }
    }
}

/// The number of steps to a goal, `Some(None)` if there is no way; `None` if that takes too long to find out.
fn breadth_first(domain: &Domain, problem: &Problem) -> Option<Option<u64>> {
    let mut seen: BTreeSet<BTreeSet<GroundAtom>> = BTreeSet::new();
    let mut layer = vec![World::new(domain, problem)];
    for steps in 0.. {
        if layer.iter().any(World::is_goal) {
            return Some(Some(steps));
        }
        layer = layer.iter().flat_map(World::successors).collect();
        layer.retain(|world| seen.insert(world.atoms().clone()));
        if layer.is_empty() {
            return Some(None);
        }
        if seen.len() > MOST_STATES {
            return None;
        }
    }
    None
}

fn cheapest(task: &Task) -> Option<u64> {
    let space = Space::new(task);
    match astar(&space, &mut Blind::new(space.cheapest_cost()), 1.0, &Limits::default(), &mut ()).outcome {
        Outcome::Solved { cost, .. } => Some(cost),
        Outcome::Unsolvable => None,
        Outcome::Stopped(reason) => panic!("{reason:?}"),
    }
}
