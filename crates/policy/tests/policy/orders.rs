//! Orders of goals, by plans and by landmarks.

use policy::names::Names;
use policy::order::{Election, by_landmarks, in_plan};
use policy::schema::Schemas;
use policy::world::World;
use search::Budget;

use crate::support::{examples, generated};

/// The orders that problems of a domain agree with: by plans, and by landmarks.
fn elected(name: &str, parameters: &[(&str, u32)]) -> [Vec<policy::rule::Order>; 2] {
    let (domain, problems) = generated(name, parameters, 0..6);
    let schemas = Schemas::new(&domain);
    let mut elections = [Election::default(), Election::default()];
    for example in examples(&domain, &problems) {
        let world = World::new(&domain, &example.problem, &schemas).unwrap();
        let names = Names::new(&domain, &example.problem);
        let plan = example.plan(5_000, &Budget::unlimited()).unwrap();
        let plan = example.actions(&domain, &plan).unwrap();
        elections[0].count(&world, &in_plan(&world, &plan));
        elections[1].count(&world, &by_landmarks(&world, &names, &example.task));
    }
    elections.map(|election| election.elected())
}

#[test]
fn landmarks_build_towers_from_the_table_as_plans_do() {
    let [by_plans, by_landmarks] = elected("blocksworld", &[("blocks", 8)]);
    // on(B, C) comes before on(A, B).
    let below = |order: &&policy::rule::Order| order.first.args[0] == order.then.args[1];
    let upwards = by_plans.iter().find(below).unwrap();
    assert!(by_landmarks.contains(upwards), "{by_landmarks:?}");
    assert!(by_landmarks.iter().all(|order| order.then.args[0] != order.first.args[1]));
}

#[test]
fn landmarks_tell_nothing_of_goals_that_do_not_disturb_each_other() {
    let [_, by_landmarks] = elected("gripper", &[("balls", 4)]);
    assert!(by_landmarks.is_empty(), "{by_landmarks:?}");
}
