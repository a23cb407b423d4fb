//! Several queues taking turns.

use crate::Queue;

/// One queue for each heuristic, and if wanted a second one for each that only holds entries reached by preferred
/// actions. The queue that has been asked least often comes next (Röger & Helmert, *The more, the merrier*, 2010).
#[derive(Clone, Debug)]
pub struct Alternation<T> {
    /// The queue of each heuristic, then those for preferred entries.
    queues: Vec<Turn<T>>,
    heuristics: usize,
}

#[derive(Clone, Debug)]
struct Turn<T> {
    queue: Queue<T>,
    /// How often it was asked, less its boosts.
    asked: i64,
}

impl<T: Copy> Alternation<T> {
    /// Empty queues for so many heuristics.
    pub fn new(heuristics: usize, preferred: bool) -> Self {
        let count = if preferred { 2 * heuristics } else { heuristics };
        let queues = (0..count).map(|_| Turn { queue: Queue::new(), asked: 0 }).collect();
        Self { queues, heuristics }
    }

    /// Adds an entry to all queues that may hold it, by the heuristics' values.
    pub fn push(&mut self, values: &[f32], preferred: bool, entry: T) {
        debug_assert_eq!(values.len(), self.heuristics);
        let (all, only_preferred) = self.queues.split_at_mut(self.heuristics);
        let more = if preferred { only_preferred } else { &mut [] };
        for (turn, &value) in all.iter_mut().zip(values).chain(more.iter_mut().zip(values)) {
            turn.queue.push(value, entry);
        }
    }

    /// Takes the first entry of the queue whose turn it is.
    pub fn pop(&mut self) -> Option<T> {
        let turn =
            self.queues.iter_mut().filter(|turn| !turn.queue.is_empty()).min_by_key(|turn| turn.asked)?;
        turn.asked += 1;
        turn.queue.pop()
    }

    /// Gives the queues of preferred entries so many turns ahead of the others.
    pub fn boost(&mut self, turns: i64) {
        for turn in &mut self.queues[self.heuristics..] {
            turn.asked -= turns;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queues_take_turns() {
        let mut open = Alternation::new(2, false);
        for (entry, values) in [[1.0, 9.0], [2.0, 8.0], [3.0, 7.0]].iter().enumerate() {
            open.push(values, false, entry);
        }
        let order: Vec<_> = std::iter::from_fn(|| open.pop()).collect();
        assert_eq!(order, [0, 2, 1, 1, 2, 0]);
    }

    #[test]
    fn a_boost_puts_preferred_entries_first() {
        let mut open = Alternation::new(1, true);
        for entry in 0..6 {
            open.push(&[entry as f32], entry % 2 == 1, entry);
        }
        open.boost(2);
        let order: Vec<_> = (0..4).filter_map(|_| open.pop()).collect();
        assert_eq!(order, [1, 3, 0, 5]);
    }
}
