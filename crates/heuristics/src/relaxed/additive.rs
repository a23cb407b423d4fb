//! The exploration of h^add, which FF's relaxed plans are taken from as well.

use task::Rows;

use super::{BucketQueue, GREATEST_COST, NONE, RelaxedTask, Trigger};

/// The additive cost of facts from a state: a fact costs as much as its cheapest achiever, an achiever its own cost and
/// the costs of all its preconditions.
#[derive(Clone, Debug)]
pub(crate) struct AdditiveExploration {
    triggers: Rows<Trigger>,
    facts: Vec<FactCost>,
    /// What each operator waits for. One number, so that one addition reaches a precondition: how many preconditions are missing, in
    /// units of [`one_missing`](Self::one_missing), and below that its own cost and that of the preconditions reached.
    operators: Vec<u64>,
    /// All operators before any precondition holds.
    untouched: Vec<u64>,
    /// Greater than all costs of operators.
    one_missing: u64,
    /// Costs of facts are cut off here, so that those of an operator never reach [`one_missing`](Self::one_missing).
    greatest: u32,
    queue: BucketQueue,
}

#[derive(Clone, Copy, Debug)]
struct FactCost {
    cost: u32,
    achiever: u32,
}

impl AdditiveExploration {
    const UNREACHED: FactCost = FactCost { cost: NONE, achiever: NONE };

    pub(crate) fn new(task: &RelaxedTask) -> Self {
        let most = task.preconditions.iter().map(<[u32]>::len).max().unwrap_or(1);
        let (one_missing, greatest) = units(most);
        let untouched: Vec<u64> = (task.preconditions.iter().zip(&task.costs))
            .map(|(preconditions, &cost)| {
                preconditions.len() as u64 * one_missing + u64::from(cost.min(greatest))
            })
            .collect();
        Self {
            triggers: Trigger::of_facts(task),
            facts: vec![Self::UNREACHED; task.facts()],
            operators: untouched.clone(),
            untouched,
            one_missing,
            greatest,
            queue: BucketQueue::new(),
        }
    }

    /// The additive cost of the goal from the state with these values; `None` if it cannot be reached. Costs and
    /// achievers are final for all facts that the goal's cost is made of.
    pub(crate) fn explore(&mut self, task: &RelaxedTask, values: &[u32]) -> Option<u32> {
        let Self { triggers, untouched, queue, .. } = self;
        let (one_missing, greatest) = (self.one_missing, self.greatest);
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
            let reached = u64::from(cost).wrapping_sub(one_missing);
            for trigger in &triggers[fact as usize] {
                let number = trigger.operator;
                if let Some(own_cost) = trigger.cost_of_step() {
                    reach(facts, queue, trigger.effect, (cost + own_cost).min(greatest), number);
                    continue;
                }
                let operator = &mut operators[number as usize];
                *operator = operator.wrapping_add(reached);
                if *operator >= one_missing {
                    continue;
                }
                let cost = (*operator).min(greatest.into()) as u32;
                if trigger.effect != NONE {
                    reach(facts, queue, trigger.effect, cost, number);
                } else if number == goal {
                    return Some(cost);
                } else {
                    for &effect in &task.effects[number as usize] {
                        reach(facts, queue, effect, cost, number);
                    }
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

/// What one of up to `most` missing preconditions counts, and the greatest cost of facts, [`GREATEST_COST`] unless there are very many
/// of them: their sum and the operator's own cost stay below what one counts.
fn units(most: usize) -> (u64, u32) {
    let count_bits = usize::BITS - most.leading_zeros();
    let cost_bits = u64::BITS - count_bits;
    let greatest = 1_u64 << cost_bits.saturating_sub(count_bits + 1);
    (1 << cost_bits, greatest.min(GREATEST_COST.into()) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn however_many_preconditions_there_are_costs_never_look_like_missing_ones() {
        for most in [1, 2, 3, 1000, 65_535, 65_536, 1 << 20, (1 << 31) - 1] {
            let (one_missing, greatest) = units(most);
            let all = most as u128 * u128::from(one_missing) + (most as u128 + 1) * u128::from(greatest);
            assert!((most as u128 + 1) * u128::from(greatest) < one_missing.into(), "{most}");
            assert!(all <= u64::MAX.into() && greatest > 0, "{most}");
            assert_eq!(greatest == GREATEST_COST, most < 1 << 16, "{most}");
        }
    }
}
