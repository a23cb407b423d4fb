use belief::Value;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use search::{Budget, StateSpace, States};

use super::*;
use crate::head::Head;
use crate::head::Sigma;
use crate::metrics;
use crate::model::{About, TrainingRecord};
use crate::net::Net;
use crate::prepare::{View, prepare};
use crate::training::{Config, Found, Hidden, Scores};
use crate::upper_bound::UpperBound;
use data::{DataSet, Origin, Problem, Row, Source, Split, StateText, Tally};
use network::hypergraph::Initialisation;

/// A data set of the initial state of a problem and its successors, and their successors, whatever they cost.
fn neighbourhood(domain: &str) -> (DataSet, Task) {
    let domain = generators::find(domain).unwrap();
    let text = generators::Generator::new(domain, generators::Size::Small).problem(1, 1).unwrap();
    let problem =
        Problem { name: "p".to_owned(), split: Split::Train, searches: Tally::default(), text: text.clone() };
    let mut set = DataSet { domain: domain.pddl.to_owned(), problems: vec![problem], ..DataSet::default() };
    let task = set.task(0, &Budget::unlimited()).unwrap();
    let (space, states) = reach(&task);
    let writer = StateText::new(&task);
    let mut values = vec![0; task.variables.len()];
    for id in 0..states.len() as u32 {
        space.values(&states[id], &mut values);
        let origin = Origin { source: Source::Plans, teacher: None, seed: 0, walk: 0, step: id };
        set.rows.push(Row {
            problem: 0,
            state: writer.write(&values),
            target: Some(f64::from(id)),
            optimal: false,
            lower: None,
            upper: None,
            heuristics: Vec::new(),
            origin,
        });
    }
    (set, task)
}

/// The initial state, and all within two steps of it.
fn reach(task: &Task) -> (Space, States) {
    let space = Space::new(task);
    let mut states = States::new(space.words());
    let mut state = vec![0; space.words()];
    space.initial(&mut state);
    states.insert(&state);
    for _ in 0..2 {
        for id in 0..states.len() as u32 {
            state.copy_from_slice(&states[id]);
            space.successors(&state, &mut space.scratch(), |_, next| {
                states.insert(next);
            });
        }
    }
    (space, states)
}

/// A model that nobody has trained.
fn model(data: &DataSet, config: Config) -> (Model, crate::examples::Examples) {
    let view = View::of(&config);
    let prepared = prepare(data, view, 1, &Budget::unlimited()).unwrap();
    let shape = config.shape(prepared.signature.sizes());
    let network = Net::new(&shape, Initialisation::Faithful, &mut ChaCha8Rng::seed_from_u64(7));
    let about = About {
        signature: prepared.signature,
        head: config.head,
        residual: config.residual.clone(),
        lower: config.lower.clone(),
        upper: config.upper.clone(),
        training: TrainingRecord {
            config,
            data: String::new(),
            domain: data.domain_name(),
            recipes: Vec::new(),
            problems: 1,
            states: prepared.train.len(),
            validation_states: 0,
            found: Found { attempt: 0, step: 0, scores: Scores::default() },
            trial: None,
        },
    };
    (Model { about, network, calibration: Default::default() }, prepared.train)
}

fn dense(model: &mut Model) -> &mut Network {
    match &mut model.network {
        Net::Dense(network) => network,
        _ => panic!("no feed-forward network"),
    }
}

