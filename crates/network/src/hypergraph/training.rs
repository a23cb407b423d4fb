//! Gradients of hypergraph networks, a batch at a time.

use super::super::Gradients;
use super::super::workers::each;
use super::backward::{Backward, Slopes};
use super::pass::{Pass, Scratch};
use super::plan::Plan;
use super::trace::Trace;
use super::{Network, Shape, States};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The steps whose outputs are trained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answers {
    /// The last, as in search.
    #[default]
    Last,
    /// Each.
    All,
}

impl Answers {
    /// Their number.
    pub(crate) fn count(self, shape: &Shape) -> usize {
        match self {
            Self::Last => 1,
            Self::All => shape.steps,
        }
    }
}

/// The buffers of training.
///
/// The vectors of all nodes and edges at all steps are too many to keep for a whole batch: the backward pass computes them
/// again, state by state, in the cache. Both passes cut a batch into parts, by the sizes of its hypergraphs alone. Threads
/// take parts as they come, and results are summed in the order of parts, so that no bit depends on the number of threads.
#[derive(Clone, Debug)]
pub struct Training {
    plan: Plan,
    answers: Answers,
    /// The first `count` of these belong to the last batch.
    parts: Vec<Part>,
    count: usize,
    workers: Vec<Worker>,
    outputs: Vec<f32>,
    gradients: Gradients,
}

#[derive(Clone, Debug)]
struct Part {
    states: Range<usize>,
    outputs: Vec<f32>,
    gradients: Gradients,
}

/// The buffers of a thread.
#[derive(Clone, Debug, Default)]
struct Worker {
    trace: Trace,
    scratch: Scratch,
    slopes: Slopes,
}

impl Training {
    /// Buffers for networks of one shape, with `threads` threads (at least one).
    pub fn new(network: &Network, answers: Answers, threads: usize) -> Self {
        Training {
            plan: Plan::new(network.shape()),
            answers,
            parts: Vec::new(),
            count: 0,
            workers: vec![Worker::default(); threads.max(1)],
            outputs: Vec::new(),
            gradients: zeros(network),
        }
    }

    /// With the instructions of a processor, on one thread.
    #[cfg(test)]
    pub(super) fn on(processor: simd::Processor, network: &Network) -> Self {
        let mut training = Training::new(network, Answers::All, 1);
        training.plan.processor = processor;
        training
    }

    /// The outputs for a batch: states × answers × outputs. Those of the last step are the same as by an
    /// [`Evaluator`](super::Evaluator).
    ///
    /// # Panics
    /// If the network or the hypergraphs have another shape.
    pub fn forward(&mut self, network: &Network, states: &States) -> &[f32] {
        self.plan.check(states);
        self.plan.fill(network);
        self.split(network, states);
        let width = self.width();
        let Training { plan, workers, .. } = self;
        each(&mut self.parts[..self.count], workers, |part, worker| {
            part.outputs.resize(part.states.len() * width, 0.0);
            let Worker { trace, scratch, .. } = worker;
            for (state, outputs) in part.states.clone().zip(part.outputs.chunks_exact_mut(width.max(1))) {
                let mut pass = Pass { plan, graph: states.graph(state), trace, scratch };
                pass.run(states.features(state), false);
                pass.decode(outputs);
            }
        });
        self.outputs.clear();
        self.parts[..self.count].iter().for_each(|part| self.outputs.extend_from_slice(&part.outputs));
        &self.outputs
    }

    /// The number of outputs for a state.
    fn width(&self) -> usize {
        self.answers.count(&self.plan.shape) * self.plan.shape.outputs
    }

    /// Cuts a batch into parts.
    fn split(&mut self, network: &Network, states: &States) {
        self.count = 0;
        let mut first = 0;
        while first < states.len() {
            let range = together(states, first);
            first = range.end;
            match self.parts.get_mut(self.count) {
                Some(part) => part.states = range,
                None => {
                    let gradients = zeros(network);
                    self.parts.push(Part { states: range, outputs: Vec::new(), gradients });
                }
            }
            self.count += 1;
        }
    }

    /// The gradient of the loss by all parameters of the network, from its gradient by the outputs of the last
    /// [`forward`](Self::forward), of the same network, for the same states.
    ///
    /// # Panics
    /// If `output_gradient` is not as long as these outputs, or the hypergraphs have another shape.
    pub fn backward(
        &mut self,
        network: &Network,
        states: &States,
        output_gradient: &[f32],
    ) -> &mut Gradients {
        assert_eq!(output_gradient.len(), self.outputs.len(), "one number for each output");
        assert_eq!(*network.shape(), self.plan.shape, "a network of another shape");
        self.plan.check(states);
        let width = self.width();
        let Training { plan, workers, .. } = self;
        each(&mut self.parts[..self.count], workers, |part, worker| {
            part.gradients.clear();
            for state in part.states.clone() {
                let (graph, node_features) = (states.graph(state), states.features(state));
                let Worker { trace, scratch, slopes } = worker;
                let mut pass = Pass { plan, graph, trace, scratch };
                pass.run(node_features, true);
                pass.decode(&mut part.outputs[..width]);
                let output_gradient = &output_gradient[state * width..(state + 1) * width];
                let mut back = Backward { plan, graph, node_features, trace, slopes };
                back.run(output_gradient, &mut part.gradients);
            }
        });
        self.add_up();
        &mut self.gradients
    }

    fn add_up(&mut self) {
        self.gradients.clear();
        self.parts[..self.count].iter().for_each(|part| self.gradients.add(&part.gradients));
    }
}

fn zeros(network: &Network) -> Gradients {
    Gradients { layers: Network::zeros(network.shape()).layers }
}

/// The states of the part that begins with a state: enough of them to make up for summing its gradients.
fn together(states: &States, first: usize) -> Range<usize> {
    const EDGES: usize = 2048;
    let mut edges = 0;
    let fits = |state: &usize| {
        edges += states.graph(*state).edges().max(1);
        *state == first || edges <= EDGES
    };
    first..first + (first..states.len()).take_while(fits).count()
}
