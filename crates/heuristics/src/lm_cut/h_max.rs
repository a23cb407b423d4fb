//! Maximum costs while operators get cheaper.

use crate::relaxed::{BucketQueue, GREATEST_COST, NONE, RelaxedTask};

/// The maximum cost of all facts from a state, kept up to date while costs of operators are reduced.
#[derive(Clone, Debug)]
pub(super) struct HMax {
    costs: Vec<u32>,
    /// Has a fact an achiever that costs nothing?
    comes_free: Vec<bool>,
    /// The same at the operators' full costs.
    comes_free_at_first: Vec<bool>,
    operators: Vec<Operator>,
    /// All operators before any precondition holds.
    untouched: Vec<Operator>,
    queue: BucketQueue,
}

#[derive(Clone, Copy, Debug)]
struct Operator {
    /// The number of preconditions not reached yet.
    missing: u32,
    /// What is left of its own cost.
    cost: u32,
    /// A dearest precondition; [`NONE`] while not all are reached.
    supporter: u32,
    /// What the supporter costs.
    supporter_cost: u32,
}

impl HMax {
    pub(super) fn new(task: &RelaxedTask) -> Self {
        let untouched: Vec<Operator> = (task.preconditions.iter().zip(&task.costs))
            .map(|(preconditions, &cost)| Operator {
                missing: preconditions.len() as u32,
                cost,
                supporter: NONE,
                supporter_cost: NONE,
            })
            .collect();
        let mut comes_free = vec![false; task.facts()];
        for (effects, _) in task.effects.iter().zip(&task.costs).filter(|(_, cost)| **cost == 0) {
            effects.iter().for_each(|&fact| comes_free[fact as usize] = true);
        }
        Self {
            costs: vec![NONE; task.facts()],
            comes_free: comes_free.clone(),
            comes_free_at_first: comes_free,
            operators: untouched.clone(),
            untouched,
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

    /// What is left of an operator's own cost.
    pub(super) fn operator_cost(&self, operator: u32) -> u32 {
        self.operators[operator as usize].cost
    }

    /// A dearest precondition of an operator; `None` if it cannot be reached.
    pub(super) fn supporter(&self, operator: u32) -> Option<u32> {
        let supporter = self.operators[operator as usize].supporter;
        (supporter != NONE).then_some(supporter)
    }

    /// Begins with the state of these values and the operators' full costs.
    pub(super) fn explore(&mut self, task: &RelaxedTask, values: &[u32]) {
        self.costs.fill(NONE);
        self.operators.copy_from_slice(&self.untouched);
        self.comes_free.copy_from_slice(&self.comes_free_at_first);
        for fact in task.state_facts(values) {
            self.costs[fact as usize] = 0;
            self.queue.push(0, fact);
        }
        while let Some((cost, fact)) = self.queue.pop() {
            if self.costs[fact as usize] < cost {
                continue;
            }
            for &number in &task.needed_by[fact as usize] {
                let operator = &mut self.operators[number as usize];
                operator.missing -= 1;
                if operator.missing == 0 {
                    operator.supporter = fact;
                    operator.supporter_cost = cost;
                    let reached_at = (cost + operator.cost).min(GREATEST_COST);
                    self.reach(&task.effects[number as usize], reached_at);
                }
            }
        }
        self.queue.clear();
    }

    /// Takes `amount` off the costs of these operators.
    pub(super) fn reduce(&mut self, task: &RelaxedTask, operators: &[u32], amount: u32) {
        for &number in operators {
            let operator = &mut self.operators[number as usize];
            operator.cost -= amount;
            if operator.cost == 0 {
                task.effects[number as usize].iter().for_each(|&fact| self.comes_free[fact as usize] = true);
            }
            let reached_at = (operator.supporter_cost + operator.cost).min(GREATEST_COST);
            self.reach(&task.effects[number as usize], reached_at);
        }
        while let Some((cost, fact)) = self.queue.pop() {
            if self.costs[fact as usize] < cost {
                continue;
            }
            for &number in &task.needed_by[fact as usize] {
                let operator = &mut self.operators[number as usize];
                if operator.supporter != fact || operator.supporter_cost <= cost {
                    continue;
                }
                let (dearest, supporter) = dearest(&task.preconditions[number as usize], &self.costs);
                operator.supporter = supporter;
                if dearest < operator.supporter_cost {
                    operator.supporter_cost = dearest;
                    let reached_at = (dearest + operator.cost).min(GREATEST_COST);
                    self.reach(&task.effects[number as usize], reached_at);
                }
            }
        }
        self.queue.clear();
    }

    fn reach(&mut self, facts: &[u32], cost: u32) {
        for &fact in facts {
            let known = &mut self.costs[fact as usize];
            if cost < *known {
                *known = cost;
                self.queue.push(cost, fact);
            }
        }
    }
}

/// The first of the dearest of these facts, and its cost.
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
