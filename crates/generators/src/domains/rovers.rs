//! Rovers: random rovers on a random map, and goals each of which some rover can achieve.

use crate::domain::Refusal;
use crate::graph::Graph;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "rovers",
    pddl_name: "rovers",
    summary: "Rovers take samples and images and send what they found to the lander",
    pddl: include_str!("../../domains/rovers.pddl"),
    parameters: &[
        Parameter { name: "rovers", help: "rovers", least: 1, most: 50, defaults: [2, 4, 8] },
        Parameter { name: "waypoints", help: "waypoints", least: 2, most: 500, defaults: [5, 12, 40] },
        Parameter {
            name: "objectives",
            help: "objectives of images",
            least: 1,
            most: 100,
            defaults: [2, 4, 8],
        },
        Parameter { name: "cameras", help: "cameras", least: 1, most: 100, defaults: [2, 5, 10] },
        Parameter {
            name: "goals",
            help: "samples and images wanted",
            least: 1,
            most: 500,
            defaults: [4, 12, 30],
        },
    ],
    draw,
};

const LANDER: &str = "general";
const MODES: [&str; 3] = ["colour", "high_res", "low_res"];
/// The abilities of a rover with each kind of equipment.
const SOIL: usize = 0;
const ROCK: usize = 1;
const IMAGING: usize = 2;
const EQUIPMENT: [&str; 3] =
    ["equipped_for_soil_analysis", "equipped_for_rock_analysis", "equipped_for_imaging"];
/// By kind of sample.
const SAMPLES: [&str; 2] = ["at_soil_sample", "at_rock_sample"];
const SENT: [&str; 2] = ["communicated_soil_data", "communicated_rock_data"];

/// The mean number of other waypoints that a waypoint sees, where there are enough.
const WAYPOINTS_SEEN: usize = 6;

/// Solvable, since goals are drawn from those that one rover can achieve alone, whatever happened before: the paths are
/// two-way, a store can be emptied, and no result is lost.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let scene = Scene::random(values, random);
    let mut possible = scene.possible_goals();
    random.shuffle(&mut possible);
    let goals = possible.get(..values.get("goals")).ok_or(Refusal::Unlucky)?;
    let mut problem = scene.problem();
    goals.iter().for_each(|goal| problem.goal(&goal.iter().map(String::as_str).collect::<Vec<_>>()));
    Ok(problem)
}

struct Rover {
    start: usize,
    /// The edges it can traverse: a tree.
    ways: Graph,
    can_reach: Vec<bool>,
    equipment: [bool; 3],
}

struct Camera {
    rover: usize,
    target: usize,
    modes: Vec<&'static str>,
}

/// The problem without its goal. Things are numbered, and named by their numbers.
struct Scene {
    sight: Graph,
    lander: usize,
    rovers: Vec<Rover>,
    cameras: Vec<Camera>,
    /// By kind of sample: the waypoints where there is one.
    samples: [Vec<usize>; 2],
    /// By objective: the waypoints that it is visible from.
    visible_from: Vec<Vec<usize>>,
    waypoint_names: Vec<String>,
    objective_names: Vec<String>,
}

impl Scene {
    fn random(values: &Values, random: &mut Random) -> Self {
        let (waypoints, objectives) = (values.get("waypoints"), values.get("objectives"));
        let sight = Graph::connected(waypoints, waypoints * WAYPOINTS_SEEN / 2, random);
        let mut rovers: Vec<Rover> =
            (0..values.get("rovers")).map(|_| Rover::random(&sight, random)).collect();
        for equipment in [SOIL, ROCK, IMAGING] {
            if !rovers.iter().any(|rover| rover.equipment[equipment]) {
                let rover = random.below(rovers.len());
                rovers[rover].equipment[equipment] = true;
            }
        }
        let photographers: Vec<usize> =
            (0..rovers.len()).filter(|&rover| rovers[rover].equipment[IMAGING]).collect();
        let camera = |random: &mut Random| {
            let count = 1 + random.below(MODES.len());
            let modes = random.some_of(count, &MODES);
            Camera { rover: *random.one_of(&photographers), target: random.below(objectives), modes }
        };
        let visible_from = |random: &mut Random| {
            let count = 1 + random.below(waypoints);
            random.distinct_below(count, waypoints)
        };
        Self {
            lander: random.below(waypoints),
            cameras: (0..values.get("cameras")).map(|_| camera(random)).collect(),
            samples: SAMPLES.map(|_| (0..waypoints).filter(|_| random.happens(1, 2)).collect()),
            visible_from: (0..objectives).map(|_| visible_from(random)).collect(),
            waypoint_names: numbered("waypoint", waypoints),
            objective_names: numbered("objective", objectives),
            sight,
            rovers,
        }
    }

