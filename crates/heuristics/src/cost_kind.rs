//! Which costs a heuristic adds up.

use task::Task;

/// Which costs a heuristic adds up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CostKind {
    /// The operators' own.
    #[default]
    Normal,
    /// 1 for every operator, so that the heuristic estimates the length of a plan.
    One,
    /// 1 more than the operator's own, so that no operator is free; 1 if all operators cost 1.
    PlusOne,
}

impl CostKind {
    /// The cost of each operator.
    pub(crate) fn costs(self, task: &Task) -> Vec<u32> {
        let own = &task.operators.costs;
        match self {
            Self::PlusOne if own.iter().any(|&cost| cost != 1) => {
                own.iter().map(|cost| cost.saturating_add(1)).collect()
            }
            Self::Normal => own.clone(),
            Self::One | Self::PlusOne => vec![1; own.len()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(costs: &[u32]) -> Task {
        let mut task = Task::default();
        task.operators.costs = costs.to_vec();
        task
    }

    #[test]
    fn one_more_is_added_unless_all_costs_are_one() {
        assert_eq!(CostKind::PlusOne.costs(&task(&[1, 1])), [1, 1]);
        assert_eq!(CostKind::PlusOne.costs(&task(&[1, 0])), [2, 1]);
        assert_eq!(CostKind::PlusOne.costs(&task(&[u32::MAX])), [u32::MAX]);
    }

    #[test]
    fn own_costs_can_be_kept_or_ignored() {
        assert_eq!(CostKind::Normal.costs(&task(&[3, 0])), [3, 0]);
        assert_eq!(CostKind::One.costs(&task(&[3, 0])), [1, 1]);
    }
}
