//! Mutex groups: sets of facts of which at most one can hold.
//!
//! As in Helmert's invariant synthesis (*Concise finite-domain representations for PDDL planning tasks*,
//! 2009, section 5), a candidate says "for all values of its parameters, at most one of these atoms holds",
//! starts with one predicate, and is refined by further ones when an action is found that would break it.
//! Unlike there, candidates are checked against ground operators rather than schemas: that is simple, exact
//! about static preconditions, and quick because only operators that add one of the predicates matter.

mod balance;
mod candidate;
mod groups;

use crate::GroundError;
use crate::normal::Program;
use crate::propositional::Propositional;
use crate::rows::Rows;
use balance::{BalanceChecker, Checked, Verdict};
use candidate::{Candidate, PartId, Parts};
use rustc_hash::FxHashSet;
use search::Budget;
use std::collections::VecDeque;

/// No more candidates than this are checked: domains that are given ground can have very many.
const MOST_CANDIDATES: usize = 100_000;

/// Finds sets of facts of which exactly one holds at the start and never more than one later.
/// Each set is sorted, and so are the sets.
pub(crate) fn mutex_groups(
    program: &Program,
    ground: &Propositional,
    budget: &Budget,
) -> Result<Rows<u32>, GroundError> {
    let mut parts = Parts::default();
    let mut checker = BalanceChecker::new(program, ground);
    let initial = parts.initial_candidates(program);
    let mut seen: FxHashSet<Box<[PartId]>> = initial.iter().map(identity).collect();
    let mut queue: VecDeque<(Candidate, Checked)> =
        initial.into_iter().map(|candidate| (candidate, Checked::default())).collect();
    let mut invariants = Vec::new();
    let mut looked_at = 0usize;
    while let Some((candidate, checked)) = queue.pop_front() {
        looked_at += 1;
        let exhausted = |limit| GroundError::exhausted(limit, ground.operators.len());
        if looked_at.is_multiple_of(64) {
            budget.check().map_err(exhausted)?;
        }
        match checker.check(&parts, &candidate, checked, budget).map_err(exhausted)? {
            Verdict::Invariant => invariants.push(candidate),
            Verdict::TooHeavy => {}
            Verdict::Unbalanced { action, part, checked } => {
                for new_part in parts.refinements(&candidate, part, &program.actions[action]) {
                    let mut refined = candidate.clone();
                    refined.parts.push(new_part);
                    if seen.len() < MOST_CANDIDATES && seen.insert(identity(&refined)) {
                        queue.push_back((refined, checked));
                    }
                }
            }
        }
    }
    Ok(groups::instantiate(&invariants, &parts, program, ground))
}

/// The key by which candidates are compared: their parts, in whatever order they were added.
fn identity(candidate: &Candidate) -> Box<[PartId]> {
    let mut parts = candidate.parts.clone();
    parts.sort_unstable();
    parts.into_boxed_slice()
}
