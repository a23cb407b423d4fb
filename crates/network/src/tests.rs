//! Training and evaluation against each other, against plain loops in `f64`, and against finite differences.

use super::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use simd::Processor;

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn shape(widths: &[usize], activation: Activation) -> Shape {
    let (inputs, outputs) = (widths[0], widths[widths.len() - 1]);
    Shape { inputs, hidden: widths[1..widths.len() - 1].to_vec(), outputs, activation }
}

/// Widths around those of vectors and panels.
const WIDTHS: [&[usize]; 8] = [
    &[1, 1],
    &[4, 2],
    &[5, 3, 2],
    &[17, 16, 15, 1],
    &[33, 64, 65, 31],
    &[70, 129, 48, 80, 63],
    &[130, 20, 2],
    &[9, 200, 112],
];

fn sparse_rows(rows: usize, inputs: usize, rng: &mut impl Rng) -> SparseRows {
    let mut sparse = SparseRows::new();
    for _ in 0..rows {
        sparse.push((0..inputs as u32).filter(|_| rng.random_bool(0.3)));
    }
    sparse
}

fn dense_rows(sparse: &SparseRows, inputs: usize) -> Vec<f32> {
    let mut dense = vec![0.0; sparse.len() * inputs];
    for row in 0..sparse.len() {
        sparse.row(row).iter().for_each(|&one| dense[row * inputs + one as usize] = 1.0);
    }
    dense
}

fn activated(activation: Activation, x: f64) -> f64 {
    match activation {
        Activation::Sigmoid => 1.0 / (1.0 + (-x).exp()),
        Activation::Relu => x.max(0.0),
        Activation::LeakyRelu => x.max(0.01 * x),
        Activation::Tanh => x.tanh(),
    }
}

/// The outputs for one row by plain loops. Hidden numbers are multiplied by `factors`, if there are any.
fn naive(network: &Network, row: &[f32], factors: &[f64]) -> Vec<f64> {
    let mut values: Vec<f64> = row.iter().copied().map(f64::from).collect();
    let mut factors = factors.iter();
    for (index, layer) in network.layers.iter().enumerate() {
        let output = |o: usize| {
            let terms =
                values.iter().enumerate().map(|(i, x)| x * f64::from(layer.weights[i * layer.outputs + o]));
            f64::from(layer.biases[o]) + terms.sum::<f64>()
        };
        values = (0..layer.outputs).map(output).collect();
        if index + 1 < network.layers.len() {
            for value in &mut values {
                *value = activated(network.activation, *value) * factors.next().unwrap_or(&1.0);
            }
        }
    }
    values
}

fn assert_near(found: &[f32], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (f64::from(*found) - expected).abs() <= tolerance * (1.0 + expected.abs()),
            "{found} {expected}"
        );
    }
}

#[test]
fn outputs_are_those_of_plain_loops() {
    for (seed, widths) in WIDTHS.iter().enumerate() {
        for activation in Activation::ALL {
            let mut rng = rng(seed as u64);
            let network = Network::new(&shape(widths, activation), &mut rng);
            let rows = 1 + seed * 2;
            let values: Vec<f32> = (0..rows * widths[0]).map(|_| rng.random_range(-3.0..3.0)).collect();
            let expected: Vec<f64> =
                values.chunks(widths[0]).flat_map(|row| naive(&network, row, &[])).collect();
            let inputs = Inputs::Dense { rows, values: &values };
            assert_near(Training::new(&network).forward(&network, &inputs), &expected, 1e-5);
        }
    }
}

#[test]
fn evaluation_has_the_bits_of_training_in_any_batch_sparse_or_dense() {
    for (seed, widths) in WIDTHS.iter().enumerate() {
        for activation in Activation::ALL {
            let mut rng = rng(seed as u64);
            let network = Network::new(&shape(widths, activation), &mut rng);
            let sparse = sparse_rows(101, widths[0], &mut rng);
            let dense = dense_rows(&sparse, widths[0]);
            let mut training = Training::new(&network);
            let mut evaluator = Evaluator::new(&network);
            let expected = training.forward(&network, &sparse.inputs()).to_vec();
            let inputs = Inputs::Dense { rows: sparse.len(), values: &dense };
            assert_eq!(training.forward(&network, &inputs), expected);
            assert_eq!(evaluator.evaluate(&inputs), expected);
            assert_eq!(evaluator.evaluate(&sparse.inputs()), expected);
            for rows in [1, 2, 3, 4, 5, 6, 7, 13] {
                let inputs = sparse.inputs().slice(50, rows, widths[0]);
                let (from, to) = (50 * network.outputs(), (50 + rows) * network.outputs());
                assert_eq!(evaluator.evaluate(&inputs), &expected[from..to]);
            }
        }
    }
}

