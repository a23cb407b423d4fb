//! Models for all problems of a domain, from problems to estimates.

mod hypergraph;
mod logic;
mod wl;

use belief::{Reading, Value};
use generators::Generator;
use network::hypergraph::Reception;
use pddl::{Domain, Problem as Lifted, Strictness};
use search::{Batch, Budget, Estimates, Heuristic, StateSpace, States};
use task::{Space, Task};

use crate::features::{FeatureKind, PlanningFeatures};
use crate::training::{Config, HypergraphDesign, MachineSize, Metric, Progress, Start, Trainer};
use crate::{
    About, DomainSignature, Learned, Mismatch, Model, PrepareError, Prepared, Targets, TrainingRecord, View,
    metrics, model_file, prepare,
};
use data::{DataSet, Origin, Problem, Row, Source, Split, StateText, Tally};

/// All states of generated problems, with their costs. There is a problem for each of `numbers`, with as many blocks.
fn blocks(numbers: &[u32]) -> DataSet {
    let domain = generators::find("blocksworld").unwrap();
    let mut set = DataSet { domain: domain.pddl.to_owned(), ..DataSet::default() };
    for (number, &blocks) in (0_u32..).zip(numbers) {
        let mut generator = Generator::new(domain, generators::Size::Small);
        generator.set("blocks", blocks).unwrap();
        let text = generator.problem(1, u64::from(number)).unwrap();
        let (name, searches) = (format!("p{number}"), Tally::default());
        set.problems.push(Problem { name, split: Split::Train, searches, text });
        let task = set.task(number as usize, &Budget::unlimited()).unwrap();
        let (states, costs) = costs(&task);
        let (space, writer) = (Space::new(&task), StateText::new(&task));
        let mut values = vec![0; task.variables.len()];
        for (id, cost) in (0..).zip(costs) {
            space.values(&states[id], &mut values);
            set.rows.push(Row {
                problem: number,
                state: writer.write(&values),
                target: Some(cost),
                optimal: true,
                lower: None,
                upper: None,
                heuristics: Vec::new(),
                origin: Origin { source: Source::Plans, teacher: None, seed: 0, walk: 0, step: id },
            });
        }
    }
    set
}

/// All states, and what they cost: by going back from goals until nothing changes.
fn costs(task: &Task) -> (States, Vec<f64>) {
    let (space, mut states) = reach(task, u32::MAX);
    let mut costs: Vec<f64> = (0..states.len() as u32)
        .map(|id| if space.is_goal(&states[id]) { 0.0 } else { f64::INFINITY })
        .collect();
    loop {
        let mut changed = false;
        for id in 0..states.len() as u32 {
            let mut least = costs[id as usize];
            let state = states[id].to_vec();
            space.successors(&state, &mut space.scratch(), |_, next| {
                // They are all there.
                let (next, _) = states.insert(next);
                least = least.min(costs[next as usize] + 1.0);
            });
            changed |= std::mem::replace(&mut costs[id as usize], least) != least;
        }
        if !changed {
            return (states, costs);
        }
    }
}

/// The initial state, and what is reached from the first states.
fn reach(task: &Task, first: u32) -> (Space, States) {
    let space = Space::new(task);
    let mut states = States::new(space.words());
    let mut state = vec![0; space.words()];
    space.initial(&mut state);
    states.insert(&state);
    let mut id = 0;
    while id < first && (id as usize) < states.len() {
        state.copy_from_slice(&states[id]);
        space.successors(&state, &mut space.scratch(), |_, next| {
            states.insert(next);
        });
        id += 1;
    }
    (space, states)
}

fn logic(steps: u64) -> Config {
    Config {
        features: FeatureKind::Logic,
        lower: Some("max".to_owned()),
        machine: MachineSize { depth: 4, ..MachineSize::default() },
        batch: 32,
        steps,
        validate_every: 1,
        ..Config::default()
    }
}

fn hypergraph(steps: u64) -> Config {
    let hypergraph = HypergraphDesign {
        recursions: 4,
        width: 16,
        reception: Reception::Mean,
        start: Start::Mended,
        ..HypergraphDesign::default()
    };
    Config { features: FeatureKind::Hypergraph, hypergraph, ..logic(steps) }
}

