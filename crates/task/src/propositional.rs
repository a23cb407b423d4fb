//! A ground task over facts that are true or false, between grounding and finite-domain encoding.

use crate::{Rows, Unvalued};

/// The number of a fact.
pub(crate) type FactId = u32;

/// A fact or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Literal(u32);

impl Literal {
    pub(crate) fn new(fact: FactId, negated: bool) -> Self {
        Self(fact << 1 | u32::from(negated))
    }

    pub(crate) fn fact(self) -> FactId {
        self.0 >> 1
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(crate) fn negate(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A ground task over facts that are true or false.
#[derive(Default)]
pub(crate) struct Propositional {
    pub facts: Facts,
    /// By fact: does it hold at the start?
    pub initial: Vec<bool>,
    /// `None` if it can't be reached.
    pub goal: Option<Vec<Literal>>,
    pub operators: GroundOperators,
    pub axioms: GroundAxioms,
    /// An action that is left out, if there is one.
    pub unvalued: Option<Box<Unvalued>>,
}

/// The reachable facts of predicates that can change, sorted by name.
#[derive(Default)]
pub(crate) struct Facts {
    /// The predicate of each.
    pub predicates: Vec<u32>,
    /// The objects of each.
    pub args: Rows<u32>,
}

impl Facts {
    pub(crate) fn len(&self) -> usize {
        self.predicates.len()
    }
}

/// The ground operators, column by column.
#[derive(Default)]
pub(crate) struct GroundOperators {
    /// The action (of the normal form) of each.
    pub actions: Vec<u32>,
    /// The objects of its parameters.
    pub args: Rows<u32>,
    pub costs: Vec<u32>,
    pub preconditions: Rows<Literal>,
    pub effects: Rows<GroundEffect>,
    /// Row 0 is empty.
    pub effect_conditions: Rows<Literal>,
}

impl GroundOperators {
    pub(crate) fn len(&self) -> usize {
        self.actions.len()
    }

    /// The condition of an effect.
    pub(crate) fn condition(&self, effect: GroundEffect) -> &[Literal] {
        &self.effect_conditions[effect.condition as usize]
    }
}

/// An effect: the fact becomes true, or false if the literal is negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GroundEffect {
    pub literal: Literal,
    /// A row of [`GroundOperators::effect_conditions`].
    pub condition: u32,
}

/// The rules of derived facts.
#[derive(Default)]
pub(crate) struct GroundAxioms {
    pub heads: Vec<FactId>,
    pub conditions: Rows<Literal>,
}
