//! Transport: cities of random locations, with roads between near ones.

use crate::domain::Refusal;
use crate::graph::{Graph, pairs};
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "transport",
    pddl_name: "transport",
    summary: "Vehicles of limited capacity bring packages over roads (with costs)",
    pddl: include_str!("../../domains/transport.pddl"),
    parameters: &[
        Parameter { name: "cities", help: "cities, in a row", least: 1, most: 20, defaults: [1, 1, 2] },
        Parameter {
            name: "city-size",
            help: "locations of each city",
            least: 2,
            most: 200,
            defaults: [6, 12, 25],
        },
        Parameter { name: "vehicles", help: "vehicles", least: 1, most: 100, defaults: [2, 3, 4] },
        Parameter { name: "packages", help: "packages", least: 1, most: 500, defaults: [3, 6, 18] },
    ],
    draw,
};

/// A city is a square of this side, at the same distance from the next city.
const CITY: usize = 1000;
/// The length of a road, as its cost.
const COST_OF_CITY: f64 = 100.0;
/// Vehicles start with a capacity of two, three or four packages.
const CAPACITIES: [usize; 3] = [2, 3, 4];

/// Solvable, since roads connect all locations, both ways, and every vehicle has capacity.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let (cities, city_size) = (values.get("cities"), values.get("city-size"));
    let names: Vec<String> = (0..cities * city_size)
        .map(|location| format!("city{}-location{}", location / city_size + 1, location % city_size + 1))
        .collect();
    let vehicles = numbered("truck", values.get("vehicles"));
    let packages = numbered("package", values.get("packages"));
    let capacities: Vec<String> = (0..=CAPACITIES[2]).map(|number| format!("capacity-{number}")).collect();
    let map = Map::random(cities, city_size, random);

    let mut problem = Problem::default();
    problem.typed("location", &names);
    problem.typed("vehicle", &vehicles);
    problem.typed("package", &packages);
    problem.typed("capacity-number", &capacities);
    problem.minimize_cost();
    capacities.windows(2).for_each(|pair| problem.init(&["capacity-predecessor", &pair[0], &pair[1]]));
    for (a, b) in map.roads.directions() {
        problem.init(&["road", &names[a], &names[b]]);
        problem.value(&["road-length", &names[a], &names[b]], map.cost(a, b));
    }
    for vehicle in &vehicles {
        problem.init(&["at", vehicle, random.name_of(&names)]);
        problem.init(&["capacity", vehicle, &capacities[*random.one_of(&CAPACITIES)]]);
    }
    for package in &packages {
        let from_and_to = random.some_of(2, &names);
        problem.init(&["at", package, &from_and_to[0]]);
        problem.goal(&["at", package, &from_and_to[1]]);
    }
    Ok(problem)
}

struct Map {
    /// East and north of an origin.
    points: Vec<(usize, usize)>,
    roads: Graph,
}

impl Map {
    /// A location is joined to the nearest before it, or the first of a city to the nearest of the city before;
    /// then the shortest of the other possible roads are built until there are two for each location.
    fn random(cities: usize, city_size: usize, random: &mut Random) -> Self {
        let count = cities * city_size;
        let points: Vec<_> = (0..count)
            .map(|location| (2 * CITY * (location / city_size) + random.below(CITY), random.below(CITY)))
            .collect();
        let mut map = Self { points, roads: Graph::unconnected(count) };
        for location in 1..count {
            let nearest = (0..location).min_by_key(|&earlier| map.square_distance(earlier, location));
            nearest.into_iter().for_each(|nearest| map.roads.connect(nearest, location));
        }
        let mut others: Vec<_> =
            pairs(count).filter(|&(a, b)| a / city_size == b / city_size && !map.roads.has(a, b)).collect();
        others.sort_by_key(|&(a, b)| map.square_distance(a, b));
        others.into_iter().take(count).for_each(|(a, b)| map.roads.connect(a, b));
        map
    }

    fn square_distance(&self, a: usize, b: usize) -> usize {
        let (a, b) = (self.points[a], self.points[b]);
        a.0.abs_diff(b.0).pow(2) + a.1.abs_diff(b.1).pow(2)
    }

    /// The cost of a road, at least 1.
    fn cost(&self, a: usize, b: usize) -> u64 {
        let distance = (self.square_distance(a, b) as f64).sqrt();
        (distance * COST_OF_CITY / CITY as f64).ceil().max(1.0) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_road_costs_a_tenth_of_its_length_and_never_nothing() {
        let points = vec![(0, 0), (30, 40), (300, 401), (0, 0)];
        let map = Map { roads: Graph::unconnected(4), points };
        assert_eq!((map.cost(0, 1), map.cost(0, 2), map.cost(0, 3)), (5, 51, 1));
    }
}
