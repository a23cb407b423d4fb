//! Universal conditions through which a derived predicate depends on itself.
//!
//! `(:derived (safe ?x) (forall (?y) (imply (next ?x ?y) (safe ?y))))` is a sound definition: `safe` depends on itself
//! positively. But replacing the `forall` by a negated new predicate would make it depend on its own negation. Here
//! the quantifier is written out over all objects instead.

use crate::{Rows, scc};
use pddl::{Domain, Formula, ObjectId, PredicateId, Problem, Term, TypeNames, VariableId};

/// No axiom grows larger than this by being written out, counted in connectives and atoms.
const LARGEST: usize = 50_000;

/// Writes out the universal conditions of an axiom's body that mention a predicate which depends on the head.
pub(super) struct Expansion<'a> {
    domain: &'a Domain,
    problem: &'a Problem,
    recursion: &'a Recursion,
    /// The axiom's predicate.
    head: PredicateId,
    /// The types of all variables; every copy gets variables of its own.
    pub types: Vec<TypeNames>,
    /// The total size of the conditions written out.
    pub written: usize,
}

/// Which derived predicates depend on themselves, and through which others.
pub(super) struct Recursion {
    /// By predicate: the same number for predicates that depend on each other.
    components: Vec<u32>,
    /// By predicate: does it depend on itself?
    is_recursive: Vec<bool>,
}

impl Recursion {
    pub(super) fn new(domain: &Domain) -> Self {
        let mut mentioned: Vec<Vec<u32>> = vec![Vec::new(); domain.predicates.len()];
        for axiom in &domain.axioms {
            let list = &mut mentioned[axiom.predicate.index()];
            for_each_predicate(&axiom.condition, &mut |predicate| list.push(predicate.0));
        }
        let mut is_recursive: Vec<bool> = (0..mentioned.len())
            .map(|predicate| mentioned[predicate].contains(&(predicate as u32)))
            .collect();
        let mentioned: Rows<u32> = mentioned.into_iter().collect();
        let mut components = vec![0; mentioned.len()];
        for (number, component) in scc::components(&mentioned).iter().enumerate() {
            for &member in component {
                components[member as usize] = number as u32;
                is_recursive[member as usize] |= component.len() > 1;
            }
        }
        Self { components, is_recursive }
    }

    /// Do these predicates depend on each other, or on themselves if they are the same?
    fn depend(&self, one: PredicateId, other: PredicateId) -> bool {
        self.is_recursive[one.index()] && self.components[one.index()] == self.components[other.index()]
    }
}

impl<'a> Expansion<'a> {
    pub(super) fn new(
        domain: &'a Domain,
        problem: &'a Problem,
        recursion: &'a Recursion,
        head: PredicateId,
        types: Vec<TypeNames>,
    ) -> Self {
        Self { domain, problem, recursion, head, types, written: 0 }
    }

    /// Did the written-out conditions become too large?
    pub(super) fn is_too_large(&self) -> bool {
        self.written > LARGEST
    }

    /// The condition with its universal conditions written out; `negated` says on which side of a negation it stands.
    pub(super) fn expand(&mut self, formula: &Formula, negated: bool) -> Formula {
        match formula {
            Formula::Atom(_) | Formula::Equal(..) => formula.clone(),
            Formula::Not(inner) => Formula::Not(Box::new(self.expand(inner, !negated))),
            Formula::And(parts) => {
                Formula::And(parts.iter().map(|part| self.expand(part, negated)).collect())
            }
            Formula::Or(parts) => Formula::Or(parts.iter().map(|part| self.expand(part, negated)).collect()),
            Formula::Imply(premise, conclusion) => {
                let premise = self.expand(premise, !negated);
                Formula::Imply(Box::new(premise), Box::new(self.expand(conclusion, negated)))
            }
            Formula::Forall(variables, inner) => {
                let inner = self.expand(inner, negated);
                match self.copies(variables, &inner, !negated) {
                    Some(copies) => Formula::And(copies),
                    None => Formula::Forall(variables.clone(), Box::new(inner)),
                }
            }
            Formula::Exists(variables, inner) => {
                let inner = self.expand(inner, negated);
                match self.copies(variables, &inner, negated) {
                    Some(copies) => Formula::Or(copies),
                    None => Formula::Exists(variables.clone(), Box::new(inner)),
                }
            }
        }
    }

