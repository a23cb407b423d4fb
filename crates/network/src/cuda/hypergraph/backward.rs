//! The backward pass: from gradients by outputs to those by all parameters, step by step.

use super::super::super::hypergraph::{DECODE, OUTPUT, Reception};
use super::batch::{Kind, ListsAt, Matrix};
use super::programs::There::{AddedTo, Replaced};
use super::{CudaHypergraphTraining, Done, Update};
use gpu::CudaError;

impl CudaHypergraphTraining {
    /// Computes the gradient by all parameters, for the optimiser, from that by the outputs, which is on the GPU.
    pub(super) fn backward(&mut self) -> Done {
        self.clear()?;
        self.decoder()?;
        for step in (0..self.shape.steps).rev() {
            self.globals_back(step)?;
            self.nodes_back(step)?;
            self.edges_back(step)?;
            self.roles_back(step)?;
        }
        self.first_numbers()?;
        self.update_gradients()?;
        self.role_gradients()?;
        self.encoder_gradients()
    }

    fn clear(&mut self) -> Done {
        self.gpu.stream.memset_zeros(&mut self.optimiser.gradient).map_err(CudaError::failed)?;
        let layout = &self.layout;
        let kinds = [layout.nodes, layout.edges, layout.globals];
        let zeros = kinds.iter().flat_map(|kind| [kind.now, kind.total]).chain([layout.decoder]);
        for Matrix { at, rows, width } in zeros.filter(|matrix| matrix.len() > 0) {
            let mut place = self.room.slice_mut(at..at + rows * width);
            self.gpu.stream.memset_zeros(&mut place).map_err(CudaError::failed)?;
        }
        Ok(())
    }

    /// Back through the decoder, for all answers together.
    fn decoder(&mut self) -> Done {
        let layout = &self.layout;
        let ([first, second, third], [hidden, values, _]) = (layout.decoded_slopes, layout.decoded);
        let given = self.answering();
        let unheard = self.shape.steps - self.answers.count(&self.shape);
        let heard = layout.decoder.slots_from(unheard, layout.globals.count);
        let layers = [self.layer(DECODE), self.layer(DECODE + 1), self.layer(OUTPUT)];
        self.back(third, layers[2], second, Replaced)?;
        self.derive(second, values)?;
        self.back(second, layers[1], first, Replaced)?;
        self.derive(first, hidden)?;
        self.back(first, layers[0], heard, Replaced)?;
        self.gradient(values, third, layers[2])?;
        self.gradient(hidden, second, layers[1])?;
        self.gradient(given, first, layers[0])
    }

    /// Back through both layers of an update, to the sums of the first layer and to the vectors before the step.
    fn layers_back(&self, kind: Kind, update: Update, step: usize) -> Result<Matrix, CudaError> {
        let [first, second, hidden] =
            [kind.first, kind.second, kind.hidden].map(|all| all.slot(step, kind.count));
        self.copy(kind.now, second, Replaced)?;
        self.derive(second, kind.values.slot(step + 1, kind.count))?;
        self.back(second, update.second, first, Replaced)?;
        self.derive(first, hidden)?;
        self.back(first, update.now, kind.now, Replaced)?;
        Ok(first)
    }

    fn globals_back(&self, step: usize) -> Done {
        let (layout, kind) = (&self.layout, self.layout.globals);
        self.copy(layout.decoder.slot(step, kind.count), kind.now, AddedTo)?;
        let first = self.layers_back(kind, self.global(), step)?;
        self.back(first, self.global_from_edges(), layout.all_edges_slopes, Replaced)?;
        self.back(first, self.global_from_nodes(), layout.all_nodes_slopes, Replaced)
    }

    fn nodes_back(&self, step: usize) -> Done {
        let (layout, kind) = (&self.layout, self.layout.nodes);
        self.sums(layout.state_of_nodes, layout.all_nodes_slopes, kind.now, false, AddedTo)?;
        let first = self.layers_back(kind, self.node(), step)?;
        self.back(first, self.node_from_edges(), layout.received_slopes, Replaced)?;
        match self.shape.reception {
            Reception::Sum => Ok(()),
            Reception::Mean => self.divide(layout.edges_of_nodes, layout.received_slopes),
        }
    }

