//! Logistics: packages with random origins and destinations, as in the generator that published results use.

use crate::domain::Refusal;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "logistics",
    pddl_name: "logistics",
    summary: "Trucks and airplanes bring packages to their destinations",
    pddl: include_str!("../../domains/logistics.pddl"),
    parameters: &[
        Parameter { name: "airplanes", help: "airplanes", least: 1, most: 100, defaults: [1, 2, 4] },
        Parameter { name: "cities", help: "cities", least: 1, most: 100, defaults: [2, 5, 15] },
        Parameter {
            name: "city-size",
            help: "locations of each city, one of them its airport",
            least: 1,
            most: 50,
            defaults: [2, 3, 5],
        },
        Parameter { name: "packages", help: "packages", least: 1, most: 500, defaults: [5, 14, 40] },
        Parameter {
            name: "trucks",
            help: "trucks, at least one for each city",
            least: 1,
            most: 200,
            defaults: [2, 5, 20],
        },
    ],
    draw,
};

/// Solvable since every city has a truck, which reaches all of the city, and some airplane reaches all cities.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let cities = numbered("city", values.get("cities"));
    let trucks = numbered("truck", values.get("trucks"));
    let airplanes = numbered("airplane", values.get("airplanes"));
    let packages = numbered("package", values.get("packages"));
    Refusal::unless(trucks.len() >= cities.len(), || {
        format!("trucks has to be at least {0}, since there are {0} cities", cities.len())
    })?;
    let city_size = values.get("city-size");
    let locations: Vec<Vec<String>> = (1..=cities.len())
        .map(|city| (1..=city_size).map(|location| format!("location{city}-{location}")).collect())
        .collect();
    let everywhere = locations.concat();
    let airports: Vec<String> = locations.iter().map(|of_city| of_city[0].clone()).collect();

    let mut problem = Problem::default();
    problem.of_kind("city", &cities);
    problem.of_kind("location", &everywhere);
    problem.of_kind("truck", &trucks);
    problem.of_kind("airplane", &airplanes);
    problem.of_kind("package", &packages);
    airports.iter().for_each(|airport| problem.init(&["airport", airport]));
    for (city, locations) in cities.iter().zip(&locations) {
        locations.iter().for_each(|location| problem.init(&["in-city", location, city]));
    }
    for (index, truck) in trucks.iter().enumerate() {
        let city = if index < cities.len() { index } else { random.below(cities.len()) };
        problem.init(&["at", truck, random.name_of(&locations[city])]);
    }
    airplanes.iter().for_each(|airplane| problem.init(&["at", airplane, random.name_of(&airports)]));
    for package in &packages {
        problem.init(&["at", package, random.name_of(&everywhere)]);
        problem.goal(&["at", package, random.name_of(&everywhere)]);
    }
    Ok(problem)
}
