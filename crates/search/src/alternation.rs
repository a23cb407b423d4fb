//! Open lists that take turns.

use crate::tie_breaking::TieBreaking;
use crate::{Criterion, Queue};

/// A queue for each order of states: one heuristic, or several criteria of which the later ones break ties. Each heuristic that
/// is an order by itself may have a second queue, which only holds entries reached by preferred actions. The next entry comes from
/// the queue that has been asked least often (Röger & Helmert, *The more, the merrier*, 2010). If one queue leads, entries come
/// from it instead, except where it gives way to the others.
#[derive(Clone, Debug)]
pub struct Alternation<T> {
    queues: Vec<Turn<T>>,
    leader: Option<Leader>,
    scout: Option<Scout>,
}

/// An order whose queues have one turn for every `turns` turns of each other queue.
#[derive(Clone, Copy, Debug)]
struct Scout {
    order: usize,
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
    /// The number of the order that it keeps.
    order: usize,
    entries: Entries<T>,
    /// Does it hold only entries that were reached by preferred actions?
    is_preferred: bool,
    /// How often it was asked, less its boosts.
    asked: i64,
}

#[derive(Clone, Debug)]
enum Entries<T> {
    /// By the values of one heuristic.
    Plain(usize, Queue<T>),
    /// By several criteria.
    TieBreaking(Vec<Criterion>, TieBreaking<T>),
}

impl<T: Clone> Entries<T> {
    fn new(order: &[Criterion]) -> Self {
        match *order {
            [Criterion::Heuristic(heuristic)] => Self::Plain(heuristic, Queue::new()),
            _ => Self::TieBreaking(order.to_vec(), TieBreaking::new()),
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::Plain(_, queue) => queue.is_empty(),
            Self::TieBreaking(_, queue) => queue.is_empty(),
        }
    }

    /// Are all values finite that an entry would be ordered by?
    fn takes(&self, values: &[f32]) -> bool {
        match self {
            Self::Plain(heuristic, _) => values[*heuristic] != f32::INFINITY,
            Self::TieBreaking(order, _) => order.iter().all(|criterion| match *criterion {
                Criterion::Heuristic(heuristic) => values[heuristic] != f32::INFINITY,
                Criterion::Cost => true,
            }),
        }
    }

    /// Adds an entry, unless a value that it would be ordered by is infinite.
    fn push(&mut self, values: &[f32], cost: f32, entry: T) {
        if !self.takes(values) {
            return;
        }
        match self {
            Self::Plain(heuristic, queue) => queue.push(values[*heuristic], entry),
            Self::TieBreaking(order, queue) => {
                let keys = order.iter().map(|criterion| match *criterion {
                    Criterion::Heuristic(heuristic) => values[heuristic],
                    Criterion::Cost => cost,
                });
                queue.push(keys, entry);
            }
        }
    }

    fn pop_part<R>(&mut self, part: impl FnOnce(&mut T) -> (R, bool)) -> Option<R> {
        match self {
            Self::Plain(_, queue) => queue.pop_part(part),
            Self::TieBreaking(_, queue) => queue.pop_part(part),
        }
    }
}

impl<T: Clone> Alternation<T> {
    /// Empty queues for these orders. With `preferred`, heuristics that are an order by themselves get a second queue.
    pub fn new(orders: &[Vec<Criterion>], preferred: bool) -> Self {
        let mut queues = Vec::new();
        for (number, order) in orders.iter().enumerate() {
            let is_plain = matches!(order[..], [Criterion::Heuristic(_)]);
            for is_preferred in [false, true].into_iter().take(1 + usize::from(preferred && is_plain)) {
                queues.push(Turn { order: number, entries: Entries::new(order), is_preferred, asked: 0 });
            }
        }
        Self { queues, leader: None, scout: None }
    }

    /// Makes the queue of an order the leading one.
    pub fn lead(&mut self, order: usize) {
        let queue = self.queues.iter().position(|turn| turn.order == order);
        self.leader = queue.map(|queue| Leader { queue, gives_way: false });
    }

    /// Gives the queues of the last order one turn for every `turns` turns of each other queue.
    pub fn scout(&mut self, turns: u32) {
        self.scout = self.queues.last().map(|last| Scout { order: last.order, turns: i64::from(turns) });
    }

    /// Adds an entry to all queues whose order has finite values for it, but for those of preferred entries. `values` are by
    /// heuristic, `cost` is that of the way to the state.
    pub fn push(&mut self, values: &[f32], cost: f32, entry: T) {
        let queues = self.queues.iter_mut().filter(|turn| !turn.is_preferred);
        queues.for_each(|turn| turn.entries.push(values, cost, entry.clone()));
    }

    /// Adds an entry to the queues of preferred entries.
    pub fn push_preferred(&mut self, values: &[f32], cost: f32, entry: T) {
        let queues = self.queues.iter_mut().filter(|turn| turn.is_preferred);
        queues.for_each(|turn| turn.entries.push(values, cost, entry.clone()));
    }

    /// Would any queue take an entry with these values of the heuristics?
    pub fn takes(&self, values: &[f32]) -> bool {
        self.queues.iter().filter(|turn| !turn.is_preferred).any(|turn| turn.entries.takes(values))
    }

