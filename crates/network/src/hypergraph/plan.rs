//! A network's parameters, cut into blocks for products.

use super::Network;
use super::graph::Graph;
use super::packed::Packed;
use super::shape::*;
use super::states::States;
use simd::Processor;
use simd::panels::padded;

/// A network's parameters, packed for products.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub processor: Processor,
    pub shape: Shape,
    pub encode_node: [Packed; 2],
    pub encode_edge: [Packed; 2],
    pub encode_global: [Packed; 2],
    pub edge: Update,
    /// By role: the matrices for the encoding and for the current vector of its node, in an edge's update.
    pub roles: Vec<[Packed; 2]>,
    pub node: Update,
    pub node_from_edges: Packed,
    pub global: Update,
    pub global_from_edges: Packed,
    pub global_from_nodes: Packed,
    pub decode: [Packed; 3],
}

/// The matrices of an update that apply to the updated thing itself, and its second layer.
#[derive(Clone, Debug)]
pub(super) struct Update {
    /// For its encoding; with the biases, since both terms are the same at all steps.
    pub first: Packed,
    /// For its current vector.
    pub now: Packed,
    /// The second layer.
    pub second: Packed,
}

impl Plan {
    /// A plan for networks of one shape.
    pub fn new(shape: &Shape) -> Self {
        let (h, sizes) = (shape.hidden, shape.matrices());
        let whole = |layer: usize| Packed::new(layer, 0, sizes[layer], true);
        let both = |layer: usize| [whole(layer), whole(layer + 1)];
        let block = |layer: usize, block: usize| Packed::new(layer, block * h, (h, h), false);
        let update = |layer: usize, own: usize| Update {
            first: Packed::new(layer, own * h, (h, h), true),
            now: block(layer, own + 1),
            second: whole(layer + 1),
        };
        Plan {
            processor: Processor::detect(),
            shape: shape.clone(),
            encode_node: both(ENCODE_NODE),
            encode_edge: both(ENCODE_EDGE),
            encode_global: both(ENCODE_GLOBAL),
            edge: update(UPDATE_EDGE, 0),
            roles: (1..=shape.roles.count())
                .map(|role| [block(UPDATE_EDGE, 2 * role), block(UPDATE_EDGE, 2 * role + 1)])
                .collect(),
            node: update(UPDATE_NODE, 1),
            node_from_edges: block(UPDATE_NODE, 0),
            global: update(UPDATE_GLOBAL, 2),
            global_from_edges: block(UPDATE_GLOBAL, 0),
            global_from_nodes: block(UPDATE_GLOBAL, 1),
            decode: [whole(DECODE), whole(DECODE + 1), whole(OUTPUT)],
        }
    }

    /// Copies a network's parameters.
    pub fn fill(&mut self, network: &Network) {
        assert_eq!(network.shape, self.shape, "a network of another shape");
        self.all().for_each(|packed| packed.fill(&network.layers));
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Packed> {
        let encode = self.encode_node.iter_mut().chain(&mut self.encode_edge).chain(&mut self.encode_global);
        let updates = [&mut self.edge, &mut self.node, &mut self.global];
        let updates = updates.into_iter().flat_map(|Update { first, now, second }| [first, now, second]);
        let others = [&mut self.node_from_edges, &mut self.global_from_edges, &mut self.global_from_nodes];
        encode.chain(updates).chain(self.roles.iter_mut().flatten()).chain(others).chain(&mut self.decode)
    }

    /// The distance from one vector to the next.
    pub fn stride(&self) -> usize {
        padded(self.shape.hidden)
    }

    /// The distance from the outputs of one step to those of the next.
    pub fn outputs(&self) -> usize {
        padded(self.shape.outputs)
    }

    /// Checks that the hypergraphs of states have the roles of this shape.
    pub fn check(&self, states: &States) {
        let fits = |graph: &Graph| graph.starts.len() == self.shape.roles.count() + 1;
        assert!((0..states.len()).all(|state| fits(states.graph(state))), "hypergraphs for another shape");
    }
}
