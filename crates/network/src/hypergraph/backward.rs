//! The backward pass: from the gradient by a state's outputs to that by all parameters, step by step.

use super::super::{Gradients, Layer};
use super::graph::Graph;
use super::kernels::{AddToAll, Derive, DivideByLengths, sums_of};
use super::packed::{Add, Packed};
use super::plan::{Plan, Update};
use super::shape::{EDGE_FEATURES, GLOBAL_FEATURES, NODE_FEATURES, Reception};
use super::trace::Trace;
use simd::Aligned;
use simd::panels::Matrix;
use simd::product::{Destination, SparseProduct};

/// Buffers for gradients.
#[derive(Clone, Debug, Default)]
pub(super) struct Slopes {
    nodes: Kind,
    edges: Kind,
    globals: Kind,
    /// By the products of the nodes of pairs, in the layout of [`Trace::pairs`].
    pairs: Aligned,
    /// By the same, summed over all steps.
    pair_sums: Aligned,
    /// By the vectors of the nodes of pairs.
    pair_nodes: Aligned,
    received: Aligned,
    all_edges: Aligned,
    all_nodes: Aligned,
    decoded: [Aligned; 3],
    /// By the decoder's inputs.
    decoder: Aligned,
    /// Terms of sums.
    terms: Aligned,
    /// A gradient by some parameters.
    numbers: Aligned,
}

/// Gradients by the vectors of nodes, of edges or of the whole graph.
#[derive(Clone, Debug, Default)]
struct Kind {
    /// By the vectors themselves, at the current step of the backward pass.
    now: Aligned,
    /// By the sums of the first layer of the update, at each step.
    first: Aligned,
    /// By the sums of the second layer, at each step.
    second: Aligned,
    /// By the sums of the first layer, summed over all steps.
    total: Aligned,
}

impl Kind {
    fn begin(&mut self, size: usize, steps: usize) {
        let Kind { now, first, second, total } = self;
        now.reserve(size);
        now[..size].fill(0.0);
        first.reserve(size * steps);
        second.reserve(size * steps);
        total.reserve(size);
        total[..size].fill(0.0);
    }
}

/// The backward pass of a state.
pub(super) struct Backward<'a> {
    pub plan: &'a Plan,
    pub graph: &'a Graph,
    pub node_features: &'a [f32],
    pub trace: &'a Trace,
    pub slopes: &'a mut Slopes,
}

