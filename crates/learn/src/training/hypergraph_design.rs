//! The design of a hypergraph network.

use network::hypergraph::{Answers, Counts, Initialisation, Reception, Roles, Shape, States};
use serde::{Deserialize, Serialize};

/// The design of a hypergraph network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HypergraphDesign {
    /// How often it goes over facts and actions.
    pub recursions: usize,
    /// How many numbers stand for a fact, for an action and for the whole.
    pub width: usize,
    /// After which recursions it is to be right.
    pub answers: Answers,
    /// What a fact is told of the actions that achieve it.
    pub reception: Reception,
    /// What weights it begins with.
    pub start: Start,
}

/// What weights a hypergraph network begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// As published.
    #[default]
    Faithful,
    /// Such that numbers neither grow nor shrink from recursion to recursion on what it is trained on.
    Mended,
}

impl Default for HypergraphDesign {
    /// The paper on bounds.
    fn default() -> Self {
        let (answers, reception, start) = (Answers::Last, Reception::Sum, Start::Faithful);
        Self { recursions: 10, width: 32, answers, reception, start }
    }
}

impl HypergraphDesign {
    /// More recursions than this are a mistake.
    pub const MOST_RECURSIONS: usize = 100;
    /// More numbers than this are a mistake.
    pub const MOST_WIDTH: usize = 1000;

    pub(crate) fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// The network's shape.
    pub(super) fn shape(self, roles: Roles, outputs: usize) -> Shape {
        Shape { roles, hidden: self.width, steps: self.recursions, outputs, reception: self.reception }
    }

    /// What it begins with, to be trained on these states.
    pub(super) fn initialisation(self, states: &States) -> Initialisation {
        match self.start {
            Start::Faithful => Initialisation::Faithful,
            Start::Mended => Initialisation::Mended(Counts::of(states)),
        }
    }
}
