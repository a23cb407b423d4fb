//! A plan executed step by step, with all that changes on the way.

use std::collections::BTreeSet;

use pddl::{Domain, GroundAtom, ObjectId, PredicateId, Problem};

use super::execution::Execution;
use super::relation::Tuple;
use super::schema::Changes;
use super::{ValidateError, Verdict, judge};
use crate::plan::Plan;

/// What came of executing a plan, which may have ended before its last step.
pub struct Trace<'a> {
    /// What each of the executed steps has changed.
    pub changes: Vec<Change>,
    /// The verdict.
    pub verdict: Verdict,
    /// The task where the execution ended.
    execution: Execution<'a>,
}

/// What a step changes: derived atoms are left out, and so are effects that change nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// The atoms that did not hold before, in order.
    pub added: Vec<GroundAtom>,
    /// The atoms that do not hold any more, in order.
    pub deleted: Vec<GroundAtom>,
    /// The cost of all steps so far, this one included.
    pub cost: u64,
}

/// Executes `plan` as [`validate`](super::validate) does, and keeps what happens on the way.
///
/// # Errors
/// The plan is not judged if the task itself is at fault.
pub fn trace<'a>(domain: &'a Domain, problem: &'a Problem, plan: &Plan) -> Result<Trace<'a>, ValidateError> {
    let mut execution = Execution::new(domain, problem)?;
    let mut changes = Vec::new();
    let verdict = judge(&mut execution, plan, |made, cost| changes.push(Change::new(made, cost)))?;
    Ok(Trace { changes, verdict, execution })
}

impl Trace<'_> {
    /// The atoms that hold where the execution ended, in order, derived ones included.
    ///
    /// # Errors
    /// When the axioms are too complex.
    pub fn atoms(&mut self) -> Result<Vec<GroundAtom>, ValidateError> {
        Ok(self.execution.all_atoms()?)
    }

    /// Instances of the domain's action of this number that can be executed where the execution ended, with these arguments
    /// where they are given: so many at most, in order.
    ///
    /// # Errors
    /// When the precondition is too complex.
    pub fn applicable(
        &mut self,
        action: usize,
        args: &[Option<ObjectId>],
        most: usize,
    ) -> Result<Vec<Vec<ObjectId>>, ValidateError> {
        Ok(self.execution.applicable(action, args, most)?)
    }
}

impl Change {
    /// What was deleted and added again has not changed.
    fn new(changes: Changes, cost: u64) -> Self {
        let as_set = |atoms: Vec<(PredicateId, Tuple)>| -> BTreeSet<GroundAtom> {
            let ground =
                |(predicate, args): (PredicateId, Tuple)| GroundAtom { predicate, args: (*args).into() };
            atoms.into_iter().map(ground).collect()
        };
        let (added, deleted) = (as_set(changes.added), as_set(changes.deleted));
        let without = |atoms: &BTreeSet<GroundAtom>, others| atoms.difference(others).cloned().collect();
        Self { added: without(&added, &deleted), deleted: without(&deleted, &added), cost }
    }
}
