//! Scanalyzer: lanes in and lanes out, all connected by cycles, and cars that have to end at random places.

use crate::domain::Refusal;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "scanalyzer",
    pddl_name: "scanalyzer",
    summary: "Cars on conveyor belts pass through imaging chambers and change places",
    pddl: include_str!("../../domains/scanalyzer.pddl"),
    parameters: &[
        Parameter {
            name: "lanes",
            help: "lanes in, and as many lanes out",
            least: 1,
            most: 20,
            defaults: [3, 5, 8],
        },
        Parameter {
            name: "lane-length",
            help: "segments of a lane; cycles have twice as many",
            least: 1,
            most: 2,
            defaults: [1; 3],
        },
        Parameter {
            name: "chambers",
            help: "lanes out through an imaging chamber",
            least: 1,
            most: 20,
            defaults: [1, 2, 3],
        },
    ],
    draw,
};

/// The number of random cycle turns per segment for drawing the goal's order of cars.
const TURNS_PER_SEGMENT: usize = 50;

/// Solvable, since the goal's order comes from turning cycles: repeating a turn until the cycle is back where it was undoes it,
/// so that the cars can be brought from every order into this one. On the way every car can be brought to the first segment of
/// a cycle with analysis, as all lanes turn with all others.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let (lanes, length, chambers) = (values.get("lanes"), values.get("lane-length"), values.get("chambers"));
    Refusal::unless(chambers <= lanes, || {
        format!("chambers has to be at most {lanes}, since there are {lanes} lanes")
    })?;
    let segments = segment_names(lanes, length);
    let cars = numbered("car", segments.len());
    let cycles = random_cycles(lanes, length, chambers, random);

    let start = random.distinct_below(cars.len(), cars.len());
    let mut end = start.clone();
    for _ in 0..TURNS_PER_SEGMENT * segments.len() {
        let cycle = random.one_of(&cycles);
        cycle.segments.windows(2).for_each(|pair| end.swap(pair[0], pair[1]));
    }

    let mut problem = Problem::default();
    problem.typed("segment", &segments);
    problem.typed("car", &cars);
    problem.minimize_cost();
    let [plain, with_analysis] = match length {
        1 => ["cycle-2", "cycle-2-with-analysis"],
        _ => ["cycle-4", "cycle-4-with-analysis"],
    };
    for cycle in &cycles {
        let around: Vec<&str> = cycle.segments.iter().map(|&segment| segments[segment].as_str()).collect();
        problem.init(&[&[plain][..], &around].concat());
        if cycle.has_chamber {
            problem.init(&[&[with_analysis][..], &around].concat());
        }
    }
    cars.iter().for_each(|car| problem.goal(&["analyzed", car]));
    for (segment, (&first, &last)) in segments.iter().zip(start.iter().zip(&end)) {
        problem.init(&["on", &cars[first], segment]);
        problem.goal(&["on", &cars[last], segment]);
    }
    Ok(problem)
}

struct Cycle {
    /// Their numbers; each car moves to the one before its own.
    segments: Vec<usize>,
    has_chamber: bool,
}

/// The segments of the lanes in, lane by lane, and then those of the lanes out.
fn segment_names(lanes: usize, length: usize) -> Vec<String> {
    let mut names = Vec::new();
    for direction in ["in", "out"] {
        for lane in 1..=lanes {
            names.extend(["a", "b"][..length].iter().map(|place| format!("seg-{direction}-{lane}{place}")));
        }
    }
    names
}

/// A cycle for each lane in and lane out. Chambers are at random lanes out.
fn random_cycles(lanes: usize, length: usize, chambers: usize, random: &mut Random) -> Vec<Cycle> {
    let with_chamber = random.distinct_below(chambers, lanes);
    let cycle = |pair: usize| {
        let (entry, exit) = (pair / lanes, pair % lanes);
        let ins = entry * length..(entry + 1) * length;
        let outs = (lanes + exit) * length..(lanes + exit + 1) * length;
        Cycle { segments: ins.chain(outs).collect(), has_chamber: with_chamber.contains(&exit) }
    };
    (0..lanes * lanes).map(cycle).collect()
}
