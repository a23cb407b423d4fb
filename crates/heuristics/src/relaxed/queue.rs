//! A priority queue for explorations in the order of costs, which are mostly small.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Numbers by cost, the cheapest first: one bucket for each small cost, a heap for greater ones.
#[derive(Clone, Debug)]
pub(crate) struct BucketQueue {
    buckets: Vec<Vec<u32>>,
    /// No bucket before this one has an item.
    current: usize,
    /// The number of items in buckets.
    near: usize,
    far: BinaryHeap<Reverse<(u32, u32)>>,
}

impl BucketQueue {
    const BUCKETS: usize = 1024;

    /// An empty queue.
    pub(crate) fn new() -> Self {
        Self { buckets: vec![Vec::new(); Self::BUCKETS], current: 0, near: 0, far: BinaryHeap::new() }
    }

    /// Adds an item.
    #[inline]
    pub(crate) fn push(&mut self, cost: u32, item: u32) {
        if let Some(bucket) = self.buckets.get_mut(cost as usize) {
            bucket.push(item);
            self.near += 1;
            self.current = self.current.min(cost as usize);
        } else {
            self.far.push(Reverse((cost, item)));
        }
    }

    /// Takes out one of the cheapest items, with its cost.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u32, u32)> {
        self.pop_below(u32::MAX)
    }

    /// Takes out one of the cheapest items, with its cost, if that is less than `limit`.
    #[inline]
    pub(crate) fn pop_below(&mut self, limit: u32) -> Option<(u32, u32)> {
        if self.near == 0 {
            return self.pop_far_below(limit);
        }
        while self.buckets[self.current].is_empty() {
            self.current += 1;
        }
        if self.current as u32 >= limit {
            return None;
        }
        self.near -= 1;
        self.buckets[self.current].pop().map(|item| (self.current as u32, item))
    }

    /// Apart, so that what is there for most items is small enough to become a part of loops.
    #[inline(never)]
    fn pop_far_below(&mut self, limit: u32) -> Option<(u32, u32)> {
        let Reverse((cost, _)) = self.far.peek()?;
        if *cost < limit { self.far.pop().map(|Reverse(entry)| entry) } else { None }
    }

    /// Takes out everything; any cost may come next.
    pub(crate) fn clear(&mut self) {
        while self.near > 0 {
            self.near -= self.buckets[self.current].len();
            self.buckets[self.current].clear();
            self.current += 1;
        }
        self.current = 0;
        self.far.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_out_by_cost_whatever_its_size() {
        let mut queue = BucketQueue::new();
        let costs = [1_000_000, 3, 0, 1023, 1024, 3, 7_000];
        for (item, &cost) in costs.iter().enumerate() {
            queue.push(cost, item as u32);
        }
        let popped: Vec<u32> = std::iter::from_fn(|| queue.pop()).map(|(cost, _)| cost).collect();
        assert_eq!(popped, [0, 3, 3, 1023, 1024, 7_000, 1_000_000]);
    }

    #[test]
    fn what_is_too_dear_stays() {
        let mut queue = BucketQueue::new();
        queue.push(5, 0);
        queue.push(2000, 1);
        assert_eq!(queue.pop_below(5), None);
        queue.push(2, 2);
        assert_eq!(queue.pop_below(5), Some((2, 2)));
        assert_eq!(queue.pop_below(6), Some((5, 0)));
        assert_eq!(queue.pop_below(2000), None);
        assert_eq!(queue.pop(), Some((2000, 1)));
    }

    #[test]
    fn after_clearing_it_is_as_new() {
        let mut queue = BucketQueue::new();
        for cost in [5, 9, 2000] {
            queue.push(cost, 0);
        }
        assert_eq!(queue.pop(), Some((5, 0)));
        queue.clear();
        assert_eq!(queue.pop(), None);
        queue.push(1, 7);
        assert_eq!(queue.pop(), Some((1, 7)));
    }
}
