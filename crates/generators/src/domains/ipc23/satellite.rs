//! Satellite: random instruments, and any number of images.

use crate::domain::Refusal;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "ipc23-satellite",
    pddl_name: "satellite",
    summary: "Satellites calibrate their instruments and take images (as in the learning track)",
    pddl: include_str!("../../../domains/ipc23/satellite.pddl"),
    parameters: &[
        Parameter { name: "satellites", help: "satellites", least: 1, most: 500, defaults: [7, 28, 75] },
        Parameter {
            name: "instruments",
            help: "instruments, at least one for each satellite",
            least: 1,
            most: 1000,
            defaults: [12, 48, 125],
        },
        Parameter { name: "modes", help: "modes of images", least: 1, most: 50, defaults: [2, 4, 8] },
        Parameter { name: "directions", help: "directions", least: 2, most: 500, defaults: [7, 23, 70] },
    ],
    draw,
};

/// Solvable since every mode is supported by some instrument, every instrument can be calibrated, images are
/// never lost, and satellites can turn to where they shall point in the end.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let satellites = numbered("sat", values.get("satellites"));
    let instruments = numbered("ins", values.get("instruments"));
    let modes = numbered("mod", values.get("modes"));
    let directions = numbered("dir", values.get("directions"));
    Refusal::unless(instruments.len() >= satellites.len(), || {
        format!("instruments has to be at least {0}, since there are {0} satellites", satellites.len())
    })?;

    let mut problem = Problem::default();
    problem.typed("satellite", &satellites);
    problem.typed("instrument", &instruments);
    problem.typed("mode", &modes);
    problem.typed("direction", &directions);
    for satellite in &satellites {
        problem.init(&["pointing", satellite, random.name_of(&directions)]);
        problem.init(&["power_avail", satellite]);
        if random.happens(1, 2) {
            problem.goal(&["pointing", satellite, random.name_of(&directions)]);
        }
    }
    // Each satellite gets one instrument, the others go anywhere.
    let first: Vec<String> = random.some_of(satellites.len(), &satellites);
    let mut unsupported = modes.clone();
    for (index, instrument) in instruments.iter().enumerate() {
        let satellite = first.get(index).map_or_else(|| random.name_of(&satellites), String::as_str);
        problem.init(&["on_board", instrument, satellite]);
        problem.init(&["calibration_target", instrument, random.name_of(&directions)]);
        let count = 1 + random.below(modes.len());
        for mode in random.some_of(count, &modes) {
            problem.init(&["supports", instrument, &mode]);
            unsupported.retain(|other| *other != mode);
        }
    }
    unsupported.iter().for_each(|mode| problem.init(&["supports", random.name_of(&instruments), mode]));
    let images = directions.len() * modes.len();
    let count = 1 + random.below(images);
    for image in random.distinct_below(count, images) {
        problem.goal(&["have_image", &directions[image / modes.len()], &modes[image % modes.len()]]);
    }
    Ok(problem)
}
