//! Rules that act as a heuristic.

use std::sync::Arc;

use belief::Distribution;
use heuristics::{CostKind, Entry};
use policy::act::Actor;
use policy::acting_rules::ActingRules;
use policy::example::start_from;
use policy::heuristic::Adviser;
use policy::moves::moves;
use policy::names::Names;
use policy::ready::Ready;
use policy::schema::Schemas;
use policy::world::World;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use search::{Limits, Outcome, StateSpace};
use task::{Space, Task, searches};

use crate::support::{acted, examples, generated, learned};

/// The adviser is asked about each state along a plan by the rules, by the values of the ground task.
#[test]
fn rules_prefer_what_can_be_done_and_believe_in_zero_where_all_goals_hold() {
    let mut preferred = 0;
    for name in ["gripper", "logistics", "blocksworld"] {
        let (domain, problems) = generated(name, &[], 0..6);
        let strategy = learned(&domain, &problems).strategy;
        let schemas = Schemas::new(&domain);
        for (number, example) in (0..).zip(examples(&domain, &problems)) {
            let (problem, task) = (&example.problem, example.task);
            let world = World::new(&domain, problem, &schemas).unwrap();
            let ready = Ready::new(&strategy, moves(&schemas).into(), &world);
            let mut adviser = Adviser::new(Actor::new(world.clone(), Arc::new(ready)), &task);
            let names = Names::new(&domain, problem);
            let facts = names.facts(&task);
            let mut here = world.clone();
            for action in acted(&domain, problem, &strategy).1 {
                // The values of the state.
                let mut values = task.initial.clone();
                for (atom, fact) in &facts {
                    if here.database.contains(atom.predicate, &atom.args) {
                        values[fact.variable as usize] = fact.value;
                    } else if values[fact.variable as usize] == fact.value {
                        let variable = fact.variable as usize;
                        let range =
                            task.variables.fact_offsets[variable]..task.variables.fact_offsets[variable + 1];
                        let other = (0..range.len() as u32).find(|value| {
                            let name = &task.variables.fact_names[(range.start + value) as usize];
                            names
                                .atom(name)
                                .is_none_or(|atom| here.database.contains(atom.predicate, &atom.args))
                        });
                        values[variable] = other.unwrap();
                    }
                }
                let value = adviser.believe(&values).unwrap().mean();
                assert_eq!(value == 0.0, here.open_goals() == 0);
                for &operator in adviser.preferred() {
                    let action = names.action(&task.operators.names[operator as usize]).unwrap();
                    assert!(here.is_applicable(&action), "{name} {number}: {}", here.text(&action));
                    preferred += 1;
                }
                here.apply(&action);
            }
        }
    }
    assert!(preferred > 100, "{preferred}");
}

/// Over the states of random walks: what a plan by rules costs is never below the cheapest plan's cost, and asking changes nothing.
#[test]
fn plans_by_rules_are_upper_bounds() {
    let (mut bounds, mut tight) = (0, 0);
    for name in ["gripper", "logistics", "blocksworld"] {
        let (domain, problems) = generated(name, &[], 0..6);
        let (strategy, schemas) = (learned(&domain, &problems).strategy, Schemas::new(&domain));
        let rules = ActingRules { strategy, moves: moves(&schemas).into(), schemas };
        for example in examples(&domain, &problems).into_iter().take(4) {
            let (problem, mut task) = (&example.problem, example.task);
            let mut adviser = Adviser::new(rules.actor(&domain, problem).unwrap(), &task);
            let mut random = ChaCha8Rng::seed_from_u64(3);
            for _ in 0..12 {
                let bound = adviser.plan_cost(&task.initial);
                assert_eq!(adviser.plan_cost(&task.initial).is_some(), bound.is_some());
                let cheapest = cheapest(&task);
                assert!(bound.is_none_or(|bound| bound >= cheapest), "{name}: {bound:?} below {cheapest}");
                bounds += usize::from(bound.is_some());
                tight += usize::from(bound == Some(cheapest));
                walk(&mut task, 3, &mut random);
            }
        }
    }
    assert!(bounds > 100 && tight > 50, "{bounds}, {tight}");
}

/// The cost of a cheapest plan, by a second way to find plans.
fn cheapest(task: &Task) -> u64 {
    let mut heuristic = Entry::find("lmcut").unwrap().make(task, CostKind::Normal).unwrap();
    let report = searches::astar(&Space::new(task), &mut *heuristic, 1.0, &Limits::default(), &mut ());
    let Outcome::Solved { cost, .. } = report.outcome else { panic!("{:?}", report.outcome) };
    cost
}

/// Takes random steps from the initial state, and begins there.
fn walk(task: &mut Task, steps: usize, random: &mut ChaCha8Rng) {
    let space = Space::new(task);
    let (mut scratch, mut state) = (space.scratch(), vec![0; space.words()]);
    space.initial(&mut state);
    for _ in 0..steps {
        let mut applicable = Vec::new();
        space.applicable(&state, &mut scratch, &mut applicable);
        let Some(&action) = applicable.choose(random) else { return };
        let mut next = vec![0; state.len()];
        space.apply(&state, action, &mut scratch, &mut next);
        state = next;
    }
    let mut values = vec![0; task.initial.len()];
    space.values(&state, &mut values);
    start_from(task, &values);
}
