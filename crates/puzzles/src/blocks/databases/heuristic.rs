//! The heuristic of several pattern databases: the maximum of their costs.

use super::Pattern;
use super::pattern::Spot;
use super::shapes::Shapes;
use crate::PatternError;
use crate::blocks::{Blocks, Move, State, TABLE};
use crate::tables::Table;
use search::PathHeuristic;
use std::sync::Arc;

/// The largest number of patterns.
const MOST: usize = 16;

/// The maximum over several pattern databases.
#[derive(Clone, Debug)]
pub struct Databases {
    databases: Arc<[Database]>,
    shapes: Arc<Shapes>,
}

#[derive(Debug)]
struct Database {
    pattern: Pattern,
    costs: Table,
}

/// A state's towers and the cost of each pattern, updated move by move.
#[derive(Clone, Copy, Debug)]
pub struct PathValue {
    h: u32,
    shape: u16,
    /// By block: the bottom block of its tower.
    towers: [u8; Blocks::MOST + 1],
    /// By the bottom block of a tower: its height.
    heights: [u8; Blocks::MOST + 1],
    /// By block: the number of blocks below it.
    levels: [u8; Blocks::MOST + 1],
    /// The cost of every pattern.
    costs: [u8; MOST],
}

impl PathValue {
    /// The cost of every pattern, in their order; 0 beyond the last.
    pub fn costs(&self) -> &[u8] {
        &self.costs
    }

    #[inline(always)]
    fn spot(&self, block: u8) -> Spot {
        let tower = self.towers[usize::from(block)];
        Spot { tower, height: self.heights[usize::from(tower)], level: self.levels[usize::from(block)] }
    }
}

impl Databases {
    /// The heuristic of patterns, given by their blocks. `database` returns the database of a pattern, as `build` makes it.
    ///
    /// # Errors
    /// Says what is wrong with the patterns, or passes on why there is no database.
    pub fn new<P: AsRef<[u8]>, E: From<PatternError>>(
        space: &Blocks,
        patterns: &[P],
        mut database: impl FnMut(&Pattern) -> Result<Table, E>,
    ) -> Result<Self, E> {
        if patterns.len() > MOST {
            return Err(PatternError::TooMany { most: MOST }.into());
        }
        let mut databases = Vec::new();
        for blocks in patterns {
            let pattern = Pattern::new(space, blocks.as_ref())?;
            let costs = database(&pattern)?;
            pattern.check(&costs)?;
            databases.push(Database { pattern, costs });
        }
        Ok(Self { databases: databases.into(), shapes: Shapes::new(space.size()).into() })
    }

    /// Looks up all costs.
    #[inline(always)]
    fn look_up(&self, known: &mut PathValue) {
        known.h = 0;
        for (index, Database { pattern, costs }) in self.databases.iter().enumerate() {
            let entry = pattern.entry(&self.shapes, known.shape, |index| known.spot(pattern.blocks()[index]));
            known.costs[index] = costs[entry];
            known.h = known.h.max(costs[entry].into());
        }
    }
}

impl PathHeuristic<Blocks> for Databases {
    type Value = PathValue;
    type Cost = u32;

    fn begin(&mut self, _: &Blocks, state: &State) -> PathValue {
        let none = [0; Blocks::MOST + 1];
        let mut known =
            PathValue { h: 0, shape: 0, towers: none, heights: none, levels: none, costs: [0; MOST] };
        let towers = state.towers();
        for tower in &towers {
            known.heights[usize::from(tower[0])] = tower.len() as u8;
            for (level, &block) in (0..).zip(tower) {
                known.towers[usize::from(block)] = tower[0];
                known.levels[usize::from(block)] = level;
            }
        }
        let mut heights: Vec<u8> = towers.iter().map(|tower| tower.len() as u8).collect();
        heights.sort_unstable_by(|a, b| b.cmp(a));
        known.shape = self.shapes.number(&heights);
        self.look_up(&mut known);
        known
    }

    #[inline(always)]
    fn step(&mut self, _: &Blocks, parent: PathValue, _: &State, made: Move) -> PathValue {
        let mut known = parent;
        let block = usize::from(made.block);
        let from = usize::from(parent.towers[block]);
        let to = match made.to {
            TABLE => block,
            to => usize::from(parent.towers[usize::from(to)]),
        };
        let to_height = if made.to == TABLE { 0 } else { parent.heights[to] };
        known.shape = self.shapes.after(parent.shape, parent.heights[from], to_height);
        known.heights[from] -= 1;
        known.heights[to] = to_height + 1;
        known.towers[block] = to as u8;
        known.levels[block] = to_height;
        self.look_up(&mut known);
        known
    }

    #[inline(always)]
    fn h(&self, value: PathValue) -> u32 {
        value.h
    }
}
