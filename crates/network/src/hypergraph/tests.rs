//! Training and evaluation against each other, against a network written down literally in `f64`, and against finite
//! differences.

mod beginnings;
mod blocks;
mod naive;

use super::super::{Adam, AdamSettings, Gradients};
use super::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use simd::Processor;
use std::sync::Arc;

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A state with its hypergraph.
#[derive(Clone)]
struct Problem {
    features: Vec<[f32; NODE_FEATURES]>,
    /// Senders, receivers and features.
    edges: Vec<(Vec<u32>, Vec<u32>, [f32; EDGE_FEATURES])>,
    global: [f32; GLOBAL_FEATURES],
}

impl Problem {
    fn random(shape: &Shape, nodes: usize, edges: usize, rng: &mut impl Rng) -> Self {
        let mut list = |most: usize| -> Vec<u32> {
            let mut all: Vec<u32> = (0..nodes as u32).collect();
            let count = rng.random_range(0..=most.min(nodes));
            (0..count).for_each(|place| all.swap(place, rng.random_range(place..nodes)));
            all.truncate(count);
            all
        };
        let edges = (0..edges).map(|_| {
            let (senders, receivers) = (list(shape.roles.senders), list(shape.roles.receivers));
            let features = [1.0, senders.len() as f32, receivers.len() as f32];
            (senders, receivers, features)
        });
        let edges: Vec<_> = edges.collect();
        let mut draw = || f32::from(u8::from(rng.random_bool(0.3)));
        let features = (0..nodes).map(|_| [draw(), draw()]).collect();
        Problem { features, global: [nodes as f32, edges.len() as f32], edges }
    }

    fn graph(&self, shape: &Shape) -> Arc<Graph> {
        let edges = self.edges.iter();
        let edges =
            edges.map(|(senders, receivers, features)| Edge { senders, receivers, features: *features });
        Arc::new(Graph::new(shape.roles, self.features.len(), edges, self.global).unwrap())
    }
}

fn collected(shape: &Shape, list: &[Problem]) -> States {
    let mut states = States::new();
    list.iter().for_each(|problem| states.push(&problem.graph(shape), problem.features.iter().copied()));
    states
}

/// Nothing at all, no edges, no nodes, and some of several sizes, mixed.
fn mixed(shape: &Shape, rng: &mut impl Rng) -> Vec<Problem> {
    let sizes = [(7, 9), (0, 0), (3, 0), (1, 2), (0, 4), (12, 30), (20, 11)];
    sizes.map(|(nodes, edges)| Problem::random(shape, nodes, edges, rng)).to_vec()
}

/// The published one, and such of other sizes.
fn shapes() -> Vec<Shape> {
    let small =
        Shape { roles: Roles { senders: 2, receivers: 3 }, hidden: 5, steps: 3, ..Shape::published(2) };
    vec![
        Shape::published(1),
        Shape { reception: Reception::Mean, steps: 4, ..Shape::published(2) },
        Shape { steps: 1, ..small.clone() },
        Shape { reception: Reception::Mean, hidden: 17, ..small.clone() },
        Shape { roles: Roles { senders: 0, receivers: 1 }, ..small.clone() },
        Shape { roles: Roles { senders: 1, receivers: 0 }, ..small.clone() },
        small,
    ]
}

fn network(shape: &Shape, rng: &mut impl Rng) -> Network {
    Network::new(shape, Initialisation::Faithful, rng)
}

fn assert_near(found: &[f32], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (index, (&found, expected)) in found.iter().zip(expected).enumerate() {
        let near = (f64::from(found) - expected).abs() <= tolerance * (1.0 + expected.abs());
        assert!(near, "{index}: {found} {expected}");
    }
}

#[test]
fn edges_that_networks_have_no_roles_for_are_refused() {
    let roles = Roles { senders: 1, receivers: 1 };
    let edge = |senders, receivers| [Edge { senders, receivers, features: [0.0; 3] }];
    let new = |edges| Graph::new(roles, 2, edges, [0.0; 2]).map(|graph| graph.edges());
    assert_eq!(new(edge(&[0], &[1])), Ok(1));
    assert_eq!(new(edge(&[0, 1], &[])), Err(GraphError::TooManyRoles { edge: 0 }));
    assert_eq!(new(edge(&[], &[0, 1])), Err(GraphError::TooManyRoles { edge: 0 }));
    assert_eq!(new(edge(&[], &[2])), Err(GraphError::NoSuchNode { edge: 0 }));
}

