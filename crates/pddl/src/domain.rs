//! A checked domain: types, predicates, actions and axioms.

use crate::{
    Atom, Formula, FunctionId, PredicateId, Requirements, Term, TypeNames, Types, Variable, VariableId,
};

/// A checked domain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Domain {
    /// Its name, in lower case (as all names here).
    pub name: String,
    /// The declared requirements.
    pub requirements: Requirements,
    /// The type hierarchy.
    pub types: Types,
    /// Objects that every problem of the domain has.
    pub constants: Vec<Object>,
    /// Declared predicates.
    pub predicates: Vec<Predicate>,
    /// Declared numeric functions, `total-cost` included where declared.
    pub functions: Vec<Function>,
    /// Action schemas.
    pub actions: Vec<Action>,
    /// Derivation rules; a predicate may have several.
    pub axioms: Vec<Axiom>,
}

/// A constant of the domain or an object of the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Its name.
    pub name: String,
    /// Its types.
    pub types: TypeNames,
}

/// A predicate's declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// Its name.
    pub name: String,
    /// The declared types of its arguments.
    pub parameters: Vec<TypeNames>,
}

/// A numeric function's declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The declared types of its arguments.
    pub parameters: Vec<TypeNames>,
}

/// An action schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// The parameters, then the variables bound by quantifiers inside.
    pub variables: Vec<Variable>,
    /// How many of the variables are parameters.
    pub arity: usize,
    /// Its precondition.
    pub precondition: Formula,
    /// Its effect.
    pub effect: Effect,
    /// The summands that it adds to `total-cost`; empty when it has no cost effect.
    pub cost: Vec<Cost>,
}

/// An action's effect. All parts take place at once, on the state before the action; where one
/// part adds what another deletes, the atom holds afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// All of these; none is "nothing changes".
    And(Vec<Effect>),
    /// The atom holds afterwards.
    Add(Atom),
    /// The atom does not hold afterwards, unless also added.
    Delete(Atom),
    /// The effect for each object that the variables can stand for.
    Forall(Vec<VariableId>, Box<Effect>),
    /// The effect, if the condition held before.
    When(Formula, Box<Effect>),
}

/// One summand of an action's cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A fixed amount.
    Number(u64),
    /// A value given in the problem's initial state.
    Function(FunctionId, Vec<Term>),
}

/// A rule for a derived predicate: the head holds for all arguments for which the condition does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axiom {
    /// The derived predicate.
    pub predicate: PredicateId,
    /// The head's arguments, then the variables bound by quantifiers inside.
    pub variables: Vec<Variable>,
    /// How many of the variables are the head's arguments.
    pub arity: usize,
    /// The body.
    pub condition: Formula,
}

impl Domain {
    /// Which predicates are derived by axioms, by predicate id.
    pub fn derived_predicates(&self) -> Vec<bool> {
        let mut derived = vec![false; self.predicates.len()];
        for axiom in &self.axioms {
            derived[axiom.predicate.index()] = true;
        }
        derived
    }
}
