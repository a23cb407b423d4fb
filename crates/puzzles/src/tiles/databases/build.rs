//! Computing the table of a pattern: breadth-first from the goal, over all placements of its tiles and all regions
//! where the blank can be, by several threads.
//!
//! Only moves of the pattern's tiles cost anything, so that the blank moves within its region for free. In the end, the
//! region is forgotten: the cost of a placement is the least over all regions of the blank.

use super::arrangements::Arrangements;
use super::pattern::Pattern;
use super::size::{Size, before};
use crate::tiles::board::distance;
use search::{Budget, Exhausted, ask_for_huge_pages};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use tools::threads::{in_parallel, locked};

/// The progress of building a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// All placements that cost no more than this are known.
    pub cost: u32,
    /// The number of these placements.
    pub reached: u64,
    /// The number of all placements.
    pub placements: u64,
}

/// The table of a pattern: for each placement, half the excess of its cost over the Manhattan distance of its tiles, in
/// four bits. Every move of a tile changes the cost and the distance by one each, so that the excess is even.
pub(super) fn build(
    size: Size,
    pattern: &Pattern,
    threads: usize,
    budget: &Budget,
    watch: &mut dyn FnMut(Progress),
) -> Result<Vec<u8>, Exhausted> {
    let arrangements = Arrangements::new(size, pattern);
    let workers = Workers { threads, budget };
    let costs = Layers::new(&arrangements, budget)?.run(&workers, watch)?;
    pack(size, pattern, &arrangements, &costs, &workers)
}

/// The length of such a table.
pub(super) fn packed_length(placements: usize) -> usize {
    placements.div_ceil(2)
}

/// The memory that building it takes.
pub(super) fn bytes(placements: usize) -> u64 {
    4 * placements as u64
}

const MOST_THREADS: usize = 256;

/// Threads that share pieces of work.
struct Workers<'a> {
    threads: usize,
    budget: &'a Budget,
}

impl Workers<'_> {
    /// Does all pieces, each on one of the threads.
    fn share<P: Send>(
        &self,
        pieces: impl Iterator<Item = P> + Send,
        work: impl Fn(P) + Sync,
    ) -> Result<(), Exhausted> {
        let pieces = Mutex::new(pieces);
        let next = || locked(&pieces).next();
        let threads = self.threads.clamp(1, MOST_THREADS);
        let results = in_parallel(threads, threads, |_| {
            loop {
                self.budget.check()?;
                let Some(piece) = next() else { return Ok(()) };
                work(piece);
            }
        });
        results.into_iter().collect()
    }
}

/// The breadth-first search, layer by layer. The byte of an arrangement has a bit for each region of the blank.
struct Layers<'a> {
    arrangements: &'a Arrangements,
    seen: Vec<AtomicU8>,
    /// Seen for the first time in the current layer, and in the next one.
    fresh: [Vec<AtomicU8>; 2],
    /// By arrangement: the layer in which it was first seen.
    costs: Vec<AtomicU8>,
}

/// The number of sets of cells in a piece of work.
const SETS_AT_A_TIME: usize = 16;

impl<'a> Layers<'a> {
    fn new(arrangements: &'a Arrangements, budget: &Budget) -> Result<Self, Exhausted> {
        budget.check_with(bytes(arrangements.count()))?;
        let zeroed = || zeroed(arrangements.count(), budget);
        let (seen, fresh, costs) = (zeroed()?, [zeroed()?, zeroed()?], zeroed()?);
        Ok(Self { arrangements, seen, fresh, costs })
    }

    fn run(self, workers: &Workers, watch: &mut dyn FnMut(Progress)) -> Result<Vec<AtomicU8>, Exhausted> {
        let (goal, region) = self.arrangements.goal;
        self.seen[goal].store(region, Ordering::Relaxed);
        self.fresh[0][goal].store(region, Ordering::Relaxed);
        let sets = self.arrangements.sets.all.len();
        let mut reached = 1;
        for cost in 0..u8::MAX {
            watch(Progress { cost: cost.into(), reached, placements: self.arrangements.count() as u64 });
            let found = Found::default();
            workers.share((0..sets).step_by(SETS_AT_A_TIME), |first| {
                for set in first..sets.min(first + SETS_AT_A_TIME) {
                    self.expand(set, cost, &found);
                }
            })?;
            reached += found.arrangements.into_inner();
            if found.states.into_inner() == 0 {
                break;
            }
        }
        Ok(self.costs)
    }

    /// Expands the fresh states with a set of cells.
    fn expand(&self, set: usize, cost: u8, found: &Found) {
        let orders = self.arrangements.orders.count();
        let [fresh, next] = [cost % 2, 1 - cost % 2].map(|layer| &self.fresh[usize::from(layer)]);
        let mut states = Vec::new();
        for (order, regions) in fresh[set * orders..][..orders].iter().enumerate() {
            if regions.load(Ordering::Relaxed) != 0 {
                states.push((order as u16, regions.load(Ordering::Relaxed)));
                regions.store(0, Ordering::Relaxed);
            }
        }
        if states.is_empty() {
            return;
        }
        let (mut new_states, mut new_arrangements) = (0, 0);
        for (edge, shift) in self.arrangements.edges(set) {
            let begin = edge.to as usize * orders;
            let (seen, costs) = (&self.seen[begin..][..orders], &self.costs[begin..][..orders]);
            let next = &next[begin..][..orders];
            for &(order, _) in states.iter().filter(|(_, regions)| regions & edge.region != 0) {
                let after = usize::from(shift[usize::from(order)]);
                // Most have been seen, and a load is far cheaper than an atomic update.
                if seen[after].load(Ordering::Relaxed) & edge.region_after != 0 {
                    continue;
                }
                let before = seen[after].fetch_or(edge.region_after, Ordering::Relaxed);
                if before & edge.region_after != 0 {
                    continue;
                }
                next[after].fetch_or(edge.region_after, Ordering::Relaxed);
                new_states += 1;
                if before == 0 {
                    costs[after].store(cost + 1, Ordering::Relaxed);
                    new_arrangements += 1;
                }
            }
        }
        found.states.fetch_add(new_states, Ordering::Relaxed);
        found.arrangements.fetch_add(new_arrangements, Ordering::Relaxed);
    }
}

