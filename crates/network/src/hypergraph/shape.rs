//! The sizes of a network, and the order of its layers.

use serde::{Deserialize, Serialize};

/// The number of features of a node: in planning, whether the fact is true, and whether it is a goal.
pub const NODE_FEATURES: usize = 2;

/// The number of features of an edge: in planning, cost, number of preconditions and number of effects of the action.
pub const EDGE_FEATURES: usize = 3;

/// The number of global features: in planning, the numbers of nodes and of edges.
pub const GLOBAL_FEATURES: usize = 2;

/// The sizes of a [`Network`](super::Network).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// The roles of nodes in an edge.
    pub roles: Roles,
    /// The length of the vectors of nodes, of edges and of the whole graph; at least one.
    pub hidden: usize,
    /// The number of steps of message passing; at least one.
    pub steps: usize,
    /// The number of outputs.
    pub outputs: usize,
    /// The aggregation of the edges that a node receives from.
    #[serde(default)]
    pub reception: Reception,
}

/// The numbers of roles for nodes in an edge, each with a matrix of its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roles {
    /// The largest number of senders of an edge.
    pub senders: usize,
    /// The largest number of receivers of an edge.
    pub receivers: usize,
}

impl Roles {
    /// The number of all roles: receivers, then senders.
    pub(crate) fn count(self) -> usize {
        self.receivers + self.senders
    }
}

/// The aggregation of the edges that a node receives from.
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

/// The indices of the first of the two layers of each part, and of the output layer.
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
