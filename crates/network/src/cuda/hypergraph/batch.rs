//! The hypergraphs of a batch joined to one, and its layout in the memory of a GPU.

use super::super::super::hypergraph::{
    Answers, EDGE_FEATURES, GLOBAL_FEATURES, Graph, Lists, NODE_FEATURES, Shape, States,
};

/// A matrix in the memory of a batch.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Matrix {
    pub at: usize,
    pub rows: usize,
    pub width: usize,
}

impl Matrix {
    pub fn len(self) -> usize {
        self.rows * self.width
    }

    /// A slot of it, by number; each slot has `rows` rows.
    pub fn slot(self, number: usize, rows: usize) -> Self {
        Matrix { at: self.at + number * rows * self.width, rows, width: self.width }
    }

    /// The slots from a number on.
    pub fn slots_from(self, number: usize, rows: usize) -> Self {
        let skipped = number * rows;
        Matrix { at: self.at + skipped * self.width, rows: self.rows - skipped, width: self.width }
    }
}

/// Lists of rows, as offsets and terms in memory.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ListsAt {
    pub offsets: usize,
    pub terms: usize,
    pub count: usize,
}

/// The matrices of nodes, of edges, or of global vectors, of which there is one for each state.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Kind {
    pub count: usize,
    pub features: Matrix,
    /// After the first layer of the encoder.
    pub encoded: Matrix,
    /// The vectors before the first step and after each.
    pub values: Matrix,
    /// The terms of the first layer's sums that are the same at all steps.
    pub fixed: Matrix,
    /// After the first layer of the update, at each step.
    pub hidden: Matrix,
    /// The gradients by the vectors at the current step of the backward pass.
    pub now: Matrix,
    /// The gradients by the sums of both layers at each step, and by those of the first summed over all steps.
    pub first: Matrix,
    pub second: Matrix,
    pub total: Matrix,
}

/// The layout of a batch.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    pub nodes: Kind,
    pub edges: Kind,
    pub globals: Kind,
    /// For each role, the product of its matrix with each node.
    pub roles: Matrix,
    /// For each role, the gradients by these products at each step, and summed over all steps.
    pub role_slopes: Matrix,
    pub role_totals: Matrix,
    /// The messages that nodes receive, the sums of all edges and those of all nodes, at each step.
    pub received: Matrix,
    pub all_edges: Matrix,
    pub all_nodes: Matrix,
    /// The gradients by these at the current step of the backward pass.
    pub received_slopes: Matrix,
    pub all_edges_slopes: Matrix,
    pub all_nodes_slopes: Matrix,
    /// After each layer of the decoder, for each answer of each state, and the gradients by its sums.
    pub decoded: [Matrix; 3],
    pub decoded_slopes: [Matrix; 3],
    /// The gradients by the decoder's inputs at each step.
    pub decoder: Matrix,
    /// The total size.
    pub end: usize,
    pub roles_of_edges: ListsAt,
    pub edges_of_roles: ListsAt,
    pub edges_of_nodes: ListsAt,
    pub nodes_of_edges: ListsAt,
    pub edges_of_states: ListsAt,
    pub nodes_of_states: ListsAt,
    pub state_of_edges: ListsAt,
    pub state_of_nodes: ListsAt,
}

/// The features and lists of a batch, to be copied to a GPU.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub node_features: Vec<f32>,
    pub edge_features: Vec<f32>,
    pub global_features: Vec<f32>,
    pub lists: Vec<u32>,
}

impl Batch {
    /// Joins all hypergraphs to one. `None` if it has too many rows for 32 bits.
    pub fn new(shape: &Shape, answers: Answers, states: &States) -> Option<(Self, Layout)> {
        let mut batch = Batch::default();
        let graphs: Vec<&Graph> = (0..states.len()).map(|state| states.graph(state)).collect();
        for (state, graph) in graphs.iter().enumerate() {
            batch.node_features.extend_from_slice(states.features(state));
            batch.edge_features.extend_from_slice(&graph.edge_features);
            batch.global_features.extend_from_slice(&graph.global_features);
        }
        let nodes: usize = graphs.iter().map(|graph| graph.nodes()).sum();
        let edges: usize = graphs.iter().map(|graph| graph.edges()).sum();
        // A bound on the rows of any matrix and the terms of any lists; 31 bits, since blocks reach beyond the end.
        let most = nodes.max(edges).max(states.len());
        let rows = most.checked_mul(shape.roles.count().max(shape.steps + 1))?;
        i32::try_from(rows).ok()?;
        let mut layout = rooms(shape, answers, nodes, edges, states.len());
        batch.add_lists(&graphs, nodes, &mut layout);
        Some((batch, layout))
    }

