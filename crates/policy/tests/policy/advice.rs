//! Rules that act as a heuristic.

use std::sync::Arc;

use belief::Distribution;
use policy::act::Actor;
use policy::heuristic::Adviser;
use policy::moves::moves;
use policy::names::Names;
use policy::ready::Ready;
use policy::schema::Schemas;
use policy::world::World;

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
