//! The intermediate values of a forward pass.

use super::graph::Graph;
use super::plan::Plan;
use simd::Aligned;
use std::ops::Range;

/// The intermediate values of one state at all steps; all rows are padded.
///
/// A step reads the vectors before it and writes those after it, so that nodes and edges have one slot more than there are
/// steps. Without a backward pass, two slots are enough.
#[derive(Clone, Debug, Default)]
pub(super) struct Trace {
    pub stride: usize,
    pub steps: usize,
    /// Is everything kept for the backward pass?
    pub kept: bool,
    pub encoded_nodes: Aligned,
    pub encoded_edges: Aligned,
    pub encoded_global: Aligned,
    pub nodes: Aligned,
    pub edges: Aligned,
    pub globals: Aligned,
    /// The vectors of the nodes of pairs: role by role, and step by step in each.
    pub pairs: Aligned,
    /// The sums or means of edges that nodes receive.
    pub received: Aligned,
    /// After the first layer of each update.
    pub hidden_nodes: Aligned,
    pub hidden_edges: Aligned,
    pub hidden_globals: Aligned,
    /// The sums of all edges, and of all nodes.
    pub all_edges: Aligned,
    pub all_nodes: Aligned,
    /// After each layer of the decoder.
    pub decoded: [Aligned; 3],
}

impl Trace {
    /// Makes room for a state.
    pub fn begin(&mut self, plan: &Plan, graph: &Graph, kept: bool) {
        (self.stride, self.steps, self.kept) = (plan.stride(), plan.shape.steps, kept);
        let (nodes, edges) = (graph.nodes * self.stride, graph.edges * self.stride);
        let (steps, stride) = (self.steps, self.stride);
        let (slots, after) = if kept { (steps, steps + 1) } else { (1, 2) };
        self.encoded_nodes.reserve(nodes);
        self.encoded_edges.reserve(edges);
        self.encoded_global.reserve(stride);
        self.nodes.reserve(after * nodes);
        self.edges.reserve(after * edges);
        self.globals.reserve((steps + 1) * stride);
        self.pairs.reserve(slots.max(1) * graph.pairs.len() * stride);
        self.received.reserve(slots * nodes);
        self.hidden_nodes.reserve(slots * nodes);
        self.hidden_edges.reserve(slots * edges);
        self.hidden_globals.reserve(steps * stride);
        self.all_edges.reserve(steps * stride);
        self.all_nodes.reserve(steps * stride);
        self.decoded.iter_mut().for_each(|values| values.reserve(steps * stride.max(plan.outputs())));
    }

    /// The range of the vectors of `rows` rows before a step.
    pub fn before(&self, step: usize, rows: usize) -> Range<usize> {
        let (slot, size) = (if self.kept { step } else { step % 2 }, rows * self.stride);
        slot * size..(slot + 1) * size
    }

    /// The range of the intermediate values of `rows` rows within a step.
    pub fn within(&self, step: usize, rows: usize) -> Range<usize> {
        let (slot, size) = (if self.kept { step } else { 0 }, rows * self.stride);
        slot * size..(slot + 1) * size
    }

    /// The range of the pairs of a role at a step.
    pub fn pairs(&self, graph: &Graph, role: usize, step: usize) -> Range<usize> {
        let (slots, slot) = if self.kept { (self.steps, step) } else { (1, 0) };
        let (start, end) = (graph.starts[role], graph.starts[role + 1]);
        let first = slots * start + slot * (end - start);
        first * self.stride..(first + end - start) * self.stride
    }
}
