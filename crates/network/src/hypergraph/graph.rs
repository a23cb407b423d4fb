//! Hypergraphs: the part of the input that all states of a task share.

use super::shape::{EDGE_FEATURES, GLOBAL_FEATURES, Roles};
use std::fmt;

/// An edge, from any number of nodes to any number of nodes.
#[derive(Clone, Copy, Debug)]
pub struct Edge<'a> {
    /// In the order of their roles; unused roles count as zeros.
    pub senders: &'a [u32],
    /// As the senders.
    pub receivers: &'a [u32],
    /// Its features.
    pub features: [f32; EDGE_FEATURES],
}

/// Why a hypergraph is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphError {
    /// An edge has more senders or receivers than networks have roles for.
    TooManyRoles {
        /// Counted from 0.
        edge: usize,
    },
    /// An edge has a sender or receiver that does not exist.
    NoSuchNode {
        /// Counted from 0.
        edge: usize,
    },
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::TooManyRoles { edge } => {
                write!(f, "edge {edge} has more senders or receivers than the network has roles for")
            }
            GraphError::NoSuchNode { edge } => write!(f, "edge {edge} has a node that is not there"),
        }
    }
}

impl std::error::Error for GraphError {}

/// A hypergraph without the features of its nodes.
///
/// A node is multiplied by the matrix of a role once, however many edges have it in that role: there is a *pair* for each
/// role and each node that has it in any edge. The pairs of a role are consecutive.
#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    pub(super) nodes: usize,
    pub(super) edges: usize,
    pub(crate) edge_features: Vec<f32>,
    pub(crate) global_features: [f32; GLOBAL_FEATURES],
    /// The pairs of role `r` are `starts[r]..starts[r + 1]`.
    pub(crate) starts: Vec<usize>,
    /// The node of each pair.
    pub(crate) pairs: Vec<u32>,
    pub(crate) pairs_of_edges: Lists,
    pub(super) edges_of_pairs: Lists,
    pub(super) pairs_of_nodes: Lists,
    /// The edges that a node receives from.
    pub(crate) edges_of_nodes: Lists,
    /// The nodes that receive from an edge.
    pub(crate) nodes_of_edges: Lists,
}

impl Graph {
    /// A hypergraph with `nodes` nodes, for networks with these roles.
    ///
    /// # Errors
    /// If an edge has more senders or receivers than there are roles, or some that don't exist.
    pub fn new<'a>(
        roles: Roles,
        nodes: usize,
        edges: impl IntoIterator<Item = Edge<'a>>,
        global_features: [f32; GLOBAL_FEATURES],
    ) -> Result<Self, GraphError> {
        let (mut edge_features, mut receivers) = (Vec::new(), Vec::new());
        let mut uses = Vec::new();
        for (index, edge) in edges.into_iter().enumerate() {
            if edge.senders.len() > roles.senders || edge.receivers.len() > roles.receivers {
                return Err(GraphError::TooManyRoles { edge: index });
            }
            if edge.senders.iter().chain(edge.receivers).any(|&node| node as usize >= nodes) {
                return Err(GraphError::NoSuchNode { edge: index });
            }
            edge_features.extend(edge.features);
            receivers.push(edge.receivers.to_vec());
            let taken = edge.receivers.iter().zip(0..).chain(edge.senders.iter().zip(roles.receivers..));
            uses.extend(taken.map(|(&node, role)| (role, node, index)));
        }
        let nodes_of_edges = Lists::collect(receivers);
        let edges = nodes_of_edges.len();
        let mut distinct: Vec<(usize, u32)> = uses.iter().map(|&(role, node, _)| (role, node)).collect();
        distinct.sort_unstable();
        distinct.dedup();
        let mut pairs_of_edges = vec![Vec::new(); edges];
        for (role, node, edge) in uses {
            let pair = distinct.partition_point(|&other| other < (role, node));
            pairs_of_edges[edge].push(pair as u32);
        }
        let pairs: Vec<u32> = distinct.iter().map(|&(_, node)| node).collect();
        let pairs_of_edges = Lists::collect(pairs_of_edges);
        let nodes_of_pairs = Lists::collect(pairs.iter().map(|&node| [node]));
        Ok(Graph {
            nodes,
            edges,
            edge_features,
            global_features,
            starts: (0..=roles.count()).map(|role| distinct.partition_point(|pair| pair.0 < role)).collect(),
            edges_of_pairs: pairs_of_edges.transposed(pairs.len()),
            pairs_of_nodes: nodes_of_pairs.transposed(nodes),
            edges_of_nodes: nodes_of_edges.transposed(nodes),
            pairs,
            pairs_of_edges,
            nodes_of_edges,
        })
    }

    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// The number of edges.
    pub fn edges(&self) -> usize {
        self.edges
    }
}

/// A list of lists, stored contiguously.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lists {
    /// The list of `i` is `terms[offsets[i]..offsets[i + 1]]`.
    pub offsets: Vec<u32>,
    pub terms: Vec<u32>,
}

impl Lists {
    pub(crate) fn collect<L: IntoIterator<Item = u32>>(lists: impl IntoIterator<Item = L>) -> Self {
        let mut all = Lists { offsets: vec![0], terms: Vec::new() };
        for list in lists {
            all.terms.extend(list);
            all.offsets.push(all.terms.len() as u32);
        }
        all
    }

    pub fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// All lists.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        self.offsets.windows(2).map(|bounds| &self.terms[bounds[0] as usize..bounds[1] as usize])
    }

    /// The lengths of all lists.
    pub fn lengths(&self) -> impl Iterator<Item = u32> {
        self.offsets.windows(2).map(|bounds| bounds[1] - bounds[0])
    }

    /// For each of `terms` terms, the lists that contain it, in order.
    pub(crate) fn transposed(&self, terms: usize) -> Self {
        let mut lists = vec![Vec::new(); terms];
        for (list, terms) in self.iter().enumerate() {
            terms.iter().for_each(|&term| lists[term as usize].push(list as u32));
        }
        Lists::collect(lists)
    }
}
