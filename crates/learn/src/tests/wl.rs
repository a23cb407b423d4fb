//! Linear models of Weisfeiler-Leman features, from problems to estimates.

use super::*;
use crate::features::FeatureRows;
use crate::net::NetEvaluator;
use crate::training::{Found, LinearFit, RankPenalty, Scores, WlDesign};
use crate::{Head, Net, Sigma, fit};
use ::wl::Options;
use belief::Distribution;

fn config(refinements: u8, how: LinearFit) -> Config {
    let graph = Options { iterations: refinements, ..Options::default() };
    Config {
        features: FeatureKind::Wl,
        wl: Some(WlDesign { graph, ..WlDesign::default() }),
        linear: Some(how),
        head: Head::Gaussian { sigma: Sigma::Given },
        residual: None,
        lower: None,
        ..Config::default()
    }
}

const RANK: LinearFit = LinearFit::Rank { penalty: RankPenalty::Squares, cost: 1.0 };

fn learned(data: &DataSet, config: &Config) -> (Model, Prepared) {
    let budget = Budget::unlimited();
    let prepared = prepare(data, View::of(config), 2, &budget).unwrap();
    let network = Net::Linear(fit(config.linear.unwrap(), &prepared, config.seed, &budget).unwrap());
    let found = Found { attempt: 0, step: 0, scores: Scores::default() };
    let training = TrainingRecord {
        config: config.clone(),
        data: String::new(),
        domain: None,
        recipes: Vec::new(),
        problems: data.problems.len(),
        states: prepared.train.len(),
        validation_states: 0,
        found,
        trial: None,
    };
    let about = About {
        signature: prepared.signature.clone(),
        head: config.head,
        residual: None,
        lower: None,
        upper: None,
        training,
    };
    (Model { about, network, calibration: belief::Calibration::default() }, prepared)
}

/// The states of a cheapest plan of each problem, and the successors that it does not go on to.
fn plans(numbers: &[u32]) -> DataSet {
    let all = blocks(numbers);
    let mut set = DataSet { rows: Vec::new(), ..all.clone() };
    for problem in 0..numbers.len() {
        let task = all.task(problem, &Budget::unlimited()).unwrap();
        let (mut states, costs) = costs(&task);
        let (space, writer) = (Space::new(&task), StateText::new(&task));
        let mut values = vec![0; task.variables.len()];
        let (mut id, mut step) = (0, 0);
        loop {
            let mut add = |states: &States, id: u32, (source, target, step)| {
                space.values(&states[id], &mut values);
                let origin = Origin { source, teacher: None, seed: 0, walk: 0, step };
                let (problem, state) = (problem as u32, writer.write(&values));
                set.rows.push(Row { problem, state, target, origin, ..all.rows[0].clone() });
            };
            let cost = costs[id as usize];
            add(&states, id, (Source::Plans, Some(cost), step));
            if cost == 0.0 {
                break;
            }
            let (state, mut successors) = (states[id].to_vec(), Vec::new());
            space.successors(&state, &mut space.scratch(), |_, next| successors.push(next.to_vec()));
            let successors: Vec<u32> = successors.iter().map(|next| states.insert(next).0).collect();
            let next = *successors.iter().find(|&&next| costs[next as usize] < cost).unwrap();
            for &sibling in successors.iter().filter(|&&sibling| sibling != next) {
                let remaining = costs[sibling as usize];
                let known = (remaining == costs[next as usize]).then_some(remaining);
                add(&states, sibling, (Source::Siblings, known, step + 1));
            }
            (id, step) = (next, step + 1);
        }
    }
    set
}

#[test]
fn costs_of_blocks_are_nearly_a_sum_over_colours() {
    let data = blocks(&[3, 4, 4, 4]);
    let (model, prepared) = learned(&data, &config(2, LinearFit::Regression));
    let judged = metrics::judge(model.about.head, &model.network, &prepared.train, 2);
    let metrics = metrics::Metrics::new(&judged).unwrap();
    assert!(metrics.r_squared.unwrap() > 0.9, "{metrics:?}");
    let bytes = model_file::write(&model).unwrap();
    assert_eq!(model_file::read(&bytes).as_ref(), Ok(&model));
    let (again, _) = learned(&data, &config(2, LinearFit::Regression));
    assert_eq!(model_file::write(&again).unwrap(), bytes);
}

