//! Open lists of several heuristics that take turns.

use crate::Queue;

/// One queue for each heuristic and, if wanted, a second one for each that only holds entries reached by preferred
/// actions. The next entry comes from the queue that has been asked least often (Röger & Helmert, *The more, the
/// merrier*, 2010). If one queue leads, entries come from it instead, except where it gives way to the others.
#[derive(Clone, Debug)]
pub struct Alternation<T> {
    /// The queue of each heuristic, followed by its one for preferred entries if there are such.
    queues: Vec<Turn<T>>,
    /// The number of queues of each heuristic.
    each: usize,
    leader: Option<Leader>,
    scout: Option<Scout>,
}

/// A heuristic whose queues have one turn for every `turns` turns of each other queue.
#[derive(Clone, Copy, Debug)]
struct Scout {
    heuristic: usize,
    turns: i64,
}

/// The queue that is asked before all others.
#[derive(Clone, Copy, Debug)]
struct Leader {
    queue: usize,
    gives_way: bool,
}

#[derive(Clone, Debug)]
struct Turn<T> {
    queue: Queue<T>,
    /// How often it was asked, less its boosts.
    asked: i64,
}

impl<T: Copy> Alternation<T> {
    /// Empty queues for `heuristics` heuristics.
    pub fn new(heuristics: usize, preferred: bool) -> Self {
        let each = if preferred { 2 } else { 1 };
        let queues = (0..each * heuristics).map(|_| Turn { queue: Queue::new(), asked: 0 }).collect();
        Self { queues, each, leader: None, scout: None }
    }

    /// Makes the queue of a heuristic the leading one.
    pub fn lead(&mut self, heuristic: usize) {
        self.leader = Some(Leader { queue: heuristic * self.each, gives_way: false });
    }

    /// Gives the queues of a heuristic one turn for every `turns` turns of each other queue.
    pub fn scout(&mut self, heuristic: usize, turns: u32) {
        self.scout = Some(Scout { heuristic, turns: i64::from(turns) });
    }

    /// Adds an entry to the queues of all heuristics whose value for it is finite; with `preferred`, to their queues of
    /// preferred entries as well.
    pub fn push(&mut self, values: &[f32], preferred: bool, entry: T) {
        debug_assert_eq!(values.len() * self.each, self.queues.len());
        let queues = if preferred { self.each } else { 1 };
        for (turns, &value) in self.queues.chunks_exact_mut(self.each).zip(values) {
            if value != f32::INFINITY {
                turns[..queues].iter_mut().for_each(|turn| turn.queue.push(value, entry));
            }
        }
    }

    /// Are all queues empty?
    pub fn is_empty(&self) -> bool {
        self.queues.iter().all(|turn| turn.queue.is_empty())
    }

    /// Takes the first entry of the queue whose turn it is.
    pub fn pop(&mut self) -> Option<T> {
        let next = self.next()?;
        let scout = self.scout.filter(|scout| scout.heuristic == next / self.each);
        let turn = &mut self.queues[next];
        turn.asked += scout.map_or(1, |scout| scout.turns);
        turn.queue.pop()
    }

    /// The queue whose turn it is.
    fn next(&self) -> Option<usize> {
        let has_entries = |queue: &usize| !self.queues[*queue].queue.is_empty();
        let least_asked = |left_out: Option<usize>| {
            let others = (0..self.queues.len()).filter(|queue| Some(*queue) != left_out);
            others.filter(has_entries).min_by_key(|&queue| self.queues[queue].asked)
        };
        match self.leader {
            None => least_asked(None),
            Some(Leader { queue, gives_way: true }) => {
                least_asked(Some(queue)).or(Some(queue).filter(has_entries))
            }
            Some(Leader { queue, gives_way: false }) => Some(queue).filter(has_entries).or(least_asked(None)),
        }
    }

    /// Sets whether a leading queue gives way to the others, until the next call.
    pub fn give_way(&mut self, gives_way: bool) {
        if let Some(leader) = &mut self.leader {
            leader.gives_way = gives_way;
        }
    }

    /// Will the next entry come from the leading queue?
    pub fn is_led(&self) -> bool {
        self.leader.is_some_and(|leader| self.next() == Some(leader.queue))
    }

    /// Will the next entry come from a queue of the scout?
    pub fn is_scouted(&self) -> bool {
        self.scout.is_some_and(|scout| self.next().is_some_and(|next| scout.heuristic == next / self.each))
    }

    /// Puts the queues of preferred entries `turns` turns ahead of the others.
    pub fn boost(&mut self, turns: i64) {
        let preferred = self.queues.chunks_exact_mut(self.each).flat_map(|queues| &mut queues[1..]);
        preferred.for_each(|turn| turn.asked -= turns);
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
    fn a_leading_queue_is_asked_until_it_gives_way_for_once() {
        let mut open = Alternation::new(2, false);
        for (entry, values) in [[1.0, 9.0], [2.0, 8.0], [3.0, 7.0], [4.0, 6.0]].iter().enumerate() {
            open.push(values, false, entry);
        }
        open.lead(0);
        let mut order = Vec::new();
        for gives_way in [false, true, false, true] {
            assert!(open.is_led() || order.len() == 2);
            order.extend(open.pop());
            open.give_way(gives_way);
        }
        assert_eq!(order, [0, 1, 3, 2]);
        assert!(!open.is_led());
    }

    #[test]
    fn a_scout_is_asked_once_for_so_many_turns_of_the_others() {
        let mut open = Alternation::new(2, false);
        for entry in 0..8 {
            open.push(&[entry as f32, (7 - entry) as f32], false, entry);
        }
        open.scout(1, 3);
        let order: Vec<_> = (0..8).map(|_| (open.is_scouted(), open.pop().unwrap())).collect();
        let of_scout: Vec<_> =
            order.iter().filter(|(is_scouted, _)| *is_scouted).map(|entry| entry.1).collect();
        assert_eq!(of_scout, [7, 6]);
        assert_eq!(order[0], (false, 0));
    }

    #[test]
    fn an_infinite_value_keeps_an_entry_out_of_a_queue() {
        let mut open = Alternation::new(2, true);
        open.push(&[f32::INFINITY, 1.0], true, 7);
        open.push(&[f32::INFINITY, f32::INFINITY], true, 8);
        let order: Vec<_> = std::iter::from_fn(|| open.pop()).collect();
        assert_eq!(order, [7, 7]);
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
