use super::*;
use crate::testing::{Line, OneHot};
use crate::{As, Rows};
use search::Budget;

fn fit(how: As, settings: &PlanningSettings, threads: usize, copies: usize) -> (Planning, Trained) {
    let states: Vec<u32> = (0..24).cycle().take(24 * copies).collect();
    let rows = Rows::of(&Line { length: 24 }, &OneHot, &states);
    let costs: Vec<f32> = states.iter().map(|&state| state as f32).collect();
    let budget = Budget::unlimited();
    let repeated_to = (how == As::Code).then_some(25_000);
    let lesson = Lesson { rows: &rows, costs: &costs, how, seed: 1, iteration: 0, threads, budget: &budget };
    let mut planning = Planning::new(24, settings, &mut stream(1, Purpose::PlanningWeights, [0, 0]));
    let trained = planning.fit(settings, repeated_to, &lesson).unwrap();
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
fn the_number_of_threads_does_not_matter() {
    for how in [As::Paper, As::Code] {
        let settings = PlanningSettings { steps: 10, dropout: 0.1, ..PlanningSettings::default() };
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
