//! Thresholds on confidence, taken from states whose cost is known: an estimate with less confidence is not trusted.

use search::WhenUntrusted;

/// How many states a group of costs needs for a threshold of its own (*confidence*, "Adaptive Threshold").
const GROUP_SIZE: usize = 100;

/// Which states are trusted, and what becomes of the others (*confidence*, the three methods). The number is the share
/// of the known states, in percent, that would not be trusted: X in the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trust {
    /// Prunes by one threshold: M^X.
    Mean(u8),
    /// Prunes by a threshold for each group of costs, as confidence falls with the distance to the goal: A^X.
    Adaptive(u8),
    /// Gives way to the next queue by a threshold for each group of costs: P^X. The paper leaves open which thresholds
    /// it took.
    Priority(u8),
}

/// The thresholds for all shares of untrusted states from 0 to 100 percent.
#[derive(Clone, Debug, PartialEq)]
pub struct Percentiles(pub [f32; 101]);

/// States of neighbouring costs.
#[derive(Clone, Debug, PartialEq)]
pub struct CostGroup {
    /// The largest cost in the group; the smallest is one above the group before.
    pub up_to: u32,
    /// Thresholds among the states of the group.
    pub percentiles: Percentiles,
}

/// The thresholds for every [`Trust`], from a model's confidence on states whose cost is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Thresholds {
    /// Thresholds among all states.
    pub together: Percentiles,
    /// Groups of at least 100 states in the order of their costs, or a single one.
    pub by_cost: Vec<CostGroup>,
}

/// The least confidence to be trusted.
#[derive(Clone, Debug, PartialEq)]
pub enum Threshold {
    /// The same for all: t in *confidence*.
    Together(f32),
    /// By predicted cost: the largest cost of each group and its tᵢ. Costs beyond the last group belong to it.
    ByCost(Vec<(u32, f32)>),
}

impl Trust {
    /// How a search treats states that are not trusted.
    pub fn when_untrusted(self) -> WhenUntrusted {
        match self {
            Self::Mean(_) | Self::Adaptive(_) => WhenUntrusted::Prune,
            Self::Priority(_) => WhenUntrusted::Yield,
        }
    }
}

impl Percentiles {
    /// Of n confidences in ascending order, the threshold for X percent is the one with ⌊X·n/100⌋ before it, so that X
    /// percent are below unless some are equal; for 100 percent it is just above the largest. `None` if there are no
    /// confidences.
    pub fn new(confidences: &[f32]) -> Option<Self> {
        let mut sorted = confidences.to_vec();
        sorted.sort_unstable_by(f32::total_cmp);
        let above_all = sorted.last()?.next_up();
        let threshold =
            |percent: usize| sorted.get(percent * sorted.len() / 100).copied().unwrap_or(above_all);
        Some(Self(std::array::from_fn(threshold)))
    }

    /// The threshold for this share of untrusted states; more than 100 percent are 100.
    pub fn threshold(&self, percent: u8) -> f32 {
        self.0[usize::from(percent.min(100))]
    }
}

impl Thresholds {
    /// From the known cost of each state and the model's confidence there; `None` if there are no states.
    pub fn new(states: &[(u32, f32)]) -> Option<Self> {
        let mut by_cost = states.to_vec();
        by_cost.sort_unstable_by_key(|&(cost, _)| cost);
        let confidences =
            |states: &[(u32, f32)]| states.iter().map(|&(_, confidence)| confidence).collect::<Vec<_>>();
        let group = |states: &[(u32, f32)]| {
            let (up_to, _) = *states.last()?;
            Some(CostGroup { up_to, percentiles: Percentiles::new(&confidences(states))? })
        };
        Some(Self {
            together: Percentiles::new(&confidences(states))?,
            by_cost: merge(&by_cost).into_iter().filter_map(group).collect(),
        })
    }

    /// The threshold that `trust` asks for.
    pub fn threshold(&self, trust: Trust) -> Threshold {
        match trust {
            Trust::Mean(percent) => Threshold::Together(self.together.threshold(percent)),
            Trust::Adaptive(percent) | Trust::Priority(percent) => {
                let threshold = |group: &CostGroup| (group.up_to, group.percentiles.threshold(percent));
                Threshold::ByCost(self.by_cost.iter().map(threshold).collect())
            }
        }
    }
}

