//! The delete relaxation of a task: a fact that is achieved once stays achieved.

mod additive;
mod conjunction;
mod cycles;
mod drafts;
mod hypergraph;
mod negation;
mod queue;
mod simplify;
mod triggers;

use task::{Fact, Rows, Task};

pub(crate) use self::additive::AdditiveExploration;
use self::drafts::Draft;
pub use self::hypergraph::{RelaxedAction, RelaxedHypergraph};
#[cfg(test)]
pub(crate) use self::negation::default_rules;
pub(crate) use self::queue::BucketQueue;
pub(crate) use self::triggers::Trigger;
use crate::CostKind;

/// No fact, no operator, or no finite cost.
pub(crate) const NONE: u32 = u32::MAX;

/// Costs are cut off here, so that the sum of two never overflows.
pub(crate) const GREATEST_COST: u32 = 1 << 30;

/// The fact that always holds: the precondition of operators that need nothing else.
pub(crate) const TRUE: u32 = 0;

/// The relaxed task. Its facts are those that can matter for the goal, numbered anew, and two artificial ones:
/// [`TRUE`], the first, and the goal, the last. Its operators are the task's operators, one more for each condition of
/// an operator's conditional effects, the axioms, and, the last one, the one that achieves the goal fact.
#[derive(Clone, Debug)]
pub(crate) struct RelaxedTask {
    /// The number of each of the task's facts here; [`NONE`] for those that cannot matter.
    fact_numbers: Vec<u32>,
    /// Where the facts of each of the task's variables start in `fact_numbers`.
    fact_offsets: Vec<u32>,
    facts: usize,
    /// The preconditions of each operator; never empty.
    pub preconditions: Rows<u32>,
    /// The effects of each operator.
    pub effects: Rows<u32>,
    /// The cost of each operator, at most [`GREATEST_COST`].
    pub costs: Vec<u32>,
    /// The task's operator that each stands for; [`NONE`] for axioms and the goal.
    pub origins: Vec<u32>,
}

impl RelaxedTask {
    /// The relaxation of `task` for heuristics that ask for the cost of each fact alone: it drops every effect that is
    /// as cheap elsewhere.
    pub(crate) fn new(task: &Task, costs: CostKind) -> Self {
        let mut drafts = drafts::drafts(task, &costs.costs(task));
        simplify::drop_dominated_effects(&mut drafts);
        simplify::drop_irrelevant(&mut drafts);
        Self::number(task, &drafts)
    }

    /// The relaxation of `task` for heuristics that depend on which facts an operator achieves together: it only drops
    /// whole operators.
    pub(crate) fn with_whole_operators(task: &Task, costs: CostKind) -> Self {
        let mut drafts = drafts::drafts(task, &costs.costs(task));
        simplify::drop_irrelevant(&mut drafts);
        simplify::drop_dominated_operators(&mut drafts);
        simplify::drop_irrelevant(&mut drafts);
        Self::number(task, &drafts)
    }

    /// The number of facts.
    pub(crate) fn facts(&self) -> usize {
        self.facts
    }

    /// About how much effort it is to find the costs of all facts once, as [`search::Heuristic::effort`] counts it.
    pub(crate) fn effort(&self) -> u64 {
        self.preconditions.items().len() as u64 / 12
    }

    /// The fact that stands for the goal.
    pub(crate) fn goal(&self) -> u32 {
        self.facts() as u32 - 1
    }

    /// Makes some of the task's goals the goal.
    ///
    /// # Panics
    /// If one is no goal of the task that this is the relaxation of.
    pub(crate) fn set_goal(&mut self, goal: &[Fact]) {
        let position = |fact: &Fact| (self.fact_offsets[fact.variable as usize] + fact.value) as usize;
        let mut goal: Vec<u32> = goal.iter().map(|fact| self.fact_numbers[position(fact)]).collect();
        assert!(!goal.contains(&NONE), "a goal that is none of the task's");
        goal.sort_unstable();
        if goal.is_empty() {
            goal.push(TRUE);
        }
        self.preconditions.pop();
        self.preconditions.push(goal);
    }

    /// The operator that achieves the goal fact.
    pub(crate) fn goal_operator(&self) -> u32 {
        self.costs.len() as u32 - 1
    }

    /// The facts of a state with these values, [`TRUE`] among them.
    pub(crate) fn state_facts(&self, values: &[u32]) -> impl Iterator<Item = u32> {
        let facts = values.iter().zip(&self.fact_offsets);
        let facts = facts.map(|(value, offset)| self.fact_numbers[(offset + value) as usize]);
        facts.filter(|&fact| fact != NONE).chain([TRUE])
    }

    /// For each fact, the operators that need it.
    pub(crate) fn needed_by(&self) -> Rows<u32> {
        transposed(&self.preconditions, self.facts())
    }

    /// For each fact, the operators that achieve it.
    pub(crate) fn achieved_by(&self) -> Rows<u32> {
        transposed(&self.effects, self.facts())
    }

    fn number(task: &Task, drafts: &[Draft]) -> Self {
        let goal = task.variables.fact_names.len();
        let mut fact_numbers = vec![NONE; goal + 1];
        for &fact in drafts.iter().flat_map(|draft| &draft.preconditions) {
            fact_numbers[fact as usize] = 0;
        }
        fact_numbers[goal] = 0;
        let mut facts = TRUE + 1;
        for number in fact_numbers.iter_mut().filter(|number| **number != NONE) {
            *number = facts;
            facts += 1;
        }
        let numbered =
            |of: &[u32]| -> Vec<u32> { of.iter().map(|&fact| fact_numbers[fact as usize]).collect() };
        let preconditions: Rows<u32> = drafts
            .iter()
            .map(
                |draft| {
                    if draft.preconditions.is_empty() { vec![TRUE] } else { numbered(&draft.preconditions) }
                },
            )
            .collect();
        Self {
            facts: facts as usize,
            preconditions,
            effects: drafts.iter().map(|draft| numbered(&draft.effects)).collect(),
            costs: drafts.iter().map(|draft| draft.cost.min(GREATEST_COST)).collect(),
            origins: drafts.iter().map(|draft| draft.origin).collect(),
            fact_offsets: task.variables.fact_offsets.clone(),
            fact_numbers,
        }
    }
}

/// For each of the `columns` numbers that occur in the rows, the rows that it occurs in.
fn transposed(rows: &Rows<u32>, columns: usize) -> Rows<u32> {
    let mut starts = vec![0u32; columns + 1];
    for &column in rows.items() {
        starts[column as usize + 1] += 1;
    }
    for column in 0..columns {
        starts[column + 1] += starts[column];
    }
    let mut items = vec![0u32; rows.items().len()];
    let mut next = starts.clone();
    for (number, row) in rows.iter().enumerate() {
        for &column in row {
            let place = &mut next[column as usize];
            items[*place as usize] = number as u32;
            *place += 1;
        }
    }
    starts.windows(2).map(|ends| items[ends[0] as usize..ends[1] as usize].iter().copied()).collect()
}