    /// Are all queues empty?
    pub fn is_empty(&self) -> bool {
        self.queues.iter().all(|turn| turn.entries.is_empty())
    }

    /// Takes the first entry of the queue whose turn it is.
    pub fn pop(&mut self) -> Option<T> {
        self.pop_part(|entry| (entry.clone(), true))
    }

    /// Takes a part of the first entry of the queue whose turn it is. The entry leaves if `part` says that this was the last one
    /// of it.
    pub fn pop_part<R>(&mut self, part: impl FnOnce(&mut T) -> (R, bool)) -> Option<R> {
        let next = self.next()?;
        let turn = &mut self.queues[next];
        let scout = self.scout.filter(|scout| scout.order == turn.order);
        turn.asked += scout.map_or(1, |scout| scout.turns);
        turn.entries.pop_part(part)
    }

    /// The queue whose turn it is.
    fn next(&self) -> Option<usize> {
        let has_entries = |queue: &usize| !self.queues[*queue].entries.is_empty();
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
        self.scout.is_some_and(|scout| self.next().is_some_and(|next| scout.order == self.queues[next].order))
    }

    /// Puts the queues of preferred entries `turns` turns ahead of the others.
    pub fn boost(&mut self, turns: i64) {
        self.queues.iter_mut().filter(|turn| turn.is_preferred).for_each(|turn| turn.asked -= turns);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An order for each of so many heuristics.
    fn plain(heuristics: usize) -> Vec<Vec<Criterion>> {
        (0..heuristics).map(|heuristic| vec![Criterion::Heuristic(heuristic)]).collect()
    }

    #[test]
    fn queues_take_turns() {
        let mut open = Alternation::new(&plain(2), false);
        for (entry, values) in [[1.0, 9.0], [2.0, 8.0], [3.0, 7.0]].iter().enumerate() {
            open.push(values, 0.0, entry);
        }
        let order: Vec<_> = std::iter::from_fn(|| open.pop()).collect();
        assert_eq!(order, [0, 2, 1, 1, 2, 0]);
    }

    #[test]
    fn a_leading_queue_is_asked_until_it_gives_way_for_once() {
        let mut open = Alternation::new(&plain(2), false);
        for (entry, values) in [[1.0, 9.0], [2.0, 8.0], [3.0, 7.0], [4.0, 6.0]].iter().enumerate() {
            open.push(values, 0.0, entry);
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
        let mut open = Alternation::new(&plain(2), false);
        for entry in 0..8 {
            open.push(&[entry as f32, (7 - entry) as f32], 0.0, entry);
        }
        open.scout(3);
        let order: Vec<_> = (0..8).map(|_| (open.is_scouted(), open.pop().unwrap())).collect();
        let of_scout: Vec<_> =
            order.iter().filter(|(is_scouted, _)| *is_scouted).map(|entry| entry.1).collect();
        assert_eq!(of_scout, [7, 6]);
        assert_eq!(order[0], (false, 0));
    }

    #[test]
    fn an_infinite_value_keeps_an_entry_out_of_a_queue() {
        let mut open = Alternation::new(&plain(2), true);
        for (values, entry) in [([f32::INFINITY, 1.0], 7), ([f32::INFINITY, f32::INFINITY], 8)] {
            open.push(&values, 0.0, entry);
            open.push_preferred(&values, 0.0, entry);
        }
        let order: Vec<_> = std::iter::from_fn(|| open.pop()).collect();
        assert_eq!(order, [7, 7]);
    }

    #[test]
    fn a_boost_puts_preferred_entries_first() {
        let mut open = Alternation::new(&plain(1), true);
        for entry in 0..6 {
            open.push(&[entry as f32], 0.0, entry);
            if entry % 2 == 1 {
                open.push_preferred(&[entry as f32], 0.0, entry);
            }
        }
        open.boost(2);
        let order: Vec<_> = (0..4).filter_map(|_| open.pop()).collect();
        assert_eq!(order, [1, 3, 0, 5]);
    }

    #[test]
    fn ties_are_broken_by_the_next_criterion_and_by_cost() {
        let order = vec![Criterion::Heuristic(1), Criterion::Heuristic(0), Criterion::Cost];
        let mut open = Alternation::new(&[order], true);
        for (entry, (values, cost)) in
            [([1.0, 2.0], 0.0), ([2.0, 1.0], 3.0), ([1.0, 1.0], 9.0), ([1.0, 1.0], 4.0)].iter().enumerate()
        {
            open.push(values, *cost, entry);
        }
        open.push(&[f32::INFINITY, 0.0], 0.0, 9);
        let order: Vec<_> = std::iter::from_fn(|| open.pop()).collect();
        assert_eq!(order, [3, 2, 1, 0]);
    }

    #[test]
    fn an_entry_stays_until_its_last_part_is_taken() {
        for value in [3.0, 0.5, 1e6] {
            let mut open = Alternation::new(&plain(1), false);
            open.push(&[value], 0.0, 10..12);
            open.push(&[value], 0.0, 20..22);
            let take = |range: &mut std::ops::Range<i32>| (range.next(), range.start == range.end);
            let order: Vec<_> = std::iter::from_fn(|| open.pop_part(take)).flatten().collect();
            assert_eq!(order, [10, 11, 20, 21]);
            assert!(open.is_empty());
        }
    }
}
