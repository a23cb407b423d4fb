//! The training data: the newest records of states and their costs.

use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::hash::Hash;

/// The newest records of states and their costs, without duplicates. A state may have several records with different costs.
#[derive(Clone, Debug)]
pub struct Buffer<T> {
    records: VecDeque<(T, u32)>,
    /// By record: the lower bound on the cost.
    lower_bounds: VecDeque<u32>,
    known: FxHashSet<(T, u32)>,
    capacity: usize,
}

impl<T: Clone + Eq + Hash> Buffer<T> {
    /// An empty buffer for at most `capacity` records.
    pub fn new(capacity: usize) -> Self {
        Self {
            records: VecDeque::new(),
            lower_bounds: VecDeque::new(),
            known: FxHashSet::default(),
            capacity,
        }
    }

    /// Adds a record with a lower bound on the state's cost, unless it is a duplicate; the oldest is dropped if there are too
    /// many.
    pub fn add(&mut self, state: T, cost: u32, lower_bound: u32) {
        if !self.known.insert((state.clone(), cost)) {
            return;
        }
        self.records.push_back((state, cost));
        self.lower_bounds.push_back(lower_bound);
        if self.records.len() > self.capacity
            && let Some(oldest) = self.records.pop_front()
        {
            self.known.remove(&oldest);
            self.lower_bounds.pop_front();
        }
    }

    /// The records, the oldest first.
    pub fn records(&self) -> impl ExactSizeIterator<Item = &(T, u32)> {
        self.records.iter()
    }

    /// The lower bounds on costs, record by record.
    pub fn lower_bounds(&self) -> impl ExactSizeIterator<Item = u32> {
        self.lower_bounds.iter().copied()
    }

    /// The number of records.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Is there no record?
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The quantile of the costs at this share, interpolated linearly. `None` without records.
    pub fn quantile(&self, share: f64) -> Option<f32> {
        let mut costs: Vec<u32> = self.records.iter().map(|(_, cost)| *cost).collect();
        costs.sort_unstable();
        let place = share.clamp(0.0, 1.0) * costs.len().checked_sub(1)? as f64;
        let (below, above) = (*costs.get(place.floor() as usize)?, *costs.get(place.ceil() as usize)?);
        Some((f64::from(below) + place.fract() * f64::from(above - below)) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_records_stay() {
        let mut buffer = Buffer::new(3);
        for (state, cost) in [('a', 1), ('b', 2), ('a', 1), ('a', 2), ('c', 1), ('a', 1)] {
            buffer.add(state, cost, 10 * cost + u32::from(state == 'c'));
        }
        let records: Vec<_> = buffer.records().copied().collect();
        assert_eq!(records, [('a', 2), ('c', 1), ('a', 1)]);
        assert_eq!(buffer.lower_bounds().collect::<Vec<_>>(), [20, 11, 10]);
        assert_eq!(buffer.len(), 3);
    }

    #[test]
    fn quantiles_lie_between_costs() {
        let mut buffer = Buffer::new(10);
        assert_eq!(buffer.quantile(0.5), None);
        [4, 2, 1, 3, 5].into_iter().for_each(|cost| buffer.add((), cost, 0));
        assert_eq!([0.0, 0.5, 0.95, 1.0].map(|share| buffer.quantile(share)), [1.0, 3.0, 4.8, 5.0].map(Some));
    }
}
