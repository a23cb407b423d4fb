//! Initial weights of networks, on blocks.

use super::super::pass::{Pass, Scratch};
use super::super::plan::Plan;
use super::super::trace::Trace;
use super::super::*;
use super::blocks::problem;
use super::{Adam, AdamSettings, Problem, collected, rng};

fn mended(shape: &Shape, list: &[Problem], seed: u64) -> Network {
    let counts = Counts::of(&collected(shape, list));
    Network::new(shape, Initialisation::Mended(counts), &mut rng(seed))
}

/// The root of the mean of the squares of the numbers of nodes, after the first and after the last step.
fn sizes(network: &Network, problem: &Problem) -> [f32; 2] {
    let shape = network.shape();
    let graph = problem.graph(shape);
    let mut plan = Plan::new(shape);
    plan.fill(network);
    let (mut trace, mut scratch) = (Trace::default(), Scratch::default());
    Pass { plan: &plan, graph: &graph, trace: &mut trace, scratch: &mut scratch }
        .run(problem.features.as_flattened(), true);
    [1, shape.steps].map(|step| {
        let values = &trace.nodes[trace.before(step, graph.nodes)];
        (values.iter().map(|x| x * x).sum::<f32>() / values.len() as f32).sqrt()
    })
}

#[test]
fn counts_are_those_of_the_hypergraphs() {
    let shape = Shape::published(1);
    let three = problem(3, &mut rng(1)).0;
    // Three blocks are put down, and stacked in six ways; each time the arm becomes empty.
    let expected = Counts { nodes: 19.0, edges: 18.0, roles: 84.0 / 18.0, received: 9.0 };
    assert_eq!(Counts::of(&collected(&shape, &[three])), expected);
    let least = Counts { nodes: 1.0, edges: 1.0, roles: 1.0, received: 1.0 };
    assert_eq!(Counts::of(&States::new()), least);
}

#[test]
fn numbers_explode_with_the_number_of_edges_unless_mended() {
    let published = Shape::published(1);
    let means = Shape { reception: Reception::Mean, ..published.clone() };
    let typical = [problem(10, &mut rng(1)).0];
    for seed in 0..5 {
        let large = problem(30, &mut rng(2)).0;
        let [first, last] =
            sizes(&Network::new(&published, Initialisation::Faithful, &mut rng(seed)), &large);
        assert!(last > 100.0 * first, "seed {seed}: {first} {last}");
        for (shape, blocks) in [(&published, 5), (&published, 10), (&means, 5), (&means, 30)] {
            let [first, last] = sizes(&mended(shape, &typical, seed), &problem(blocks, &mut rng(3)).0);
            let steady = (0.1..10.0).contains(&(last / first)) && (0.01..10.0).contains(&last);
            assert!(steady, "seed {seed}, {blocks} blocks: {first} {last}");
        }
    }
}

/// The mean of the squared errors before and after training.
fn errors(mut network: Network, states: &States, targets: &[f32]) -> [f32; 2] {
    let shape = network.shape().clone();
    let mut training = Training::new(&network, Answers::All, 1);
    let mut adam = Adam::new(AdamSettings { learning_rate: 0.01, ..AdamSettings::default() }, &network);
    let mut errors = Vec::new();
    for _ in 0..80 {
        let outputs = training.forward(&network, states).to_vec();
        let mut slope = vec![0.0; outputs.len()];
        let mut error = 0.0;
        for (state, target) in targets.iter().enumerate() {
            let last = (state + 1) * shape.steps - 1;
            error += (outputs[last] - target).powi(2) / targets.len() as f32;
            slope[last] = 2.0 * (outputs[last] - target) / targets.len() as f32;
        }
        errors.push(error);
        let gradients = training.backward(&network, states, &slope);
        gradients.clip_norm(0.1);
        adam.step(&mut network, gradients);
    }
    let after = errors[70..].iter().copied().fold(f32::INFINITY, f32::min);
    [errors[0], after]
}

#[test]
fn all_seeds_learn_something_of_states_if_mended() {
    let shape = Shape { hidden: 16, steps: 4, ..Shape::published(1) };
    let mut draw = rng(9);
    let (list, targets): (Vec<_>, Vec<_>) = (0..12).map(|_| problem(3, &mut draw)).unzip();
    let states = collected(&shape, &list);
    let mean = targets.iter().sum::<f32>() / targets.len() as f32;
    // All states are of one size: who is blind to them comes to this.
    let variance = targets.iter().map(|x| (x - mean).powi(2)).sum::<f32>() / targets.len() as f32;
    for seed in 0..5 {
        let faithful = Network::new(&shape, Initialisation::Faithful, &mut rng(seed));
        let [before, after] = errors(faithful, &states, &targets);
        assert!(after < 0.5 * before, "seed {seed}: {before} {after} {variance}");
        let [before, after] = errors(mended(&shape, &list, seed), &states, &targets);
        assert!(after < 0.5 * variance, "mended seed {seed}: {before} {after} {variance}");
    }
}