/// One of each kind that is for all problems of a domain.
fn configs(steps: u64) -> [Config; 2] {
    [logic(steps), hypergraph(steps)]
}

fn prepared(data: &DataSet, config: &Config) -> Prepared {
    let view = View::of(config);
    prepare(data, view, 2, &Budget::unlimited()).unwrap()
}

fn trainer<'a>(config: &'a Config, prepared: &'a Prepared) -> Trainer<'a> {
    Trainer::new(config, prepared.signature.sizes(), &prepared.train, &prepared.validation).unwrap()
}

fn finish(mut trainer: Trainer<'_>, config: &Config) -> Vec<u8> {
    while !trainer.is_done() {
        trainer.epoch(&Budget::unlimited()).unwrap().unwrap();
    }
    trainer.progress().write(config, "data").unwrap()
}

fn trained(data: &DataSet, config: Config) -> Model {
    let prepared = prepared(data, &config);
    let mut trainer = trainer(&config, &prepared).with_threads(2).unwrap();
    while !trainer.is_done() {
        trainer.epoch(&Budget::unlimited()).unwrap().unwrap();
    }
    let best = trainer.best().unwrap().clone();
    let about = About {
        signature: prepared.signature.clone(),
        head: config.head,
        residual: config.residual.clone(),
        lower: config.lower.clone(),
        upper: config.upper.clone(),
        training: TrainingRecord {
            config: config.clone(),
            data: String::new(),
            domain: data.domain_name(),
            recipes: Vec::new(),
            problems: data.problems.len(),
            states: prepared.train.len(),
            validation_states: 0,
            found: best.found,
            trial: None,
        },
    };
    Model { about, network: best.network, calibration: Default::default() }
}

fn mse(model: &Model, data: &DataSet) -> f64 {
    let examples = prepared(data, &model.about.training.config).train;
    let judged = metrics::judge(model.about.head, &model.network, &examples, 2);
    metrics::Metrics::new(&judged).unwrap().mse
}

#[test]
fn any_number_of_threads_and_any_interruption_give_the_same_bytes() {
    let data = blocks(&[3, 4]);
    for config in configs(12).map(|config| Config { attempts: 2, ..config }) {
        same_bytes(&data, &config);
    }
}

fn same_bytes(data: &DataSet, config: &Config) {
    let prepared = prepared(data, config);
    let whole = finish(trainer(config, &prepared), config);
    assert_eq!(whole, finish(trainer(config, &prepared).with_threads(2).unwrap(), config));
    for stop in 0..6 {
        let mut trainer = trainer(config, &prepared);
        (0..stop).for_each(|_| assert!(trainer.epoch(&Budget::unlimited()).unwrap().is_some()));
        let checkpoint = trainer.progress().write(config, "data").unwrap();
        let sizes = prepared.signature.sizes();
        let progress = Progress::read(&checkpoint, config, "data", sizes).unwrap().unwrap();
        let again = Trainer::resume(config, sizes, &prepared.train, &prepared.validation, progress).unwrap();
        assert_eq!(whole, finish(again, config), "stopped after {stop}");
    }
}

#[test]
fn a_model_file_holds_the_model() {
    let data = blocks(&[3]);
    for config in configs(3) {
        let model = trained(&data, config);
        assert_eq!(model_file::read(&model_file::write(&model).unwrap()), Ok(model));
    }
}

#[test]
fn a_model_is_for_problems_of_its_domain() {
    let data = blocks(&[3]);
    for config in configs(1) {
        check_domain(&trained(&data, config));
    }
}

fn check_domain(model: &Model) {
    let parse = |text: &str| {
        let source = pddl::Source::new("domain", text);
        pddl::parse_domain(&source, Strictness::Lenient).unwrap().value
    };
    let signature = &model.about.signature;
    let (blocks_task, other) = (task("blocksworld"), generators::find("logistics").unwrap());
    let own = DomainSignature::new(&parse(generators::find("blocksworld").unwrap().pddl));
    assert_eq!(signature.check(Some(&own), &blocks_task), Ok(()));
    let foreign = DomainSignature::new(&parse(other.pddl));
    assert!(matches!(signature.check(Some(&foreign), &task("logistics")), Err(Mismatch::Domain { .. })));
}

