//! The layout of a batch on a GPU: everything in one piece of memory.

use super::super::super::logic::{ARITIES, States, tuples};
use super::source::{Buffer, Grid, Room, SHARES};
use gpu::THREADS;

/// The rows of a tile: each of a block's threads works on one.
const TILE: usize = THREADS;

/// Buffers begin at multiples of this, in words of eight bytes.
const ALIGNMENT: usize = 32;

/// A batch laid out in words of eight bytes: the data from the processor come first, then buffers that the GPU fills.
#[derive(Clone, Debug, Default)]
pub(super) struct Batch {
    /// The table of buffers, states, tiles and facts.
    pub words: Vec<u64>,
    /// By slot: where its buffer begins, in words.
    pub starts: Vec<usize>,
    /// The total number of words.
    pub end: usize,
    tiles: [usize; ARITIES],
    facts: [usize; ARITIES],
    /// For each arity, the number of rows.
    rows: [usize; ARITIES],
}

impl Batch {
    /// Lays out states; `None` if they have more rows than 32 bits can count.
    pub fn lay_out(&mut self, states: &States, rooms: &[Room], slots: usize) -> Option<()> {
        self.words.clear();
        self.words.resize(slots, 0);
        self.starts.clear();
        self.starts.resize(slots, 0);
        let is_seen = |arity: &usize| rooms.iter().any(|room| room.arity == *arity);
        let arities: Vec<usize> = (0..ARITIES).filter(is_seen).collect();
        let firsts = self.add_states(states, &arities)?;
        (self.tiles, self.facts) = ([0; ARITIES], [0; ARITIES]);
        for arity in arities {
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

    /// The number of blocks of a program, and the amount of work that is passed to it.
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

    /// Adds the number of objects and the first row of each arity that a machine uses, in three words for each state. Returns the
    /// first rows of each state.
    fn add_states(&mut self, states: &States, arities: &[usize]) -> Option<Vec<[usize; ARITIES]>> {
        self.begin(Buffer::States);
        let mut first = [0; ARITIES];
        let mut firsts = Vec::with_capacity(states.len());
        for state in 0..states.len() {
            let objects = states.objects(state);
            let word = |low: usize, high: usize| low as u64 | (high as u64) << 32;
            self.words.extend([word(objects, first[0]), word(first[1], first[2]), word(first[3], 0)]);
            firsts.push(first);
            arities.iter().for_each(|&arity| first[arity] += tuples(objects, arity));
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

    /// Adds the positions of ones among the input values.
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

#[cfg(test)]
mod tests {
    use super::super::super::super::logic::{Fact, Shape};
    use super::super::source::Source;
    use super::*;

    /// A shape without facts about triples, and states of it.
    fn laid_out(breadth: usize, objects: &[usize]) -> (Source, Option<Batch>) {
        let shape = Shape { inputs: [2, 3, 1, 0], depth: 4, breadth, width: 5, outputs: 2 };
        let source = Source::new(&shape);
        let mut states = States::new(&shape);
        for &objects in objects {
            let pair = [objects as u32 - 1, 0];
            states.push(objects, [Fact { feature: 1, objects: &[] }, Fact { feature: 0, objects: &pair }]);
        }
        let mut batch = Batch::default();
        let is_laid_out = batch.lay_out(&states, &source.rooms, source.slots).is_some();
        (source, is_laid_out.then_some(batch))
    }

    #[test]
    fn buffers_lie_one_after_the_other() {
        let (source, batch) = laid_out(3, &[7, 1, 12]);
        let batch = batch.expect("a batch");
        let mut end = batch.words.len();
        for room in &source.rooms {
            let range = batch.range(room);
            assert!(range.start >= end && range.start % ALIGNMENT == 0, "{room:?}");
            end = range.end;
        }
        assert!(batch.end >= end);
        assert_eq!(
            batch.grid(Grid::Tiles(3)).0,
            7_usize.pow(3).div_ceil(TILE) + 1 + 12_usize.pow(3).div_ceil(TILE)
        );
        assert_eq!(batch.grid(Grid::Facts(2)), (1, 3));
        let pairs = &batch.words[batch.starts[Buffer::Facts(2).slot()]..][..3];
        assert_eq!(pairs, [6 * 7, 49, 50 + 11 * 12]);
    }

    #[test]
    fn triples_count_only_where_a_machine_looks_at_them() {
        assert!(laid_out(3, &[2000]).1.is_none());
        let batch = laid_out(2, &[2000]).1.expect("a batch");
        assert_eq!(batch.grid(Grid::Tiles(3)).0, 0);
    }
}
