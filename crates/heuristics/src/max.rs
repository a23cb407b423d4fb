//! The maximum heuristic.

use search::{Batch, Estimate, Estimates, Heuristic};
use task::{Space, Task};

use crate::CostKind;
use crate::relaxed::{BucketQueue, GREATEST_COST, NONE, RelaxedTask};

/// The cost of the dearest goal in the relaxed task, where an operator pays for its dearest precondition only.
/// Admissible.
#[derive(Clone, Debug)]
pub struct Max {
    task: RelaxedTask,
    values: Vec<u32>,
    costs: Vec<u32>,
    /// The number of preconditions of each operator not reached yet.
    missing: Vec<u32>,
    /// The number of preconditions of each operator.
    needed: Vec<u32>,
    queue: BucketQueue,
}

impl Max {
    /// For the states of `task`.
    pub fn new(task: &Task, costs: CostKind) -> Self {
        let relaxed = RelaxedTask::new(task, costs);
        let needed: Vec<u32> = relaxed.preconditions.iter().map(|facts| facts.len() as u32).collect();
        Self {
            values: vec![0; task.variables.len()],
            costs: vec![NONE; relaxed.facts()],
            missing: needed.clone(),
            needed,
            queue: BucketQueue::new(),
            task: relaxed,
        }
    }

    fn cost(&mut self) -> Option<u32> {
        self.costs.fill(NONE);
        self.missing.copy_from_slice(&self.needed);
        self.queue.clear();
        for fact in self.task.state_facts(&self.values) {
            self.costs[fact as usize] = 0;
            self.queue.push(0, fact);
        }
        let goal = self.task.goal_operator();
        while let Some((cost, fact)) = self.queue.pop() {
            if self.costs[fact as usize] < cost {
                continue;
            }
            for &operator in &self.task.needed_by[fact as usize] {
                let operator = operator as usize;
                self.missing[operator] -= 1;
                if self.missing[operator] > 0 {
                    continue;
                }
                if operator == goal as usize {
                    return Some(cost);
                }
                let cost = (cost + self.task.costs[operator]).min(GREATEST_COST);
                for &effect in &self.task.effects[operator] {
                    if cost < self.costs[effect as usize] {
                        self.costs[effect as usize] = cost;
                        self.queue.push(cost, effect);
                    }
                }
            }
        }
        None
    }
}

impl Heuristic<Space> for Max {
    fn estimate(&mut self, space: &Space, batch: &Batch, estimates: &mut Estimates) {
        for (_, state, _) in batch.iter() {
            space.values(state, &mut self.values);
            let cost = self.cost();
            estimates.push(cost.map_or(Estimate::DEAD_END, |cost| Estimate::from_cost(u64::from(cost))));
        }
    }
}
