//! Ferry: every car is at some location and has to go to another.

use crate::domain::Refusal;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "ipc23-ferry",
    pddl_name: "ferry",
    summary: "A ferry brings cars to their destinations, one at a time",
    pddl: include_str!("../../../domains/ipc23/ferry.pddl"),
    parameters: &[
        Parameter { name: "cars", help: "cars", least: 1, most: 2000, defaults: [11, 55, 600] },
        Parameter { name: "locations", help: "locations", least: 2, most: 1000, defaults: [10, 35, 300] },
    ],
    draw,
};

/// Solvable since the ferry reaches every location from every other, and no car is in the way of another.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let cars = numbered("car", values.get("cars"));
    let locations = numbered("loc", values.get("locations"));
    let mut problem = Problem::default();
    problem.typed("car", &cars);
    problem.typed("location", &locations);
    problem.init(&["empty-ferry"]);
    problem.init(&["at-ferry", random.name_of(&locations)]);
    for car in &cars {
        let from_and_to = random.some_of(2, &locations);
        problem.init(&["at", car, &from_and_to[0]]);
        problem.goal(&["at", car, &from_and_to[1]]);
    }
    Ok(problem)
}