    /// One copy of the quantified formula for each choice of objects, where that is needed and feasible.
    fn copies(&mut self, variables: &[VariableId], inner: &Formula, universal: bool) -> Option<Vec<Formula>> {
        let (mut size, mut is_recursive) = (0, false);
        for_each_predicate(inner, &mut |predicate| {
            size += 1;
            is_recursive |= self.recursion.depend(self.head, predicate);
        });
        if !universal || !is_recursive || self.is_too_large() {
            return None;
        }
        let ranges: Vec<Vec<ObjectId>> = variables.iter().map(|&variable| self.range(variable)).collect();
        let count = ranges.iter().fold(1usize, |count, range| count.saturating_mul(range.len()));
        self.written = self.written.saturating_add(count.saturating_mul(size));
        if self.is_too_large() {
            return None;
        }
        let mut copies = Vec::with_capacity(count);
        for mut number in 0..count {
            let mut substitution = Vec::new();
            for (&variable, range) in variables.iter().zip(&ranges) {
                substitution.push((variable, Term::Object(range[number % range.len()])));
                number /= range.len();
            }
            copies.push(self.copy(inner, &mut substitution));
        }
        Some(copies)
    }

    fn range(&self, variable: VariableId) -> Vec<ObjectId> {
        let wanted = &self.types[variable.index()];
        self.problem.objects_of(&self.domain.types, wanted).collect()
    }

    /// A copy in which variables are replaced, those bound inside by new ones.
    fn copy(&mut self, formula: &Formula, substitution: &mut Vec<(VariableId, Term)>) -> Formula {
        let replace = |term: &Term| match term {
            Term::Object(_) => *term,
            Term::Variable(variable) => substitution
                .iter()
                .rev()
                .find(|(replaced, _)| replaced == variable)
                .map_or(*term, |&(_, replacement)| replacement),
        };
        match formula {
            Formula::Atom(atom) => {
                let args = atom.args.iter().map(replace).collect();
                Formula::Atom(pddl::Atom { predicate: atom.predicate, args })
            }
            Formula::Equal(left, right) => Formula::Equal(replace(left), replace(right)),
            Formula::Not(inner) => Formula::Not(Box::new(self.copy(inner, substitution))),
            Formula::And(parts) => {
                Formula::And(parts.iter().map(|part| self.copy(part, substitution)).collect())
            }
            Formula::Or(parts) => {
                Formula::Or(parts.iter().map(|part| self.copy(part, substitution)).collect())
            }
            Formula::Imply(premise, conclusion) => {
                let premise = self.copy(premise, substitution);
                Formula::Imply(Box::new(premise), Box::new(self.copy(conclusion, substitution)))
            }
            Formula::Forall(variables, inner) => {
                let (variables, inner) = self.copy_quantified(variables, inner, substitution);
                Formula::Forall(variables, inner)
            }
            Formula::Exists(variables, inner) => {
                let (variables, inner) = self.copy_quantified(variables, inner, substitution);
                Formula::Exists(variables, inner)
            }
        }
    }

    fn copy_quantified(
        &mut self,
        variables: &[VariableId],
        inner: &Formula,
        substitution: &mut Vec<(VariableId, Term)>,
    ) -> (Vec<VariableId>, Box<Formula>) {
        let outer = substitution.len();
        let mut fresh = Vec::with_capacity(variables.len());
        for &variable in variables {
            let new = VariableId::from_index(self.types.len());
            self.types.push(self.types[variable.index()].clone());
            substitution.push((variable, Term::Variable(new)));
            fresh.push(new);
        }
        let inner = Box::new(self.copy(inner, substitution));
        substitution.truncate(outer);
        (fresh, inner)
    }
}

/// Calls `see` with the predicate of every atom.
fn for_each_predicate(formula: &Formula, see: &mut impl FnMut(PredicateId)) {
    match formula {
        Formula::Atom(atom) => see(atom.predicate),
        Formula::Equal(..) => {}
        Formula::Not(inner) | Formula::Forall(_, inner) | Formula::Exists(_, inner) => {
            for_each_predicate(inner, see)
        }
        Formula::And(parts) | Formula::Or(parts) => {
            parts.iter().for_each(|part| for_each_predicate(part, see))
        }
        Formula::Imply(premise, conclusion) => {
            for_each_predicate(premise, see);
            for_each_predicate(conclusion, see);
        }
    }
}
