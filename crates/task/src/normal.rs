//! The normal form that grounding works on: actions and axioms whose conditions are conjunctions of
//! literals, without quantifiers other than the variables themselves.
//!
//! The method is Helmert's (*Concise finite-domain representations for PDDL planning tasks*, 2009, section 4):
//! negations are pushed inwards, universal conditions become negated new axioms, disjunctions are pulled out and split,
//! existential variables become parameters.

mod condition;
mod expand;
mod normalise;

pub(crate) use normalise::normalise;

use std::rc::Rc;

use pddl::{Atom, PredicateId, Term, TypeNames, VariableId};

/// A task in normal form.
pub(crate) struct Program {
    /// The domain's predicates, then those invented for universal conditions and the like.
    pub predicates: Vec<Predicate>,
    pub actions: Vec<Action>,
    pub axioms: Vec<Axiom>,
    pub goal: Conjunction,
}

pub(crate) struct Predicate {
    pub name: String,
    pub arity: usize,
}

/// A conjunction of literals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Conjunction {
    pub positive: Vec<Atom>,
    pub negative: Vec<Atom>,
    pub equal: Vec<(Term, Term)>,
    pub different: Vec<(Term, Term)>,
}

/// One disjunct of an action schema.
pub(crate) struct Action {
    /// The action of the domain it comes from, whose parameters and cost it has.
    pub source: usize,
    /// The types of all variables, by [`VariableId`].
    pub types: Vec<TypeNames>,
    /// The parameters, then the existential variables of the precondition.
    pub variables: Vec<VariableId>,
    pub precondition: Conjunction,
    /// Those of the domain's action, shared by all its disjuncts.
    pub effects: Rc<[Effect]>,
}

/// A literal that becomes true for all values of its own variables for which the condition holds.
pub(crate) struct Effect {
    /// Variables beyond the action's.
    pub variables: Vec<VariableId>,
    pub condition: Conjunction,
    pub negated: bool,
    pub atom: Atom,
}

/// A rule for a derived predicate.
pub(crate) struct Axiom {
    pub predicate: PredicateId,
    /// How many of the variables are the head's arguments; they come first.
    pub arity: usize,
    /// The types of all variables, by [`VariableId`].
    pub types: Vec<TypeNames>,
    /// The head's arguments, then the existential variables of the condition.
    pub variables: Vec<VariableId>,
    pub condition: Conjunction,
}
