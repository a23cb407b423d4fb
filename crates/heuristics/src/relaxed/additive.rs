//! The exploration of h^add, which FF's relaxed plans are taken from as well.

use task::Rows;

use super::{BucketQueue, GREATEST_COST, NONE, RelaxedTask, Trigger};

/// The additive cost of facts from a state: a fact costs as much as its cheapest achiever, an achiever its own cost and
/// the costs of all its preconditions.
#[derive(Clone, Debug)]
pub(crate) struct AdditiveExploration {
    triggers: Rows<Trigger>,
    facts: Vec<FactCost>,
    operators: Vec<OperatorCost>,
    /// All operators before any precondition holds.
    untouched: Vec<OperatorCost>,
    queue: BucketQueue,
}

#[derive(Clone, Copy, Debug)]
struct FactCost {
    cost: u32,
    achiever: u32,
}

#[derive(Clone, Copy, Debug)]
struct OperatorCost {
    /// The number of preconditions not reached yet.
    missing: u32,
    /// Its own cost and that of the preconditions reached.
    cost: u32,
}

impl AdditiveExploration {
    const UNREACHED: FactCost = FactCost { cost: NONE, achiever: NONE };

    pub(crate) fn new(task: &RelaxedTask) -> Self {
        let untouched: Vec<OperatorCost> = (task.preconditions.iter().zip(&task.costs))
            .map(|(preconditions, &cost)| OperatorCost { missing: preconditions.len() as u32, cost })
            .collect();
        Self {
            triggers: Trigger::of_facts(task),
            facts: vec![Self::UNREACHED; task.facts()],
            operators: untouched.clone(),
            untouched,
            queue: BucketQueue::new(),
        }
    }

    /// The additive cost of the goal from the state with these values; `None` if it cannot be reached. Costs and
    /// achievers are final for all facts that the goal's cost is made of.
    pub(crate) fn explore(&mut self, task: &RelaxedTask, values: &[u32]) -> Option<u32> {
        let Self { triggers, untouched, queue, .. } = self;
        let (facts, operators) = (&mut self.facts[..], &mut self.operators[..]);
        facts.fill(Self::UNREACHED);
        operators.copy_from_slice(untouched);
        queue.clear();
        for fact in task.state_facts(values) {
            facts[fact as usize].cost = 0;
            queue.push(0, fact);
        }
        let goal = task.goal_operator();
        let reach = |facts: &mut [FactCost], queue: &mut BucketQueue, fact: u32, cost: u32, achiever: u32| {
            let known = &mut facts[fact as usize];
            if cost < known.cost {
                *known = FactCost { cost, achiever };
                queue.push(cost, fact);
            }
        };
        while let Some((cost, fact)) = queue.pop() {
            if facts[fact as usize].cost < cost {
                continue;
            }
            for trigger in &triggers[fact as usize] {
                if trigger.effect != NONE {
                    let cost = (cost + trigger.cost).min(GREATEST_COST);
                    reach(facts, queue, trigger.effect, cost, trigger.operator);
                    continue;
                }
                let number = trigger.operator;
                let operator = &mut operators[number as usize];
                operator.cost = (operator.cost + cost).min(GREATEST_COST);
                operator.missing -= 1;
                if operator.missing > 0 {
                    continue;
                }
                let cost = operator.cost;
                if number == goal {
                    return Some(cost);
                }
                for &effect in &task.effects[number as usize] {
                    reach(facts, queue, effect, cost, number);
                }
            }
        }
        None
    }

    /// The operator by which a fact is reached; `None` if it holds in the state.
    pub(crate) fn achiever(&self, fact: u32) -> Option<u32> {
        let achiever = self.facts[fact as usize].achiever;
        (achiever != NONE).then_some(achiever)
    }
}
