//! The forward pass: from features of states to outputs.

use super::super::super::hypergraph::{DECODE, OUTPUT, Reception};
use super::batch::{Kind, Matrix};
use super::programs::There::{AddedTo, Replaced};
use super::programs::Weights;
use super::{CudaHypergraphTraining, Done, Update};
use gpu::CudaError;

impl CudaHypergraphTraining {
    /// The whole forward pass.
    pub(super) fn forward(&self) -> Done {
        for (kind, weights) in self.encoders() {
            self.two_layers(kind.features, weights, kind.encoded, kind.values.slot(0, kind.count))?;
        }
        self.fix()?;
        for step in 0..self.shape.steps {
            self.update_edges(step)?;
            self.update_nodes(step)?;
            self.update_globals(step)?;
        }
        let [first, second, third] = self.layout.decoded;
        let weights = [self.layer(DECODE), self.layer(DECODE + 1)];
        self.two_layers(self.answering(), weights, first, second)?;
        self.product(second, self.layer(OUTPUT), third, Replaced)
    }

    fn two_layers(&self, from: Matrix, weights: [Weights; 2], hidden: Matrix, to: Matrix) -> Done {
        self.product(from, weights[0], hidden, Replaced)?;
        self.activate(hidden)?;
        self.product(hidden, weights[1], to, Replaced)?;
        self.activate(to)
    }

    /// Computes the terms that are the same at all steps.
    fn fix(&self) -> Done {
        let layout = &self.layout;
        let kinds =
            [(layout.nodes, self.node()), (layout.edges, self.edge()), (layout.globals, self.global())];
        for (kind, update) in kinds {
            self.product(kind.values.slot(0, kind.count), update.first, kind.fixed, Replaced)?;
        }
        self.add_roles(0, 0, layout.edges.fixed)
    }

    /// Adds the products of nodes in their roles to edges, by the matrices for their encodings or for their current vectors.
    fn add_roles(&self, step: usize, which: usize, to: Matrix) -> Done {
        let (layout, roles) = (&self.layout, self.shape.roles.count());
        if roles == 0 {
            return Ok(());
        }
        let from = layout.nodes.values.slot(step, layout.nodes.count);
        let apart = 2 * self.shape.hidden * self.shape.hidden;
        self.products(from, self.role(0)[which], layout.roles, Replaced, roles, apart)?;
        self.sums(layout.roles_of_edges, layout.roles, to, false, AddedTo)
    }

    /// Begins the first layer's sums with the fixed terms and those of the current vectors; other terms are still to be added.
    fn begin(&self, kind: Kind, update: Update, step: usize) -> Result<Matrix, CudaError> {
        let hidden = kind.hidden.slot(step, kind.count);
        self.copy(kind.fixed, hidden, Replaced)?;
        self.product(kind.values.slot(step, kind.count), update.now, hidden, AddedTo)?;
        Ok(hidden)
    }

    fn end(&self, kind: Kind, update: Update, step: usize) -> Done {
        let (hidden, after) = (kind.hidden.slot(step, kind.count), kind.values.slot(step + 1, kind.count));
        self.activate(hidden)?;
        self.product(hidden, update.second, after, Replaced)?;
        self.activate(after)
    }

    fn update_edges(&self, step: usize) -> Done {
        let (kind, update) = (self.layout.edges, self.edge());
        let hidden = self.begin(kind, update, step)?;
        self.add_roles(step, 1, hidden)?;
        self.end(kind, update, step)
    }

    fn update_nodes(&self, step: usize) -> Done {
        let (layout, kind, update) = (&self.layout, self.layout.nodes, self.node());
        let edges = layout.edges.values.slot(step + 1, layout.edges.count);
        let received = layout.received.slot(step, kind.count);
        let mean = self.shape.reception == Reception::Mean;
        self.sums(layout.edges_of_nodes, edges, received, mean, Replaced)?;
        let hidden = self.begin(kind, update, step)?;
        self.product(received, self.node_from_edges(), hidden, AddedTo)?;
        self.end(kind, update, step)
    }

    fn update_globals(&self, step: usize) -> Done {
        let (layout, kind, update) = (&self.layout, self.layout.globals, self.global());
        let of = |kind: Kind| kind.values.slot(step + 1, kind.count);
        let [edges, nodes] = [layout.all_edges, layout.all_nodes].map(|all| all.slot(step, kind.count));
        self.sums(layout.edges_of_states, of(layout.edges), edges, false, Replaced)?;
        self.sums(layout.nodes_of_states, of(layout.nodes), nodes, false, Replaced)?;
        let hidden = self.begin(kind, update, step)?;
        self.product(edges, self.global_from_edges(), hidden, AddedTo)?;
        self.product(nodes, self.global_from_nodes(), hidden, AddedTo)?;
        self.end(kind, update, step)
    }
}
