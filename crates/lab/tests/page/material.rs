//! Made-up experiments.

use lab::report::{CalibrationCurve, CalibrationPoint, Material, TrainingCurve, TrainingPoint};
use lab::{Properties, Record};

#[derive(Clone, Copy, PartialEq)]
pub enum Size {
    /// 5 configurations, two of them with 5 seeds, on 120 problems of 6 domains.
    Small,
    /// 10 configurations on 1,000 problems of 10 domains.
    Large,
}

/// An algorithm: how hard problems are for it, and how much time it takes for an evaluation.
struct Planner {
    name: &'static str,
    seeds: u64,
    model: bool,
    growth: f64,
    seconds: f64,
    cost: f64,
}

const fn planner(
    name: &'static str,
    seeds: u64,
    model: bool,
    growth: f64,
    seconds: f64,
    cost: f64,
) -> Planner {
    Planner { name, seeds, model, growth, seconds, cost }
}

const PLANNERS: [Planner; 10] = [
    planner("blind", 0, false, 1.35, 1e-6, 1.0),
    planner("ff", 0, false, 0.95, 6e-5, 1.25),
    planner("lama-first", 0, false, 0.85, 9e-5, 1.3),
    planner("gbfs(model)", 5, true, 0.72, 3e-4, 1.2),
    planner("gbfs(model@quantile:0.9, ff)", 5, true, 1.0, 4e-4, 1.1),
    planner("gbfs(gc)", 0, false, 1.1, 2e-6, 1.5),
    planner("astar(lmcut)", 0, false, 1.2, 2e-3, 1.0),
    planner("wastar(ff, w=3)", 0, false, 0.97, 6e-5, 1.1),
    planner("lazy(ff, preferred)", 0, false, 0.88, 5e-5, 1.35),
    planner("gbfs(model@argmax)", 0, true, 0.8, 3e-4, 1.2),
];

const DOMAINS: [&str; 10] = [
    "blocks",
    "childsnack",
    "ferry",
    "rovers",
    "sokoban",
    "spanner",
    "floortile",
    "miconic",
    "satellite",
    "transport",
];

const LIMIT: f64 = 300.0;

/// Numbers that look random and are the same on every machine.
struct Noise(u64);

impl Noise {
    /// Between 0 and 1.
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / f64::from(1 << 31)
    }
}

pub fn experiment(size: Size) -> Material {
    let (planners, domains, problems) = match size {
        Size::Small => (&PLANNERS[..5], &DOMAINS[..6], 20),
        Size::Large => (&PLANNERS[..], &DOMAINS[..], 100),
    };
    let mut noise = Noise(7);
    let mut properties = Properties::default();
    for planner in planners {
        let seeds = if size == Size::Small { planner.seeds } else { 0 };
        for seed in 0..seeds.max(1) {
            for (number, domain) in domains.iter().enumerate() {
                for problem in 1..=problems {
                    let hardness =
                        2.0 + 14.0 * f64::from(problem) / f64::from(problems) + number as f64 * 0.3;
                    let mut record = run(planner, hardness, &mut noise);
                    let algorithm =
                        if seeds > 0 { format!("{}-{seed}", planner.name) } else { planner.name.to_owned() };
                    let problem = format!("p{problem:02}.pddl");
                    record.set("algorithm", algorithm.as_str());
                    record.set("domain", *domain);
                    record.set("problem", problem.as_str());
                    if seeds > 0 {
                        record.set("configuration", planner.name);
                        record.set("seed", seed);
                    }
                    let name = format!("{algorithm}-{domain}-{problem}");
                    record.set("run_dir", format!("runs/{name}"));
                    record.set("search", planner.name);
                    record.set("version", "0.1.0 (build 01234567)");
                    record.set("limit_search_time", LIMIT);
                    properties.runs.insert(name, record);
                }
            }
        }
    }
    Material {
        title: "Learned heuristics on six domains".to_owned(),
        properties,
        training: (0..5).map(|seed| training(seed, &mut noise)).collect(),
        calibration: (0..3).map(|seed| calibration(seed, &mut noise)).collect(),
        notes: vec!["Each run had one core of its own.".to_owned()],
        folder: Some("..".to_owned()),
    }
}

