//! Conditions made ready for solving: negations stand at the leaves only.

use pddl::{Atom, Formula, PredicateId, Term, VariableId};

/// A condition in which only atoms, equalities and existential quantifiers are negated.
#[derive(Debug)]
pub(super) enum Condition {
    /// The atom holds, or does not.
    Literal(Atom, bool),
    /// The terms stand for the same object, or do not.
    Equality(Term, Term, bool),
    All(Vec<Condition>),
    Any(Any),
    Exists(Quantified),
    NoneSuch(Quantified),
}

#[derive(Debug)]
pub(super) struct Any {
    pub(super) branches: Vec<Condition>,
    /// The variables of the branches that are not bound in them.
    pub(super) free: Vec<VariableId>,
}

#[derive(Debug)]
pub(super) struct Quantified {
    pub(super) variables: Vec<VariableId>,
    pub(super) body: Box<Condition>,
    /// The variables of the body, less those quantified here or within.
    pub(super) free: Vec<VariableId>,
}

impl Condition {
    /// The condition that `formula` is true, or that it is false.
    pub(super) fn new(formula: &Formula, wanted: bool) -> Self {
        let each = |parts: &[Formula]| parts.iter().map(|part| Self::new(part, wanted)).collect();
        match formula {
            Formula::Atom(atom) => Self::Literal(atom.clone(), wanted),
            Formula::Equal(left, right) => Self::Equality(*left, *right, wanted),
            Formula::Not(part) => Self::new(part, !wanted),
            Formula::And(parts) if wanted => Self::All(each(parts)),
            Formula::Or(parts) if !wanted => Self::All(each(parts)),
            Formula::And(parts) | Formula::Or(parts) => Self::any(each(parts)),
            Formula::Imply(premise, conclusion) => {
                let parts = vec![Self::new(premise, !wanted), Self::new(conclusion, wanted)];
                if wanted { Self::any(parts) } else { Self::All(parts) }
            }
            Formula::Exists(variables, body) => {
                let quantified = Quantified::new(variables, Self::new(body, true));
                if wanted { Self::Exists(quantified) } else { Self::NoneSuch(quantified) }
            }
            Formula::Forall(variables, body) => {
                let quantified = Quantified::new(variables, Self::new(body, false));
                if wanted { Self::NoneSuch(quantified) } else { Self::Exists(quantified) }
            }
        }
    }

    fn any(branches: Vec<Self>) -> Self {
        let mut free = Vec::new();
        branches.iter().for_each(|branch| branch.add_free(&mut free));
        Self::Any(Any { free: as_set(free), branches })
    }

    /// Adds the variables that the condition leaves open, some perhaps more than once.
    pub(super) fn add_free(&self, free: &mut Vec<VariableId>) {
        match self {
            Self::Literal(atom, _) => free.extend(atom.args.iter().copied().filter_map(variable)),
            Self::Equality(left, right, _) => free.extend([*left, *right].into_iter().filter_map(variable)),
            Self::All(parts) => parts.iter().for_each(|part| part.add_free(free)),
            Self::Any(any) => free.extend(&any.free),
            Self::Exists(quantified) | Self::NoneSuch(quantified) => free.extend(&quantified.free),
        }
    }

    /// Calls `visit` with the predicate of each atom, and whether the atom occurs positively: whether its becoming
    /// true, rather than false, can make the condition true.
    pub(super) fn each_predicate(&self, visit: &mut dyn FnMut(PredicateId, bool)) {
        match self {
            Self::Literal(atom, holds) => visit(atom.predicate, *holds),
            Self::Equality(..) => {}
            Self::All(parts) => parts.iter().for_each(|part| part.each_predicate(visit)),
            Self::Any(any) => any.branches.iter().for_each(|branch| branch.each_predicate(visit)),
            Self::Exists(quantified) => quantified.body.each_predicate(visit),
            Self::NoneSuch(quantified) => {
                quantified.body.each_predicate(&mut |predicate, holds| visit(predicate, !holds));
            }
        }
    }
}

impl Quantified {
    fn new(variables: &[VariableId], body: Condition) -> Self {
        let mut free = Vec::new();
        body.add_free(&mut free);
        let variables = as_set(variables.to_vec());
        let mut free = as_set(free);
        free.retain(|variable| variables.binary_search(variable).is_err());
        Self { variables, body: Box::new(body), free }
    }
}

fn variable(term: Term) -> Option<VariableId> {
    match term {
        Term::Variable(variable) => Some(variable),
        Term::Object(_) => None,
    }
}

fn as_set(mut variables: Vec<VariableId>) -> Vec<VariableId> {
    variables.sort_unstable();
    variables.dedup();
    variables
}
