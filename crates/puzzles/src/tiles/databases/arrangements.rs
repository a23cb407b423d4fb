//! Placements of a pattern, split into the set of cells that its tiles occupy and the order of the tiles on these cells.
//!
//! The applicable moves depend on the set alone, and the effect of a move on the order is the same for many sets. So both
//! can be tabulated, and the search for a table makes moves by lookups.

use super::pattern::Pattern;
use super::size::{CellSet, Size, before};

/// All sets of a given number of cells, in ascending order.
pub(super) struct Sets {
    /// `binomials[k][n]`: the number of sets of `k + 1` of `n` cells.
    binomials: Vec<[u32; 64]>,
    pub(super) all: Vec<CellSet>,
}

impl Sets {
    pub(super) fn new(size: Size, tiles: usize) -> Self {
        let mut binomials = vec![std::array::from_fn(|cells| cells as u32)];
        for _ in 1..tiles {
            let fewer: &[u32; 64] = &binomials[binomials.len() - 1];
            let mut row = [0; 64];
            for cells in 1..size.cells() {
                row[cells] = row[cells - 1] + fewer[cells - 1];
            }
            binomials.push(row);
        }
        let (mut all, mut set) = (Vec::new(), (1 << tiles) - 1);
        while set < 1 << size.cells() {
            all.push(set);
            set = next_of_same_size(set);
        }
        Self { binomials, all }
    }

    /// The rank of a set.
    #[inline(always)]
    pub(super) fn number(&self, mut set: CellSet) -> usize {
        let mut number = 0;
        for binomials in &self.binomials {
            number += binomials[set.trailing_zeros() as usize % 64];
            set &= set.wrapping_sub(1);
        }
        number as usize
    }
}

/// The next greater set with as many cells.
fn next_of_same_size(set: CellSet) -> CellSet {
    let lowest = set & set.wrapping_neg();
    let carried = set + lowest;
    carried | (set ^ carried) >> (lowest.trailing_zeros() + 2)
}

/// All orders of tiles on as many places, numbered; an order gives the place of each tile.
pub(super) struct Orders {
    tiles: usize,
    factorials: Vec<usize>,
    /// By the places that a tile leaves and comes to: the new number of each order.
    shifts: Vec<Vec<u16>>,
}

impl Orders {
    /// Of `tiles` tiles. A move passes fewer than `columns` others: those on the cells between a cell and the one below it.
    pub(super) fn new(tiles: usize, columns: usize) -> Self {
        let mut factorials = vec![1; tiles];
        for tile in (0..tiles.saturating_sub(1)).rev() {
            factorials[tile] = factorials[tile + 1] * (tiles - 1 - tile);
        }
        let mut orders = Self { tiles, factorials, shifts: Vec::new() };
        let all: Vec<Vec<usize>> = (0..orders.count()).map(|number| orders.places(number)).collect();
        for (from, to) in (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to))) {
            let shift = |places: &Vec<usize>| {
                orders.number(places.iter().map(|&place| shifted(place, from, to))) as u16
            };
            let is_needed = from.abs_diff(to) < columns;
            orders.shifts.push(if is_needed { all.iter().map(shift).collect() } else { Vec::new() });
        }
        orders
    }

    pub(super) fn count(&self) -> usize {
        self.factorials[0] * self.tiles
    }

    fn places(&self, mut number: usize) -> Vec<usize> {
        let mut free: Vec<usize> = (0..self.tiles).collect();
        let place = |factorial: &usize| {
            let place = free.remove(number / factorial);
            number %= factorial;
            place
        };
        self.factorials.iter().map(place).collect()
    }

    /// The number of the order with these places.
    #[inline(always)]
    pub(super) fn number(&self, places: impl Iterator<Item = usize>) -> usize {
        let (mut number, mut taken) = (0, 0_u64);
        for (place, factorial) in places.zip(&self.factorials) {
            number += factorial * (place - (taken & before(place as u8)).count_ones() as usize);
            taken |= 1 << place;
        }
        number
    }
}

/// The new place of a tile after the tile on `from` has been moved to `to`, and those between have closed up.
fn shifted(place: usize, from: usize, to: usize) -> usize {
    match place {
        _ if place == from => to,
        _ if (from..=to).contains(&place) => place - 1,
        _ if (to..=from).contains(&place) => place + 1,
        _ => place,
    }
}

/// A move of a tile, from any arrangement with a set of cells.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The set after it.
    pub(super) to: u32,
    /// Its effect on the order: an index into the shifts.
    shift: u16,
    /// The bit of the region where the blank has to be before it.
    pub(super) region: u8,
    /// The bit of the region where the blank is after it.
    pub(super) region_after: u8,
}

/// All arrangements of a pattern and the moves between them.
pub(super) struct Arrangements {
    pub(super) sets: Sets,
    pub(super) orders: Orders,
    edges: Vec<Edge>,
    /// By the number of a set: where its edges end.
    ends: Vec<u32>,
    /// The goal arrangement, and the bit of the blank's region there.
    pub(super) goal: (usize, u8),
}

/// By cell: the bit of its region. Regions are the connected sets of free cells, which the blank can't leave without
/// moving a tile of the pattern. There are at most eight: more would take more tiles than are feasible for a table.
type Regions = [u8; 36];

impl Arrangements {
    pub(super) fn new(size: Size, pattern: &Pattern) -> Self {
        let tiles = pattern.goal.len();
        let sets = Sets::new(size, tiles);
        let orders = Orders::new(tiles, size.columns);
        let regions: Vec<Regions> = sets.all.iter().map(|&set| regions(size, set)).collect();
        let (mut edges, mut ends) = (Vec::new(), Vec::new());
        for (&set, here) in sets.all.iter().zip(&regions) {
            for from in cells(set) {
                for to in size.neighbours(from).filter(|to| set >> to & 1 == 0) {
                    let after = set ^ 1 << from ^ 1 << to;
                    let place = |set: CellSet, cell: u8| (set & before(cell)).count_ones() as usize;
                    let number = sets.number(after);
                    edges.push(Edge {
                        to: number as u32,
                        shift: (place(set, from) * tiles + place(after, to)) as u16,
                        region: here[usize::from(to)],
                        region_after: regions[number][usize::from(from)],
                    });
                }
            }
            ends.push(edges.len() as u32);
        }
        let goal_set = sets.number(pattern.goal.iter().fold(0, |set, cell| set | 1 << cell));
        let goal = (goal_set * orders.count(), regions[goal_set][usize::from(pattern.blank)]);
        Self { sets, orders, edges, ends, goal }
    }

    pub(super) fn count(&self) -> usize {
        self.sets.all.len() * self.orders.count()
    }

    /// The moves from a set of cells, each with its effect on every order.
    pub(super) fn edges(&self, set: usize) -> impl Iterator<Item = (&Edge, &[u16])> {
        let begin = set.checked_sub(1).map_or(0, |before| self.ends[before]);
        let edges = &self.edges[begin as usize..self.ends[set] as usize];
        edges.iter().map(|edge| (edge, &self.orders.shifts[usize::from(edge.shift)][..]))
    }
}

fn cells(mut set: CellSet) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then_some(set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(cell)
    })
}

pub(super) fn regions(size: Size, set: CellSet) -> Regions {
    let mut regions = [0; 36];
    let free = !set & ((1 << size.cells()) - 1);
    let (mut left, mut bit) = (free, 1_u8);
    while left != 0 {
        let region = size.region(free, left.trailing_zeros() as u8);
        cells(region).for_each(|cell| regions[usize::from(cell)] = bit);
        left &= !region;
        bit <<= 1;
    }
    regions
}
