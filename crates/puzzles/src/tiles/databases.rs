//! Additive pattern databases (Korf and Felner 2002): for each of several disjoint sets of tiles, the least number of
//! moves of these tiles that brings them to their goal cells. Moves of other tiles don't count, so that the costs add up.
//!
//! A table holds half of the excess of this cost over the Manhattan distance, in four bits for each placement of the
//! tiles. A search updates the number of the placement move by move instead of ranking it anew.

mod arrangements;
mod build;
mod partition;
mod pattern;
mod size;
mod symmetry;
#[cfg(test)]
mod tests;

pub use build::Progress;
pub use partition::{NAMED, Named, Partition, PartitionError};

use super::board::{Board, MOST_SLIDES};
use super::{Manhattan, Slide, State, Tiles};
use crate::permutation::unrank;
use crate::tables::{Origin, Table, Tables};
use partition::MOST_TILES;
use pattern::{Pattern, number, placements};
use search::{Budget, Exhausted, PathHeuristic};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;
use symmetry::Symmetry;

/// The largest number of partitions, reflections included.
pub const MOST_PARTITIONS: usize = 4;

/// The maximum over several partitions of the sum over their patterns. There are at most `PATTERNS` patterns in all,
/// reflections included: searches copy a number for each from state to state.
///
/// Tables forget where the blank is, so that a move may change the estimate by more than its cost: estimates are
/// admissible, but not consistent.
#[derive(Clone, Debug)]
pub struct Databases<B, const PATTERNS: usize> {
    shared: Arc<Shared>,
    board: PhantomData<B>,
}

/// An event while tables are opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A table is being built.
    Building(Progress),
    /// A table is ready.
    Opened(Origin),
}

/// Why there are no databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseError {
    /// There are more partitions than [`MOST_PARTITIONS`], or more patterns than there may be.
    TooMany {
        /// The largest number of patterns.
        patterns: usize,
    },
    /// Building was stopped.
    Exhausted(Exhausted),
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::TooMany { patterns } => write!(
                f,
                "no more than {MOST_PARTITIONS} partitions with {patterns} patterns can be used at a time, \
                 reflections included"
            ),
            Self::Exhausted(_) => f.write_str("building a pattern database was stopped"),
        }
    }
}

impl std::error::Error for DatabaseError {}

#[derive(Debug)]
struct Shared {
    partitions: Vec<Sum>,
    lookups: Vec<Lookup>,
}

/// The data for updating the placement numbers of a partition's patterns.
#[derive(Debug)]
struct Sum {
    /// By tile: the lookup it belongs to, or `NONE`.
    lookups: [u8; 36],
    /// By tile: the rise of the placement number when it moves to the next cell.
    weights: [i32; 36],
    /// By tile and another tile: the additional rise of the placement number when the first moves from a cell before the
    /// other's to one after it.
    passing: [[i32; 36]; 36],
}

const NONE: u8 = u8::MAX;

/// A pattern and the data to look it up.
#[derive(Debug)]
struct Lookup {
    table: Table,
    steps: Box<[Step; MOST_SLIDES]>,
    /// The tiles of the pattern in the order of the numbering.
    tiles: Vec<u8>,
    weights: Vec<u32>,
    symmetry: Symmetry,
}

/// The effect of a slide on the placement numbers of a pattern, under the symmetry of its table.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// The difference of the numbers of the tile's cells.
    stride: i8,
    /// The sign of the stride.
    sign: i8,
    /// The cells between the tile's two, if it changes rows: one less than there are columns.
    passed: [u8; 5],
}

/// A pattern and its table.
#[derive(Clone, Copy, Debug)]
pub struct PatternTable<'a> {
    lookup: &'a Lookup,
    partition: usize,
}

