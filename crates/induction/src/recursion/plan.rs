//! Bodies in the order in which their literals are asked.

use super::knowledge::{Knowledge, inputs};
use crate::language::{Atom, Language};
use crate::{Direction, Variable};

/// A body to ask.
#[derive(Debug)]
pub(super) struct Plan {
    pub steps: Vec<Step>,
    /// The variables of the head that are found.
    pub outputs: Vec<Variable>,
    /// How many of the literals call the predicate to define.
    pub calls: usize,
    /// The size of the clause.
    pub size: usize,
    /// The literals, in order.
    pub body: Vec<Atom>,
}

/// A literal to ask.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Step {
    /// The way in which the background knowledge is asked; none for the predicate to define.
    pub access: Option<usize>,
    /// The variables that are needed.
    pub known: Vec<Variable>,
    /// The variables that are found, in the order of places: do they have to have the value that they have already?
    pub found: Vec<(Variable, bool)>,
}

/// The variables of the head that a call gives values to.
pub(super) fn given(language: &Language<'_>) -> Vec<Variable> {
    let directions = language.problem.head.directions.as_deref().unwrap_or_default();
    (0..).zip(directions).filter(|(_, one)| **one == Direction::In).map(|(variable, _)| variable).collect()
}

impl Plan {
    /// Literals that bind nothing come first, then those with the fewest new variables, the predicate to define last; always
    /// among those whose inputs are known.
    pub(super) fn new(
        language: &Language<'_>,
        knowledge: &mut Knowledge<'_>,
        own: usize,
        given: &[Variable],
        body: &[Atom],
    ) -> Self {
        let mut bound: u16 = given.iter().map(|&variable| 1_u16 << variable).sum();
        let mut left = body.to_vec();
        let mut ordered = Vec::with_capacity(body.len());
        let mut steps = Vec::with_capacity(body.len());
        let mut calls = 0;
        while !left.is_empty() {
            let rank = |atom: &Atom| {
                let predicate = &language.problem.body[atom.predicate()];
                let arity = predicate.arity();
                let needed = predicate.directions.as_deref().map_or(0, inputs);
                let is_bound = |place: usize| bound >> atom.argument(place) & 1 == 1;
                let can_be_asked = (0..arity).all(|place| needed >> place & 1 == 0 || is_bound(place));
                let new = (0..arity).filter(|&place| !is_bound(place)).count();
                let is_linked = new < arity || bound == 0;
                (!can_be_asked, !is_linked, atom.predicate() == own, new, *atom)
            };
            let Some(place) = (0..left.len()).min_by_key(|&place| rank(&left[place])) else { break };
            let atom = left.remove(place);
            let predicate = &language.problem.body[atom.predicate()];
            let arity = predicate.arity();
            let is_bound = |bound: u16, place: usize| bound >> atom.argument(place) & 1 == 1;
            let (access, known) = if atom.predicate() == own {
                calls += 1;
                (None, predicate.directions.as_deref().map_or(0, inputs))
            } else {
                let known =
                    (0..arity).filter(|&place| is_bound(bound, place)).map(|place| 1_u8 << place).sum();
                let (access, known) = knowledge.access(atom.predicate(), known);
                (Some(access), known)
            };
            let places = |wanted: u8| (0..arity).filter(move |place| known >> place & 1 == wanted);
            steps.push(Step {
                access,
                known: places(1).map(|place| atom.argument(place)).collect(),
                found: places(0).map(|place| (atom.argument(place), is_bound(bound, place))).collect(),
            });
            bound |= atom.mask(arity);
            ordered.push(atom);
        }
        let outputs = (0..language.head as Variable).filter(|variable| !given.contains(variable)).collect();
        Self { steps, outputs, calls, size: body.len() + 1, body: ordered }
    }
}