/// The numbers of states and arrangements seen for the first time.
#[derive(Default)]
struct Found {
    states: AtomicU64,
    arrangements: AtomicU64,
}

fn zeroed(length: usize, budget: &Budget) -> Result<Vec<AtomicU8>, Exhausted> {
    budget.check_with(length as u64)?;
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length).map_err(|_| Exhausted::Memory)?;
    ask_for_huge_pages(&mut bytes);
    bytes.resize_with(length, AtomicU8::default);
    Ok(bytes)
}

/// The table in the order of placement numbers, from the costs by arrangement.
fn pack(
    size: Size,
    pattern: &Pattern,
    arrangements: &Arrangements,
    costs: &[AtomicU8],
    workers: &Workers,
) -> Result<Vec<u8>, Exhausted> {
    let length = packed_length(costs.len());
    workers.budget.check_with(length as u64)?;
    let mut table = Vec::new();
    table.try_reserve_exact(length).map_err(|_| Exhausted::Memory)?;
    ask_for_huge_pages(&mut table);
    table.resize(length, 0);
    let steps_home = |&goal: &u8| std::array::from_fn(|cell| distance(cell, goal.into(), size.columns) as u8);
    let packing = Packing {
        size,
        arrangements,
        costs,
        weights: pattern.weights(size),
        steps_home: pattern.goal.iter().map(steps_home).collect(),
    };
    // Even, so that no byte is shared by two pieces of work.
    let placements_at_a_time = 2 * size.cells() * (1 << 12);
    let pieces = table.chunks_mut(placements_at_a_time / 2).enumerate();
    workers.share(pieces, |(piece, bytes)| packing.pack(piece * placements_at_a_time, bytes))?;
    Ok(table)
}

struct Packing<'a> {
    size: Size,
    arrangements: &'a Arrangements,
    costs: &'a [AtomicU8],
    weights: Vec<u32>,
    /// By tile and cell: the distance to the tile's goal cell.
    steps_home: Vec<[u8; 64]>,
}

impl Packing<'_> {
    /// Fills the bytes of the placements from `first` on.
    fn pack(&self, first: usize, bytes: &mut [u8]) {
        let tiles = self.weights.len();
        let last = (first + 2 * bytes.len()).min(self.costs.len());
        let free = self.size.cells() + 1 - tiles;
        let mut cells = vec![0; tiles];
        // Placements that differ in the last tile only follow each other.
        for group in first / free..last.div_ceil(free) {
            let taken = self.place(group * free, &mut cells);
            let range = (group * free).max(first)..((group + 1) * free).min(last);
            let free_cells = (0..self.size.cells() as u8).filter(|cell| taken >> cell & 1 == 0);
            for (placement, cell) in
                (group * free..).zip(free_cells).filter(|(placement, _)| range.contains(placement))
            {
                cells[tiles - 1] = cell;
                let nibble = self.excess(&cells, taken | 1 << cell);
                bytes[(placement - first) / 2] |= nibble << (4 * (placement % 2));
            }
        }
    }

    /// Finds the cells of all tiles but the last. Returns them as a set.
    fn place(&self, mut placement: usize, cells: &mut [u8]) -> u64 {
        let mut taken = 0_u64;
        let all_but_last = cells.len() - 1;
        for (cell, &weight) in cells.iter_mut().zip(&self.weights).take(all_but_last) {
            let free = placement / weight as usize;
            placement %= weight as usize;
            *cell = nth_free(taken, free);
            taken |= 1 << *cell;
        }
        taken
    }

    fn excess(&self, cells: &[u8], set: u64) -> u8 {
        let places = cells.iter().map(|&cell| (set & before(cell)).count_ones() as usize);
        let orders = &self.arrangements.orders;
        let arrangement = self.arrangements.sets.number(set) * orders.count() + orders.number(places);
        let cost = self.costs[arrangement].load(Ordering::Relaxed);
        let steps = |(&cell, home): (&u8, &[u8; 64])| home[usize::from(cell) % 64];
        let manhattan: u8 = cells.iter().zip(&self.steps_home).map(steps).sum();
        // Unreachable placements are never looked up, and reachable ones stay far below 15.
        (cost.saturating_sub(manhattan) / 2).min(15)
    }
}

/// The cell that is not taken and has exactly `free` such cells before it.
fn nth_free(taken: u64, mut free: usize) -> u8 {
    let mut cell = 0;
    loop {
        if taken >> cell & 1 == 0 {
            if free == 0 {
                return cell;
            }
            free -= 1;
        }
        cell += 1;
    }
}
