//! Steps on a GPU against those of the processor.

use super::super::super::logic::{Fact, Machine, Shape, States, Training};
use super::super::super::{Adam, AdamSettings};
use super::super::testing::distance;
use super::CudaLogicTraining;
use gpu::testing::if_there;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Machines as published and others: with facts about triples, without facts about single objects, narrow, shallow, wide.
fn shapes() -> Vec<Shape> {
    let shape = |inputs, depth, breadth, width, outputs| Shape { inputs, depth, breadth, width, outputs };
    vec![
        shape([2, 6, 2, 0], 5, 3, 8, 2),
        shape([0, 0, 3, 5], 4, 3, 5, 1),
        shape([1, 2, 3, 4], 3, 3, 12, 3),
        shape([0, 40, 0, 0], 6, 2, 8, 2),
        shape([3, 1, 1, 1], 2, 1, 7, 2),
        shape([4, 3, 2, 1], 1, 3, 8, 2),
    ]
}

/// States of zero to twelve objects, and `large` more of twelve: if that is 40, there is more than a tile for each block.
fn states(shape: &Shape, large: usize, rng: &mut ChaCha8Rng) -> States {
    let mut states = States::new(shape);
    for objects in [7, 0, 3, 1, 12, 2, 9].into_iter().chain(vec![12; large]) {
        let mut facts = Vec::new();
        for (arity, &features) in shape.levels()[0].iter().enumerate().filter(|_| objects > 0) {
            for _ in 0..if features > 0 { 20 } else { 0 } {
                let tuple: Vec<u32> = (0..arity).map(|_| rng.random_range(0..objects)).collect();
                facts.push((rng.random_range(0..features), tuple));
            }
        }
        let facts = facts.iter().map(|(feature, objects)| Fact { feature: *feature, objects });
        states.push(objects as usize, facts);
    }
    states
}

fn slope(outputs: &[f32], slopes: &mut [f32]) {
    for (number, (slope, output)) in slopes.iter_mut().zip(outputs).enumerate() {
        *slope = output - number as f32 / 10.0;
    }
}

/// The machine on a GPU, if there is one.
fn on_gpu(machine: &Machine, adam: &Adam) -> Option<CudaLogicTraining> {
    if_there(CudaLogicTraining::new(0, machine, adam))
}

#[test]
fn outputs_and_gradients_are_those_of_the_processor() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for shape in shapes() {
        let machine = Machine::new(&shape, &mut rng);
        // A hundredth of the first gradient is Adam's first mean, if the mean forgets as slowly.
        let adam = Adam::new(AdamSettings { beta1: 0.99, ..AdamSettings::default() }, &machine);
        let Some(mut gpu) = on_gpu(&machine, &adam) else { return };
        let states = states(&shape, 40, &mut rng);
        let mut training = Training::new(&machine, 1);
        let outputs = training.forward(&machine, &states).to_vec();
        let found = gpu.outputs(&states).expect("outputs");
        assert!(distance(&outputs, &found) < 1e-5, "{shape:?}: {outputs:?} {found:?}");
        let mut slopes = vec![0.0; outputs.len()];
        slope(&outputs, &mut slopes);
        let gradients = training.backward(&machine, &states, &slopes);
        gpu.step(&states, None, slope).expect("a step");
        let found: Vec<f32> =
            gpu.adam().expect("an optimiser").first.iter().map(|mean| mean * 100.0).collect();
        let largest = gradients.parameters().flatten().fold(0.0f32, |most, x| most.max(x.abs()));
        let distance = distance(gradients.parameters().flatten(), &found);
        assert!(distance < 1e-5 * largest.max(1.0), "{shape:?}: {distance} of {largest}");
    }
}

#[test]
fn steps_lead_where_those_of_the_processor_lead_and_again_to_the_same_bits() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for shape in shapes() {
        let mut machine = Machine::new(&shape, &mut rng);
        // Adam makes much of next to nothing, unless epsilon is larger than usual.
        let (learning_rate, weight_decay, epsilon) = (0.01, 0.1, 0.01);
        let settings = AdamSettings { learning_rate, weight_decay, epsilon, ..AdamSettings::default() };
        let mut adam = Adam::new(settings, &machine);
        let (Some(mut gpu), Some(mut again)) = (on_gpu(&machine, &adam), on_gpu(&machine, &adam)) else {
            return;
        };
        let mut training = Training::new(&machine, 1);
        for large in [0, 3, 1, 40, 0, 2, 5, 1, 0, 7] {
            let states = states(&shape, large, &mut rng);
            let outputs = training.forward(&machine, &states);
            let mut slopes = vec![0.0; outputs.len()];
            slope(outputs, &mut slopes);
            let gradients = training.backward(&machine, &states, &slopes);
            gradients.clip_norm(0.5);
            adam.step(&mut machine, gradients);
            gpu.step(&states, Some(0.5), slope).expect("a step");
            again.step(&states, Some(0.5), slope).expect("a step");
        }
        let found = gpu.machine().expect("a machine");
        assert!(distance(machine.parameters().flatten(), found.parameters().flatten()) < 1e-3, "{shape:?}");
        assert_eq!((found, gpu.adam()), (again.machine().expect("a machine"), again.adam()));
    }
}

#[test]
fn nothing_changes_without_states() {
    let shape = &shapes()[0];
    let machine = Machine::new(shape, &mut ChaCha8Rng::seed_from_u64(3));
    let adam = Adam::new(AdamSettings::default(), &machine);
    let Some(mut gpu) = on_gpu(&machine, &adam) else { return };
    gpu.step(&States::new(shape), None, slope).expect("no step");
    assert_eq!((gpu.machine(), gpu.adam()), (Ok(machine), Ok(adam)));
}

#[test]
fn a_machine_that_is_too_wide_is_refused() {
    let shape = Shape { inputs: [2, 6, 2, 0], depth: 5, breadth: 3, width: 100, outputs: 2 };
    let machine = Machine::new(&shape, &mut ChaCha8Rng::seed_from_u64(4));
    let found = CudaLogicTraining::new(0, &machine, &Adam::new(AdamSettings::default(), &machine));
    assert!(found.is_err());
    assert!(!super::Source::new(&shape).fits() && super::Source::new(&shapes()[0]).fits());
}

#[test]
fn a_gpu_that_is_not_there_is_an_error() {
    let machine = Machine::new(&shapes()[0], &mut ChaCha8Rng::seed_from_u64(5));
    let adam = Adam::new(AdamSettings::default(), &machine);
    assert!(CudaLogicTraining::new(1 << 20, &machine, &adam).is_err());
}