    /// All goals that some rover can achieve alone.
    fn possible_goals(&self) -> Vec<Vec<String>> {
        let mut goals = Vec::new();
        for kind in [SOIL, ROCK] {
            let can = |rover: &Rover, sample| {
                rover.equipment[kind] && rover.can_reach[sample] && self.can_send(rover)
            };
            for &sample in &self.samples[kind] {
                if self.rovers.iter().any(|rover| can(rover, sample)) {
                    goals.push(vec![SENT[kind].to_owned(), self.waypoint_names[sample].clone()]);
                }
            }
        }
        for objective in 0..self.objective_names.len() {
            for mode in MODES {
                if self.cameras.iter().any(|camera| self.can_take(camera, objective, mode)) {
                    let name = self.objective_names[objective].clone();
                    goals.push(vec!["communicated_image_data".to_owned(), name, mode.to_owned()]);
                }
            }
        }
        goals
    }

    fn can_send(&self, rover: &Rover) -> bool {
        self.sight.neighbors(self.lander).iter().any(|&waypoint| rover.can_reach[waypoint])
    }

    fn can_take(&self, camera: &Camera, objective: usize, mode: &str) -> bool {
        let rover = &self.rovers[camera.rover];
        let can_see =
            |objective: usize| self.visible_from[objective].iter().any(|&from| rover.can_reach[from]);
        camera.modes.contains(&mode) && can_see(camera.target) && can_see(objective) && self.can_send(rover)
    }

    fn problem(&self) -> Problem {
        let rovers = numbered("rover", self.rovers.len());
        let stores: Vec<String> = rovers.iter().map(|rover| format!("{rover}store")).collect();
        let cameras = numbered("camera", self.cameras.len());
        let (waypoints, objectives) = (&self.waypoint_names, &self.objective_names);
        let mut problem = Problem::default();
        problem.typed("lander", &[LANDER.to_owned()]);
        problem.typed("mode", &MODES.map(str::to_owned));
        problem.typed("rover", &rovers);
        problem.typed("store", &stores);
        problem.typed("waypoint", waypoints);
        problem.typed("camera", &cameras);
        problem.typed("objective", objectives);
        for (from, to) in self.sight.directions() {
            problem.init(&["visible", &waypoints[from], &waypoints[to]]);
        }
        for (predicate, samples) in SAMPLES.iter().zip(&self.samples) {
            samples.iter().for_each(|&sample| problem.init(&[predicate, &waypoints[sample]]));
        }
        problem.init(&["at_lander", LANDER, &waypoints[self.lander]]);
        problem.init(&["channel_free", LANDER]);
        for ((name, store), rover) in rovers.iter().zip(&stores).zip(&self.rovers) {
            problem.init(&["at", name, &waypoints[rover.start]]);
            problem.init(&["available", name]);
            problem.init(&["store_of", store, name]);
            problem.init(&["empty", store]);
            for (predicate, is_equipped) in EQUIPMENT.iter().zip(rover.equipment) {
                if is_equipped {
                    problem.init(&[predicate, name]);
                }
            }
            for (from, to) in rover.ways.directions() {
                problem.init(&["can_traverse", name, &waypoints[from], &waypoints[to]]);
            }
        }
        for (name, camera) in cameras.iter().zip(&self.cameras) {
            problem.init(&["on_board", name, &rovers[camera.rover]]);
            problem.init(&["calibration_target", name, &objectives[camera.target]]);
            camera.modes.iter().for_each(|mode| problem.init(&["supports", name, mode]));
        }
        for (objective, from) in objectives.iter().zip(&self.visible_from) {
            from.iter().for_each(|&from| problem.init(&["visible_from", objective, &waypoints[from]]));
        }
        problem
    }
}

impl Rover {
    /// Its paths are a random tree over visible waypoints, which leaves out some waypoints.
    fn random(sight: &Graph, random: &mut Random) -> Self {
        let waypoints = sight.len();
        let start = random.below(waypoints);
        let mut ways = Graph::unconnected(waypoints);
        let mut can_reach = vec![false; waypoints];
        can_reach[start] = true;
        let mut open = vec![start];
        while !open.is_empty() {
            let from = open.swap_remove(random.below(open.len()));
            for &to in sight.neighbors(from) {
                if !can_reach[to] && random.happens(9, 10) {
                    can_reach[to] = true;
                    ways.connect(from, to);
                    open.push(to);
                }
            }
        }
        Self { start, ways, can_reach, equipment: EQUIPMENT.map(|_| random.happens(1, 2)) }
    }
}
