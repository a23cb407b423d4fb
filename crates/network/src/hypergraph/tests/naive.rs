//! The network written down literally, in `f64`.

use super::super::*;
use super::Problem;

type Row = Vec<f64>;

fn linear(layer: &Layer, input: &[f64]) -> Row {
    assert_eq!(input.len(), layer.inputs);
    let weight = |i: usize, o: usize| f64::from(layer.weights[i * layer.outputs + o]);
    let sum = |o: usize| input.iter().enumerate().map(|(i, x)| x * weight(i, o)).sum::<f64>();
    (0..layer.outputs).map(|o| f64::from(layer.biases[o]) + sum(o)).collect()
}

fn mlp(layers: &[Layer], input: &[f64]) -> Row {
    let leaky = |row: Row| row.into_iter().map(|x| if x > 0.0 { x } else { 0.01 * x }).collect::<Row>();
    leaky(linear(&layers[1], &leaky(linear(&layers[0], input))))
}

fn sum<'a>(width: usize, rows: impl Iterator<Item = &'a Row>) -> Row {
    rows.fold(vec![0.0; width], |sum, row| sum.iter().zip(row).map(|(a, b)| a + b).collect())
}

/// The outputs after each step.
pub fn outputs(network: &Network, problem: &Problem) -> Vec<f64> {
    let shape = network.shape();
    let layers = network.layers();
    let wide = |features: &[f32]| features.iter().copied().map(f64::from).collect::<Row>();
    let (nodes0, edges0): (Vec<Row>, Vec<Row>) = (
        problem.features.iter().map(|features| mlp(&layers[0..2], &wide(features))).collect(),
        problem.edges.iter().map(|(_, _, features)| mlp(&layers[2..4], &wide(features))).collect(),
    );
    let global0 = mlp(&layers[4..6], &wide(&problem.global));
    let (mut nodes, mut edges, mut global) = (nodes0.clone(), edges0.clone(), global0.clone());
    let mut outputs = Vec::new();
    for _ in 0..shape.steps {
        edges = problem
            .edges
            .iter()
            .enumerate()
            .map(|(edge, (senders, receivers, _))| {
                let mut input = [edges0[edge].clone(), edges[edge].clone()].concat();
                for (list, roles) in [(receivers, shape.roles.receivers), (senders, shape.roles.senders)] {
                    for role in 0..roles {
                        match list.get(role) {
                            Some(&node) => {
                                input.extend([&nodes0[node as usize][..], &nodes[node as usize]].concat())
                            }
                            None => input.extend(vec![0.0; 2 * shape.hidden]),
                        }
                    }
                }
                mlp(&layers[6..8], &input)
            })
            .collect();
        nodes = (0..nodes.len())
            .map(|node| {
                let lists = problem.edges.iter().map(|(_, receivers, _)| receivers).zip(&edges);
                let to_node = lists.flat_map(|(receivers, edge)| {
                    receivers.iter().filter(|&&other| other as usize == node).map(move |_| edge)
                });
                let count = to_node.clone().count().max(1) as f64;
                let mut received = sum(shape.hidden, to_node);
                if shape.reception == Reception::Mean {
                    received.iter_mut().for_each(|x| *x /= count);
                }
                mlp(&layers[8..10], &[received, nodes0[node].clone(), nodes[node].clone()].concat())
            })
            .collect();
        let all_edges = sum(shape.hidden, edges.iter());
        let all_nodes = sum(shape.hidden, nodes.iter());
        global = mlp(&layers[10..12], &[all_edges, all_nodes, global0.clone(), global].concat());
        outputs.extend(linear(&layers[14], &mlp(&layers[12..14], &global)));
    }
    outputs
}
