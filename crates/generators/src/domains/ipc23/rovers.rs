//! Rovers: random rovers who can go everywhere, and any number of samples and images.

use crate::domain::Refusal;
use crate::graph::{Graph, pairs};
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "ipc23-rovers",
    pddl_name: "rover",
    summary: "Rovers take samples and images and send what they found (as in the learning track)",
    pddl: include_str!("../../../domains/ipc23/rovers.pddl"),
    parameters: &[
        Parameter { name: "rovers", help: "rovers", least: 1, most: 100, defaults: [3, 8, 23] },
        Parameter { name: "waypoints", help: "waypoints", least: 2, most: 300, defaults: [7, 53, 150] },
        Parameter { name: "cameras", help: "cameras", least: 1, most: 200, defaults: [3, 28, 80] },
        Parameter {
            name: "objectives",
            help: "objectives of images",
            least: 1,
            most: 500,
            defaults: [6, 48, 150],
        },
    ],
    draw,
};

const LANDER: &str = "general";
const MODES: [&str; 3] = ["colour", "high_res", "low_res"];
/// By kind of sample: where it is, who can take it, and what is sent.
const SAMPLES: [[&str; 3]; 2] = [
    ["at_soil_sample", "equipped_for_soil_analysis", "communicated_soil_data"],
    ["at_rock_sample", "equipped_for_rock_analysis", "communicated_rock_data"],
];

/// Solvable since every rover can go everywhere and back, and so to where it is heard. For each kind of sample a rover is
/// equipped, for each mode there is a camera on a rover that is equipped for imaging, every objective is visible from
/// somewhere, stores can be emptied, cameras calibrated again, and no result is lost.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let rovers = numbered("rover", values.get("rovers"));
    let stores: Vec<String> = rovers.iter().map(|rover| format!("{rover}store")).collect();
    let waypoints = numbered("waypoint", values.get("waypoints"));
    let cameras = numbered("camera", values.get("cameras"));
    let objectives = numbered("objective", values.get("objectives"));
    let mut problem = Problem::default();
    problem.typed("lander", &[LANDER.to_owned()]);
    problem.typed("mode", &MODES.map(str::to_owned));
    problem.typed("rover", &rovers);
    problem.typed("store", &stores);
    problem.typed("waypoint", &waypoints);
    problem.typed("camera", &cameras);
    problem.typed("objective", &objectives);
    problem.init(&["at_lander", LANDER, random.name_of(&waypoints)]);
    for (rover, store) in rovers.iter().zip(&stores) {
        problem.init(&["at", rover, random.name_of(&waypoints)]);
        problem.init(&["store_of", store, rover]);
        problem.init(&["empty", store]);
    }
    add_ways(&mut problem, &rovers, &waypoints, random);
    for [is_there, is_equipped, is_sent] in SAMPLES {
        at_least_one_of(&rovers, random).iter().for_each(|rover| problem.init(&[is_equipped, rover]));
        let samples = at_least_one_of(&waypoints, random);
        samples.iter().for_each(|waypoint| problem.init(&[is_there, waypoint]));
        let count = random.below(samples.len() + 1);
        samples.iter().take(count).for_each(|waypoint| problem.goal(&[is_sent, waypoint]));
    }
    add_images(&mut problem, &rovers, &cameras, &objectives, &waypoints, random);
    Ok(problem)
}

/// At least one of the names and at most all, in random order.
fn at_least_one_of(names: &[String], random: &mut Random) -> Vec<String> {
    let count = 1 + random.below(names.len());
    random.some_of(count, names)
}

/// What is in sight is a tree and any number of further pairs. A rover can traverse the tree and half of the others.
fn add_ways(problem: &mut Problem, rovers: &[String], waypoints: &[String], random: &mut Random) {
    let tree = Graph::connected(waypoints.len(), 0, random);
    let mut others: Vec<(usize, usize)> = pairs(waypoints.len()).filter(|&(a, b)| !tree.has(a, b)).collect();
    random.shuffle(&mut others);
    others.truncate(random.below(others.len() + 1));
    for (a, b) in tree.edges().chain(others.iter().copied()) {
        problem.init(&["visible", &waypoints[a], &waypoints[b]]);
        problem.init(&["visible", &waypoints[b], &waypoints[a]]);
    }
    for rover in rovers {
        let further: Vec<(usize, usize)> = others.iter().copied().filter(|_| random.happens(1, 2)).collect();
        for (a, b) in tree.edges().chain(further) {
            problem.init(&["can_traverse", rover, &waypoints[a], &waypoints[b]]);
            problem.init(&["can_traverse", rover, &waypoints[b], &waypoints[a]]);
        }
    }
}

/// Adds all that has to do with images, the goal of any number of them included.
fn add_images(
    problem: &mut Problem,
    rovers: &[String],
    cameras: &[String],
    objectives: &[String],
    waypoints: &[String],
    random: &mut Random,
) {
    let photographers = at_least_one_of(rovers, random);
    photographers.iter().for_each(|rover| problem.init(&["equipped_for_imaging", rover]));
    let mut unsupported = MODES.to_vec();
    for camera in cameras {
        problem.init(&["on_board", camera, random.name_of(&photographers)]);
        problem.init(&["calibration_target", camera, random.name_of(objectives)]);
        let count = 1 + random.below(MODES.len());
        for mode in random.some_of(count, &MODES) {
            problem.init(&["supports", camera, mode]);
            unsupported.retain(|other| *other != mode);
        }
    }
    unsupported.iter().for_each(|mode| problem.init(&["supports", random.name_of(cameras), mode]));
    for objective in objectives {
        for waypoint in at_least_one_of(waypoints, random) {
            problem.init(&["visible_from", objective, &waypoint]);
        }
    }
    let images = objectives.len() * MODES.len();
    let count = random.below(images + 1);
    for image in random.distinct_below(count, images) {
        let (objective, mode) = (&objectives[image / MODES.len()], MODES[image % MODES.len()]);
        problem.goal(&["communicated_image_data", objective, mode]);
    }
}
