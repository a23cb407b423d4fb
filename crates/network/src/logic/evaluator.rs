//! Evaluation of machines without gradients, for search.

use super::follow::Follower;
use super::layout::together;
use super::pass::{Pass, Plan, Scratch, Trace};
use super::{Machine, States};

/// A machine arranged for search. It allocates little once it has seen the largest batch.
#[derive(Clone, Debug)]
pub struct Evaluator {
    plan: Plan,
    trace: Trace,
    scratch: Scratch,
    follower: Follower,
    outputs: Vec<f32>,
}

impl Evaluator {
    /// Copies the weights of a machine.
    pub fn new(machine: &Machine) -> Self {
        let mut plan = Plan::new(machine);
        plan.fill(machine);
        Evaluator {
            plan,
            trace: Trace::default(),
            scratch: Scratch::default(),
            follower: Follower::default(),
            outputs: Vec::new(),
        }
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        self.plan.shape.outputs
    }

    /// The outputs for a batch: states × outputs.
    ///
    /// # Panics
    /// If the states belong to machines of another shape.
    pub fn evaluate(&mut self, states: &States) -> &[f32] {
        self.plan.check(&self.plan.shape, states);
        let columns = self.outputs();
        self.outputs.resize(states.len() * columns, 0.0);
        let mut first = 0;
        while first < states.len() {
            let range = together(states, self.plan.shape.breadth, first);
            first = range.end;
            let outputs = &mut self.outputs[range.start * columns..range.end * columns];
            let (trace, scratch) = (&mut self.trace, &mut self.scratch);
            Pass { plan: &self.plan, trace, scratch, choosing: false }.run(states, range, outputs);
        }
        &self.outputs
    }

    /// The same for states that differ little from the one before, such as siblings in a search: faster if there are many objects.
    ///
    /// # Panics
    /// If the states belong to machines of another shape.
    pub fn evaluate_siblings(&mut self, states: &States) -> &[f32] {
        if !self.plan.has_triples() {
            return self.evaluate(states);
        }
        self.plan.check(&self.plan.shape, states);
        let columns = self.outputs();
        self.outputs.resize(states.len() * columns, 0.0);
        for (state, outputs) in self.outputs.chunks_exact_mut(columns.max(1)).enumerate() {
            self.follower.run(&self.plan, states, state, outputs);
        }
        &self.outputs
    }
}
