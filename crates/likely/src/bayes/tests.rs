use super::*;
use crate::chance::{Purpose, stream};
use crate::testing::{Line, OneHot};
use crate::training_set::TrainingSet;
use crate::{As, Rows};
use search::Budget;

fn trained(how: As, known: u32) -> (Bayes, Fit) {
    let line = Line { length: 24 };
    let states: Vec<u32> = (0..known).collect();
    let rows = Rows::of(&line, &OneHot, &states);
    let costs: Vec<f32> = states.iter().map(|&state| state as f32).collect();
    let budget = Budget::unlimited();
    let set = TrainingSet {
        rows: &rows,
        costs: &costs,
        lower_bounds: &[],
        how,
        seed: 1,
        iteration: 0,
        threads: 1,
        budget: &budget,
    };
    let mut network = Bayes::untrained(24, 8, 1);
    let mut moments = network.moments();
    // The first training goes on to the end, so that what is not known becomes as uncertain as the prior has it.
    let settings = FitSettings { rounds: 30, ..FitSettings::default() };
    network.fit(&mut moments, &settings, 1e-3, true, &set).unwrap();
    let set = TrainingSet { iteration: 1, ..set };
    let fit = network.fit(&mut moments, &settings, 1e-3, false, &set).unwrap();
    (network, fit)
}

fn deviations(network: &Bayes, states: std::ops::Range<u32>) -> Vec<f32> {
    let states: Vec<u32> = states.collect();
    let rows = Rows::of(&Line { length: 24 }, &OneHot, &states);
    network.uncertainty(&rows, 100, 7, 2)
}

#[test]
fn training_lowers_uncertainty_on_what_is_known_and_leaves_it_elsewhere() {
    for how in [As::Paper, As::Code] {
        let (network, fit) = trained(how, 8);
        assert!(fit.certain && fit.largest < 0.8 && fit.rounds < 30, "{how:?}: {fit:?}");
        let known = deviations(&network, 0..8).into_iter().fold(0.0, f32::max);
        let unknown = deviations(&network, 8..24).into_iter().fold(f32::INFINITY, f32::min);
        assert!(known < 1.0 && unknown > 1.5 * known, "{how:?}: {known} {unknown}");
    }
}

#[test]
fn uncertainty_is_that_of_weights_drawn_one_by_one() {
    let (network, _) = trained(As::Code, 4);
    let states = [2, 20];
    let rows = Rows::of(&Line { length: 24 }, &OneHot, &states);
    const SAMPLES: usize = 20_000;
    let mut random = stream(3, Purpose::BufferNoise, [0, 0]);
    let noise = Noise::new(&mut random, Uncertainty::deviates(&network, SAMPLES));
    let found = Uncertainty::new(&network, SAMPLES).deviations(&rows, &noise, 1);
    let deviations: Vec<f64> =
        network.variances().iter().map(|&variance| f64::from(variance).sqrt()).collect();
    for (row, found) in rows.iter().zip(found) {
        let (mut sum, mut squares) = (0.0, 0.0);
        for _ in 0..SAMPLES {
            let mut drawn = vec![0.0; network.means.len()];
            fill_normal(&mut random, &mut drawn);
            let weight =
                |place: usize| f64::from(network.means[place]) + deviations[place] * f64::from(drawn[place]);
            let unit = |unit: usize| {
                let bias = weight(network.hidden_biases().start + unit);
                let inputs = row
                    .iter()
                    .map(|&(place, x)| f64::from(x) * weight(place as usize * network.hidden + unit));
                (bias + inputs.sum::<f64>()).max(0.0) * weight(network.output_weights().start + unit)
            };
            let output = weight(network.output_bias()) + (0..network.hidden).map(unit).sum::<f64>();
            sum += output;
            squares += output * output;
        }
        let mean = sum / SAMPLES as f64;
        let expected = (squares / SAMPLES as f64 - mean * mean).sqrt();
        assert!((f64::from(found) / expected - 1.0).abs() < 0.06, "{found} {expected}");
    }
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let network = Bayes::untrained(24, 8, 1);
    let states: Vec<u32> = (0..24).cycle().take(2000).collect();
    let rows = Rows::of(&Line { length: 24 }, &OneHot, &states);
    assert_eq!(network.uncertainty(&rows, 100, 2, 1), network.uncertainty(&rows, 100, 2, 5));
}
