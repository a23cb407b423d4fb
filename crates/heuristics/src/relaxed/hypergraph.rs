//! The relaxed task as a hypergraph for other crates: facts, and actions from their preconditions to their effects.

use task::Task;

use super::{drafts, simplify};
use crate::CostKind;

/// The part of a delete relaxation that can matter for the goal. Values that are no atoms are facts like any others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelaxedHypergraph {
    /// The positions of its facts among all facts of the task, ascending.
    pub facts: Vec<u32>,
    /// Its actions. Effects with a condition are actions of their own, and so are axioms, which cost nothing.
    pub actions: Vec<RelaxedAction>,
}

/// An action without its deletes. Its facts are numbered as those of its [`RelaxedHypergraph`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelaxedAction {
    /// Its preconditions, ascending.
    pub preconditions: Vec<u32>,
    /// Its effects that are no preconditions, in the order of the task's effects; at least one.
    pub effects: Vec<u32>,
    /// Its cost.
    pub cost: u32,
}

impl RelaxedHypergraph {
    /// Of a task.
    pub fn new(task: &Task) -> Self {
        let mut drafts = drafts::drafts(task, &CostKind::Normal.costs(task));
        simplify::drop_irrelevant(&mut drafts);
        let mut facts: Vec<u32> = drafts.iter().flat_map(|draft| &draft.preconditions).copied().collect();
        facts.sort_unstable();
        facts.dedup();
        // The last one achieves the goal.
        drafts.pop();
        let number = |fact: u32| facts.partition_point(|&other| other < fact) as u32;
        let numbered = |facts: Vec<u32>| facts.into_iter().map(number).collect();
        let actions = drafts.into_iter().map(|draft| RelaxedAction {
            preconditions: numbered(draft.preconditions),
            effects: numbered(draft.effects),
            cost: draft.cost,
        });
        Self { actions: actions.collect(), facts }
    }
}