impl PatternTable<'_> {
    /// The number of its partition.
    pub fn partition(&self) -> usize {
        self.partition
    }

    /// Its tiles, in the order in which [`for_each`](Self::for_each) passes their cells.
    pub fn tiles(&self) -> &[u8] {
        &self.lookup.tiles
    }

    /// The image of a cell under the symmetry of the table.
    pub fn laid(&self, cell: usize) -> u8 {
        self.lookup.symmetry.of(cell as u8)
    }

    /// Do both have the same table?
    pub fn shares_table_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.lookup.table, &other.lookup.table)
    }

    /// Calls `visit` for every placement, with the cells of the tiles under the symmetry of the table, and half the excess
    /// of its cost over the Manhattan distance.
    pub fn for_each<B: Board>(&self, visit: impl FnMut(&[u8], u8)) {
        self.lookup.for_each::<B>(visit);
    }
}

/// The placement numbers of a state and their costs, updated move by move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placements<const PATTERNS: usize> {
    numbers: [u32; PATTERNS],
    /// By pattern: half the excess of its cost over its Manhattan distance.
    excess: [u8; PATTERNS],
    /// The sums of these by partition.
    sums: [u16; MOST_PARTITIONS],
    manhattan: u32,
}

impl<const PATTERNS: usize> Placements<PATTERNS> {
    /// Half the excess of each pattern's cost over its Manhattan distance, in the order of the partitions.
    #[inline(always)]
    pub fn excess(&self) -> &[u8; PATTERNS] {
        &self.excess
    }

    /// The estimate by each partition alone; entries beyond the last partition are the Manhattan distance.
    #[inline(always)]
    pub fn estimates(&self) -> [u32; MOST_PARTITIONS] {
        self.sums.map(|sum| self.manhattan + 2 * u32::from(sum))
    }

    /// The Manhattan distance of all tiles.
    #[inline(always)]
    pub fn manhattan(&self) -> u32 {
        self.manhattan
    }
}

impl<B: Board, const PATTERNS: usize> Databases<B, PATTERNS> {
    /// The databases of these partitions, from `tables` or built by `threads` threads. `watch` is called with each event
    /// and the name of its table.
    ///
    /// # Errors
    /// If there are too many of them, or the budget does not suffice to build them.
    pub fn open(
        partitions: &[Partition<B>],
        tables: &Tables,
        threads: usize,
        budget: &Budget,
        watch: &mut dyn FnMut(&str, Event),
    ) -> Result<Self, DatabaseError> {
        let patterns = partitions.iter().map(|partition| partition.patterns().len()).sum();
        if !(..=MOST_PARTITIONS).contains(&partitions.len()) || !(..=PATTERNS).contains(&patterns) {
            return Err(DatabaseError::TooMany { patterns: PATTERNS });
        }
        // What does not fit is refused before any is built, which takes minutes.
        for tiles in partitions.iter().flat_map(Partition::patterns) {
            let (pattern, _) = Pattern::canonical(Partition::<B>::SIZE, tiles);
            if !tables.keep(&pattern.name(Partition::<B>::SIZE)) {
                let placements = pattern.placements(Partition::<B>::SIZE);
                budget.check_with(build::bytes(placements)).map_err(DatabaseError::Exhausted)?;
            }
        }
        let mut opened: Vec<(Pattern, Table)> = Vec::new();
        let mut shared = Shared { partitions: Vec::new(), lookups: Vec::new() };
        for partition in partitions {
            let mut sum = Sum { lookups: [NONE; 36], weights: [0; 36], passing: [[0; 36]; 36] };
            for tiles in partition.patterns() {
                let (pattern, symmetry) = Pattern::canonical(Partition::<B>::SIZE, tiles);
                let table = match opened.iter().find(|(other, _)| *other == pattern) {
                    Some((_, table)) => Arc::clone(table),
                    None => open::<B>(&pattern, tables, threads, budget, watch)
                        .map_err(DatabaseError::Exhausted)?,
                };
                let lookup = Lookup::new::<B>(&pattern, symmetry, Arc::clone(&table));
                opened.push((pattern, table));
                sum.add(shared.lookups.len(), &lookup);
                shared.lookups.push(lookup);
            }
            shared.partitions.push(sum);
        }
        Ok(Self { shared: Arc::new(shared), board: PhantomData })
    }

