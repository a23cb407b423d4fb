//! The maximum heuristic.

use search::{Batch, Estimate, Estimates, Heuristic};
use task::{Rows, Space, Task};

use crate::CostKind;
use crate::relaxed::{BucketQueue, GREATEST_COST, NONE, RelaxedTask, Trigger};

/// The cost of the most expensive goal in the relaxed task, where an operator pays only for its most expensive
/// precondition. Admissible.
#[derive(Clone, Debug)]
pub struct Max {
    task: RelaxedTask,
    triggers: Rows<Trigger>,
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
            triggers: Trigger::of_facts(&relaxed),
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
        let Self { task, triggers, values, queue, .. } = self;
        let (costs, missing) = (&mut self.costs[..], &mut self.missing[..]);
        let reach = |costs: &mut [u32], queue: &mut BucketQueue, fact: u32, cost: u32| {
            let cost = cost.min(GREATEST_COST);
            if cost < costs[fact as usize] {
                costs[fact as usize] = cost;
                queue.push(cost, fact);
            }
        };
        for fact in task.state_facts(values) {
            reach(costs, queue, fact, 0);
        }
        let goal = task.goal_operator();
        while let Some((cost, fact)) = queue.pop() {
            if costs[fact as usize] < cost {
                continue;
            }
            for trigger in &triggers[fact as usize] {
                if let Some(own_cost) = trigger.cost_of_step() {
                    reach(costs, queue, trigger.effect, cost + own_cost);
                    continue;
                }
                let operator = trigger.operator as usize;
                missing[operator] -= 1;
                if missing[operator] > 0 {
                    continue;
                }
                if trigger.operator == goal {
                    return Some(cost);
                }
                for &effect in &task.effects[operator] {
                    reach(costs, queue, effect, cost + task.costs[operator]);
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

    fn effort(&self) -> u64 {
        self.task.effort()
    }
}