#[test]
#[should_panic(expected = "hypergraphs for another shape")]
fn hypergraphs_for_another_shape_are_refused() {
    let other = Shape { roles: Roles { senders: 3, receivers: 3 }, ..Shape::published(1) };
    let states = collected(&other, &mixed(&other, &mut rng(1)));
    Evaluator::new(&Network::zeros(&Shape::published(1))).evaluate(&states);
}

#[test]
fn outputs_are_those_of_the_definition() {
    for (seed, shape) in shapes().iter().enumerate() {
        let mut rng = rng(seed as u64);
        let network = network(shape, &mut rng);
        let list = mixed(shape, &mut rng);
        let expected: Vec<f64> = list.iter().flat_map(|problem| naive::outputs(&network, problem)).collect();
        let mut training = Training::new(&network, Answers::All, 1);
        assert_near(training.forward(&network, &collected(shape, &list)), &expected, 2e-5);
    }
}

#[test]
fn evaluation_has_the_bits_of_training_and_one_state_those_of_a_batch() {
    for (seed, shape) in shapes().iter().enumerate() {
        let mut rng = rng(100 + seed as u64);
        let network = network(shape, &mut rng);
        let list = mixed(shape, &mut rng);
        let states = collected(shape, &list);
        let mut evaluator = Evaluator::new(&network);
        let together = evaluator.evaluate(&states).to_vec();
        let all_steps = Training::new(&network, Answers::All, 2).forward(&network, &states).to_vec();
        let of_states = all_steps.chunks_exact(shape.steps * shape.outputs);
        let last: Vec<f32> =
            of_states.flat_map(|outputs| &outputs[outputs.len() - shape.outputs..]).copied().collect();
        assert_eq!(last, together);
        let mut alone =
            |problem| evaluator.evaluate(&collected(shape, std::slice::from_ref(problem))).to_vec();
        assert_eq!(list.iter().flat_map(&mut alone).collect::<Vec<_>>(), together);
    }
}

#[test]
fn all_processors_yield_the_same_bits() {
    for (seed, shape) in shapes().iter().enumerate() {
        let mut rng = rng(300 + seed as u64);
        let network = network(shape, &mut rng);
        let states = collected(shape, &mixed(shape, &mut rng));
        let expected = gradient(&mut Training::new(&network, Answers::All, 1), &network, &states);
        for processor in Processor::all() {
            let mut training = Training::on(processor, &network);
            assert_eq!(gradient(&mut training, &network, &states), expected);
        }
    }
}

#[test]
fn the_order_of_nodes_and_edges_does_not_matter() {
    let shape = Shape::published(2);
    let mut rng = rng(5);
    let network = network(&shape, &mut rng);
    let mut training = Training::new(&network, Answers::All, 1);
    for problem in mixed(&shape, &mut rng) {
        let nodes = problem.features.len();
        let mut names: Vec<u32> = (0..nodes as u32).collect();
        (1..nodes).for_each(|last| names.swap(last, rng.random_range(0..=last)));
        let rename = |list: &[u32]| list.iter().map(|&node| names[node as usize]).collect();
        let mut renamed = problem.clone();
        names.iter().zip(&problem.features).for_each(|(&name, x)| renamed.features[name as usize] = *x);
        for (senders, receivers, _) in &mut renamed.edges {
            (*senders, *receivers) = (rename(senders), rename(receivers));
        }
        renamed.edges.reverse();
        let outputs = training.forward(&network, &collected(&shape, &[problem]));
        let expected: Vec<f64> = outputs.iter().copied().map(f64::from).collect();
        assert_near(training.forward(&network, &collected(&shape, &[renamed])), &expected, 1e-4);
    }
}

/// A loss that weights all outputs of all steps differently, and its gradient.
fn gradient(training: &mut Training, network: &Network, states: &States) -> Gradients {
    let outputs = training.forward(network, states).len();
    let slope: Vec<f32> = (0..outputs).map(|n| (n as f32).sin()).collect();
    training.backward(network, states, &slope).clone()
}

