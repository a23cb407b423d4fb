//! A batch as a GPU wants it: everything in one piece of memory.

use super::super::super::logic::{ARITIES, States, tuples};
use super::super::gpu::THREADS;
use super::source::{Buffer, Grid, Room, SHARES};

/// The rows of a tile: each of a block's threads works on one.
const TILE: usize = THREADS;

/// Buffers begin at multiples of this, in words of eight bytes.
const ALIGNMENT: usize = 32;

/// A batch laid out in words of eight bytes: what the processor hands over comes first, the rest is worked out there.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    /// The table of buffers, states, tiles and facts.
    pub words: Vec<u64>,
    /// For each slot where its buffer begins, in words.
    pub starts: Vec<usize>,
    /// How many words all buffers take together.
    pub end: usize,
    tiles: [usize; ARITIES],
    facts: [usize; ARITIES],
    /// For each arity, the number of rows.
    rows: [usize; ARITIES],
}

impl Batch {
    /// Lays out states; `None` if they have more rows than can be counted there.
    pub fn lay_out(&mut self, states: &States, rooms: &[Room], slots: usize) -> Option<()> {
        self.words.clear();
        self.words.resize(slots, 0);
        self.starts.clear();
        self.starts.resize(slots, 0);
        let firsts = self.add_states(states)?;
        for arity in 0..ARITIES {
            self.add_tiles(states, arity);
            self.add_facts(states, arity, &firsts);
        }
        self.end = self.words.len().next_multiple_of(ALIGNMENT);
        for room in rooms {
            self.starts[room.slot] = self.end;
            let words = (self.rows[room.arity] * room.bytes).div_ceil(size_of::<u64>());
            self.end += words.next_multiple_of(ALIGNMENT);
        }
        Some(())
    }

    /// How many blocks a program takes, and how much it is told there is to do.
    pub fn grid(&self, grid: Grid) -> (usize, usize) {
        match grid {
            Grid::Tiles(arity) => (self.tiles[arity], self.tiles[arity]),
            Grid::Facts(arity) => (self.facts[arity].div_ceil(TILE), self.facts[arity]),
            Grid::Shares(arity) => (SHARES, self.tiles[arity]),
        }
    }

    /// The words of a buffer with rows.
    pub fn range(&self, room: &Room) -> std::ops::Range<usize> {
        let start = self.starts[room.slot];
        start..start + (self.rows[room.arity] * room.bytes).div_ceil(size_of::<u64>())
    }

    /// Objects and first rows, in three words for each state; for each state its first rows.
    fn add_states(&mut self, states: &States) -> Option<Vec<[usize; ARITIES]>> {
        self.begin(Buffer::States);
        let mut first = [0; ARITIES];
        let mut firsts = Vec::with_capacity(states.len());
        for state in 0..states.len() {
            let objects = states.objects(state);
            let word = |low: usize, high: usize| low as u64 | (high as u64) << 32;
            self.words.extend([word(objects, first[0]), word(first[1], first[2]), word(first[3], 0)]);
            firsts.push(first);
            first.iter_mut().enumerate().for_each(|(arity, row)| *row += tuples(objects, arity));
            if first.iter().any(|&row| u32::try_from(row).is_err()) {
                return None;
            }
        }
        self.rows = first;
        Some(firsts)
    }

    fn add_tiles(&mut self, states: &States, arity: usize) {
        let start = self.begin(Buffer::Tiles(arity));
        for state in 0..states.len() {
            let rows = tuples(states.objects(state), arity);
            let tiles = (0..rows).step_by(TILE).map(|row| state as u64 | (row as u64) << 32);
            self.words.extend(tiles);
        }
        self.tiles[arity] = self.words.len() - start;
    }

    /// Which of the input values are ones.
    fn add_facts(&mut self, states: &States, arity: usize, firsts: &[[usize; ARITIES]]) {
        let start = self.begin(Buffer::Facts(arity));
        let features = states.features()[arity];
        for (state, first) in firsts.iter().enumerate() {
            let facts = states.facts(state, arity).iter();
            self.words.extend(facts.map(|fact| ((first[arity] + fact.row) * features + fact.feature) as u64));
        }
        self.facts[arity] = self.words.len() - start;
    }

    fn begin(&mut self, buffer: Buffer) -> usize {
        let start = self.words.len();
        self.starts[buffer.slot()] = start;
        start
    }
}
