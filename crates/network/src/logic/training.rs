//! Gradients of machines, a batch at a time.

use super::super::Gradients;
use super::super::workers::each;
use super::backward::{Backward, Slopes};
use super::layout::together;
use super::packed::Transposed;
use super::pass::{Pass, Plan, Scratch, Trace};
use super::{Machine, States};
#[cfg(test)]
use simd::Processor;

/// The buffers of training: the features of the forward pass are kept for the backward pass.
///
/// They grow to the largest batch seen; after that, nothing is allocated but threads. A batch is cut into parts by the sizes of
/// its states alone. Threads take parts as they come, and results are summed in the order of parts, so that no bit depends on
/// the number of threads.
#[derive(Clone, Debug)]
pub struct Training {
    plan: Plan,
    transposed: Vec<Transposed>,
    /// The first `count` of these belong to the last batch.
    parts: Vec<Part>,
    count: usize,
    workers: Vec<Worker>,
    outputs: Vec<f32>,
    gradients: Gradients,
}

#[derive(Clone, Debug)]
struct Part {
    trace: Trace,
    outputs: Vec<f32>,
    gradients: Gradients,
}

/// The buffers of a thread.
#[derive(Clone, Debug, Default)]
struct Worker {
    scratch: Scratch,
    slopes: Slopes,
}

impl Training {
    /// Buffers for machines of one shape, with `threads` threads (at least one).
    pub fn new(machine: &Machine, threads: usize) -> Self {
        let plan = Plan::new(machine);
        Training {
            transposed: plan.packed.iter().map(Transposed::new).collect(),
            plan,
            parts: Vec::new(),
            count: 0,
            workers: vec![Worker::default(); threads.max(1)],
            outputs: Vec::new(),
            gradients: zeros(machine),
        }
    }

    /// With the instructions of a processor, on one thread.
    #[cfg(test)]
    pub(super) fn on(processor: Processor, machine: &Machine) -> Self {
        let mut training = Training::new(machine, 1);
        training.plan.processor = processor;
        training
    }

    /// The outputs for a batch: states × outputs.
    ///
    /// # Panics
    /// If the machine or the states have another shape.
    pub fn forward(&mut self, machine: &Machine, states: &States) -> &[f32] {
        self.plan.check(machine.shape(), states);
        self.plan.fill(machine);
        self.split(machine, states);
        let Training { plan, workers, .. } = self;
        each(&mut self.parts[..self.count], workers, |part, worker| {
            let Part { trace, outputs, .. } = part;
            let range = trace.states.clone();
            outputs.resize(range.len() * plan.shape.outputs, 0.0);
            Pass { plan, trace, scratch: &mut worker.scratch, choosing: true }.run(states, range, outputs);
        });
        self.outputs.clear();
        self.parts[..self.count].iter().for_each(|part| self.outputs.extend_from_slice(&part.outputs));
        &self.outputs
    }

    /// Cuts a batch into parts.
    fn split(&mut self, machine: &Machine, states: &States) {
        self.count = 0;
        let mut first = 0;
        while first < states.len() {
            if self.parts.len() == self.count {
                let (trace, outputs) = (Trace::default(), Vec::new());
                self.parts.push(Part { trace, outputs, gradients: zeros(machine) });
            }
            let range = together(states, self.plan.shape.breadth, first);
            first = range.end;
            self.parts[self.count].trace.states = range;
            self.count += 1;
        }
    }

    /// The gradient of the loss by all parameters of the machine, from its gradient by the outputs of the last
    /// [`forward`](Self::forward), of the same machine, for the same states.
    ///
    /// # Panics
    /// If `output_gradient` is not as long as these outputs, or the machine or the states have another shape.
    pub fn backward(
        &mut self,
        machine: &Machine,
        states: &States,
        output_gradient: &[f32],
    ) -> &mut Gradients {
        assert_eq!(output_gradient.len(), self.outputs.len(), "one number for each output");
        self.plan.check(machine.shape(), states);
        let Training { plan, transposed, workers, .. } = self;
        transposed.iter_mut().zip(&plan.packed).for_each(|(transposed, packed)| transposed.fill(packed));
        each(&mut self.parts[..self.count], workers, |part, worker| {
            let Part { trace, gradients, .. } = part;
            let range = &trace.states;
            let output_gradient =
                &output_gradient[range.start * plan.shape.outputs..range.end * plan.shape.outputs];
            let Worker { scratch, slopes } = worker;
            Backward { plan, transposed, trace, scratch, slopes }.run(states, output_gradient, gradients);
        });
        self.add_up();
        &mut self.gradients
    }

    fn add_up(&mut self) {
        self.gradients.clear();
        self.parts[..self.count].iter().for_each(|part| self.gradients.add(&part.gradients));
    }
}

fn zeros(machine: &Machine) -> Gradients {
    Gradients { layers: Machine::zeros(machine.shape()).layers }
}