#[test]
fn a_family_is_evaluated_as_its_members_are() {
    for (seed, widths) in WIDTHS.iter().enumerate() {
        for activation in Activation::ALL {
            let mut rng = rng(seed as u64);
            let network = Network::new(&shape(widths, activation), &mut rng);
            let parent: Vec<u32> = (0..widths[0] as u32).filter(|_| rng.random_bool(0.4)).collect();
            let mut evaluator = Evaluator::new(&network);
            // One family of near relatives, one of strangers.
            for flips in [0.05, 0.5] {
                let mut children = SparseRows::new();
                for _ in 0..60 {
                    let places = 0..widths[0] as u32;
                    children.push(places.filter(|one| parent.contains(one) != rng.random_bool(flips)));
                }
                let expected: Vec<f64> =
                    evaluator.evaluate(&children.inputs()).iter().copied().map(f64::from).collect();
                assert_near(evaluator.evaluate_family(&parent, &children), &expected, 1e-5);
            }
        }
    }
}

/// A loss whose gradient by the outputs is not constant: Σ cₒ · output² / 2.
fn loss(network: &Network, values: &[f32], factors: &[f64]) -> f64 {
    let hidden: usize = network.shape().hidden.iter().sum();
    let rows = values.chunks(network.inputs()).enumerate();
    let outputs = rows.flat_map(|(row, numbers)| {
        let factors = if factors.is_empty() { factors } else { &factors[row * hidden..][..hidden] };
        naive(network, numbers, factors)
    });
    outputs.enumerate().map(|(place, output)| coefficient(place) * output * output / 2.0).sum()
}

fn coefficient(place: usize) -> f64 {
    (place % 7) as f64 / 3.0 - 0.8
}

fn loss_gradient(outputs: &[f32]) -> Vec<f32> {
    outputs.iter().enumerate().map(|(place, output)| coefficient(place) as f32 * output).collect()
}

/// Compares some of a gradient's numbers with differences of the loss.
fn assert_gradient(
    network: &Network,
    gradients: &Gradients,
    loss: impl Fn(&Network) -> f64,
    rng: &mut impl Rng,
) {
    // So small that hardly any sum of a rectified layer crosses the bend on the way.
    const STEP: f32 = 1.0 / 65536.0;
    let found: Vec<Vec<f32>> = gradients.parameters().map(<[f32]>::to_vec).collect();
    let mut moved = network.clone();
    for (slice, gradients) in found.iter().enumerate() {
        for _ in 0..25.min(gradients.len()) {
            let place = rng.random_range(0..gradients.len());
            let mut at = |step: f32| {
                let number = &mut moved.parameters_mut().nth(slice).unwrap()[place];
                let before = std::mem::replace(number, *number + step);
                let (at, value) = (*number, loss(&moved));
                moved.parameters_mut().nth(slice).unwrap()[place] = before;
                (f64::from(at), value)
            };
            let ((low, before), (high, after)) = (at(-STEP), at(STEP));
            let expected = (after - before) / (high - low);
            let found = f64::from(gradients[place]);
            assert!((found - expected).abs() < 1e-4 * (1.0 + expected.abs()), "{found} {expected}");
        }
    }
}

#[test]
fn gradients_are_limits_of_differences() {
    for (seed, widths) in WIDTHS.iter().enumerate() {
        for activation in Activation::ALL {
            let mut rng = rng(seed as u64);
            let network = Network::new(&shape(widths, activation), &mut rng);
            let sparse = sparse_rows(7, widths[0], &mut rng);
            let values = dense_rows(&sparse, widths[0]);
            let inputs = Inputs::Dense { rows: 7, values: &values };
            let mut training = Training::new(&network);
            let gradient = loss_gradient(training.forward(&network, &inputs));
            let gradients = training.backward(&network, &inputs, &gradient).clone();
            assert_gradient(&network, &gradients, |network| loss(network, &values, &[]), &mut rng);

            training.forward(&network, &sparse.inputs());
            assert_eq!(training.backward(&network, &sparse.inputs(), &gradient), &gradients);
        }
    }
}

#[test]
fn dropout_is_part_of_the_gradient() {
    for activation in Activation::ALL {
        let mut rng = rng(7);
        let network = Network::new(&shape(&[12, 20, 16, 3], activation), &mut rng);
        let values: Vec<f32> = (0..5 * 12).map(|_| rng.random_range(-1.0..1.0)).collect();
        let inputs = Inputs::Dense { rows: 5, values: &values };
        let mut training = Training::new(&network);
        let gradient = loss_gradient(training.forward_with_dropout(&network, &inputs, 0.4, &mut rng));
        let factors = training.dropout_factors(&[20, 16], 5);
        let dropped = factors.iter().filter(|factor| **factor == 0.0).count();
        assert!((40..=100).contains(&dropped), "{dropped} of 180");
        let gradients = training.backward(&network, &inputs, &gradient);
        assert_gradient(&network, gradients, |network| loss(network, &values, &factors), &mut rng);
    }
}

