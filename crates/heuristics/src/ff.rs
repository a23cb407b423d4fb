//! The heuristic of the FF planner, with best achievers by additive cost.

use search::{Action, Batch, Estimate, Estimates, Heuristic};
use task::{Fact, Space, Task};

use crate::CostKind;
use crate::relaxed::{AdditiveExploration, NONE, RelaxedTask};

/// The cost of a plan for the relaxed task, made of the achievers that are cheapest by additive cost. Not admissible,
/// but safe: a state that it calls a dead end is one. The plan's operators that are applicable in the state are
/// preferred.
#[derive(Clone, Debug)]
pub struct Ff {
    task: RelaxedTask,
    /// The costs of the task's operators.
    costs: Vec<u32>,
    exploration: AdditiveExploration,
    values: Vec<u32>,
    plan: RelaxedPlan,
}

/// A relaxed plan as a set of operators, with working memory to collect it. Facts and operators with the mark of the
/// current round are in it.
#[derive(Clone, Debug)]
struct RelaxedPlan {
    round: u32,
    fact_marks: Vec<u32>,
    operator_marks: Vec<u32>,
    preferred_marks: Vec<u32>,
    pending: Vec<u32>,
    cost: u64,
    operators: Vec<Action>,
    preferred: Vec<Action>,
}

impl Ff {
    /// For the states of `task`.
    pub fn new(task: &Task, costs: CostKind) -> Self {
        let relaxed = RelaxedTask::new(task, costs);
        Self {
            costs: costs.costs(task),
            exploration: AdditiveExploration::new(&relaxed),
            values: vec![0; task.variables.len()],
            plan: RelaxedPlan::new(relaxed.facts(), task.operators.len()),
            task: relaxed,
        }
    }

    /// Makes some of the task's goals the goal: that takes less time than to make another for them.
    ///
    /// # Panics
    /// If one is no goal of the task that this was made for.
    pub fn set_goal(&mut self, goal: &[Fact]) {
        self.task.set_goal(goal);
        self.exploration = AdditiveExploration::new(&self.task);
    }

    /// Estimates a state alone.
    pub fn estimate_state(&mut self, space: &Space, state: &[u64]) -> Estimate {
        space.values(state, &mut self.values);
        if self.exploration.explore(&self.task, &self.values).is_none() {
            self.plan.begin();
            return Estimate::DEAD_END;
        }
        self.collect_plan();
        Estimate::from_cost(self.plan.cost)
    }

    /// The operators of the relaxed plan from the state that was estimated last; none if that was a dead end. They are
    /// in the order in which they were collected, from the goal backwards, in which they can hardly be applied.
    pub fn relaxed_plan(&self) -> &[Action] {
        &self.plan.operators
    }

    /// Collects the relaxed plan that the exploration found.
    fn collect_plan(&mut self) {
        let Self { task, exploration, plan, costs, .. } = self;
        plan.begin();
        plan.need(&task.preconditions[task.goal_operator() as usize], exploration);
        while let Some(achiever) = plan.pending.pop() {
            let holds_now = plan.need(&task.preconditions[achiever as usize], exploration);
            let origin = task.origins[achiever as usize];
            if origin != NONE {
                plan.add(origin, costs[origin as usize], holds_now);
            }
        }
    }
}

impl RelaxedPlan {
    fn new(facts: usize, operators: usize) -> Self {
        Self {
            round: 0,
            fact_marks: vec![0; facts],
            operator_marks: vec![0; operators],
            preferred_marks: vec![0; operators],
            pending: Vec::new(),
            cost: 0,
            operators: Vec::new(),
            preferred: Vec::new(),
        }
    }

    fn begin(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            for marks in [&mut self.fact_marks, &mut self.operator_marks, &mut self.preferred_marks] {
                marks.fill(0);
            }
            self.round = 1;
        }
        self.cost = 0;
        self.operators.clear();
        self.preferred.clear();
    }

    /// Adds the achievers of these facts to what is pending. True if there are none: all of the facts hold.
    fn need(&mut self, facts: &[u32], exploration: &AdditiveExploration) -> bool {
        let mut all_hold = true;
        for &fact in facts {
            let Some(achiever) = exploration.achiever(fact) else { continue };
            all_hold = false;
            if mark(&mut self.fact_marks[fact as usize], self.round) {
                self.pending.push(achiever);
            }
        }
        all_hold
    }

    fn add(&mut self, operator: Action, cost: u32, holds_now: bool) {
        if mark(&mut self.operator_marks[operator as usize], self.round) {
            self.cost += u64::from(cost);
            self.operators.push(operator);
        }
        if holds_now && mark(&mut self.preferred_marks[operator as usize], self.round) {
            self.preferred.push(operator);
        }
    }
}

/// Sets a mark. True if it was not set in this round.
fn mark(mark: &mut u32, round: u32) -> bool {
    std::mem::replace(mark, round) != round
}

impl Heuristic<Space> for Ff {
    fn estimate(&mut self, space: &Space, batch: &Batch, estimates: &mut Estimates) {
        for (_, state, _) in batch.iter() {
            let estimate = self.estimate_state(space, state);
            if estimates.wants_preferred() {
                self.plan.preferred.iter().for_each(|&action| estimates.prefer(action));
            }
            estimates.push(estimate);
        }
    }

    fn effort(&self) -> u64 {
        self.task.effort()
    }
}