#[test]
fn a_model_says_in_a_search_what_it_said_in_training() {
    let sigma = Sigma::Learned;
    let heads =
        [Head::Point, Head::Gaussian { sigma }, Head::Truncated { sigma }, Head::Categorical { highest: 5 }];
    for domain in ["blocksworld", "logistics"] {
        let (data, task) = neighbourhood(domain);
        let of_tasks = FeatureKind::ALL.into_iter().filter(|features| !features.are_of_puzzles());
        for (features, head) in of_tasks.flat_map(|f| heads.map(|h| (f, h))) {
            for (hidden, upper) in [(vec![], None), (vec![9, 5], Some(UpperBound::Lookahead))] {
                let config = Config {
                    features,
                    head,
                    hidden: Hidden::Widths(hidden),
                    lower: Some("max".to_owned()),
                    upper,
                    ..Config::default()
                };
                let (model, examples) = model(&data, config);
                let expected = metrics::judge(head, &model.network, &examples, 1);
                let mut learned = Learned::new(&model, Reading::of(Value::Mean), &task).unwrap();
                let (space, states) = reach(&task);
                let (mut alone, mut together) = (Estimates::new(false), Estimates::new(false));
                for id in 0..states.len() as u32 {
                    learned.estimate(&space, &Batch::again(&states, id), &mut alone);
                }
                let actions = vec![0; states.len()];
                learned.estimate(&space, &Batch::successors(&states, 0, 0, &actions), &mut together);
                assert_eq!(expected.len(), states.len());
                for (index, judged) in expected.iter().enumerate() {
                    let is_goal = space.is_goal(&states[index as u32]);
                    let wanted = if is_goal { 0.0 } else { judged.mean.max(0.0) };
                    for found in [&alone, &together] {
                        let h = f64::from(found.estimates()[index].h);
                        let case =
                            format!("{domain}, {features}, {head:?}, state {index}: {h}, not {wanted}");
                        assert!((h - wanted).abs() <= 1e-5 * (1.0 + wanted.abs()), "{case}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_goal_state_costs_nothing_whatever_the_model_says() {
    let (data, mut task) = neighbourhood("blocksworld");
    let (model, _) = model(&data, Config { head: Head::Point, ..Config::default() });
    task.goal.clear();
    let mut learned = Learned::new(&model, Reading::of(Value::Mean), &task).unwrap();
    let (space, states) = reach(&task);
    let mut estimates = Estimates::new(false);
    learned.estimate(&space, &Batch::again(&states, 0), &mut estimates);
    assert_eq!(estimates.estimates()[0], Estimate { h: 0.0, trusted: true });
}

#[test]
fn a_model_whose_network_overflows_calls_nothing_a_dead_end() {
    let (data, task) = neighbourhood("blocksworld");
    let (mut model, _) = model(&data, Config { head: Head::Point, ..Config::default() });
    dense(&mut model).layers[0].weights.fill(f32::MAX);
    let mut learned = Learned::new(&model, Reading::of(Value::Mean), &task).unwrap();
    let (space, states) = reach(&task);
    let mut estimates = Estimates::new(false);
    learned.estimate(&space, &Batch::again(&states, 0), &mut estimates);
    assert!(!estimates.estimates()[0].is_dead_end());
}

#[test]
fn files_of_models_that_cannot_be_are_refused() {
    let (data, _) = neighbourhood("blocksworld");
    let whole = model(&data, Config::default()).0;
    let refused = |change: fn(&mut Model), why: &str| {
        let mut model = whole.clone();
        change(&mut model);
        let error =
            crate::model_file::read(&crate::model_file::write(&model).unwrap()).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    };
    assert_eq!(crate::model_file::read(&crate::model_file::write(&whole).unwrap()), Ok(whole.clone()));
    refused(|model| dense(model).layers[0].weights[0] = f32::NAN, "not all finite");
    refused(|model| model.about.signature.inputs[0].clear(), "not those of its features");
    refused(|model| model.about.signature.inputs.truncate(3), "not those of its features");
    refused(
        |model| model.about.head = Head::Categorical { highest: 7 },
        "does not fit its inputs and outputs",
    );
    refused(|model| model.about.lower = Some("goalcount".to_owned()), "no admissible heuristic");
    let fixed =
        model(&data, Config { head: Head::Truncated { sigma: Sigma::Fixed(-1.0) }, ..Config::default() }).0;
    assert!(crate::model_file::read(&crate::model_file::write(&fixed).unwrap()).is_err());
}
