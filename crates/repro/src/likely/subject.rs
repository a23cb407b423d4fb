//! The puzzles of the paper.

use crate::Scale;
use likely::As;
use likely::bayes::FitSettings;
use likely::growth::Options;
use likely::planning::PlanningSettings;
use likely::puzzles::Setting;

use super::baseline::Baseline;
use crate::Context;
use planner::Error;
use planner::puzzle::{self, Instance, Instances};

/// A puzzle of the paper.
#[derive(Debug)]
pub(super) struct Subject {
    /// Its name in tables.
    pub(super) part: &'static str,
    /// Its name for `hstar solve`.
    pub(super) space: &'static str,
    /// The inputs of networks at scale smoke, where databases have to be small.
    small: Option<fn() -> Setting>,
    /// The instances at each scale, and how they depart from the paper.
    instances: [(Scale, &'static str, &'static [&'static str]); 3],
    /// For instances whose costs are not known: a search that proves them quickly.
    proof: Option<&'static str>,
    /// The rows without learning.
    pub(super) baselines: &'static [Baseline],
    pub(super) paper: Paper,
    effort: fn(Scale) -> Effort,
}

/// How much was done in the paper.
#[derive(Debug)]
pub(super) struct Paper {
    pub(super) iterations: usize,
    /// How often a heuristic was grown.
    pub(super) runs: u64,
    /// The time limit of a task of the training.
    pub(super) seconds: u64,
    /// About how many states per second its program generated.
    pub(super) nodes_per_second: &'static str,
}

/// How much is done at a scale.
#[derive(Clone, Debug)]
pub(super) struct Effort {
    /// How often a heuristic is grown.
    pub(super) runs: u64,
    /// The options of growth, except the seed and the outputs.
    pub(super) options: Options,
    /// How many states may be generated for an instance.
    pub(super) nodes: Option<u64>,
    /// Probabilities above this are not measured.
    pub(super) highest_alpha: f64,
}

/// The seed of all instances.
pub(super) const SEED: u64 = 1;

const OWN_TASKS: &str =
    "Tasks end random walks of 5,000 moves, as in the paper, whose own tasks are not stored with its code.";

pub(super) static FIFTEEN_PUZZLE: Subject = Subject {
    part: "15-puzzle",
    space: "tiles:4x4",
    small: None,
    instances: [
        (Scale::Smoke, "korf100:12,42,55,79", &["Four of the easiest instances are solved, not all 100."]),
        (Scale::Laptop, "korf100", &[]),
        (Scale::Full, "korf100", &[]),
    ],
    proof: None,
    baselines: &[Baseline { row: "MD", search: "ida(md)", scales: &Scale::USUAL, nodes: None }],
    paper: Paper { iterations: 50, runs: 10, seconds: 60, nodes_per_second: "a million" },
    effort: |scale| {
        let paper = Options { how: As::Code, ..Options::default() };
        // With as many states as the authors' program had time for, most iterations go by with short plans, and what is
        // learned in the end searches longer for plans that are no better.
        let options = Options { nodes: Some(6_000_000), ..paper.clone() };
        match scale {
            Scale::Smoke => Effort::smoke(options),
            Scale::Laptop => Effort { runs: 3, options, nodes: Some(2_000_000_000), highest_alpha: 1.0 },
            Scale::Paper | Scale::Full => {
                Effort { runs: 10, options: paper, nodes: None, highest_alpha: 1.0 }
            }
        }
    },
};

pub(super) static TWENTY_FOUR_PUZZLE: Subject = Subject {
    part: "24-puzzle",
    space: "tiles:5x5",
    small: Some(|| Setting::TwentyFour { partitions: vec![vec![vec![1, 2], vec![3, 4]]] }),
    instances: [
        (Scale::Smoke, "walk:40:3", &["3 tasks are solved, not 50, all of them easy."]),
        (Scale::Laptop, "korf50", &[]),
        (
            Scale::Full,
            "korf50",
            &[
                "PDB stands for databases of six tiles; the published figure, of Felner and Adler, is by these and parts of \
               databases of eight.",
            ],
        ),
    ],
    proof: Some("ida(lc)"),
    baselines: &[Baseline { row: "PDB", search: "ida(pdb(6-6-6-6))", scales: &[Scale::Full], nodes: None }],
    paper: Paper { iterations: 75, runs: 5, seconds: 300, nodes_per_second: "half a million" },
    effort: |scale| match scale {
        Scale::Smoke => Effort::smoke(told("tiles:5x5", None)),
        Scale::Laptop => Effort {
            runs: 1,
            options: told("tiles:5x5", Some(10_000_000)),
            nodes: Some(400_000_000),
            highest_alpha: 0.5,
        },
        Scale::Paper | Scale::Full => {
            Effort { runs: 5, options: told("tiles:5x5", Some(150_000_000)), nodes: None, highest_alpha: 1.0 }
        }
    },
};

pub(super) static PANCAKES: Subject = Subject {
    part: "24-pancake",
    space: "pancake:24",
    small: Some(|| Setting::Pancakes { size: 24, sets: vec![vec![vec![0, 1], vec![2, 3]]] }),
    instances: [
        (Scale::Smoke, "walk:5000:5", &["5 tasks are solved, not 50.", OWN_TASKS]),
        (Scale::Laptop, "walk:5000:50", &[OWN_TASKS]),
        (Scale::Full, "walk:5000:50", &[OWN_TASKS]),
    ],
    proof: Some("ida(gap)"),
    baselines: &[
        Baseline { row: "Gap", search: "ida(gap)", scales: &Scale::USUAL, nodes: None },
        Baseline {
            row: "PDB",
            search: "ida(pdb([0,1,2,3,4], [5,6,7,8,9], [10,11,12,13,14], [15,16,17,18,19], [20,21,22,23]))",
            scales: &[Scale::Laptop, Scale::Full],
            nodes: Some(100_000_000),
        },
    ],
    paper: Paper { iterations: 75, runs: 5, seconds: 300, nodes_per_second: "a quarter of a million" },
    effort: |scale| match scale {
        Scale::Smoke => Effort::smoke(told("pancake:24", None)),
        Scale::Laptop => Effort {
            runs: 1,
            options: told("pancake:24", Some(10_000_000)),
            nodes: Some(400_000_000),
            highest_alpha: 1.0,
        },
        Scale::Paper | Scale::Full => Effort {
            runs: 5,
            options: told("pancake:24", Some(100_000_000)),
            nodes: None,
            highest_alpha: 1.0,
        },
    },
};

pub(super) static BLOCKS: Subject = Subject {
    part: "15-blocksworld",
    space: "blocks:15",
    small: Some(|| Setting::Blocks { size: 15, patterns: vec![vec![1, 2], vec![14, 15]] }),
    instances: [
        (Scale::Smoke, "walk:5000:5", &["5 tasks are solved, not 50.", OWN_TASKS]),
        (Scale::Laptop, "walk:5000:50", &[OWN_TASKS]),
        (Scale::Full, "walk:5000:50", &[OWN_TASKS]),
    ],
    proof: Some("ida(exact)"),
    baselines: &[
        Baseline { row: "Exact", search: "ida(exact)", scales: &Scale::USUAL, nodes: None },
        Baseline {
            row: "Misplaced",
            search: "ida(misplaced)",
            scales: &[Scale::Laptop, Scale::Full],
            nodes: Some(100_000_000),
        },
    ],
    paper: Paper { iterations: 75, runs: 5, seconds: 300, nodes_per_second: "two million" },
    effort: |scale| match scale {
        Scale::Smoke => Effort::smoke(told("blocks:15", None)),
        Scale::Laptop => Effort {
            runs: 1,
            options: told("blocks:15", Some(5_000_000)),
            nodes: Some(400_000_000),
            highest_alpha: 1.0,
        },
        Scale::Paper | Scale::Full => {
            Effort { runs: 5, options: told("blocks:15", Some(100_000_000)), nodes: None, highest_alpha: 1.0 }
        }
    },
};

/// The options of growth for a puzzle, with a limit on the states of a task.
fn told(space: &str, nodes: Option<u64>) -> Options {
    let usual = Setting::of(space).as_ref().map_or_else(Options::default, Options::of);
    Options { how: As::Code, nodes, ..usual }
}

impl Effort {
    /// The least effort that runs everything.
    fn smoke(options: Options) -> Self {
        let options = Options {
            iterations: 3,
            nodes: Some(10_000),
            planning: PlanningSettings { steps: 100, ..options.planning },
            fit: FitSettings { rounds: 10, ..options.fit },
            ..options
        };
        Self { runs: 1, options, nodes: Some(100_000), highest_alpha: 1.0 }
    }
}

impl Subject {
    /// How much is done at a scale.
    pub(super) fn effort(&self, scale: Scale) -> Effort {
        (self.effort)(scale)
    }

    /// The inputs of networks for it.
    pub(super) fn setting(&self, scale: Scale) -> Result<Setting, Error> {
        match self.small {
            Some(small) if scale == Scale::Smoke => Ok(small()),
            _ => Setting::of(self.space).ok_or_else(|| Error::internal(self.space)),
        }
    }

    /// Are the databases of the inputs small?
    pub(super) fn is_small(&self, scale: Scale) -> bool {
        self.small.is_some() && scale == Scale::Smoke
    }

    /// The instances at a scale, as text, and how they depart from the paper.
    pub(super) fn at(&self, scale: Scale) -> (&'static str, &'static [&'static str]) {
        let found = self.instances.iter().find(|(other, ..)| *other == scale);
        found.map_or(("", &[]), |(_, instances, departures)| (instances, departures))
    }

    /// The instances at a scale, with the costs of cheapest plans.
    pub(super) fn instances(&self, scale: Scale, context: &Context<'_>) -> Result<Vec<Instance>, Error> {
        let (_, space) = puzzle::open(self.space)?;
        let mut instances: Vec<Instance> =
            Instances::read(self.at(scale).0, self.space, &*space)?.iter(&*space, SEED).collect();
        if let Some(search) = self.proof {
            let proof = Baseline { row: "", search, scales: &[], nodes: None };
            for instance in instances.iter_mut().filter(|instance| instance.optimal.is_none()) {
                instance.optimal = proof.solve(self.space, instance, None, context)?.cost;
            }
        }
        Ok(instances)
    }

    /// The baselines at a scale.
    pub(super) fn baselines(&self, scale: Scale) -> impl Iterator<Item = &'static Baseline> {
        self.baselines.iter().filter(move |baseline| baseline.scales.contains(&scale))
    }
}