/// Why nothing can be learned from a problem with one object, if so.
fn refusal(features: FeatureKind, domain: &str, init: &str, goal: &str) -> Option<Mismatch> {
    let text = format!("(define (problem p) (:domain d) (:objects a) (:init {init}) (:goal {goal}))");
    let problem = Problem { name: "p".to_owned(), split: Split::Train, searches: Tally::default(), text };
    let data = DataSet { domain: domain.to_owned(), problems: vec![problem], ..DataSet::default() };
    let view = View {
        features,
        residual: None,
        lower: None,
        upper: None,
        targets: Targets::Costs,
        wl: None,
        pairs: false,
        unlabelled: false,
    };
    match prepare(&data, view, 1, &Budget::unlimited()) {
        Err(PrepareError::Mismatch(_, mismatch)) => Some(mismatch),
        other => {
            other.unwrap();
            None
        }
    }
}

fn lifted(domain: &str) -> (Domain, Lifted) {
    let domain = generators::find(domain).unwrap();
    let text = Generator::new(domain, generators::Size::Small).problem(1, 1).unwrap();
    let domain = pddl::parse_domain(&pddl::Source::new("domain", domain.pddl), Strictness::Lenient);
    let domain = domain.unwrap().value;
    let problem = pddl::parse_problem(&domain, &pddl::Source::new("p", &*text), Strictness::Lenient);
    let problem = problem.unwrap().value;
    (domain, problem)
}

fn task(domain: &str) -> Task {
    let (domain, problem) = lifted(domain);
    task::ground(&domain, &problem, &Budget::unlimited()).unwrap()
}

#[test]
fn estimates_in_a_search_are_those_of_training_for_more_objects_than_trained_on() {
    let (small, larger) = (blocks(&[3]), blocks(&[5]));
    for config in configs(20) {
        check_estimates(&trained(&small, config), &larger);
    }
}

fn check_estimates(model: &Model, larger: &DataSet) {
    let task = larger.task(0, &Budget::unlimited()).unwrap();
    let examples = prepared(larger, &model.about.training.config).train;
    let judged = metrics::judge(model.about.head, &model.network, &examples, 2);
    let mut learned = Learned::new(model, Reading::of(Value::Mean), &task).unwrap();
    let (space, states) = reach(&task, u32::MAX);
    let mut estimates = Estimates::new(false);
    let actions = vec![0; states.len()];
    learned.estimate(&space, &Batch::successors(&states, 0, 0, &actions), &mut estimates);
    assert_eq!(judged.len(), states.len());
    for (id, (judged, estimate)) in (0..).zip(judged.iter().zip(estimates.estimates())) {
        let wanted = if space.is_goal(&states[id]) { 0.0 } else { judged.mean as f32 };
        assert!((estimate.h - wanted).abs() < 1e-5, "state {id}: {} and not {wanted}", estimate.h);
    }
}

#[test]
fn states_without_a_label_are_for_noise_where_they_are_wanted() {
    let mut data = blocks(&[3]);
    let labelled = data.rows.len();
    for row in data.rows.iter_mut().step_by(2) {
        (row.target, row.upper) = (None, None);
    }
    // A state with a label elsewhere is known, and so is one with a plan.
    data.rows.push(Row { target: None, upper: None, ..data.rows[1].clone() });
    data.rows.push(Row { target: None, ..data.rows[0].clone() });
    let config = Config { features: FeatureKind::Facts, residual: None, lower: None, ..Config::default() };
    let view = View { unlabelled: true, ..View::of(&config) };
    for (view, unlabelled) in [(View::of(&config), 0), (view, labelled.div_ceil(2))] {
        let train = prepare(&data, view, 1, &Budget::unlimited()).unwrap().train;
        assert_eq!((train.len(), train.unlabelled.len()), (labelled / 2, unlabelled));
    }
}

#[test]
fn goals_are_counted_for_each_state() {
    let task = task("blocksworld");
    let (space, states) = reach(&task, 50);
    let mut features = PlanningFeatures::new(&task);
    let mut counts = std::collections::BTreeSet::new();
    for id in 0..states.len() as u32 {
        let open = features.of(&space, &states[id]).unwrap()[PlanningFeatures::GOAL_COUNT];
        assert_eq!(open == 0.0, space.is_goal(&states[id]));
        counts.insert(open as u32);
    }
    assert!(counts.len() > 1, "{counts:?}");
}
