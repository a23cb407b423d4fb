//! Conditions on their way to normal form.

use super::Conjunction;
use pddl::{Atom, Formula, Term, TypeNames, VariableId};
use rustc_hash::FxHashMap;

/// A condition whose negations stand at atoms only and which has no universal quantifier.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Condition {
    Atom { negated: bool, atom: Atom },
    Equality { negated: bool, left: Term, right: Term },
    And(Vec<Condition>),
    Or(Vec<Condition>),
    Exists(Vec<VariableId>, Box<Condition>),
}

/// A conjunction with the existential variables it brought along.
#[derive(Clone, Default)]
pub(super) struct Branch {
    pub variables: Vec<VariableId>,
    pub conjunction: Conjunction,
}

/// Defines new predicates for conditions that a conjunction of literals can't express.
pub(super) trait DefinePredicate {
    /// A new derived atom that holds where `condition` does. `types` are those of the variables in it.
    fn define(&mut self, condition: Condition, types: &[TypeNames]) -> Atom;
}

/// A condition with more disjuncts than this is given a predicate of its own instead of being split.
const MOST_BRANCHES: usize = 4096;

impl Condition {
    /// Pushes negations to the atoms and replaces universal quantifiers by negated new predicates:
    /// `forall x: f` is `not new`, where `new` holds if `exists x: not f`.
    pub(super) fn new(
        formula: &Formula,
        negated: bool,
        types: &[TypeNames],
        predicates: &mut impl DefinePredicate,
    ) -> Self {
        let mut all = |formulas: &[Formula], negated| {
            formulas.iter().map(|part| Self::new(part, negated, types, predicates)).collect()
        };
        match formula {
            Formula::Atom(atom) => Self::Atom { negated, atom: atom.clone() },
            &Formula::Equal(left, right) => Self::Equality { negated, left, right },
            Formula::Not(inner) => Self::new(inner, !negated, types, predicates),
            Formula::And(parts) if negated => Self::Or(all(parts, true)),
            Formula::And(parts) => Self::And(all(parts, false)),
            Formula::Or(parts) if negated => Self::And(all(parts, true)),
            Formula::Or(parts) => Self::Or(all(parts, false)),
            Formula::Imply(premise, conclusion) => {
                let parts = vec![
                    Self::new(premise, !negated, types, predicates),
                    Self::new(conclusion, negated, types, predicates),
                ];
                if negated { Self::And(parts) } else { Self::Or(parts) }
            }
            Formula::Exists(variables, inner) if !negated => {
                let inner = Self::new(inner, false, types, predicates);
                Self::Exists(variables.clone(), Box::new(inner))
            }
            Formula::Forall(variables, inner) if negated => {
                let inner = Self::new(inner, true, types, predicates);
                Self::Exists(variables.clone(), Box::new(inner))
            }
            Formula::Exists(variables, inner) | Formula::Forall(variables, inner) => {
                // Together with the negation around it, the quantifier is universal here.
                let counterexample = Self::new(inner, !negated, types, predicates);
                let exists = Self::Exists(variables.clone(), Box::new(counterexample));
                Self::Atom { negated: true, atom: predicates.define(exists, types) }
            }
        }
    }

    /// The branches of the disjunctive normal form.
    pub(super) fn branches(self, types: &[TypeNames], predicates: &mut impl DefinePredicate) -> Vec<Branch> {
        let mut branch = Branch::default();
        match self {
            Self::Atom { negated: false, atom } => branch.conjunction.positive.push(atom),
            Self::Atom { negated: true, atom } => branch.conjunction.negative.push(atom),
            Self::Equality { negated: false, left, right } => branch.conjunction.equal.push((left, right)),
            Self::Equality { negated: true, left, right } => branch.conjunction.different.push((left, right)),
            Self::Or(parts) => {
                return parts.into_iter().flat_map(|part| part.branches(types, predicates)).collect();
            }
            Self::Exists(variables, inner) => {
                let mut branches = inner.branches(types, predicates);
                for branch in &mut branches {
                    branch.variables.extend(&variables);
                }
                return branches;
            }
            Self::And(parts) => return conjunction_branches(parts, types, predicates),
        }
        vec![branch]
    }