    /// The costs of the patterns in a state, in the order of the partitions.
    pub fn costs(&mut self, state: &State<B>) -> Vec<u32> {
        let known = self.begin(&Tiles::new(), state);
        let manhattan = |lookup: &Lookup| -> usize {
            let at = |tile: u8| state.tiles().position(|other| other == tile).unwrap_or(0);
            lookup.tiles.iter().map(|&tile| super::board::distance(tile.into(), at(tile), B::COLUMNS)).sum()
        };
        let cost = |(lookup, excess)| manhattan(lookup) as u32 + 2 * u32::from(excess);
        self.shared.lookups.iter().zip(known.excess).map(cost).collect()
    }

    /// The largest cost of each pattern in any state, in the order of the partitions.
    pub fn greatest_costs(&self) -> Vec<u32> {
        self.shared.lookups.iter().map(Lookup::greatest_cost::<B>).collect()
    }

    /// The number of partitions.
    pub fn partitions(&self) -> usize {
        self.shared.partitions.len()
    }

    /// All patterns, in the order of the partitions.
    pub fn tables(&self) -> impl Iterator<Item = PatternTable<'_>> {
        self.shared.lookups.iter().enumerate().map(|(number, lookup)| {
            let has = |sum: &Sum| sum.lookups.contains(&(number as u8));
            PatternTable { lookup, partition: self.shared.partitions.iter().position(has).unwrap_or(0) }
        })
    }
}

fn open<B: Board>(
    pattern: &Pattern,
    tables: &Tables,
    threads: usize,
    budget: &Budget,
    watch: &mut dyn FnMut(&str, Event),
) -> Result<Table, Exhausted> {
    let size = Partition::<B>::SIZE;
    let name = pattern.name(size);
    let length = build::packed_length(pattern.placements(size));
    let build = || {
        build::build(size, pattern, threads, budget, &mut |progress| watch(&name, Event::Building(progress)))
    };
    let (table, origin) = tables.open(&name, length, budget, build)?;
    watch(&name, Event::Opened(origin));
    Ok(table)
}

impl Sum {
    fn add(&mut self, number: usize, lookup: &Lookup) {
        for (index, &tile) in lookup.tiles.iter().enumerate() {
            let weight = lookup.weights[index] as i32;
            self.lookups[usize::from(tile)] = number as u8;
            self.weights[usize::from(tile)] = weight;
            for (other, &passed) in lookup.tiles.iter().enumerate() {
                // A tile's cell is counted among those that the tiles before it in the numbering leave free.
                self.passing[usize::from(tile)][usize::from(passed)] = match other.cmp(&index) {
                    std::cmp::Ordering::Less => -weight,
                    std::cmp::Ordering::Equal => 0,
                    std::cmp::Ordering::Greater => lookup.weights[other] as i32,
                };
            }
        }
    }
}

impl Lookup {
    fn new<B: Board>(pattern: &Pattern, symmetry: Symmetry, table: Table) -> Self {
        let size = Partition::<B>::SIZE;
        let tiles = pattern.goal.iter().map(|&cell| symmetry.back(cell)).collect();
        let mut steps = Box::new([Step::default(); MOST_SLIDES]);
        for (slide, step) in (0..).map(Slide::from_number).zip(steps.iter_mut()).take(4 * B::SIZE) {
            if slide.to::<B>() < B::SIZE {
                let (from, to) = (slide.to::<B>() as u8, slide.from() as u8);
                *step = Step::new(symmetry, from, to);
            }
        }
        Self { table, steps, tiles, weights: pattern.weights(size), symmetry }
    }

    fn number<B: Board>(&self, state: &State<B>) -> u32 {
        let at = |tile: u8| state.tiles().position(|other| other == tile).unwrap_or(0) as u8;
        number(&self.weights, self.tiles.iter().map(|&tile| self.symmetry.of(at(tile))))
    }

    fn greatest_cost<B: Board>(&self) -> u32 {
        let goal: Vec<u8> = self.tiles.iter().map(|&tile| self.symmetry.of(tile)).collect();
        let steps = |cell: u8, goal: u8| super::board::distance(cell.into(), goal.into(), B::COLUMNS) as u32;
        let mut greatest = 0;
        self.for_each::<B>(|cells, excess| {
            let manhattan: u32 = cells.iter().zip(&goal).map(|(&cell, &goal)| steps(cell, goal)).sum();
            greatest = greatest.max(manhattan + 2 * u32::from(excess));
        });
        greatest
    }