fn run(planner: &Planner, hardness: f64, noise: &mut Noise) -> Record {
    let evaluations = (hardness * planner.growth + 2.0 * noise.next() - 1.0).exp().max(2.0).round();
    let time = evaluations * planner.seconds * (0.8 + 0.4 * noise.next()) * 30.0;
    let memory = 8000.0 + evaluations;
    let mut record = Record::default();
    let error = match () {
        () if memory > 1_500_000.0 => Some("search-out-of-memory"),
        () if time > LIMIT => Some("search-out-of-time"),
        () => None,
    };
    record.set("coverage", u8::from(error.is_none()));
    record.set("error", error.unwrap_or("success"));
    record.set("evaluations", evaluations);
    record.set("expansions", (evaluations / 3.0).ceil());
    record.set("generated", evaluations * 2.0);
    record.set("search_time", time.min(LIMIT));
    record.set("total_time", time.min(LIMIT) + 0.1);
    record.set("memory", memory.round());
    record.set("limit_search_time", LIMIT);
    if error.is_none() {
        let cost = (hardness * 4.0 * (planner.cost + 0.2 * noise.next())).round();
        record.set("cost", cost);
        record.set("plan_length", cost);
    }
    if planner.model {
        record.set("model", "model.hstar");
    }
    record
}

fn training(seed: u32, noise: &mut Noise) -> TrainingCurve {
    let point = |step: u32| {
        let loss = 3.0 * (-f64::from(step) / 12.0).exp() + 0.08 + 0.03 * noise.next();
        TrainingPoint {
            step: f64::from(step) * 500.0,
            loss,
            validation: Some(loss * 1.15 + f64::from(step) * 0.002),
        }
    };
    TrainingCurve { name: format!("model, seed {seed}"), points: (0..60).map(point).collect() }
}

fn calibration(seed: u32, noise: &mut Noise) -> CalibrationCurve {
    let point = |i: u32| {
        let predicted = (f64::from(i) + 0.5) / 10.0;
        CalibrationPoint {
            predicted,
            observed: (predicted.powf(1.3) + 0.08 * (noise.next() - 0.5)).clamp(0.0, 1.0),
        }
    };
    CalibrationCurve { name: format!("model, seed {seed}"), points: (0..10).map(point).collect() }
}

/// Names that would be markup, script, formulas or commands if they were taken for more than text.
pub fn hostile() -> Material {
    let names = [
        "</script><script>alert(1)</script>",
        "\"><img src=x onerror=alert(2)>",
        "=cmd|' /C calc'!A0",
        "\u{1b}]0;x\u{7}",
    ];
    let mut properties = Properties::default();
    for algorithm in names {
        for problem in names {
            let mut record = Record::default();
            record.set("algorithm", algorithm);
            record.set("domain", problem);
            record.set("problem", problem);
            record.set("coverage", u8::from(algorithm != problem));
            record.set("error", problem);
            record.set("evaluations", 1e300);
            record.set("search_time", 0.0);
            record.set("cost", -1);
            record.set("run_dir", problem);
            record.set("search", problem);
            properties.runs.insert(format!("{algorithm}-{problem}"), record);
        }
    }
    let points = vec![TrainingPoint { step: f64::NAN, loss: f64::INFINITY, validation: Some(-1.0) }];
    Material {
        title: "<b>bold</b> & <!-- \u{2028}".to_owned(),
        properties,
        training: vec![TrainingCurve { name: names[0].to_owned(), points }],
        calibration: vec![CalibrationCurve { name: names[1].to_owned(), points: Vec::new() }],
        notes: names.map(str::to_owned).to_vec(),
        folder: Some(names[0].to_owned()),
    }
}