impl Threshold {
    /// Is this confidence enough for a state with this predicted cost?
    pub fn trusts(&self, cost: f64, confidence: f64) -> bool {
        let least = match self {
            Self::Together(threshold) => *threshold,
            Self::ByCost(groups) => {
                let index = groups.partition_point(|&(up_to, _)| f64::from(up_to) < cost.round());
                groups.get(index).or(groups.last()).map_or(f32::NEG_INFINITY, |&(_, threshold)| threshold)
            }
        };
        confidence as f32 >= least
    }
}

/// Splits states that are sorted by cost into groups: costs in ascending order join the current group until that has
/// enough states. What is left over at the end joins the last group.
fn merge(mut states: &[(u32, f32)]) -> Vec<&[(u32, f32)]> {
    let mut groups = Vec::new();
    while let Some(end) = end_of_group(states) {
        let (group, rest) = states.split_at(end);
        groups.push(group);
        states = rest;
    }
    groups
}

/// Where the first group ends: after all states of the cost with which it gets enough of them, or at the end if there
/// would be too few for another.
fn end_of_group(states: &[(u32, f32)]) -> Option<usize> {
    let (last_cost, _) = *states.get(GROUP_SIZE - 1).or(states.last())?;
    let end = states.partition_point(|&(cost, _)| cost <= last_cost);
    Some(if states.len() - end < GROUP_SIZE { states.len() } else { end })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn states(counts: &[(u32, usize)]) -> Vec<(u32, f32)> {
        let costs = counts.iter().flat_map(|&(cost, count)| std::iter::repeat_n(cost, count));
        costs.enumerate().map(|(index, cost)| (cost, index as f32 / 1024.0)).collect()
    }

    fn untrusted(threshold: &Threshold, states: &[(u32, f32)]) -> usize {
        states.iter().filter(|&&(cost, confidence)| !threshold.trusts(cost.into(), confidence.into())).count()
    }

    #[test]
    fn the_share_asked_for_is_not_trusted() {
        let states = states(&[(0, 200), (1, 500), (2, 300)]);
        let thresholds = Thresholds::new(&states).expect("there are states");
        for percent in [0, 5, 40, 80, 100] {
            for trust in [Trust::Mean(percent), Trust::Adaptive(percent), Trust::Priority(percent)] {
                let threshold = thresholds.threshold(trust);
                assert_eq!(untrusted(&threshold, &states), usize::from(percent) * 10, "{trust:?}");
            }
        }
    }

    #[test]
    fn equal_confidences_are_trusted_together() {
        let thresholds = Thresholds::new(&[(3, 0.5); 200]).expect("there are states");
        assert_eq!(thresholds.threshold(Trust::Mean(40)), Threshold::Together(0.5));
    }

    #[test]
    fn neighbouring_costs_are_merged_until_a_group_has_a_hundred_states() {
        let ends = |counts: &[(u32, usize)]| {
            let thresholds = Thresholds::new(&states(counts)).expect("there are states");
            thresholds.by_cost.iter().map(|group| group.up_to).collect::<Vec<_>>()
        };
        assert_eq!(ends(&[(0, 1), (1, 99), (2, 100), (3, 500)]), [1, 2, 3]);
        assert_eq!(ends(&[(0, 50), (2, 49), (7, 300), (8, 100)]), [7, 8]);
        assert_eq!(ends(&[(0, 100), (1, 99)]), [1], "too few are left for a second group");
        assert_eq!(ends(&[(4, 7)]), [4]);
    }

    #[test]
    fn predicted_costs_find_their_group() {
        let threshold = Threshold::ByCost(vec![(2, 0.25), (5, 0.5), (9, 0.75)]);
        let least =
            |cost| [0.25, 0.5, 0.75].into_iter().find(|&confidence| threshold.trusts(cost, confidence));
        assert_eq!(
            [0.0, 2.4, 2.6, 5.0, 6.0, 1e9].map(least).map(Option::unwrap_or_default),
            [0.25, 0.25, 0.5, 0.5, 0.75, 0.75]
        );
    }

    #[test]
    fn nothing_can_be_learnt_from_no_states() {
        assert_eq!(Thresholds::new(&[]), None);
    }
}
