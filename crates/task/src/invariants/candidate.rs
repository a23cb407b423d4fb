//! Candidates for invariants.

use crate::normal::{Action, Effect, Program};
use pddl::{Atom, Term};
use rustc_hash::FxHashMap;

/// "For all values of the parameters, at most one atom of these parts holds."
///
/// Every part uses all parameters, and no predicate has two parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// In the order they were added.
    pub parts: Vec<PartId>,
}

/// The number of a part in [`Parts`].
pub(super) type PartId = u32;

/// The atoms of one predicate that agree with the parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Part {
    pub predicate: usize,
    /// By argument: the number of a parameter, or [`COUNTED`].
    pub args: Vec<u32>,
}

/// Marks the argument, one at most, whose values are counted together.
pub(super) const COUNTED: u32 = u32::MAX;

/// Predicates with more arguments than this are not looked at: there is a candidate for each argument.
const MOST_ARGUMENTS: usize = 100;

/// All parts in use: candidates share them.
#[derive(Default)]
pub(super) struct Parts {
    parts: Vec<Part>,
    numbers: FxHashMap<Part, PartId>,
}

impl Part {
    /// The number of parameters.
    pub(super) fn arity(&self) -> usize {
        self.args.iter().filter(|&&arg| arg != COUNTED).count()
    }

    /// The parameters' values in an atom of this part.
    fn parameters(&self, atom: &Atom) -> Vec<Term> {
        (0..self.arity() as u32)
            .filter_map(|parameter| {
                let position = self.args.iter().position(|&arg| arg == parameter)?;
                atom.args.get(position).copied()
            })
            .collect()
    }
}

impl std::ops::Index<PartId> for Parts {
    type Output = Part;

    fn index(&self, id: PartId) -> &Part {
        &self.parts[id as usize]
    }
}

impl Parts {
    fn number(&mut self, part: Part) -> PartId {
        let next = self.parts.len() as PartId;
        *self.numbers.entry(part).or_insert_with_key(|part| {
            self.parts.push(part.clone());
            next
        })
    }

    /// Each predicate that actions change, with one argument counted or none.
    pub(super) fn initial_candidates(&mut self, program: &Program) -> Vec<Candidate> {
        let mut changed = vec![false; program.predicates.len()];
        for effect in program.actions.iter().flat_map(|action| action.effects.iter()) {
            changed[effect.atom.predicate.index()] = true;
        }
        let mut candidates = Vec::new();
        for predicate in (0..changed.len()).filter(|&predicate| changed[predicate]) {
            let arity = program.predicates[predicate].arity;
            if arity > MOST_ARGUMENTS {
                continue;
            }
            for counted in std::iter::once(None).chain((0..arity).map(Some)) {
                let parameter = |position: usize| match counted {
                    Some(counted) if position == counted => COUNTED,
                    Some(counted) if position > counted => position as u32 - 1,
                    _ => position as u32,
                };
                let part = Part { predicate, args: (0..arity).map(parameter).collect() };
                candidates.push(Candidate { parts: vec![self.number(part)] });
            }
        }
        candidates
    }

    /// The parts that can be added to a candidate so that an atom that the action deletes makes up for an atom
    /// of `own_part` that it adds.
    pub(super) fn refinements(
        &mut self,
        candidate: &Candidate,
        own_part: PartId,
        action: &Action,
    ) -> Vec<PartId> {
        let own_part = &self.parts[own_part as usize];
        let adds = |effect: &&Effect| !effect.negated && effect.atom.predicate.index() == own_part.predicate;
        let is_new = |predicate: usize| candidate.parts.iter().all(|&part| self[part].predicate != predicate);
        let deletes = |effect: &&Effect| effect.negated && is_new(effect.atom.predicate.index());
        let mut found = Vec::new();
        for added in action.effects.iter().filter(adds) {
            let parameters = own_part.parameters(&added.atom);
            for deleted in action.effects.iter().filter(deletes) {
                matching_parts(&parameters, &deleted.atom, &mut found);
            }
        }
        found.into_iter().map(|part| self.number(part)).collect()
    }
}

/// Finds the parts that `atom` belongs to when the parameters have these values.
fn matching_parts(parameters: &[Term], atom: &Atom, found: &mut Vec<Part>) {
    let surplus = atom.args.len().checked_sub(parameters.len());
    if let Some(surplus @ 0..=1) = surplus {
        assign(parameters, atom, surplus == 1, &mut Vec::new(), found);
    }
}

/// Gives each argument in turn a parameter that has its value and is not used yet: the first such one, since parameters
/// with the same value are alike here.
fn assign(parameters: &[Term], atom: &Atom, may_count: bool, args: &mut Vec<u32>, found: &mut Vec<Part>) {
    let Some(&term) = atom.args.get(args.len()) else {
        found.push(Part { predicate: atom.predicate.index(), args: args.clone() });
        return;
    };
    let is_free = |&parameter: &u32| parameters[parameter as usize] == term && !args.contains(&parameter);
    if let Some(parameter) = (0..parameters.len() as u32).find(is_free) {
        args.push(parameter);
        assign(parameters, atom, may_count, args, found);
        args.pop();
    }
    if may_count {
        args.push(COUNTED);
        assign(parameters, atom, false, args, found);
        args.pop();
    }
}
