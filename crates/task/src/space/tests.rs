use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use search::{Blind, Limits, Outcome, StateSpace, astar};

use super::Space;
use crate::{Fact, Plan, Task, Verdict, validate_ground};

fn holds(facts: &[Fact], values: &[u32]) -> bool {
    facts.iter().all(|fact| values[fact.variable as usize] == fact.value)
}

/// Axioms by the book: each layer over and over until nothing changes.
fn derive(task: &Task, values: &mut [u32]) {
    let layers = &task.variables.layers;
    for (variable, layer) in layers.iter().enumerate() {
        if layer.is_some() {
            values[variable] = task.initial[variable];
        }
    }
    let in_order: BTreeSet<u32> = layers.iter().flatten().copied().collect();
    for layer in in_order {
        loop {
            let before = values.to_vec();
            for (head, conditions) in task.axioms.heads.iter().zip(task.axioms.conditions.iter()) {
                if layers[head.variable as usize] == Some(layer) && holds(conditions, values) {
                    values[head.variable as usize] = head.value;
                }
            }
            if before == values {
                break;
            }
        }
    }
}

fn initial(task: &Task) -> Vec<u32> {
    let mut values = task.initial.clone();
    derive(task, &mut values);
    values
}

fn apply(task: &Task, operator: usize, values: &[u32]) -> Option<Vec<u32>> {
    let operators = &task.operators;
    if !holds(&operators.preconditions[operator], values) {
        return None;
    }
    let mut next = values.to_vec();
    for effect in &operators.effects[operator] {
        if holds(&operators.effect_conditions[effect.condition as usize], values) {
            next[effect.fact.variable as usize] = effect.fact.value;
        }
    }
    derive(task, &mut next);
    Some(next)
}

/// The cost of the cheapest plan, by Dijkstra's algorithm with nothing clever about it.
fn cheapest(task: &Task) -> Option<u64> {
    let mut best: BTreeMap<Vec<u32>, u64> = BTreeMap::from([(initial(task), 0)]);
    let mut open = BTreeSet::from([(0, initial(task))]);
    while let Some((cost, values)) = open.pop_first() {
        if holds(&task.goal, &values) {
            return Some(cost);
        }
        for operator in 0..task.operators.len() {
            let Some(next) = apply(task, operator, &values) else { continue };
            let cost = cost + u64::from(task.operators.costs[operator]);
            if best.get(&next).is_none_or(|&known| cost < known) {
                best.insert(next.clone(), cost);
                open.insert((cost, next));
            }
        }
    }
    None
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn astar_finds_plans_that_work_and_cost_least(task in crate::arbitrary::task()) {
        let space = Space::new(&task);
        let report = astar(&space, &mut Blind::new(space.cheapest_cost()), 1.0, &Limits::default(), &mut ());
        match report.outcome {
            Outcome::Solved { plan, cost } => {
                prop_assert_eq!(Some(cost), cheapest(&task));
                let mut values = initial(&task);
                let mut sum = 0;
                for &operator in &plan {
                    sum += u64::from(task.operators.costs[operator as usize]);
                    values = apply(&task, operator as usize, &values).expect("applicable");
                }
                prop_assert!(holds(&task.goal, &values));
                prop_assert_eq!(sum, cost);
                let plan: Plan = plan.iter().map(|&operator| &task.operators.names[operator as usize]).collect();
                let verdict = validate_ground(&task, &plan).unwrap();
                prop_assert_eq!(verdict, Verdict::Valid { steps: plan.steps.len(), cost, stated_cost: None });
            }
            Outcome::Unsolvable => prop_assert_eq!(None, cheapest(&task)),
            Outcome::Stopped(_) => prop_assert!(false, "there was no limit"),
        }
    }

    #[test]
    fn successors_have_the_values_they_should(task in crate::arbitrary::task()) {
        let space = Space::new(&task);
        let unpack = |state: &[u64]| -> Vec<u32> {
            (0..task.variables.len() as u32).map(|variable| space.value(state, variable)).collect()
        };
        let mut state = vec![0; space.words()];
        space.initial(&mut state);
        let values = unpack(&state);
        prop_assert_eq!(&values, &initial(&task));
        let mut packed = vec![0; space.words()];
        space.pack(&task.initial, &mut space.scratch(), &mut packed);
        prop_assert_eq!(&packed, &state);
        let mut found = BTreeMap::new();
        space.successors(&state, &mut space.scratch(), |action, next| {
            found.insert(action as usize, unpack(next));
        });
        let expected: BTreeMap<usize, Vec<u32>> = (0..task.operators.len())
            .filter_map(|operator| Some((operator, apply(&task, operator, &values)?)))
            .collect();
        prop_assert_eq!(found, expected);
    }
}