    fn edges_back(&self, step: usize) -> Done {
        let (layout, kind) = (&self.layout, self.layout.edges);
        self.sums(layout.state_of_edges, layout.all_edges_slopes, kind.now, false, AddedTo)?;
        self.sums(layout.nodes_of_edges, layout.received_slopes, kind.now, false, AddedTo)?;
        self.layers_back(kind, self.edge(), step).map(drop)
    }

    /// From the sums of edges to the nodes in them.
    fn roles_back(&self, step: usize) -> Done {
        let (layout, nodes) = (&self.layout, self.layout.nodes.count);
        let slopes = layout.edges.first.slot(step, layout.edges.count);
        for role in 0..self.shape.roles.count() {
            let lists = self.lists_of(role);
            let to = layout.role_slopes.slot(role * self.shape.steps + step, nodes);
            self.sums(lists, slopes, to, false, Replaced)?;
            self.back(to, self.role(role)[1], layout.nodes.now, AddedTo)?;
        }
        Ok(())
    }

    /// For each node, the edges that have it in a role.
    fn lists_of(&self, role: usize) -> ListsAt {
        let (all, count) = (self.layout.edges_of_roles, self.layout.nodes.count);
        ListsAt { offsets: all.offsets + role * count, count, ..all }
    }

    /// The gradients by the encodings of nodes, edges and global features.
    fn first_numbers(&self) -> Done {
        let layout = &self.layout;
        let kinds =
            [(layout.nodes, self.node()), (layout.edges, self.edge()), (layout.globals, self.global())];
        for (kind, update) in kinds {
            for step in 0..self.shape.steps {
                self.copy(kind.first.slot(step, kind.count), kind.total, AddedTo)?;
            }
            self.back(kind.total, update.first, kind.now, AddedTo)?;
        }
        for role in 0..self.shape.roles.count() {
            let to = layout.role_totals.slot(role, layout.nodes.count);
            self.sums(self.lists_of(role), layout.edges.total, to, false, Replaced)?;
            self.back(to, self.role(role)[0], layout.nodes.now, AddedTo)?;
        }
        Ok(())
    }

    /// The gradients by the parameters of the updates, all steps together.
    fn update_gradients(&mut self) -> Done {
        let (nodes, edges, globals) = (self.layout.nodes, self.layout.edges, self.layout.globals);
        for (kind, update) in [(nodes, self.node()), (edges, self.edge()), (globals, self.global())] {
            self.gradient(kind.values, kind.total, update.first)?;
            self.gradient(kind.values, kind.first, update.now)?;
            self.gradient(kind.hidden, kind.second, update.second)?;
        }
        self.gradient(self.layout.received, nodes.first, self.node_from_edges())?;
        self.gradient(self.layout.all_edges, globals.first, self.global_from_edges())?;
        self.gradient(self.layout.all_nodes, globals.first, self.global_from_nodes())
    }

    /// The gradients by the matrices of roles, all steps together.
    fn role_gradients(&mut self) -> Done {
        let Kind { values, count, .. } = self.layout.nodes;
        for role in 0..self.shape.roles.count() {
            let [first, now] = self.role(role);
            self.gradient(values, self.layout.role_totals.slot(role, count), first)?;
            let steps = self.shape.steps * count;
            self.gradient(values, self.layout.role_slopes.slot(role, steps), now)?;
        }
        Ok(())
    }

    fn encoder_gradients(&mut self) -> Done {
        for (kind, [first, second]) in self.encoders() {
            self.derive(kind.now, kind.values.slot(0, kind.count))?;
            self.gradient(kind.encoded, kind.now, second)?;
            // The fixed terms are no longer needed: their memory is reused for the gradients by the first layer.
            self.back(kind.now, second, kind.fixed, Replaced)?;
            self.derive(kind.fixed, kind.encoded)?;
            self.gradient(kind.features, kind.fixed, first)?;
        }
        Ok(())
    }
}