    /// Calls `visit` for every placement, with the cells of the tiles under the symmetry of the table, and the excess.
    fn for_each<B: Board>(&self, mut visit: impl FnMut(&[u8], u8)) {
        let Some(last) = self.tiles.len().checked_sub(1) else { return };
        let (mut cells, mut number) = ([0; MOST_TILES], 0);
        for of_first in 0..placements(Partition::<B>::SIZE, last) {
            unrank(of_first as usize, &mut cells[..last], B::SIZE);
            let taken = cells[..last].iter().fold(0_u64, |taken, cell| taken | 1 << cell);
            for cell in (0..B::SIZE as u8).filter(|cell| taken >> cell & 1 == 0) {
                cells[last] = cell;
                visit(&cells[..=last], self.excess(number));
                number += 1;
            }
        }
    }

    #[inline(always)]
    fn excess(&self, number: u32) -> u8 {
        self.table[number as usize / 2] >> (4 * (number % 2)) & 15
    }
}

impl Step {
    /// A tile moves from a cell to its neighbour, where the blank is.
    fn new(symmetry: Symmetry, from: u8, to: u8) -> Self {
        let (here, there) = (symmetry.of(from), symmetry.of(to));
        let mut passed = [0; 5];
        for (place, cell) in passed.iter_mut().zip(here.min(there) + 1..here.max(there)) {
            *place = symmetry.back(cell);
        }
        let stride = there as i8 - here as i8;
        Self { stride, sign: stride.signum(), passed }
    }
}

impl<B: Board, const PATTERNS: usize> PathHeuristic<Tiles<B>> for Databases<B, PATTERNS> {
    type Value = Placements<PATTERNS>;
    type Cost = u32;

    fn begin(&mut self, tiles: &Tiles<B>, state: &State<B>) -> Self::Value {
        let mut known = Placements {
            numbers: [0; PATTERNS],
            excess: [0; PATTERNS],
            sums: [0; MOST_PARTITIONS],
            manhattan: Manhattan.begin(tiles, state),
        };
        for (index, lookup) in self.shared.lookups.iter().enumerate() {
            known.numbers[index] = lookup.number(state);
            known.excess[index] = lookup.excess(known.numbers[index]);
        }
        for (sum, partition) in known.sums.iter_mut().zip(&self.shared.partitions) {
            let is_in = |&index: &usize| partition.lookups.contains(&(index as u8));
            *sum = (0..self.shared.lookups.len())
                .filter(is_in)
                .map(|index| u16::from(known.excess[index]))
                .sum();
        }
        known
    }

    #[inline(always)]
    fn step(
        &mut self,
        tiles: &Tiles<B>,
        parent: Self::Value,
        before: &State<B>,
        slide: Slide,
    ) -> Self::Value {
        let mut known = parent;
        let tile = usize::from(before.moved(slide));
        known.manhattan = Manhattan.step(tiles, parent.manhattan, before, slide);
        for (partition, sum) in self.shared.partitions.iter().zip(&mut known.sums) {
            let index = usize::from(partition.lookups[tile]);
            let Some(lookup) = self.shared.lookups.get(index) else { continue };
            let step = lookup.steps[usize::from(slide.number())];
            let mut rise = i32::from(step.stride) * partition.weights[tile];
            if step.stride.unsigned_abs() > 1 {
                let passing = &partition.passing[tile];
                let passed = &step.passed[..B::COLUMNS - 1];
                let passed: i32 =
                    passed.iter().map(|&cell| passing[usize::from(before.tile(cell.into()))]).sum();
                rise += i32::from(step.sign) * passed;
            }
            let number = parent.numbers[index].wrapping_add_signed(rise);
            let excess = lookup.excess(number);
            known.numbers[index] = number;
            known.excess[index] = excess;
            *sum = *sum + u16::from(excess) - u16::from(parent.excess[index]);
        }
        known
    }

    #[inline(always)]
    fn h(&self, value: Self::Value) -> u32 {
        let excess = value.sums.iter().max().map_or(0, |&sum| sum.into());
        value.manhattan + 2 * excess
    }
}
