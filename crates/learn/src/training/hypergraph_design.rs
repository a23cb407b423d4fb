//! The design of a hypergraph network.

use network::hypergraph::{Answers, Counts, Initialisation, Reception, Roles, Shape, States};
use serde::{Deserialize, Serialize};

/// The design of a hypergraph network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HypergraphDesign {
    /// The number of recursions, that is, rounds of message passing over facts and actions.
    pub recursions: usize,
    /// The width of the hidden vectors of facts, actions and the whole graph.
    pub width: usize,
    /// The recursions whose outputs are trained.
    pub answers: Answers,
    /// How the messages of the actions that achieve a fact are aggregated.
    pub reception: Reception,
    /// Its initial weights.
    pub start: Start,
}

/// The initial weights of a hypergraph network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// As published.
    #[default]
    Faithful,
    /// Scaled so that activations neither grow nor shrink from recursion to recursion on the training states.
    Mended,
}

impl Default for HypergraphDesign {
    /// That of the paper on bounds.
    fn default() -> Self {
        let (answers, reception, start) = (Answers::Last, Reception::Sum, Start::Faithful);
        Self { recursions: 10, width: 32, answers, reception, start }
    }
}

impl HypergraphDesign {
    /// The largest number of recursions accepted.
    pub const MOST_RECURSIONS: usize = 100;
    /// The largest width accepted.
    pub const MOST_WIDTH: usize = 1000;

    pub(crate) fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// The network's shape.
    pub(super) fn shape(self, roles: Roles, outputs: usize) -> Shape {
        Shape { roles, hidden: self.width, steps: self.recursions, outputs, reception: self.reception }
    }

    /// Its initialisation for training on these states.
    pub(super) fn initialisation(self, states: &States) -> Initialisation {
        match self.start {
            Start::Faithful => Initialisation::Faithful,
            Start::Mended => Initialisation::Mended(Counts::of(states)),
        }
    }
}
