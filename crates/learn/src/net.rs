//! The network of a model: a feed-forward network, a Neural Logic Machine, a hypergraph network, or just weights.

use network::hypergraph::{self, Initialisation, Roles};
use network::logic::{self, ARITIES, Machine};
use network::{Activation, Adam, AdamSettings, Evaluator, Layer, Network, Shape};
use rand::Rng;

use crate::features::FeatureRows;
use crate::linear_model::LinearModel;

/// The size of a state's features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputSizes {
    /// This many numbers.
    Numbers(usize),
    /// This many relations of each arity among objects.
    Relations([usize; ARITIES]),
    /// A hypergraph whose edges have at most as many nodes as there are roles.
    Hypergraph(Roles),
}

/// The shape of a [`Net`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetShape {
    /// That of a feed-forward network.
    Dense(Shape),
    /// That of a Neural Logic Machine.
    Logic(logic::Shape),
    /// That of a hypergraph network.
    Hypergraph(hypergraph::Shape),
    /// That of a linear model with this many inputs.
    Linear(usize),
}

/// The network of a model.
#[derive(Clone, Debug, PartialEq)]
pub enum Net {
    /// A feed-forward network.
    Dense(Network),
    /// A Neural Logic Machine.
    Logic(Machine),
    /// A hypergraph network.
    Hypergraph(hypergraph::Network),
    /// A linear model, which is not trained step by step but found at once.
    Linear(LinearModel),
}

impl Net {
    /// A network with initial weights; those of hypergraph networks are drawn as `hypergraphs` says.
    pub fn new(shape: &NetShape, hypergraphs: Initialisation, random: &mut impl Rng) -> Self {
        match shape {
            NetShape::Linear(inputs) => Self::Linear(LinearModel::zeros(*inputs)),
            NetShape::Dense(shape) => Self::Dense(Network::new(shape, random)),
            NetShape::Logic(shape) => Self::Logic(Machine::new(shape, random)),
            NetShape::Hypergraph(shape) => {
                Self::Hypergraph(hypergraph::Network::new(shape, hypergraphs, random))
            }
        }
    }

    /// Its shape.
    pub fn shape(&self) -> NetShape {
        match self {
            Self::Dense(network) => NetShape::Dense(network.shape()),
            Self::Logic(machine) => NetShape::Logic(machine.shape().clone()),
            Self::Hypergraph(network) => NetShape::Hypergraph(network.shape().clone()),
            Self::Linear(model) => NetShape::Linear(model.inputs()),
        }
    }

    /// Its matrices; a linear model has none.
    pub fn layers(&self) -> &[Layer] {
        match self {
            Self::Dense(network) => &network.layers,
            Self::Logic(machine) => machine.layers(),
            Self::Hypergraph(network) => network.layers(),
            Self::Linear(_) => &[],
        }
    }

    /// An optimiser before its first step.
    pub(crate) fn optimiser(&self, settings: AdamSettings) -> Adam {
        match self {
            Self::Dense(network) => Adam::new(settings, network),
            Self::Logic(machine) => Adam::new(settings, machine),
            Self::Hypergraph(network) => Adam::new(settings, network),
            Self::Linear(_) => {
                Adam::new(settings, &Network { layers: Vec::new(), activation: Activation::Sigmoid })
            }
        }
    }
}

impl NetShape {
    /// The size of its inputs.
    pub fn inputs(&self) -> InputSizes {
        match self {
            Self::Dense(shape) => InputSizes::Numbers(shape.inputs),
            Self::Logic(shape) => InputSizes::Relations(shape.inputs),
            Self::Hypergraph(shape) => InputSizes::Hypergraph(shape.roles),
            Self::Linear(inputs) => InputSizes::Numbers(*inputs),
        }
    }

    /// The number of parameters, saturating.
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
            Self::Linear(inputs) => *inputs as u64,
        }
    }

    /// The number of outputs.
    pub fn outputs(&self) -> usize {
        match self {
            Self::Dense(shape) => shape.outputs,
            Self::Logic(shape) => shape.outputs,
            Self::Hypergraph(shape) => shape.outputs,
            Self::Linear(_) => 2,
        }
    }
}

/// A [`Net`] arranged for evaluation.
#[derive(Clone, Debug)]
pub(crate) enum NetEvaluator {
    Dense(Box<Evaluator>),
    Logic(Box<logic::Evaluator>),
    Hypergraph(Box<hypergraph::Evaluator>),
    Linear(Box<LinearModel>, Vec<f32>),
    /// Rows are outputs.
    Given(Vec<f32>),
}

impl NetEvaluator {
    /// Copies the weights of a network.
    pub(crate) fn new(net: &Net) -> Self {
        match net {
            Net::Dense(network) => Self::Dense(Box::new(Evaluator::new(network))),
            Net::Logic(machine) => Self::Logic(Box::new(logic::Evaluator::new(machine))),
            Net::Hypergraph(network) => Self::Hypergraph(Box::new(hypergraph::Evaluator::new(network))),
            Net::Linear(model) => Self::Linear(Box::new(model.clone()), Vec::new()),
        }
    }

    /// The outputs for all rows; the same as in training.
    pub(crate) fn evaluate(&mut self, rows: &FeatureRows) -> &[f32] {
        match self {
            Self::Dense(evaluator) => rows.numbers().map(|inputs| evaluator.evaluate(&inputs)),
            Self::Logic(evaluator) => rows.relations().map(|states| evaluator.evaluate(states)),
            Self::Hypergraph(evaluator) => rows.hypergraphs().map(|states| evaluator.evaluate(states)),
            Self::Linear(model, outputs) => rows.dense().map(|(width, numbers)| {
                outputs.clear();
                outputs.extend(numbers.chunks(width).flat_map(|row| model.outputs(row)));
                &**outputs
            }),
            Self::Given(outputs) => rows.dense().map(|(_, numbers)| {
                outputs.clear();
                outputs.extend_from_slice(numbers);
                &**outputs
            }),
        }
        .unwrap_or_default()
    }

    /// The outputs for similar states, such as siblings in a search; the same as by [`evaluate`](Self::evaluate) up to rounding,
    /// and for logic machines exactly the same.
    pub(crate) fn evaluate_siblings(&mut self, rows: &FeatureRows) -> &[f32] {
        match self {
            Self::Dense(evaluator) => match rows {
                FeatureRows::Ones(ones) if ones.len() > 1 => evaluator.evaluate_family(ones.row(0), ones),
                rows => rows.numbers().map(|inputs| evaluator.evaluate(&inputs)).unwrap_or_default(),
            },
            Self::Logic(evaluator) => {
                rows.relations().map(|states| evaluator.evaluate_siblings(states)).unwrap_or_default()
            }
            Self::Hypergraph(_) | Self::Linear(..) | Self::Given(_) => self.evaluate(rows),
        }
    }
}
