//! Miconic: every passenger waits at some floor and wants to go to another.

use crate::domain::Refusal;
use crate::graph::pairs;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "ipc23-miconic",
    pddl_name: "miconic",
    summary: "A lift brings passengers to their floors",
    pddl: include_str!("../../../domains/ipc23/miconic.pddl"),
    parameters: &[
        Parameter { name: "passengers", help: "passengers", least: 1, most: 1000, defaults: [6, 50, 275] },
        Parameter { name: "floors", help: "floors", least: 2, most: 500, defaults: [12, 45, 140] },
    ],
    draw,
};

/// Solvable since the lift reaches every floor from every other and has room for everybody.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let passengers = numbered("p", values.get("passengers"));
    let floors = numbered("f", values.get("floors"));
    let mut problem = Problem::default();
    problem.typed("passenger", &passengers);
    problem.typed("floor", &floors);
    problem.init(&["lift-at", random.name_of(&floors)]);
    for passenger in &passengers {
        let from_and_to = random.some_of(2, &floors);
        problem.init(&["origin", passenger, &from_and_to[0]]);
        problem.init(&["destin", passenger, &from_and_to[1]]);
        problem.goal(&["served", passenger]);
    }
    pairs(floors.len()).for_each(|(low, high)| problem.init(&["above", &floors[low], &floors[high]]));
    Ok(problem)
}
