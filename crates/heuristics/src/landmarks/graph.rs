//! The landmark graph: landmarks and the orders between them.

use std::collections::BTreeMap;

use super::rules::{FactId, RuleId};

/// The number of a landmark in its [`Graph`].
pub(super) type LandmarkId = u32;

/// Facts of which at least one is true at some time in every plan; most often it is a single one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Landmark {
    pub(super) facts: Vec<FactId>,
    pub(super) is_goal: bool,
    /// Does it hold at the start?
    pub(super) is_initial: bool,
    /// The rules that may make it true for the first time.
    pub(super) first_achievers: Vec<RuleId>,
}

impl Landmark {
    /// The fact of a landmark that has no alternatives.
    pub(super) fn single_fact(&self) -> Option<FactId> {
        if let [fact] = self.facts[..] { Some(fact) } else { None }
    }
}

/// Why one landmark comes before another; a later reason is a stronger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Order {
    /// If the second were true before the first, it would have to be made true again. Plans may still do that.
    Reasonable,
    /// In every plan, the first is true before the second is, or becomes true together with it.
    Natural,
    /// Whenever the second becomes true for the first time, the first is true immediately before; at the same time
    /// if an axiom makes it true.
    GreedyNecessary,
}

/// Landmarks and their orders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Graph {
    pub(super) landmarks: Vec<Landmark>,
    orders: BTreeMap<(LandmarkId, LandmarkId), Order>,
}

impl Graph {
    pub(super) fn push(&mut self, landmark: Landmark) -> LandmarkId {
        self.landmarks.push(landmark);
        (self.landmarks.len() - 1) as LandmarkId
    }

    /// Records that `first` comes before `second`; of several reasons, the strongest is kept.
    pub(super) fn order(&mut self, first: LandmarkId, second: LandmarkId, order: Order) {
        if first != second {
            let known = self.orders.entry((first, second)).or_insert(order);
            *known = order.max(*known);
        }
    }

    /// All orders, sorted by their landmarks.
    pub(super) fn orders(&self) -> impl Iterator<Item = (LandmarkId, LandmarkId, Order)> {
        self.orders.iter().map(|(&(first, second), &order)| (first, second, order))
    }

    /// Without the landmarks that have no facts.
    pub(super) fn compacted(self) -> Self {
        let mut numbers = Vec::new();
        let mut compact = Self::default();
        for landmark in self.landmarks {
            let is_empty = landmark.facts.is_empty();
            numbers.push((!is_empty).then(|| compact.push(landmark)));
        }
        for ((first, second), order) in self.orders {
            if let (Some(first), Some(second)) = (numbers[first as usize], numbers[second as usize]) {
                compact.order(first, second, order);
            }
        }
        compact
    }
}