#[test]
fn a_linear_model_says_in_a_search_what_it_says_of_each_state_alone() {
    let data = plans(&[3, 4, 5]);
    for how in [LinearFit::Regression, RANK] {
        let (model, _) = learned(&data, &config(1, how));
        let task = blocks(&[6]).task(0, &Budget::unlimited()).unwrap();
        let (space, states) = reach(&task, 40);
        for value in [Value::Mean, Value::Quantile(0.9)] {
            let mut learned = Learned::new(&model, Reading::of(value), &task).unwrap();
            let mut rows = model.about.signature.rows();
            let mut features = model.about.signature.features_of(&task).unwrap();
            for id in 0..states.len() as u32 {
                rows.clear();
                features.push(&space, &states[id], &mut rows);
                let outputs = NetEvaluator::new(&model.network).evaluate(&rows).to_vec();
                let read = |belief: &belief::Belief<'_>| (belief.mean() as f32, belief.variance().sqrt());
                let (mean, spread) = learned.believe(&space, &states[id], read).unwrap();
                if space.is_goal(&states[id]) {
                    continue;
                }
                assert_eq!(mean, outputs[0]);
                // Nobody asks how far the weights of a mean are uncertain.
                let is_asked = value != Value::Mean || how == RANK;
                assert!(!is_asked || (spread - f64::from(outputs[1])).abs() < 1e-6, "{spread} {outputs:?}");
            }
        }
    }
}

#[test]
fn what_is_not_known_grows_with_the_problem_and_with_what_was_never_seen() {
    let (model, _) = learned(&plans(&[3, 4, 4, 5]), &config(1, LinearFit::Regression));
    let spread = |blocks_count: u32| {
        let task = blocks(&[blocks_count]).task(0, &Budget::unlimited()).unwrap();
        let space = Space::new(&task);
        let mut initial = vec![0; space.words()];
        space.initial(&mut initial);
        let quantile = Reading::of(Value::Quantile(0.5));
        let mut learned = Learned::new(&model, quantile, &task).unwrap();
        learned.believe(&space, &initial, |belief| belief.variance().sqrt()).unwrap()
    };
    assert!(spread(4) < spread(6), "{} {}", spread(4), spread(6));
    let width = model.about.signature.wl.as_ref().unwrap().width();
    let mut evaluator = NetEvaluator::new(&model.network);
    let mut outputs = |unseen: f32| {
        let mut numbers = vec![1.0; width];
        numbers[width - 1] = unseen;
        evaluator.evaluate(&FeatureRows::Numbers { width, numbers }).to_vec()
    };
    let (seen, unseen) = (outputs(0.0), outputs(3.0));
    assert_eq!(seen[0], unseen[0]);
    assert!(seen[1] < unseen[1]);
}

#[test]
fn the_successor_that_a_plan_goes_on_to_is_ranked_first() {
    for penalty in [RankPenalty::Squares, RankPenalty::Absolute] {
        let how = LinearFit::Rank { penalty, cost: 1.0 };
        let (model, prepared) = learned(&plans(&[3, 4, 4, 5, 5]), &config(2, how));
        let right = prepared.ranked_rightly(&model.network);
        assert!(right > 0.95, "{right}");
        let bytes = model_file::write(&model).unwrap();
        assert_eq!(model_file::read(&bytes).as_ref(), Ok(&model));
        // Costs that are fitted rise with the score, on larger problems too.
        let judged = metrics::judge(model.about.head, &model.network, &prepared.train, 1);
        let metrics = metrics::Metrics::new(&judged).unwrap();
        assert!(metrics.kendall.unwrap() > 0.8, "{metrics:?}");
    }
}

#[test]
fn models_without_their_colours_and_of_other_domains_are_refused() {
    let (mut model, _) = learned(&plans(&[3, 4]), &config(1, RANK));
    let signature = &model.about.signature;
    let task = blocks(&[3]).task(0, &Budget::unlimited()).unwrap();
    let other = DomainSignature { name: "other".to_owned(), predicates: Vec::new() };
    assert!(matches!(signature.check(Some(&other), &task), Err(Mismatch::Domain { .. })));
    assert_eq!(signature.check(signature.domain.as_ref(), &task), Ok(()));
    model.about.signature.wl = None;
    assert!(model_file::read(&model_file::write(&model).unwrap()).is_err());
}
