//! h^max of all facts, updated while LM-cut reduces the costs of operators.

use task::Rows;

use crate::relaxed::{BucketQueue, GREATEST_COST, NONE, RelaxedTask};

/// The h^max costs of all facts from a state, updated incrementally when the costs of operators are reduced. Only facts
/// that cost less than the goal are exact; others may be given too high a cost, since updates that cannot make the goal
/// cheaper are left in the queue.
#[derive(Clone, Debug)]
pub(super) struct HMax {
    /// For each fact, the operators that need it.
    needed_by: Rows<u32>,
    costs: Vec<u32>,
    /// Has a fact an achiever that costs nothing?
    comes_free: Vec<bool>,
    operators: Operators,
    /// The values before any cost is reduced.
    comes_free_at_first: Vec<bool>,
    operators_at_first: Operators,
    queue: BucketQueue,
}

/// The operators column by column, since most visits ask for one column only.
#[derive(Clone, Debug)]
struct Operators {
    /// The number of preconditions not reached yet.
    missing: Vec<u32>,
    /// The remaining cost of each.
    costs: Vec<u32>,
    /// A most expensive precondition of each; [`NONE`] while not all are reached.
    supporters: Vec<u32>,
    /// The cost of the supporter.
    supporter_costs: Vec<u32>,
}

impl Operators {
    fn new(task: &RelaxedTask) -> Self {
        Self {
            missing: task.preconditions.iter().map(|facts| facts.len() as u32).collect(),
            costs: task.costs.clone(),
            supporters: vec![NONE; task.costs.len()],
            supporter_costs: vec![NONE; task.costs.len()],
        }
    }

    fn reset(&mut self, at_first: &Self) {
        self.missing.copy_from_slice(&at_first.missing);
        self.costs.copy_from_slice(&at_first.costs);
        self.supporters.fill(NONE);
    }
}

impl HMax {
    pub(super) fn new(task: &RelaxedTask) -> Self {
        let mut comes_free = vec![false; task.facts()];
        for (effects, _) in task.effects.iter().zip(&task.costs).filter(|(_, cost)| **cost == 0) {
            effects.iter().for_each(|&fact| comes_free[fact as usize] = true);
        }
        let operators = Operators::new(task);
        Self {
            needed_by: task.needed_by(),
            costs: vec![NONE; task.facts()],
            comes_free: comes_free.clone(),
            operators: operators.clone(),
            comes_free_at_first: comes_free,
            operators_at_first: operators,
            queue: BucketQueue::new(),
        }
    }

    /// The cost of a fact.
    pub(super) fn cost(&self, fact: u32) -> u32 {
        self.costs[fact as usize]
    }

    /// The cost of the goal; [`NONE`] if it cannot be reached.
    pub(super) fn goal_cost(&self) -> u32 {
        self.costs[self.costs.len() - 1]
    }

    /// Has the fact an achiever that costs nothing?
    pub(super) fn comes_free(&self, fact: u32) -> bool {
        self.comes_free[fact as usize]
    }

    /// The remaining cost of an operator.
    pub(super) fn operator_cost(&self, operator: u32) -> u32 {
        self.operators.costs[operator as usize]
    }

    /// A most expensive precondition of an operator; `None` if some precondition cannot be reached.
    pub(super) fn supporter(&self, operator: u32) -> Option<u32> {
        let supporter = self.operators.supporters[operator as usize];
        (supporter != NONE).then_some(supporter)
    }

    /// Begins with the state of these values and the operators' full costs.
    pub(super) fn explore(&mut self, task: &RelaxedTask, values: &[u32]) {
        self.costs.fill(NONE);
        self.comes_free.copy_from_slice(&self.comes_free_at_first);
        self.operators.reset(&self.operators_at_first);
        let Self { needed_by, operators, queue, .. } = self;
        let (costs, missing) = (&mut self.costs[..], &mut operators.missing[..]);
        queue.clear();
        for fact in task.state_facts(values) {
            costs[fact as usize] = 0;
            queue.push(0, fact);
        }
        while let Some((cost, fact)) = queue.pop() {
            if costs[fact as usize] < cost {
                continue;
            }
            for &operator in &needed_by[fact as usize] {
                let operator = operator as usize;
                missing[operator] -= 1;
                if missing[operator] == 0 {
                    operators.supporters[operator] = fact;
                    operators.supporter_costs[operator] = cost;
                    reach(&task.effects[operator], cost + operators.costs[operator], costs, queue);
                }
            }
        }
    }

    /// Takes `amount` off the costs of these operators.
    pub(super) fn reduce(&mut self, task: &RelaxedTask, cheaper: &[u32], amount: u32) {
        let Self { needed_by, operators, queue, .. } = self;
        let (costs, supporters) = (&mut self.costs[..], &mut operators.supporters[..]);
        for &operator in cheaper {
            let operator = operator as usize;
            let effects = &task.effects[operator];
            operators.costs[operator] -= amount;
            if operators.costs[operator] == 0 {
                effects.iter().for_each(|&fact| self.comes_free[fact as usize] = true);
            }
            reach(effects, operators.supporter_costs[operator] + operators.costs[operator], costs, queue);
        }
        let goal = task.goal() as usize;
        while let Some((cost, fact)) = queue.pop_below(costs[goal]) {
            if costs[fact as usize] < cost {
                continue;
            }
            for &operator in &needed_by[fact as usize] {
                let operator = operator as usize;
                if supporters[operator] != fact || operators.supporter_costs[operator] <= cost {
                    continue;
                }
                let (dearest, supporter) = dearest(&task.preconditions[operator], costs);
                supporters[operator] = supporter;
                if dearest < operators.supporter_costs[operator] {
                    operators.supporter_costs[operator] = dearest;
                    reach(&task.effects[operator], dearest + operators.costs[operator], costs, queue);
                }
            }
        }
    }
}

fn reach(facts: &[u32], cost: u32, costs: &mut [u32], queue: &mut BucketQueue) {
    let cost = cost.min(GREATEST_COST);
    for &fact in facts {
        let known = &mut costs[fact as usize];
        if cost < *known {
            *known = cost;
            queue.push(cost, fact);
        }
    }
}

/// The cost of the most expensive of these facts, and the first fact with that cost.
fn dearest(facts: &[u32], costs: &[u32]) -> (u32, u32) {
    let mut dearest = (0, NONE);
    for &fact in facts {
        let cost = costs[fact as usize];
        if cost > dearest.0 || dearest.1 == NONE {
            dearest = (cost, fact);
        }
    }
    dearest
}