    /// Gives every disjunction and existential condition below a conjunction a predicate of its own. With many of them
    /// side by side there would otherwise be a rule for each combination of disjuncts, and an instance for each
    /// combination of witnesses.
    pub(super) fn outline(&mut self, types: &[TypeNames], predicates: &mut impl DefinePredicate) {
        match self {
            Self::Atom { .. } | Self::Equality { .. } => {}
            Self::Exists(_, inner) => inner.outline(types, predicates),
            Self::Or(parts) => parts.iter_mut().for_each(|part| part.outline(types, predicates)),
            Self::And(parts) => {
                for part in parts {
                    part.outline(types, predicates);
                    if part.branches_out() {
                        let condition = std::mem::replace(part, Self::And(Vec::new()));
                        *part = Self::Atom { negated: false, atom: predicates.define(condition, types) };
                    }
                }
            }
        }
    }

    fn branches_out(&self) -> bool {
        match self {
            Self::Atom { .. } | Self::Equality { .. } => false,
            Self::Or(_) | Self::Exists(..) => true,
            Self::And(parts) => parts.iter().any(Self::branches_out),
        }
    }

    /// The variables that are not bound inside, in order of appearance.
    pub(super) fn free_variables(&self) -> Vec<VariableId> {
        let mut free = Vec::new();
        self.collect_free(&mut Vec::new(), &mut free);
        free
    }

    fn collect_free(&self, bound: &mut Vec<VariableId>, free: &mut Vec<VariableId>) {
        let mut see = |term: &Term| {
            if let Term::Variable(variable) = term
                && !bound.contains(variable)
                && !free.contains(variable)
            {
                free.push(*variable);
            }
        };
        match self {
            Self::Atom { atom, .. } => atom.args.iter().for_each(see),
            Self::Equality { left, right, .. } => {
                see(left);
                see(right);
            }
            Self::And(parts) | Self::Or(parts) => {
                for part in parts {
                    part.collect_free(bound, free);
                }
            }
            Self::Exists(variables, inner) => {
                let outer = bound.len();
                bound.extend(variables);
                inner.collect_free(bound, free);
                bound.truncate(outer);
            }
        }
    }

    /// Renames every variable.
    pub(super) fn rename(&mut self, new_names: &mut impl FnMut(VariableId) -> VariableId) {
        let mut rename_term = |term: &mut Term| {
            if let Term::Variable(variable) = term {
                *variable = new_names(*variable);
            }
        };
        match self {
            Self::Atom { atom, .. } => atom.args.iter_mut().for_each(rename_term),
            Self::Equality { left, right, .. } => {
                rename_term(left);
                rename_term(right);
            }
            Self::And(parts) | Self::Or(parts) => {
                for part in parts {
                    part.rename(new_names);
                }
            }
            Self::Exists(variables, inner) => {
                for variable in variables.iter_mut() {
                    *variable = new_names(*variable);
                }
                inner.rename(new_names);
            }
        }
    }
}

/// Distributes `and` over `or`. A part that would lead to too many branches is given a predicate of its own.
fn conjunction_branches(
    parts: Vec<Condition>,
    types: &[TypeNames],
    predicates: &mut impl DefinePredicate,
) -> Vec<Branch> {
    let mut result = vec![Branch::default()];
    for part in parts {
        let choices = match &part {
            Condition::Atom { .. } | Condition::Equality { .. } => part.branches(types, predicates),
            _ => {
                let choices = part.clone().branches(types, predicates);
                if choices.len() > 1 && result.len() * choices.len() > MOST_BRANCHES {
                    let atom = predicates.define(part, types);
                    Condition::Atom { negated: false, atom }.branches(types, predicates)
                } else {
                    choices
                }
            }
        };
        result = match <[Branch; 1]>::try_from(choices) {
            Ok([only]) => {
                for branch in &mut result {
                    branch.join(&only);
                }
                result
            }
            Err(choices) => result
                .iter()
                .flat_map(|branch| {
                    choices.iter().map(|choice| {
                        let mut joined = branch.clone();
                        joined.join(choice);
                        joined
                    })
                })
                .collect(),
        };
    }
    result
}

impl Branch {
    fn join(&mut self, other: &Branch) {
        self.variables.extend(&other.variables);
        self.conjunction.positive.extend_from_slice(&other.conjunction.positive);
        self.conjunction.negative.extend_from_slice(&other.conjunction.negative);
        self.conjunction.equal.extend(&other.conjunction.equal);
        self.conjunction.different.extend(&other.conjunction.different);
    }
}

/// A renaming to 0, 1, 2 … in order of appearance.
#[derive(Default)]
pub(super) struct Renumbering {
    new: FxHashMap<VariableId, VariableId>,
    /// The old names by new number.
    pub old: Vec<VariableId>,
}

impl Renumbering {
    pub(super) fn number(&mut self, variable: VariableId) -> VariableId {
        *self.new.entry(variable).or_insert_with(|| {
            self.old.push(variable);
            VariableId::from_index(self.old.len() - 1)
        })
    }
}
