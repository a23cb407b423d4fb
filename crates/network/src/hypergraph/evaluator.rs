//! Evaluation of networks without gradients, for search.

use super::pass::{Pass, Scratch};
use super::plan::Plan;
use super::trace::Trace;
use super::{Network, States};

/// A network arranged for search. It allocates nothing once it has seen the largest hypergraph.
#[derive(Clone, Debug)]
pub struct Evaluator {
    plan: Plan,
    trace: Trace,
    scratch: Scratch,
    outputs: Vec<f32>,
}

impl Evaluator {
    /// Copies the weights of a network.
    pub fn new(network: &Network) -> Self {
        let mut plan = Plan::new(network.shape());
        plan.fill(network);
        Evaluator { plan, trace: Trace::default(), scratch: Scratch::default(), outputs: Vec::new() }
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        self.plan.shape.outputs
    }

    /// The outputs for a batch after the last step: states × outputs.
    ///
    /// # Panics
    /// If the hypergraphs belong to networks of another shape.
    pub fn evaluate(&mut self, states: &States) -> &[f32] {
        self.plan.check(states);
        let columns = self.outputs();
        self.outputs.resize(states.len() * columns, 0.0);
        for (state, outputs) in self.outputs.chunks_exact_mut(columns.max(1)).enumerate() {
            let (trace, scratch) = (&mut self.trace, &mut self.scratch);
            let mut pass = Pass { plan: &self.plan, graph: states.graph(state), trace, scratch };
            pass.run(states.features(state), false);
            pass.decode(outputs);
        }
        &self.outputs
    }
}
