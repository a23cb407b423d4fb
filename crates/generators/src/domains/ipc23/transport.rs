//! Transport without costs: a random map that is connected, and as sparse or dense as chance has it.

use crate::domain::Refusal;
use crate::graph::Graph;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "ipc23-transport",
    pddl_name: "transport",
    summary: "Vehicles of limited capacity bring packages over roads (without costs)",
    pddl: include_str!("../../../domains/ipc23/transport.pddl"),
    parameters: &[
        Parameter { name: "vehicles", help: "vehicles", least: 1, most: 200, defaults: [5, 15, 40] },
        Parameter {
            name: "max-capacity",
            help: "packages that a vehicle has room for, at most",
            least: 1,
            most: 50,
            defaults: [2, 4, 10],
        },
        Parameter { name: "locations", help: "locations", least: 2, most: 500, defaults: [10, 30, 75] },
        Parameter { name: "packages", help: "packages", least: 1, most: 500, defaults: [8, 25, 110] },
    ],
    draw,
};

/// Solvable since roads join all locations, both ways, and every vehicle has room.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let vehicles = numbered("v", values.get("vehicles"));
    let packages = numbered("p", values.get("packages"));
    let locations = numbered("l", values.get("locations"));
    let max_capacity = values.get("max-capacity");
    let sizes: Vec<String> = (0..=max_capacity).map(|number| format!("c{number}")).collect();
    // From a tree to all roads there can be.
    let fewest = locations.len() - 1;
    let most = locations.len() * fewest / 2;
    let roads = Graph::connected(locations.len(), fewest + random.below(most - fewest + 1), random);

    let mut problem = Problem::default();
    problem.typed("vehicle", &vehicles);
    problem.typed("package", &packages);
    problem.typed("location", &locations);
    problem.typed("size", &sizes);
    sizes.windows(2).for_each(|pair| problem.init(&["capacity-predecessor", &pair[0], &pair[1]]));
    for vehicle in &vehicles {
        problem.init(&["capacity", vehicle, &sizes[1 + random.below(max_capacity)]]);
        problem.init(&["at", vehicle, random.name_of(&locations)]);
    }
    roads.directions().for_each(|(a, b)| problem.init(&["road", &locations[a], &locations[b]]));
    for package in &packages {
        let from_and_to = random.some_of(2, &locations);
        problem.init(&["at", package, &from_and_to[0]]);
        problem.goal(&["at", package, &from_and_to[1]]);
    }
    Ok(problem)
}