#[test]
fn who_answers_last_has_the_gradient_of_who_is_heard_last() {
    for (seed, shape) in shapes().iter().enumerate() {
        let mut rng = rng(400 + seed as u64);
        let network = network(shape, &mut rng);
        let states = collected(shape, &mixed(shape, &mut rng));
        let mut all = Training::new(&network, Answers::All, 1);
        let width = shape.steps * shape.outputs;
        let is_last = |output: usize| output % width >= width - shape.outputs;
        let outputs = all.forward(&network, &states).iter().enumerate();
        let expected: Vec<f32> = outputs.filter(|(n, _)| is_last(*n)).map(|(_, x)| *x).collect();
        let slope = |n: usize| if is_last(n) { (n as f32).sin() } else { 0.0 };
        let slopes: Vec<f32> = (0..states.len() * width).map(slope).collect();
        let heard: Vec<f32> = (0..slopes.len()).filter(|n| is_last(*n)).map(slope).collect();
        let mut last = Training::new(&network, Answers::Last, 1);
        assert_eq!(last.forward(&network, &states), expected);
        let (last, all) =
            (last.backward(&network, &states, &heard), all.backward(&network, &states, &slopes));
        for (last, all) in last.parameters().zip(all.parameters()) {
            let all: Vec<f64> = all.iter().copied().map(f64::from).collect();
            assert_near(last, &all, 1e-5);
        }
    }
}

fn loss(network: &Network, list: &[Problem]) -> f64 {
    let outputs = list.iter().flat_map(|problem| naive::outputs(network, problem));
    outputs.enumerate().map(|(n, output)| f64::from((n as f32).sin()) * output).sum()
}

#[test]
fn gradients_are_those_of_finite_differences() {
    for (seed, shape) in shapes().iter().enumerate() {
        let mut rng = rng(200 + seed as u64);
        let mut network = network(shape, &mut rng);
        let list = [(5, 6), (0, 0), (4, 0), (0, 3), (6, 9)]
            .map(|(nodes, edges)| Problem::random(shape, nodes, edges, &mut rng));
        let states = collected(shape, &list);
        let found = gradient(&mut Training::new(&network, Answers::All, 1), &network, &states);
        for slice in 0..network.parameters().count() {
            let numbers = network.parameters().nth(slice).map_or(0, <[f32]>::len);
            let largest = found.parameters().nth(slice).unwrap().iter().fold(0.0, |a: f32, b| a.max(b.abs()));
            for number in (0..numbers).step_by(1 + numbers / 4) {
                let mut at = |change: f32| {
                    let value = &mut network.parameters_mut().nth(slice).unwrap()[number];
                    let before = *value;
                    *value += change;
                    let loss = (f64::from(*value), loss(&network, &list));
                    network.parameters_mut().nth(slice).unwrap()[number] = before;
                    loss
                };
                let ((x, low), (y, high)) = (at(-1e-6), at(1e-6));
                let expected = (high - low) / (y - x);
                let found = f64::from(found.parameters().nth(slice).unwrap()[number]);
                let near = (found - expected).abs() <= 2e-3 * (f64::from(largest) + expected.abs());
                assert!(near, "shape {seed}, slice {slice}, number {number}: {found} {expected}");
            }
        }
    }
}

#[test]
fn threads_change_no_bytes() {
    let shape = Shape { steps: 3, ..Shape::published(1) };
    let mut rng = rng(7);
    let network = network(&shape, &mut rng);
    let list: Vec<Problem> =
        (0..40).map(|n| Problem::random(&shape, n % 17, 20 * (n % 23), &mut rng)).collect();
    let states = collected(&shape, &list);
    let expected = gradient(&mut Training::new(&network, Answers::All, 1), &network, &states);
    for threads in [2, 3, 7] {
        let mut training = Training::new(&network, Answers::All, threads);
        // What other batches leave behind does not matter.
        gradient(&mut training, &network, &collected(&shape, &list[..23]));
        assert_eq!(gradient(&mut training, &network, &states), expected);
    }
    let empty = gradient(&mut Training::new(&network, Answers::All, 2), &network, &States::new());
    assert_eq!(empty.norm(), 0.0);
}

#[test]
fn states_that_share_a_hypergraph_are_as_if_each_had_its_own() {
    let shape = Shape { steps: 3, ..Shape::published(1) };
    let mut rng = rng(8);
    let network = network(&shape, &mut rng);
    let problem = Problem::random(&shape, 9, 14, &mut rng);
    let graph = problem.graph(&shape);
    let (mut shared, mut list) = (States::new(), Vec::new());
    for _ in 0..5 {
        let other = Problem { features: Problem::random(&shape, 9, 0, &mut rng).features, ..problem.clone() };
        shared.push(&graph, other.features.iter().copied());
        list.push(other);
    }
    let mut training = Training::new(&network, Answers::All, 1);
    let expected = gradient(&mut training, &network, &collected(&shape, &list));
    assert_eq!(gradient(&mut training, &network, &shared), expected);
}