impl Backward<'_> {
    /// Adds the state's gradient to others, from the gradient by its outputs after each of the last steps, as many as are given.
    pub fn run(&mut self, output_gradient: &[f32], gradients: &mut Gradients) {
        self.begin();
        self.decoder(output_gradient, &mut gradients.layers);
        for step in (0..self.plan.shape.steps).rev() {
            self.global(step);
            self.nodes(step);
            self.edges(step);
            self.pairs(step);
        }
        self.first_numbers();
        self.update_gradients(&mut gradients.layers);
        self.pair_gradients(&mut gradients.layers);
        self.encoders(&mut gradients.layers);
    }

    fn begin(&mut self) {
        let Backward { plan, graph, slopes, .. } = self;
        let (stride, steps) = (plan.stride(), plan.shape.steps);
        slopes.nodes.begin(graph.nodes * stride, steps);
        slopes.edges.begin(graph.edges * stride, steps);
        slopes.globals.begin(stride, steps);
        slopes.pairs.reserve(graph.pairs.len() * stride * steps);
        slopes.pair_sums.reserve(graph.pairs.len() * stride);
        slopes.pair_nodes.reserve(graph.pairs.len() * stride);
        slopes.received.reserve(graph.nodes * stride);
        slopes.all_edges.reserve(stride);
        slopes.all_nodes.reserve(stride);
        slopes.decoded.iter_mut().for_each(|values| values.reserve(steps * stride.max(plan.outputs())));
        slopes.decoder.reserve(steps * stride);
        slopes.terms.reserve(graph.nodes.max(graph.edges).max(1) * stride);
    }

    /// Back through the decoder, for all steps together.
    fn decoder(&mut self, output_gradient: &[f32], layers: &mut [Layer]) {
        let Backward { plan, trace, slopes, .. } = self;
        let (processor, stride, columns) = (plan.processor, plan.stride(), plan.shape.outputs.max(1));
        let rows = output_gradient.len() / columns;
        let before = plan.shape.steps - rows;
        let [first, second, third] = &mut slopes.decoded;
        let third = &mut third[..rows * plan.outputs()];
        for (to, from) in
            third.chunks_exact_mut(plan.outputs().max(1)).zip(output_gradient.chunks_exact(columns))
        {
            to[..columns].copy_from_slice(from);
        }
        let [decoded, decoded_twice, _] = &trace.decoded;
        let size = rows * stride;
        let (first, second) = (&mut first[..size], &mut second[..size]);
        plan.decode[2].back(processor, third, rows, second);
        processor.run(Derive { values: decoded_twice, gradients: &mut *second });
        plan.decode[1].back(processor, second, rows, first);
        processor.run(Derive { values: decoded, gradients: &mut *first });
        let (unheard, heard) = slopes.decoder.split_at_mut(before * stride);
        unheard.fill(0.0);
        plan.decode[0].back(processor, first, rows, heard);
        let numbers = &mut slopes.numbers;
        plan.decode[2].gradient(processor, (decoded_twice, stride), third, numbers, layers);
        plan.decode[1].gradient(processor, (decoded, stride), second, numbers, layers);
        let globals = trace.globals.get((1 + before) * stride..).unwrap_or_default();
        plan.decode[0].gradient(processor, (globals, stride), first, numbers, layers);
    }

    fn global(&mut self, step: usize) {
        let Backward { plan, trace, slopes, .. } = self;
        let (processor, stride) = (plan.processor, plan.stride());
        let terms = &slopes.decoder[step * stride..(step + 1) * stride];
        processor.run(Add { sums: &mut slopes.globals.now, terms });
        let (after, hidden) = (&trace.globals[(step + 1) * stride..], &trace.hidden_globals[step * stride..]);
        let first = layers_of(plan, &plan.global, &mut slopes.globals, step, 1, after, hidden);
        plan.global_from_edges.back(processor, first, 1, &mut slopes.all_edges);
        plan.global_from_nodes.back(processor, first, 1, &mut slopes.all_nodes);
    }

    fn nodes(&mut self, step: usize) {
        let Backward { plan, graph, trace, slopes, .. } = self;
        let (processor, stride, rows) = (plan.processor, plan.stride(), graph.nodes);
        let values = &mut slopes.nodes.now[..rows * stride];
        processor.run(AddToAll { values, row: &slopes.all_nodes[..stride] });
        let after = &trace.nodes[trace.before(step + 1, rows)];
        let hidden = &trace.hidden_nodes[trace.within(step, rows)];
        let first = layers_of(plan, &plan.node, &mut slopes.nodes, step, rows, after, hidden);
        plan.node_from_edges.back(processor, first, rows, &mut slopes.received);
        if plan.shape.reception == Reception::Mean {
            let values = &mut slopes.received;
            processor.run(DivideByLengths { lists: &graph.edges_of_nodes, values, stride });
        }
    }

    fn edges(&mut self, step: usize) {
        let Backward { plan, graph, trace, slopes, .. } = self;
        let (processor, stride, rows) = (plan.processor, plan.stride(), graph.edges);
        let values = &mut slopes.edges.now[..rows * stride];
        processor.run(AddToAll { values: &mut *values, row: &slopes.all_edges[..stride] });
        sums_of(processor, &graph.nodes_of_edges, &slopes.received, &mut slopes.terms, stride);
        processor.run(Add { sums: values, terms: &slopes.terms });
        let after = &trace.edges[trace.before(step + 1, rows)];
        let hidden = &trace.hidden_edges[trace.within(step, rows)];
        layers_of(plan, &plan.edge, &mut slopes.edges, step, rows, after, hidden);
    }

    /// From the sums of edges to the nodes in them.
    fn pairs(&mut self, step: usize) {
        let Backward { plan, graph, trace, slopes, .. } = self;
        let (processor, stride) = (plan.processor, plan.stride());
        let size = graph.edges * stride;
        let values = &slopes.edges.first[step * size..(step + 1) * size];
        for (role, packed) in plan.roles.iter().enumerate() {
            let (start, end) = (graph.starts[role], graph.starts[role + 1]);
            let sums = &mut slopes.pairs[trace.pairs(graph, role, step)];
            processor.run(SparseProduct {
                offsets: &graph.edges_of_pairs.offsets[start..=end],
                terms: &graph.edges_of_pairs.terms,
                right: Matrix::Rows { values, stride },
                start: None,
                result: Destination { values: &mut *sums, stride, columns: stride },
            });
            let to = &mut slopes.pair_nodes[start * stride..end * stride];
            packed[1].back(processor, sums, end - start, to);
        }
        self.add_to_nodes();
    }

    /// Adds the gradients by pairs to those by the vectors of nodes.
    fn add_to_nodes(&mut self) {
        let Backward { plan, graph, slopes, .. } = self;
        let (processor, stride) = (plan.processor, plan.stride());
        sums_of(processor, &graph.pairs_of_nodes, &slopes.pair_nodes, &mut slopes.terms, stride);
        let sums = &mut slopes.nodes.now[..graph.nodes * stride];
        processor.run(Add { sums, terms: &slopes.terms });
    }

    /// The gradients by the encodings of nodes, edges and global features.
    fn first_numbers(&mut self) {
        let Backward { plan, graph, slopes, .. } = self;
        let (processor, stride) = (plan.processor, plan.stride());
        let kinds = [
            (&plan.node, &mut slopes.nodes, graph.nodes),
            (&plan.edge, &mut slopes.edges, graph.edges),
            (&plan.global, &mut slopes.globals, 1),
        ];
        for (update, kind, rows) in kinds {
            let size = rows * stride;
            for step in 0..plan.shape.steps {
                let terms = &kind.first[step * size..(step + 1) * size];
                processor.run(Add { sums: &mut kind.total[..size], terms });
            }
            update.first.back(processor, &kind.total, rows, &mut slopes.terms);
            processor.run(Add { sums: &mut kind.now[..size], terms: &slopes.terms });
        }
        sums_of(processor, &graph.edges_of_pairs, &slopes.edges.total, &mut slopes.pair_sums, stride);
        for (role, packed) in plan.roles.iter().enumerate() {
            let (start, end) = (graph.starts[role], graph.starts[role + 1]);
            let range = start * stride..end * stride;
            let to = &mut slopes.pair_nodes[range.clone()];
            packed[0].back(processor, &slopes.pair_sums[range], end - start, to);
        }
        self.add_to_nodes();
    }

    /// The gradients by the parameters of the updates, all steps together.
    fn update_gradients(&mut self, layers: &mut [Layer]) {
        let Backward { plan, graph, trace, slopes, .. } = self;
        let (processor, stride, steps) = (plan.processor, plan.stride(), plan.shape.steps);
        let Slopes { nodes, edges, globals, numbers, .. } = &mut **slopes;
        let kinds = [
            (&plan.node, &*nodes, graph.nodes, &trace.nodes, &trace.hidden_nodes),
            (&plan.edge, &*edges, graph.edges, &trace.edges, &trace.hidden_edges),
            (&plan.global, &*globals, 1, &trace.globals, &trace.hidden_globals),
        ];
        for (update, kind, rows, values, hidden) in kinds {
            let size = rows * stride;
            let (first, second) = (&kind.first[..steps * size], &kind.second[..steps * size]);
            update.first.gradient(processor, (values, stride), &kind.total[..size], numbers, layers);
            update.now.gradient(processor, (values, stride), first, numbers, layers);
            update.second.gradient(processor, (hidden, stride), second, numbers, layers);
        }
        let first = &nodes.first[..steps * graph.nodes * stride];
        plan.node_from_edges.gradient(processor, (&trace.received, stride), first, numbers, layers);
        let first = &globals.first[..steps * stride];
        plan.global_from_edges.gradient(processor, (&trace.all_edges, stride), first, numbers, layers);
        plan.global_from_nodes.gradient(processor, (&trace.all_nodes, stride), first, numbers, layers);
    }

    /// The gradients by the matrices of roles, all steps together.
    fn pair_gradients(&mut self, layers: &mut [Layer]) {
        let Backward { plan, graph, trace, slopes, .. } = self;
        let (processor, stride, steps) = (plan.processor, plan.stride(), plan.shape.steps);
        for (role, [first, now]) in plan.roles.iter().enumerate() {
            let (start, end) = (graph.starts[role], graph.starts[role + 1]);
            if start == end || steps == 0 {
                continue;
            }
            let all = trace.pairs(graph, role, 0).start..trace.pairs(graph, role, steps - 1).end;
            let (values, numbers) = ((&trace.pairs[all.clone()], stride), &mut slopes.numbers);
            let sums = &slopes.pair_sums[start * stride..end * stride];
            first.gradient(processor, values, sums, numbers, layers);
            now.gradient(processor, values, &slopes.pairs[all], numbers, layers);
        }
    }

    fn encoders(&mut self, layers: &mut [Layer]) {
        let Backward { plan, graph, trace, slopes, node_features } = self;
        let (processor, stride) = (plan.processor, plan.stride());
        let Slopes { nodes, edges, globals, terms, numbers, .. } = &mut **slopes;
        let encoded_nodes = Encoded {
            packed: &plan.encode_node,
            features: (node_features, NODE_FEATURES),
            hidden: &trace.encoded_nodes,
            values: &trace.nodes[..graph.nodes * stride],
        };
        let encoded_edges = Encoded {
            packed: &plan.encode_edge,
            features: (&graph.edge_features, EDGE_FEATURES),
            hidden: &trace.encoded_edges,
            values: &trace.edges[..graph.edges * stride],
        };
        let encoded_global = Encoded {
            packed: &plan.encode_global,
            features: (&graph.global_features, GLOBAL_FEATURES),
            hidden: &trace.encoded_global,
            values: &trace.globals[..stride],
        };
        let all = [(encoded_nodes, nodes), (encoded_edges, edges), (encoded_global, globals)];
        for (Encoded { packed: [first, second], features, hidden, values }, kind) in all {
            let gradients = &mut kind.now[..values.len()];
            processor.run(Derive { values, gradients: &mut *gradients });
            second.gradient(processor, (hidden, stride), gradients, numbers, layers);
            let terms = &mut terms[..values.len()];
            second.back(processor, gradients, values.len() / stride.max(1), terms);
            processor.run(Derive { values: hidden, gradients: &mut *terms });
            first.gradient(processor, features, terms, numbers, layers);
        }
    }
}

/// The inputs and outputs of an encoder.
struct Encoded<'a> {
    packed: &'a [Packed; 2],
    features: (&'a [f32], usize),
    hidden: &'a [f32],
    values: &'a [f32],
}

/// Goes back through both layers of an update, to the sums of the first layer and to the vectors before the step.
fn layers_of<'a>(
    plan: &Plan,
    update: &Update,
    kind: &'a mut Kind,
    step: usize,
    rows: usize,
    after: &[f32],
    hidden: &[f32],
) -> &'a [f32] {
    let (processor, size) = (plan.processor, rows * plan.stride());
    let here = step * size..(step + 1) * size;
    let second = &mut kind.second[here.clone()];
    second.copy_from_slice(&kind.now[..size]);
    processor.run(Derive { values: after, gradients: &mut *second });
    let first = &mut kind.first[here];
    update.second.back(processor, second, rows, first);
    processor.run(Derive { values: hidden, gradients: &mut *first });
    update.now.back(processor, first, rows, &mut kind.now);
    first
}