#[test]
fn the_next_pass_without_dropout_drops_nothing() {
    let mut rng = rng(3);
    let network = Network::new(&shape(&[12, 20, 3], Activation::Tanh), &mut rng);
    let values: Vec<f32> = (0..5 * 12).map(|_| rng.random_range(-1.0..1.0)).collect();
    let inputs = Inputs::Dense { rows: 5, values: &values };
    let mut fresh = Training::new(&network);
    let expected = fresh.forward(&network, &inputs).to_vec();
    let gradients = fresh.backward(&network, &inputs, &expected).clone();
    let mut used = Training::new(&network);
    assert_ne!(used.forward_with_dropout(&network, &inputs, 0.5, &mut rng), expected);
    assert_eq!(used.forward(&network, &inputs), expected);
    assert_eq!(used.backward(&network, &inputs, &expected), &gradients);
    assert_eq!(used.forward_with_dropout(&network, &inputs, 0.0, &mut rng), expected);
}

#[test]
fn all_instructions_yield_the_same_bits() {
    let mut rng = rng(5);
    let network = Network::new(&shape(&[70, 129, 48, 80, 63], Activation::Sigmoid), &mut rng);
    let sparse = sparse_rows(20, 70, &mut rng);
    let values = dense_rows(&sparse, 70);
    for inputs in [sparse.inputs(), Inputs::Dense { rows: 20, values: &values }] {
        let results = Processor::all().into_iter().map(|processor| {
            let mut training = Training::new(&network);
            training.processor = processor;
            let gradient = loss_gradient(training.forward(&network, &inputs));
            (gradient.clone(), training.backward(&network, &inputs, &gradient).clone())
        });
        let results: Vec<_> = results.collect();
        assert!(results.windows(2).all(|pair| pair[0] == pair[1]));
    }
}

#[test]
fn a_smaller_batch_after_a_larger_one_is_as_if_it_were_the_first() {
    let mut rng = rng(9);
    let network = Network::new(&shape(&[30, 20, 10], Activation::Relu), &mut rng);
    let (large, small) = (sparse_rows(50, 30, &mut rng), sparse_rows(3, 30, &mut rng));
    let mut training = Training::new(&network);
    let mut gradients = |rows: &SparseRows| {
        let gradient = loss_gradient(training.forward(&network, &rows.inputs()));
        training.backward(&network, &rows.inputs(), &gradient).clone()
    };
    let first = gradients(&small);
    gradients(&large);
    assert_eq!(gradients(&small), first);
    assert!(gradients(&SparseRows::new()).parameters().flatten().all(|number| *number == 0.0));
}

#[test]
fn clipping_scales_to_the_norm_asked_for() {
    let network = Network::new(&shape(&[30, 20, 10], Activation::Relu), &mut rng(1));
    let mut gradients = Gradients { layers: network.layers.clone() };
    let squares = network.parameters().flatten().map(|x| f64::from(*x).powi(2));
    let norm = squares.sum::<f64>().sqrt();
    assert!((gradients.clip_norm(1e9) - norm).abs() < 1e-9 * norm);
    assert_eq!(gradients.layers, network.layers);
    gradients.clip_norm(0.1);
    assert!((gradients.norm() - 0.1).abs() < 1e-7);
}

#[test]
fn numbers_begin_as_wide_as_their_layer_asks() {
    let network = Network::new(&shape(&[100, 25, 4], Activation::Sigmoid), &mut rng(1));
    assert_eq!(network.shape(), shape(&[100, 25, 4], Activation::Sigmoid));
    for (layer, bound) in network.layers.iter().zip([0.1, 0.2]) {
        let largest = layer.weights.iter().fold(0.0, |largest: f32, x| largest.max(x.abs()));
        assert!(largest <= bound && largest > 0.9 * bound);
    }
    assert_eq!(network, Network::new(&network.shape(), &mut rng(1)));
    assert_ne!(network, Network::new(&network.shape(), &mut rng(2)));
}

#[test]
fn activations_are_parsed_by_their_names() {
    for activation in Activation::ALL {
        assert_eq!(activation.to_string().parse(), Ok(activation));
    }
    let error = "Relu".parse::<Activation>().unwrap_err();
    assert!(error.to_string().contains("leaky-relu"));
}
