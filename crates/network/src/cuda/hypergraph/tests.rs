//! Steps on a GPU against those of the processor.

use super::super::super::hypergraph::{
    Answers, Edge, Graph, Initialisation, Network, Reception, Roles, Shape, States, Training,
};
use super::super::super::{Adam, AdamSettings};
use super::super::testing::distance;
use super::CudaHypergraphTraining;
use gpu::testing::if_there;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// Networks as published and others: with means, narrow, wide, with one step, without roles.
fn shapes() -> Vec<(Shape, Answers)> {
    let shape = |senders, receivers, hidden, steps, outputs, reception| {
        let roles = Roles { senders, receivers };
        Shape { roles, hidden, steps, outputs, reception }
    };
    vec![
        (Shape::published(2), Answers::Last),
        (Shape::published(2), Answers::All),
        (shape(3, 2, 5, 3, 1, Reception::Mean), Answers::All),
        (shape(2, 4, 40, 2, 3, Reception::Sum), Answers::Last),
        (shape(0, 0, 7, 1, 2, Reception::Mean), Answers::Last),
    ]
}

/// A random hypergraph of `nodes` nodes and `edges` edges.
fn graph(roles: Roles, nodes: u32, edges: usize, rng: &mut ChaCha8Rng) -> Arc<Graph> {
    let mut some = |most: usize| -> Vec<u32> {
        let count = if nodes == 0 { 0 } else { rng.random_range(0..=most) };
        (0..count).map(|_| rng.random_range(0..nodes)).collect()
    };
    let lists: Vec<_> = (0..edges).map(|_| (some(roles.senders), some(roles.receivers))).collect();
    let edges = lists.iter().map(|(senders, receivers)| Edge {
        senders,
        receivers,
        features: [1.0, senders.len() as f32, receivers.len() as f32],
    });
    let global = [f32::from(nodes as u16), lists.len() as f32];
    Arc::new(Graph::new(roles, nodes as usize, edges, global).expect("a hypergraph"))
}

/// States of small hypergraphs and of `large` larger ones, two of each.
fn states(shape: &Shape, large: usize, rng: &mut ChaCha8Rng) -> States {
    let mut states = States::new();
    for (nodes, edges) in [(7, 9), (1, 0), (0, 0), (3, 40)].into_iter().chain(vec![(50, 130); large]) {
        let graph = graph(shape.roles, nodes, edges, rng);
        for _ in 0..2 {
            let features: Vec<[f32; 2]> =
                (0..nodes).map(|_| [0, 1].map(|_| f32::from(u8::from(rng.random_bool(0.4))))).collect();
            states.push(&graph, features);
        }
    }
    states
}

fn slope(outputs: &[f32], slopes: &mut [f32]) {
    for (number, (slope, output)) in slopes.iter_mut().zip(outputs).enumerate() {
        *slope = output - number as f32 / 10.0;
    }
}

/// The network on a GPU, if there is one.
fn on_gpu(network: &Network, answers: Answers, adam: &Adam) -> Option<CudaHypergraphTraining> {
    if_there(CudaHypergraphTraining::new(0, network, answers, adam))
}

#[test]
fn outputs_and_gradients_are_those_of_the_processor() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for (shape, answers) in shapes() {
        let network = Network::new(&shape, Initialisation::Faithful, &mut rng);
        // A hundredth of the first gradient is Adam's first mean, if the mean forgets as slowly.
        let adam = Adam::new(AdamSettings { beta1: 0.99, ..AdamSettings::default() }, &network);
        let Some(mut gpu) = on_gpu(&network, answers, &adam) else { return };
        let states = states(&shape, 20, &mut rng);
        let mut training = Training::new(&network, answers, 1);
        let outputs = training.forward(&network, &states).to_vec();
        let found = gpu.outputs(&states).expect("outputs");
        let size = outputs.iter().fold(1.0f32, |most, x| most.max(x.abs()));
        assert!(distance(&outputs, &found) < 1e-5 * size, "{shape:?}: {outputs:?} {found:?}");
        let mut slopes = vec![0.0; outputs.len()];
        slope(&outputs, &mut slopes);
        let gradients = training.backward(&network, &states, &slopes);
        gpu.step(&states, None, slope).expect("a step");
        let found: Vec<f32> =
            gpu.adam().expect("an optimiser").first.iter().map(|mean| mean * 100.0).collect();
        let largest = gradients.parameters().flatten().fold(0.0f32, |most, x| most.max(x.abs()));
        let distance = distance(gradients.parameters().flatten(), &found);
        assert!(distance < 1e-4 * largest.max(1.0), "{shape:?}: {distance} of {largest}");
    }
}

#[test]
fn steps_lead_where_those_of_the_processor_lead_and_again_to_the_same_bits() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for (shape, answers) in shapes() {
        let mut network = Network::new(&shape, Initialisation::Faithful, &mut rng);
        // Adam makes much of next to nothing, unless epsilon is larger than usual.
        let (learning_rate, weight_decay, epsilon) = (0.001, 0.1, 0.01);
        let settings = AdamSettings { learning_rate, weight_decay, epsilon, ..AdamSettings::default() };
        let mut adam = Adam::new(settings, &network);
        let [Some(mut gpu), Some(mut again)] = [(); 2].map(|()| on_gpu(&network, answers, &adam)) else {
            return;
        };
        let mut training = Training::new(&network, answers, 1);
        for large in [0, 3, 1, 20, 0, 2] {
            let states = states(&shape, large, &mut rng);
            let outputs = training.forward(&network, &states);
            let mut slopes = vec![0.0; outputs.len()];
            slope(outputs, &mut slopes);
            let gradients = training.backward(&network, &states, &slopes);
            gradients.clip_norm(0.5);
            adam.step(&mut network, gradients);
            gpu.step(&states, Some(0.5), slope).expect("a step");
            again.step(&states, Some(0.5), slope).expect("a step");
        }
        let found = gpu.network().expect("a network");
        assert!(distance(network.parameters().flatten(), found.parameters().flatten()) < 1e-3, "{shape:?}");
        assert_eq!((found, gpu.adam()), (again.network().expect("a network"), again.adam()));
    }
}

#[test]
fn a_batch_without_states_changes_nothing() {
    let network =
        Network::new(&Shape::published(2), Initialisation::Faithful, &mut ChaCha8Rng::seed_from_u64(3));
    let adam = Adam::new(AdamSettings::default(), &network);
    let Some(mut gpu) = on_gpu(&network, Answers::Last, &adam) else { return };
    gpu.step(&States::new(), None, |_, _| panic!("there is nothing to learn")).expect("no step");
    assert_eq!(gpu.network(), Ok(network));
}
