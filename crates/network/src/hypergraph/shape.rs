//! How large a network is, and what goes where in it.

use serde::{Deserialize, Serialize};

/// What is known of each node: in planning, whether the fact is true, and whether it is a goal.
pub const NODE_FEATURES: usize = 2;

/// What is known of each edge: in planning, cost, number of preconditions and number of effects of the action.
pub const EDGE_FEATURES: usize = 3;

/// What is known of the whole: in planning, the numbers of nodes and of edges.
pub const GLOBAL_FEATURES: usize = 2;

/// The sizes of a [`Network`](super::Network).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// What nodes can be to an edge.
    pub roles: Roles,
    /// How many numbers stand for a node, for an edge and for the whole; at least one.
    pub hidden: usize,
    /// How often these are updated; at least once.
    pub steps: usize,
    /// The number of outputs.
    pub outputs: usize,
    /// What a node is told of the edges that it receives from.
    #[serde(default)]
    pub reception: Reception,
}

/// How many roles there are for nodes in an edge, each with a matrix of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roles {
    /// The most senders of an edge.
    pub senders: usize,
    /// The most receivers of an edge.
    pub receivers: usize,
}

impl Roles {
    /// All roles: receivers, then senders.
    pub(crate) fn count(self) -> usize {
        self.receivers + self.senders
    }
}

/// What a node is told of the edges that it receives from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reception {
    /// Their sum, as published.
    #[default]
    Sum,
    /// Their mean, which does not grow with their number.
    Mean,
}

impl Shape {
    /// The published sizes.
    pub fn published(outputs: usize) -> Self {
        let roles = Roles { senders: 7, receivers: 3 };
        Shape { roles, hidden: 32, steps: 10, outputs, reception: Reception::Sum }
    }

    /// The number of inputs and of outputs of each matrix, in the order of [`Network::layers`](super::Network::layers).
    pub fn matrices(&self) -> [(usize, usize); LAYERS] {
        let h = self.hidden;
        let mut layers = [(h, h); LAYERS];
        layers[ENCODE_NODE].0 = NODE_FEATURES;
        layers[ENCODE_EDGE].0 = EDGE_FEATURES;
        layers[ENCODE_GLOBAL].0 = GLOBAL_FEATURES;
        layers[UPDATE_EDGE].0 = 2 * h * (1 + self.roles.count());
        layers[UPDATE_NODE].0 = 3 * h;
        layers[UPDATE_GLOBAL].0 = 4 * h;
        layers[OUTPUT].1 = self.outputs;
        layers
    }
}

/// The first of the two layers of each part, and the last layer.
pub(crate) const ENCODE_NODE: usize = 0;
pub(crate) const ENCODE_EDGE: usize = 2;
pub(crate) const ENCODE_GLOBAL: usize = 4;
pub(crate) const UPDATE_EDGE: usize = 6;
pub(crate) const UPDATE_NODE: usize = 8;
pub(crate) const UPDATE_GLOBAL: usize = 10;
pub(crate) const DECODE: usize = 12;
pub(crate) const OUTPUT: usize = 14;

/// The number of layers.
pub(super) const LAYERS: usize = 15;
