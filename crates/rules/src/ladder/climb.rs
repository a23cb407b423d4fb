//! The search for rules: adds conditions until all states in which they hold together are far from a goal.
//!
//! The value of a rule is the least cost of the states in which it holds. Since states are in order of cost, that is the cost
//! of the first one, and one look at a conjunction tells for all costs at once whether it is a rule for them.

use super::conditions::Condition;
use super::view::View;

/// Conditions that hold together only in states whose cost has at least some rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The numbers of the conditions, ascending.
    pub(crate) conditions: Vec<u32>,
    pub(crate) rank: u16,
}

/// How many literals and local variables a rule may still have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    pub(crate) literals: usize,
    pub(crate) locals: usize,
}

/// Looks for rules of one size that begin with a condition.
pub(crate) struct Climb<'a> {
    conditions: &'a [Condition],
    /// Where conditions of each size begin.
    starts: &'a [usize],
    view: View<'a>,
    /// For each condition in a body, the states in which all conditions up to it hold, as words.
    sets: Vec<Vec<u64>>,
    chosen: Vec<u32>,
    pub(crate) found: Vec<Found>,
    pub(crate) tried: u64,
}

impl<'a> Climb<'a> {
    /// Over the states in which the first condition holds.
    pub(crate) fn new(conditions: &'a [Condition], starts: &'a [usize], view: View<'a>) -> Self {
        let sets = vec![view.all()];
        Self { conditions, starts, view, sets, chosen: Vec::new(), found: Vec::new(), tried: 0 }
    }

    /// Finds all rules with exactly `room.literals` literals that begin with the condition `first`.
    pub(crate) fn from(&mut self, first: usize, room: Room) {
        let condition = &self.conditions[first];
        let (size, locals) = (condition.size, condition.locals);
        if size > room.literals || locals > room.locals {
            return;
        }
        self.chosen.push(first as u32);
        let left = Room { literals: room.literals - size, locals: room.locals - locals };
        if left.literals == 0 {
            self.tried += 1;
            let rank = self.view.first_rank(&self.sets[0]).unwrap_or(0);
            if rank > 0 && self.view.raise(&self.sets[0], None, rank) {
                self.found.push(Found { conditions: self.chosen.clone(), rank });
            }
        } else {
            self.extend(first + 1, left);
        }
        self.chosen.pop();
    }

    /// Uses up the literals left exactly, with conditions from a number on.
    fn extend(&mut self, from: usize, room: Room) {
        let depth = self.chosen.len() - 1;
        let Some(before) = self.view.first_rank(&self.sets[depth]) else { return };
        let (last_starts, last_ends) = (self.starts[room.literals], self.starts[room.literals + 1]);
        // Conditions come in the order of their sizes: what is not the last has to leave room for one as large.
        let inner_ends = self.starts[room.literals / 2 + 1];
        for number in from..inner_ends.min(last_starts) {
            let Condition { size, locals, .. } = self.conditions[number];
            if locals > room.locals || !self.push(number) {
                continue;
            }
            let left = Room { literals: room.literals - size, locals: room.locals - locals };
            self.extend(number + 1, left);
            self.chosen.pop();
        }
        for number in from.max(last_starts)..last_ends {
            if self.conditions[number].locals <= room.locals {
                self.tried += 1;
                self.finish(number, depth, before);
            }
        }
    }

    /// Adds a condition, if that excludes some states and leaves one whose bound can still rise.
    fn push(&mut self, number: usize) -> bool {
        self.tried += 1;
        let depth = self.chosen.len() - 1;
        if self.sets.len() == depth + 1 {
            self.sets.push(Vec::new());
        }
        let (before, after) = self.sets.split_at_mut(depth + 1);
        let is_worth_it = self.view.narrowed(&before[depth], number, &mut after[0]);
        if is_worth_it {
            self.chosen.push(number as u32);
        }
        is_worth_it
    }

    /// Records a rule with a last condition, if that raises its value.
    fn finish(&mut self, number: usize, depth: usize, before: u16) {
        let Some(rank) = self.view.first_rank_with(&self.sets[depth], number).filter(|&rank| rank > before)
        else {
            return;
        };
        if self.view.raise(&self.sets[depth], Some(number), rank) {
            let mut conditions = self.chosen.clone();
            conditions.push(number as u32);
            self.found.push(Found { conditions, rank });
        }
    }
}
