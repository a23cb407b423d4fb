//! Conditions over atoms: preconditions, effect conditions, axiom bodies and goals.

use crate::{ObjectId, PredicateId, TypeNames, VariableId};

/// A variable of an action, axiom or goal: a parameter, or one bound by a quantifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name in lower case, with the leading `?`.
    pub name: String,
    /// The objects it ranges over: those of any of these types.
    pub types: TypeNames,
}

/// An argument of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// A fixed object.
    Object(ObjectId),
    /// A variable of the enclosing action, axiom or goal.
    Variable(VariableId),
}

/// A predicate applied to terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom {
    /// The predicate.
    pub predicate: PredicateId,
    /// As many terms as the predicate has parameters.
    pub args: Vec<Term>,
}

/// A predicate applied to objects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GroundAtom {
    /// The predicate.
    pub predicate: PredicateId,
    /// As many objects as the predicate has parameters.
    pub args: Box<[ObjectId]>,
}

/// A condition. The empty conjunction is true, the empty disjunction false.
///
/// Variables are numbered per action, axiom or goal, and every quantifier binds fresh ones:
/// names may shadow each other in the text, ids never do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// An atom.
    Atom(Atom),
    /// `(= a b)` on objects.
    Equal(Term, Term),
    /// `(not f)`.
    Not(Box<Formula>),
    /// `(and f…)`, and `()`.
    And(Vec<Formula>),
    /// `(or f…)`.
    Or(Vec<Formula>),
    /// `(imply if then)`.
    Imply(Box<Formula>, Box<Formula>),
    /// `(forall (variables) f)`.
    Forall(Vec<VariableId>, Box<Formula>),
    /// `(exists (variables) f)`.
    Exists(Vec<VariableId>, Box<Formula>),
}

impl Formula {
    /// The condition that always holds.
    pub const TRUE: Formula = Formula::And(Vec::new());
}
