//! Initial weights of hypergraph networks.

use super::super::Layer;
use super::shape::*;
use super::{Graph, Network, States};
use rand::Rng;
use serde::{Deserialize, Serialize};

/// The initial weights of a network.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Initialisation {
    /// As published: all weights and biases uniform within ±1/√(number of inputs of their layer), as in PyTorch.
    Faithful,
    /// Scaled so that the vectors of nodes, edges and the whole graph neither grow nor shrink on hypergraphs of typical sizes.
    /// Weights are uniform within ±√(6 / inputs), where only used roles count as inputs; those for sums and counts are divided by
    /// the number of terms. Biases are 0.
    Mended(Counts),
}

/// Typical sizes of hypergraphs. Values below 1 count as 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counts {
    /// The mean number of nodes.
    pub nodes: f32,
    /// The mean number of edges.
    pub edges: f32,
    /// The mean number of senders and receivers of an edge.
    pub roles: f32,
    /// The largest number of edges that any node receives from.
    pub received: f32,
}

impl Counts {
    /// The sizes of the hypergraphs of states.
    pub fn of(states: &States) -> Self {
        let graphs = || (0..states.len()).map(|state| states.graph(state));
        let sum = |count: fn(&Graph) -> usize| graphs().map(|graph| count(graph) as f64).sum::<f64>();
        let mean = |sum: f64, count: f64| (sum / count.max(1.0)).max(1.0) as f32;
        let (number, edges) = (states.len() as f64, sum(Graph::edges));
        let received = graphs().flat_map(|graph| graph.edges_of_nodes.lengths()).max();
        Counts {
            nodes: mean(sum(Graph::nodes), number),
            edges: mean(edges, number),
            roles: mean(sum(|graph| graph.pairs_of_edges.terms.len()), edges),
            received: received.unwrap_or(0).max(1) as f32,
        }
    }
}

/// A network with initial weights.
pub(super) fn network(shape: &Shape, initialisation: Initialisation, rng: &mut impl Rng) -> Network {
    match initialisation {
        Initialisation::Faithful => {
            Network::with(shape, |inputs, outputs| Layer::random(inputs, outputs, rng))
        }
        Initialisation::Mended(counts) => mended(shape, counts, rng),
    }
}

fn mended(shape: &Shape, counts: Counts, rng: &mut impl Rng) -> Network {
    let mut network = Network::zeros(shape);
    let h = shape.hidden;
    for (index, layer) in network.layers.iter_mut().enumerate() {
        let fan_in = match index {
            UPDATE_EDGE => 2.0 * h as f32 * (1.0 + counts.roles.max(1.0)),
            // No activation follows, and outputs should begin small.
            OUTPUT => 6.0 * h as f32,
            _ => layer.inputs as f32,
        };
        let bound = (6.0 / fan_in.max(1.0)).sqrt();
        layer.weights.iter_mut().for_each(|weight| *weight = bound * (2.0 * rng.random::<f32>() - 1.0));
        let mut divide = |first: usize, rows: usize, count: f32| {
            let weights = layer.weights.iter_mut().skip(first * layer.outputs).take(rows * layer.outputs);
            weights.for_each(|weight| *weight /= count.max(1.0));
        };
        match index {
            ENCODE_GLOBAL => {
                divide(0, 1, counts.nodes);
                divide(1, 1, counts.edges);
            }
            UPDATE_NODE if shape.reception == Reception::Sum => divide(0, h, counts.received),
            UPDATE_GLOBAL => {
                divide(0, h, counts.edges);
                divide(h, h, counts.nodes);
            }
            _ => (),
        }
    }
    network
}
