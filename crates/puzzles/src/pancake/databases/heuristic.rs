//! The heuristic of several sets of additive pattern databases.

use super::Pattern;
use super::build::flipped;
use super::pattern::check_distinct;
use crate::PatternError;
use crate::pancake::{Flip, Pancakes, State};
use crate::permutation::rank;
use crate::tables::Table;
use search::PathHeuristic;
use std::sync::Arc;

/// The largest number of patterns in all sets.
const MOST: usize = 16;

/// The maximum over several sets of disjoint patterns of the sum over each set.
#[derive(Clone, Debug)]
pub struct Databases {
    databases: Arc<[Database]>,
    /// Where each set ends.
    ends: Arc<[usize]>,
}

#[derive(Debug)]
struct Database {
    pattern: Pattern,
    costs: Table,
}

/// A stack's places and the cost of each pattern, updated flip by flip.
#[derive(Clone, Copy, Debug)]
pub struct PathValue {
    h: u32,
    /// By pancake: its place.
    places: [u8; Pancakes::MOST],
    /// The cost of every pattern.
    costs: [u8; MOST],
}

impl PathValue {
    /// The cost of every pattern, in the order of the sets; 0 beyond the last.
    pub fn costs(&self) -> &[u8] {
        &self.costs
    }
}

impl Databases {
    /// The heuristic of sets of patterns, given by their pancakes; the patterns of a set are disjoint. `database` returns
    /// the database of a pattern, as `build` makes it.
    ///
    /// # Errors
    /// Says what is wrong with the sets, or passes on why there is no database.
    pub fn new<S: AsRef<[P]>, P: AsRef<[u8]>, E: From<PatternError>>(
        space: &Pancakes,
        sets: &[S],
        mut database: impl FnMut(&Pattern) -> Result<Table, E>,
    ) -> Result<Self, E> {
        let (mut databases, mut ends) = (Vec::new(), Vec::new());
        for set in sets.iter().map(AsRef::as_ref) {
            check_distinct(space, set.iter().flat_map(|pattern| pattern.as_ref()).copied())?;
            if set.is_empty() {
                return Err(PatternError::EmptySet.into());
            }
            if databases.len() + set.len() > MOST {
                return Err(PatternError::TooMany { most: MOST }.into());
            }
            for pancakes in set {
                let pattern = Pattern::new(space, pancakes.as_ref())?;
                let costs = database(&pattern)?;
                pattern.check(&costs)?;
                databases.push(Database { pattern, costs });
            }
            ends.push(databases.len());
        }
        Ok(Self { databases: databases.into(), ends: ends.into() })
    }

    fn greatest_sum(&self, costs: &[u8; MOST]) -> u32 {
        let (mut begin, mut greatest) = (0, 0);
        for &end in self.ends.iter() {
            greatest = greatest.max(costs[begin..end].iter().map(|&cost| u32::from(cost)).sum());
            begin = end;
        }
        greatest
    }
}

impl Database {
    #[inline(always)]
    fn cost(&self, places: &[u8; Pancakes::MOST]) -> u8 {
        let pancakes = self.pattern.pancakes();
        let mut of_pattern = [0; Pancakes::MOST];
        for (place, &pancake) in of_pattern.iter_mut().zip(pancakes) {
            *place = places[usize::from(pancake)];
        }
        self.costs[rank(&of_pattern[..pancakes.len()], self.pattern.size())]
    }
}

impl PathHeuristic<Pancakes> for Databases {
    type Value = PathValue;
    type Cost = u32;

    fn begin(&mut self, _: &Pancakes, state: &State) -> PathValue {
        let mut known = PathValue { h: 0, places: [0; Pancakes::MOST], costs: [0; MOST] };
        for (place, &pancake) in state.pancakes().iter().enumerate() {
            known.places[usize::from(pancake)] = place as u8;
        }
        for (cost, database) in known.costs.iter_mut().zip(self.databases.iter()) {
            *cost = database.cost(&known.places);
        }
        known.h = self.greatest_sum(&known.costs);
        known
    }

    #[inline(always)]
    fn step(&mut self, _: &Pancakes, parent: PathValue, _: &State, flip: Flip) -> PathValue {
        let length = flip.length() as u8;
        let mut known = PathValue { places: parent.places.map(|place| flipped(place, length)), ..parent };
        for (cost, database) in known.costs.iter_mut().zip(self.databases.iter()) {
            let is_moved = |&pancake: &u8| parent.places[usize::from(pancake)] < length;
            if database.pattern.pancakes().iter().any(is_moved) {
                *cost = database.cost(&known.places);
            }
        }
        known.h = self.greatest_sum(&known.costs);
        known
    }

    #[inline(always)]
    fn h(&self, value: PathValue) -> u32 {
        value.h
    }
}
