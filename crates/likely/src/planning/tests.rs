use super::*;
use crate::testing::{Line, OneHot};
use crate::{As, Rows};
use search::Budget;

/// Costs are known to be at least two thirds of what they are, where that counts.
fn fit(how: As, settings: &PlanningSettings, threads: usize, copies: usize) -> (Planning, Trained) {
    let states: Vec<u32> = (0..24).cycle().take(24 * copies).collect();
    let rows = Rows::of(&Line { length: 24 }, &OneHot, &states);
    let costs: Vec<f32> = states.iter().map(|&state| state as f32).collect();
    let budget = Budget::unlimited();
    let repeated_to = (how == As::Code).then_some(25_000);
    let lower_bounds: &Vec<f32> = &match settings.truncates() {
        true => costs.iter().map(|cost| (cost / 1.5).floor()).collect(),
        false => Vec::new(),
    };
    let set = TrainingSet {
        rows: &rows,
        costs: &costs,
        lower_bounds,
        how,
        seed: 1,
        iteration: 0,
        threads,
        budget: &budget,
    };
    let mut planning = Planning::new(24, settings, &mut stream(1, Purpose::PlanningWeights, [0, 0]));
    let trained = planning.fit(settings, repeated_to, &set).unwrap();
    (planning, trained)
}

#[test]
fn costs_are_learned_until_none_is_missed_by_half() {
    let settings =
        PlanningSettings { spread: false, learning_rate: 0.01, steps: 5000, ..PlanningSettings::default() };
    let (planning, trained) = fit(As::Paper, &settings, 1, 1);
    assert!(trained.steps < 5000 && trained.largest_error < 0.5, "{trained:?}");
    assert_eq!(planning.network.outputs(), 1);
    let (_, unchanged) = fit(As::Paper, &PlanningSettings { error_below: 1e9, ..settings }, 1, 1);
    assert_eq!(unchanged.steps, STEPS_AT_LEAST);
}

#[test]
fn costs_are_learned_above_their_bounds() {
    let belief = BeliefKind::Truncated;
    let settings =
        PlanningSettings { belief, dropout: 0.0, learning_rate: 0.01, ..PlanningSettings::default() };
    let (planning, trained) = fit(As::Paper, &PlanningSettings { steps: 5000, ..settings }, 1, 1);
    assert!(trained.steps < 5000 && trained.largest_error < 0.5, "{trained:?}");
    assert_eq!(planning.network.outputs(), 2);
}

#[test]
fn a_network_without_a_spread_heeds_no_bounds() {
    let gaussian = PlanningSettings { spread: false, steps: 5, ..PlanningSettings::default() };
    let truncated = PlanningSettings { belief: BeliefKind::Truncated, ..gaussian.clone() };
    assert_eq!(fit(As::Paper, &gaussian, 1, 1), fit(As::Paper, &truncated, 1, 1));
}

#[test]
fn settings_of_before_there_were_other_beliefs_are_read_and_written_as_they_were() {
    let text = serde_json::to_string(&PlanningSettings::default()).unwrap();
    assert!(!text.contains("belief"), "{text}");
    assert_eq!(serde_json::from_str::<PlanningSettings>(&text).unwrap(), PlanningSettings::default());
    let truncated = PlanningSettings { belief: BeliefKind::Truncated, ..PlanningSettings::default() };
    let text = serde_json::to_string(&truncated).unwrap();
    assert!(text.contains("\"belief\":\"truncated\""), "{text}");
    assert_eq!(serde_json::from_str::<PlanningSettings>(&text).unwrap(), truncated);
}

#[test]
fn the_number_of_threads_does_not_matter() {
    for (how, belief) in [
        (As::Paper, BeliefKind::Truncated),
        (As::Paper, BeliefKind::Gaussian),
        (As::Code, BeliefKind::Gaussian),
    ] {
        let settings = PlanningSettings { belief, steps: 10, dropout: 0.1, ..PlanningSettings::default() };
        let one = fit(how, &settings, 1, 100);
        assert_eq!(one, fit(how, &settings, 3, 100));
    }
}

#[test]
fn dropped_numbers_leave_a_spread() {
    let learn = |dropout| {
        let settings =
            PlanningSettings { dropout, learning_rate: 0.01, steps: 1500, ..PlanningSettings::default() };
        let (planning, _) = fit(As::Code, &settings, 1, 1);
        let states: Vec<f32> = (0..24 * 24).map(|place| f32::from(u8::from(place % 25 == 0))).collect();
        let inputs = network::Inputs::Dense { rows: 24, values: &states };
        let outputs = network::Evaluator::new(&planning.network).evaluate(&inputs).to_vec();
        outputs.chunks_exact(2).map(|pair| pair[1]).sum::<f32>() / 24.0
    };
    assert!(learn(0.2) > learn(0.0) + 0.5);
}

#[test]
fn backward_passes_heed_what_is_dropped_only_in_the_paper() {
    let settings = PlanningSettings { steps: 1, dropout: 0.5, ..PlanningSettings::default() };
    let begin = Planning::new(24, &settings, &mut stream(1, Purpose::PlanningWeights, [0, 0]));
    // A number whose gradient is not nothing moves by the learning rate in the first step.
    let moved = |how| {
        let (after, _) = fit(how, &settings, 1, 1);
        let pairs = after.network.layers[0].weights.iter().zip(&begin.network.layers[0].weights);
        pairs.filter(|(after, before)| after != before).count()
    };
    assert!(moved(As::Paper) < moved(As::Code), "{} {}", moved(As::Paper), moved(As::Code));
}
