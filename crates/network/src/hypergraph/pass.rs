//! The forward pass from the features of a state to outputs, shared by training and evaluation.

use super::graph::Graph;
use super::kernels::{ActivateSums, DivideByLengths, Pick, sums_of};
use super::packed::{Add, Packed};
use super::plan::{Plan, Update};
use super::shape::{EDGE_FEATURES, GLOBAL_FEATURES, NODE_FEATURES, Reception};
use super::trace::Trace;
use simd::Aligned;
use simd::Processor;
use simd::product::ColumnSums;

/// Buffers for values that are not kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// The terms of the first layers' sums that are the same at all steps.
    fixed_nodes: Aligned,
    fixed_edges: Aligned,
    fixed_global: Aligned,
    pairs: Aligned,
    /// Terms of sums.
    rows: [Aligned; 2],
}

/// The forward pass of a state.
pub(super) struct Pass<'a> {
    pub plan: &'a Plan,
    pub graph: &'a Graph,
    pub trace: &'a mut Trace,
    pub scratch: &'a mut Scratch,
}

impl Pass<'_> {
    /// Runs everything up to the decoder.
    pub fn run(&mut self, node_features: &[f32], kept: bool) {
        self.begin(kept);
        self.encode(node_features);
        self.fix();
        for step in 0..self.plan.shape.steps {
            self.update_edges(step);
            self.update_nodes(step);
            self.update_global(step);
        }
    }

    fn begin(&mut self, kept: bool) {
        let Pass { plan, graph, trace, scratch } = self;
        trace.begin(plan, graph, kept);
        let stride = plan.stride();
        scratch.fixed_nodes.reserve(graph.nodes * stride);
        scratch.fixed_edges.reserve(graph.edges * stride);
        scratch.fixed_global.reserve(stride);
        scratch.pairs.reserve(graph.pairs.len() * stride);
        scratch.rows.iter_mut().for_each(|rows| rows.reserve(graph.nodes.max(graph.edges).max(1) * stride));
    }

    fn encode(&mut self, node_features: &[f32]) {
        let Pass { plan, graph, trace, .. } = self;
        let features = (node_features, NODE_FEATURES);
        let nodes = graph.nodes;
        mlp(plan, &plan.encode_node, features, nodes, &mut trace.encoded_nodes, &mut trace.nodes);
        let features = (graph.edge_features.as_slice(), EDGE_FEATURES);
        let edges = graph.edges;
        mlp(plan, &plan.encode_edge, features, edges, &mut trace.encoded_edges, &mut trace.edges);
        let features = (graph.global_features.as_slice(), GLOBAL_FEATURES);
        mlp(plan, &plan.encode_global, features, 1, &mut trace.encoded_global, &mut trace.globals);
    }

    /// Computes the terms that are the same at all steps.
    fn fix(&mut self) {
        self.multiply_pairs(0, 0);
        let Pass { plan, graph, trace, scratch } = self;
        let (processor, stride) = (plan.processor, plan.stride());
        plan.node.first.apply(processor, (&trace.nodes, stride), graph.nodes, &mut scratch.fixed_nodes);
        plan.global.first.apply(processor, (&trace.globals, stride), 1, &mut scratch.fixed_global);
        plan.edge.first.apply(processor, (&trace.edges, stride), graph.edges, &mut scratch.fixed_edges);
        let Scratch { fixed_edges, pairs, rows: [terms, _], .. } = &mut **scratch;
        sums_of(processor, &graph.pairs_of_edges, pairs, terms, stride);
        processor.run(Add { sums: &mut fixed_edges[..graph.edges * stride], terms });
    }

    /// Multiplies the vectors of nodes at a step by the matrices of their roles: those for encodings (0), or those for current
    /// vectors (1).
    fn multiply_pairs(&mut self, step: usize, matrix: usize) {
        let Pass { plan, graph, trace, scratch } = self;
        let stride = plan.stride();
        let nodes = trace.before(step, graph.nodes);
        for (role, packed) in plan.roles.iter().enumerate() {
            let (start, end) = (graph.starts[role], graph.starts[role + 1]);
            let range = trace.pairs(graph, role, step);
            let (rows, from) = (&graph.pairs[start..end], &trace.nodes[nodes.clone()]);
            plan.processor.run(Pick { rows, from, to: &mut trace.pairs[range.clone()], stride });
            let to = &mut scratch.pairs[start * stride..end * stride];
            packed[matrix].apply(plan.processor, (&trace.pairs[range], stride), end - start, to);
        }
    }

    fn update_edges(&mut self, step: usize) {
        self.multiply_pairs(step, 1);
        let Pass { plan, graph, trace, scratch } = self;
        let (processor, stride, rows) = (plan.processor, plan.stride(), graph.edges);
        let (before, after) = (trace.before(step, rows), trace.before(step + 1, rows));
        let within = trace.within(step, rows);
        let Scratch { fixed_edges, pairs, rows: [terms, _], .. } = &mut **scratch;
        let hidden = &mut trace.hidden_edges[within];
        plan.edge.now.apply(processor, (&trace.edges[before], stride), rows, hidden);
        sums_of(processor, &graph.pairs_of_edges, pairs, terms, stride);
        processor.run(ActivateSums { values: hidden, terms: [fixed_edges, terms] });
        second(processor, &plan.edge, (hidden, stride), rows, &mut trace.edges[after]);
    }

    fn update_nodes(&mut self, step: usize) {
        let Pass { plan, graph, trace, scratch } = self;
        let (processor, stride, rows) = (plan.processor, plan.stride(), graph.nodes);
        let (before, after) = (trace.before(step, rows), trace.before(step + 1, rows));
        let (within, edges) = (trace.within(step, rows), trace.before(step + 1, graph.edges));
        let received = &mut trace.received[within.clone()];
        sums_of(processor, &graph.edges_of_nodes, &trace.edges[edges], received, stride);
        if plan.shape.reception == Reception::Mean {
            processor.run(DivideByLengths { lists: &graph.edges_of_nodes, values: received, stride });
        }
        let Scratch { fixed_nodes, rows: [terms, _], .. } = &mut **scratch;
        plan.node_from_edges.apply(processor, (received, stride), rows, terms);
        let hidden = &mut trace.hidden_nodes[within];
        plan.node.now.apply(processor, (&trace.nodes[before], stride), rows, hidden);
        processor.run(ActivateSums { values: hidden, terms: [fixed_nodes, terms] });
        second(processor, &plan.node, (hidden, stride), rows, &mut trace.nodes[after]);
    }

    fn update_global(&mut self, step: usize) {
        let Pass { plan, graph, trace, scratch } = self;
        let (processor, stride) = (plan.processor, plan.stride());
        let (edges, nodes) = (trace.before(step + 1, graph.edges), trace.before(step + 1, graph.nodes));
        let here = step * stride..(step + 1) * stride;
        let all_edges = &mut trace.all_edges[here.clone()];
        processor.run(ColumnSums { values: &trace.edges[edges], stride, result: all_edges });
        let all_nodes = &mut trace.all_nodes[here.clone()];
        processor.run(ColumnSums { values: &trace.nodes[nodes], stride, result: all_nodes });
        let Scratch { fixed_global, rows: [from_edges, from_nodes], .. } = &mut **scratch;
        plan.global_from_edges.apply(processor, (all_edges, stride), 1, from_edges);
        plan.global_from_nodes.apply(processor, (all_nodes, stride), 1, from_nodes);
        let (before, after) = trace.globals.split_at_mut(here.end);
        let hidden = &mut trace.hidden_globals[here.clone()];
        plan.global.now.apply(processor, (&before[here], stride), 1, hidden);
        processor.run(ActivateSums { values: hidden, terms: [fixed_global, from_edges, from_nodes] });
        second(processor, &plan.global, (hidden, stride), 1, &mut after[..stride]);
    }

    /// Outputs after each of the last steps, as many as there is room for.
    pub fn decode(&mut self, outputs: &mut [f32]) {
        let Pass { plan, trace, .. } = self;
        let (columns, stride) = (plan.shape.outputs, plan.stride());
        let rows = outputs.len() / columns.max(1);
        let globals = &trace.globals[(1 + plan.shape.steps - rows) * stride..];
        let [first, second, third] = &mut trace.decoded;
        mlp(plan, &plan.decode[..2], (globals, stride), rows, first, second);
        plan.decode[2].apply(plan.processor, (second, stride), rows, third);
        let from = third.chunks_exact(plan.outputs().max(1));
        for (to, from) in outputs.chunks_exact_mut(columns.max(1)).zip(from) {
            to.copy_from_slice(&from[..columns]);
        }
    }
}

/// The second layer of an update.
fn second(processor: Processor, update: &Update, from: (&[f32], usize), rows: usize, to: &mut [f32]) {
    update.second.apply(processor, from, rows, to);
    processor.run(ActivateSums { values: to, terms: [] });
}

/// Two layers, each with the activation.
fn mlp(
    plan: &Plan,
    layers: &[Packed],
    from: (&[f32], usize),
    rows: usize,
    hidden: &mut [f32],
    to: &mut [f32],
) {
    let (stride, processor) = (plan.stride(), plan.processor);
    let (hidden, to) = (&mut hidden[..rows * stride], &mut to[..rows * stride]);
    layers[0].apply(processor, from, rows, hidden);
    processor.run(ActivateSums { values: &mut *hidden, terms: [] });
    layers[1].apply(processor, (hidden, stride), rows, to);
    processor.run(ActivateSums { values: to, terms: [] });
}
