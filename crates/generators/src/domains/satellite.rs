//! Satellite: random instruments and observations, as in the generator that published results use.

use crate::domain::Refusal;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "satellite",
    pddl_name: "satellite",
    summary: "Satellites calibrate their instruments and take images",
    pddl: include_str!("../../domains/satellite.pddl"),
    parameters: &[
        Parameter { name: "satellites", help: "satellites", least: 1, most: 100, defaults: [2, 5, 10] },
        Parameter {
            name: "max-instruments",
            help: "instruments of a satellite, at most",
            least: 1,
            most: 20,
            defaults: [3, 3, 3],
        },
        Parameter { name: "modes", help: "modes of images", least: 1, most: 50, defaults: [3, 5, 6] },
        Parameter {
            name: "targets",
            help: "directions for calibration",
            least: 1,
            most: 500,
            defaults: [7, 10, 15],
        },
        Parameter {
            name: "observations",
            help: "further directions, to take images of",
            least: 1,
            most: 500,
            defaults: [5, 20, 60],
        },
    ],
    draw,
};

/// Solvable, since every mode is supported by some instrument, every instrument can be calibrated, images are never lost, and
/// satellites can turn to where they have to point in the end.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let satellites = numbered("satellite", values.get("satellites"));
    let modes = numbered("mode", values.get("modes"));
    let targets = numbered("target", values.get("targets"));
    let observations = numbered("observation", values.get("observations"));
    let directions = [&targets[..], &observations].concat();
    let on_board: Vec<usize> =
        satellites.iter().map(|_| 1 + random.below(values.get("max-instruments"))).collect();
    let instruments = numbered("instrument", on_board.iter().sum());

    let mut problem = Problem::default();
    problem.typed("satellite", &satellites);
    problem.typed("instrument", &instruments);
    problem.typed("mode", &modes);
    problem.typed("direction", &directions);
    let mut unassigned = instruments.iter();
    for (satellite, &count) in satellites.iter().zip(&on_board) {
        problem.init(&["power_avail", satellite]);
        problem.init(&["pointing", satellite, random.name_of(&directions)]);
        unassigned
            .by_ref()
            .take(count)
            .for_each(|instrument| problem.init(&["on_board", instrument, satellite]));
        if random.happens(2, 5) {
            problem.goal(&["pointing", satellite, random.name_of(&directions)]);
        }
    }
    let mut unsupported = modes.clone();
    for instrument in &instruments {
        let count = 1 + random.below(3);
        for mode in random.some_of(count, &modes) {
            problem.init(&["supports", instrument, &mode]);
            unsupported.retain(|other| *other != mode);
        }
        for target in some_up_to_a_third(&targets, random) {
            problem.init(&["calibration_target", instrument, &target]);
        }
    }
    unsupported.iter().for_each(|mode| problem.init(&["supports", random.name_of(&instruments), mode]));
    for observation in &observations {
        for mode in some_up_to_a_third(&modes, random) {
            problem.goal(&["have_image", observation, &mode]);
        }
    }
    Ok(problem)
}

/// Some of the items: at least one, and no more than a third of them.
fn some_up_to_a_third(items: &[String], random: &mut Random) -> Vec<String> {
    let count = 1 + random.below((items.len() / 3).max(1));
    random.some_of(count, items)
}
