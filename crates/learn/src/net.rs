//! What computes a model's outputs: a feed-forward network, a Neural Logic Machine or a hypergraph network.

use network::hypergraph::{self, Initialisation, Roles};
use network::logic::{self, ARITIES, Machine};
use network::{Adam, AdamSettings, Evaluator, Layer, Network, Shape};
use rand::Rng;

use crate::features::FeatureRows;

/// How much a state is described by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputSizes {
    /// By this many numbers.
    Numbers(usize),
    /// By this many relations of each arity among objects.
    Relations([usize; ARITIES]),
    /// By a hypergraph whose edges have at most as many nodes as there are roles.
    Hypergraph(Roles),
}

/// What a [`Net`] looks like without its numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetShape {
    /// That of a feed-forward network.
    Dense(Shape),
    /// That of a Neural Logic Machine.
    Logic(logic::Shape),
    /// That of a hypergraph network.
    Hypergraph(hypergraph::Shape),
}

/// What computes a model's outputs.
#[derive(Clone, Debug, PartialEq)]
pub enum Net {
    /// A feed-forward network.
    Dense(Network),
    /// A Neural Logic Machine.
    Logic(Machine),
    /// A hypergraph network.
    Hypergraph(hypergraph::Network),
}

impl Net {
    /// One to begin training with, for hypergraphs as is said.
    pub fn new(shape: &NetShape, hypergraphs: Initialisation, random: &mut impl Rng) -> Self {
        match shape {
            NetShape::Dense(shape) => Self::Dense(Network::new(shape, random)),
            NetShape::Logic(shape) => Self::Logic(Machine::new(shape, random)),
            NetShape::Hypergraph(shape) => {
                Self::Hypergraph(hypergraph::Network::new(shape, hypergraphs, random))
            }
        }
    }

    /// What it looks like.
    pub fn shape(&self) -> NetShape {
        match self {
            Self::Dense(network) => NetShape::Dense(network.shape()),
            Self::Logic(machine) => NetShape::Logic(machine.shape().clone()),
            Self::Hypergraph(network) => NetShape::Hypergraph(network.shape().clone()),
        }
    }

    /// Its matrices.
    pub fn layers(&self) -> &[Layer] {
        match self {
            Self::Dense(network) => &network.layers,
            Self::Logic(machine) => machine.layers(),
            Self::Hypergraph(network) => network.layers(),
        }
    }

    /// An optimiser before its first step.
    pub(crate) fn optimiser(&self, settings: AdamSettings) -> Adam {
        match self {
            Self::Dense(network) => Adam::new(settings, network),
            Self::Logic(machine) => Adam::new(settings, machine),
            Self::Hypergraph(network) => Adam::new(settings, network),
        }
    }
}

impl NetShape {
    /// How much it takes of a state.
    pub fn inputs(&self) -> InputSizes {
        match self {
            Self::Dense(shape) => InputSizes::Numbers(shape.inputs),
            Self::Logic(shape) => InputSizes::Relations(shape.inputs),
            Self::Hypergraph(shape) => InputSizes::Hypergraph(shape.roles),
        }
    }

    /// How many numbers training changes. What is too many to be counted is the greatest number there is.
    pub fn parameters(&self) -> u64 {
        let size = |(inputs, outputs): (usize, usize)| {
            (inputs as u64).saturating_add(1).saturating_mul(outputs as u64)
        };
        let total =
            |sizes: &mut dyn Iterator<Item = (usize, usize)>| sizes.map(size).fold(0, u64::saturating_add);
        match self {
            Self::Dense(shape) => total(&mut shape.layers()),
            Self::Logic(shape) => total(&mut shape.matrices().into_iter()),
            Self::Hypergraph(shape) => total(&mut shape.matrices().into_iter()),
        }
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        match self {
            Self::Dense(shape) => shape.outputs,
            Self::Logic(shape) => shape.outputs,
            Self::Hypergraph(shape) => shape.outputs,
        }
    }
}

/// A [`Net`] arranged for evaluation.
#[derive(Clone, Debug)]
pub(crate) enum NetEvaluator {
    Dense(Box<Evaluator>),
    Logic(Box<logic::Evaluator>),
    Hypergraph(Box<hypergraph::Evaluator>),
}

impl NetEvaluator {
    /// Takes over a net's numbers.
    pub(crate) fn new(net: &Net) -> Self {
        match net {
            Net::Dense(network) => Self::Dense(Box::new(Evaluator::new(network))),
            Net::Logic(machine) => Self::Logic(Box::new(logic::Evaluator::new(machine))),
            Net::Hypergraph(network) => Self::Hypergraph(Box::new(hypergraph::Evaluator::new(network))),
        }
    }

    /// The outputs for all rows; the same as in training.
    pub(crate) fn evaluate(&mut self, rows: &FeatureRows) -> &[f32] {
        match self {
            Self::Dense(evaluator) => rows.numbers().map(|inputs| evaluator.evaluate(&inputs)),
            Self::Logic(evaluator) => rows.relations().map(|states| evaluator.evaluate(states)),
            Self::Hypergraph(evaluator) => rows.hypergraphs().map(|states| evaluator.evaluate(states)),
        }
        .unwrap_or_default()
    }

    /// The outputs for states that differ in little, such as siblings in a search; within rounding of what
    /// [`evaluate`](Self::evaluate) yields, and for logic machines the same.
    pub(crate) fn evaluate_siblings(&mut self, rows: &FeatureRows) -> &[f32] {
        match self {
            Self::Dense(evaluator) => match rows {
                FeatureRows::Ones(ones) if ones.len() > 1 => evaluator.evaluate_family(ones.row(0), ones),
                rows => rows.numbers().map(|inputs| evaluator.evaluate(&inputs)).unwrap_or_default(),
            },
            Self::Logic(evaluator) => {
                rows.relations().map(|states| evaluator.evaluate_siblings(states)).unwrap_or_default()
            }
            Self::Hypergraph(_) => self.evaluate(rows),
        }
    }
}