    fn add_lists(&mut self, graphs: &[&Graph], nodes: usize, layout: &mut Layout) {
        let roles_of_edges = roles_of_edges(graphs, nodes);
        let edges_of_roles = roles_of_edges.transposed(layout.roles.rows);
        layout.roles_of_edges = self.add(&roles_of_edges);
        layout.edges_of_roles = self.add(&edges_of_roles);
        let (node_starts, edge_starts) = (starts(graphs, Graph::nodes), starts(graphs, Graph::edges));
        let joined = |lists: fn(&Graph) -> &Lists, starts: &[u32]| {
            let all = graphs.iter().zip(starts).flat_map(move |(graph, start)| {
                lists(graph).iter().map(move |list| list.iter().map(move |term| term + start))
            });
            Lists::collect(all)
        };
        let edges_of_nodes = joined(|graph| &graph.edges_of_nodes, &edge_starts);
        let nodes_of_edges = joined(|graph| &graph.nodes_of_edges, &node_starts);
        layout.edges_of_nodes = self.add(&edges_of_nodes);
        layout.nodes_of_edges = self.add(&nodes_of_edges);
        let of_states = |starts: &[u32]| Lists::collect(starts.windows(2).map(|ends| ends[0]..ends[1]));
        let (edges_of_states, nodes_of_states) = (of_states(&edge_starts), of_states(&node_starts));
        layout.edges_of_states = self.add(&edges_of_states);
        layout.nodes_of_states = self.add(&nodes_of_states);
        layout.state_of_edges = self.add(&edges_of_states.transposed(layout.edges.count));
        layout.state_of_nodes = self.add(&nodes_of_states.transposed(layout.nodes.count));
    }

    fn add(&mut self, lists: &Lists) -> ListsAt {
        let offsets = self.lists.len();
        self.lists.extend_from_slice(&lists.offsets);
        let terms = self.lists.len();
        self.lists.extend_from_slice(&lists.terms);
        ListsAt { offsets, terms, count: lists.len() }
    }
}

/// The first node or edge of each state, and the total number.
fn starts(graphs: &[&Graph], count: fn(&Graph) -> usize) -> Vec<u32> {
    let mut end = 0;
    let mut ends: Vec<u32> = vec![0];
    ends.extend(graphs.iter().map(|graph| {
        end += count(graph) as u32;
        end
    }));
    ends
}

/// For each edge, the nodes in it, as rows of [`Layout::roles`].
fn roles_of_edges(graphs: &[&Graph], nodes: usize) -> Lists {
    let mut first_node = 0;
    let mut lists = Vec::new();
    for graph in graphs {
        let role_of = |pair: usize| graph.starts.partition_point(|&start| start <= pair) - 1;
        for list in graph.pairs_of_edges.iter() {
            let rows = list.iter().map(|&pair| {
                let (role, node) = (role_of(pair as usize), graph.pairs[pair as usize] as usize);
                (role * nodes + first_node + node) as u32
            });
            lists.push(rows.collect::<Vec<_>>());
        }
        first_node += graph.nodes();
    }
    Lists::collect(lists)
}

fn rooms(shape: &Shape, answers: Answers, nodes: usize, edges: usize, states: usize) -> Layout {
    let Shape { hidden, steps, outputs, .. } = *shape;
    let mut end = 0;
    let mut take = |rows: usize, width: usize| {
        let at = end;
        end += rows * width;
        Matrix { at, rows, width }
    };
    let mut kind = |count: usize, features: usize| Kind {
        count,
        features: take(count, features),
        encoded: take(count, hidden),
        values: take((steps + 1) * count, hidden),
        fixed: take(count, hidden),
        hidden: take(steps * count, hidden),
        now: take(count, hidden),
        first: take(steps * count, hidden),
        second: take(steps * count, hidden),
        total: take(count, hidden),
    };
    let (roles, answered) = (shape.roles.count(), answers.count(shape) * states);
    let mut layout = Layout {
        nodes: kind(nodes, NODE_FEATURES),
        edges: kind(edges, EDGE_FEATURES),
        globals: kind(states, GLOBAL_FEATURES),
        roles: take(roles * nodes, hidden),
        role_slopes: take(roles * steps * nodes, hidden),
        role_totals: take(roles * nodes, hidden),
        received: take(steps * nodes, hidden),
        all_edges: take(steps * states, hidden),
        all_nodes: take(steps * states, hidden),
        received_slopes: take(nodes, hidden),
        all_edges_slopes: take(states, hidden),
        all_nodes_slopes: take(states, hidden),
        decoded: [hidden, hidden, outputs].map(|width| take(answered, width)),
        decoded_slopes: [hidden, hidden, outputs].map(|width| take(answered, width)),
        decoder: take(steps * states, hidden),
        ..Layout::default()
    };
    layout.end = end;
    layout
}
