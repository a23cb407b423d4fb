//! The constant data of a search on a GPU: tables, and their geometry.

use super::super::board::distance;
use super::super::databases::{Databases, PatternTable};
use super::super::{Board, Direction, Slide};
use super::NoGpu;

/// The largest number of patterns, and one for tiles in none.
pub(super) const SLOTS: usize = 12;

/// The slot of tiles that are in no pattern. It is the last, so that an overflow of its cost affects no other.
pub(super) const NONE: usize = SLOTS - 1;

/// The length of arrays by tile or cell.
const LENGTH: usize = 32;

/// Databases in the form of the GPU program. Here the number of a placement is the sum of its tiles' cells, each times a weight.
/// That wastes numbers, since not all belong to placements, but a move changes a single term.
pub(super) struct Constants {
    /// Half the excesses by placement number, four bits each, table after table.
    pub(super) tables: Vec<u8>,
    pub(super) partitions: Vec<ByTile>,
    farther: [[u32; 4]; LENGTH],
    moves: [u32; LENGTH],
    /// By pattern: where its table begins.
    pub(super) firsts: [u32; SLOTS],
    /// By feature of a network: its largest value.
    pub(super) greatest: Vec<u32>,
    /// By pattern: the images of the cells under the symmetry of its table.
    pub(super) laid: [[u8; LENGTH]; SLOTS],
}

/// A partition by its tiles.
#[derive(Clone, Copy)]
pub(super) struct ByTile {
    /// By the blank's direction and tile: the rise of the placement number.
    pub(super) rises: [[i32; LENGTH]; 4],
    pub(super) slots: [u8; LENGTH],
    pub(super) weights: [u32; LENGTH],
}

impl ByTile {
    const EMPTY: Self = Self { rises: [[0; LENGTH]; 4], slots: [NONE as u8; LENGTH], weights: [0; LENGTH] };
}

impl Constants {
    /// Fails if there is no room for them.
    pub(super) fn new<B: Board, const PATTERNS: usize>(
        databases: &Databases<B, PATTERNS>,
    ) -> Result<Self, NoGpu> {
        let patterns: Vec<PatternTable> = databases.tables().collect();
        let partitions = databases.partitions();
        if B::SIZE > LENGTH {
            return Err(NoGpu(format!(
                "a GPU searches boards of up to {LENGTH} cells, and this has {}",
                B::SIZE
            )));
        }
        if patterns.len() > NONE || partitions == 0 {
            let found = patterns.len();
            return Err(NoGpu(format!(
                "a GPU can follow 1 to {NONE} patterns of tiles, reflections included, and these are {found}"
            )));
        }
        let mut constants = Self {
            // The first entry belongs to no pattern, and its excess is 0.
            tables: vec![0],
            partitions: vec![ByTile::EMPTY; partitions],
            farther: [[0; 4]; LENGTH],
            moves: [0; LENGTH],
            firsts: [0; SLOTS],
            greatest: Vec::new(),
            laid: [[0; LENGTH]; SLOTS],
        };
        for (slot, pattern) in patterns.iter().enumerate() {
            let twin = patterns[..slot].iter().position(|other| other.shares_table_with(pattern));
            let (first, greatest) = match twin {
                Some(twin) => (constants.firsts[twin], constants.greatest[twin]),
                None => constants.append::<B>(pattern).ok_or_else(|| {
                    NoGpu("the pattern databases are too large for a GPU, which has more room for each: take patterns \
                           of fewer tiles".to_owned())
                })?,
            };
            constants.firsts[slot] = first;
            constants.greatest.push(greatest);
            constants.add::<B>(slot, pattern);
        }
        constants.add_greatest::<B>(&patterns);
        constants.draw::<B>();
        Ok(constants)
    }

    /// Appends a table. Returns where it begins, and the largest cost of a placement.
    fn append<B: Board>(&mut self, pattern: &PatternTable) -> Option<(u32, u32)> {
        let first = 2 * self.tables.len();
        let count = B::SIZE.checked_pow(pattern.tiles().len() as u32)?;
        u32::try_from(first.checked_add(count)?).ok()?;
        self.tables.resize(self.tables.len() + count.div_ceil(2), 0);
        let to_goal: Vec<Vec<u32>> = (pattern.tiles().iter())
            .map(|&tile| usize::from(pattern.laid(tile.into())))
            .map(|goal| (0..B::SIZE).map(|cell| distance(cell, goal, B::COLUMNS) as u32).collect())
            .collect();
        // `Databases::greatest_costs` computes the same, by another pass over all placements.
        let mut greatest = 0;
        pattern.for_each::<B>(|cells, excess| {
            let (mut number, mut manhattan) = (0, 0);
            for (cell, to_goal) in cells.iter().map(|&cell| usize::from(cell)).zip(&to_goal) {
                // The same weights as in `add`.
                number = B::SIZE * number + cell;
                manhattan += to_goal[cell];
            }
            greatest = greatest.max(manhattan + 2 * u32::from(excess));
            self.tables[(first + number) / 2] |= (excess & 15) << (4 * (number % 2));
        });
        Some((u32::try_from(first).ok()?, greatest))
    }

    /// The largest values of all features but the costs of patterns: the estimates by partitions, Manhattan distance, tiles out of
    /// place, the cell of the blank.
    fn add_greatest<B: Board>(&mut self, patterns: &[PatternTable]) {
        let farthest =
            |tile: usize| (0..B::SIZE).map(|cell| distance(tile, cell, B::COLUMNS)).max().unwrap_or(0) as u32;
        for (number, partition) in self.partitions.iter().enumerate() {
            let own =
                patterns.iter().zip(&self.greatest).filter(|(pattern, _)| pattern.partition() == number);
            let of_patterns: u32 = own.map(|(_, greatest)| greatest).sum();
            let is_in_none = |&tile: &usize| usize::from(partition.slots[tile]) == NONE;
            self.greatest.push(of_patterns + (1..B::SIZE).filter(is_in_none).map(farthest).sum::<u32>());
        }
        let last_cell = B::SIZE as u32 - 1;
        self.greatest.extend([(1..B::SIZE).map(farthest).sum(), last_cell, last_cell]);
    }

    fn add<B: Board>(&mut self, slot: usize, pattern: &PatternTable) {
        for (cell, laid) in self.laid[slot].iter_mut().enumerate().take(B::SIZE) {
            *laid = pattern.laid(cell);
        }
        let ByTile { rises, slots, weights } = &mut self.partitions[pattern.partition()];
        // The last tile has the least weight, so that tables are written in ascending order.
        let mut weight = 1;
        for &tile in pattern.tiles().iter().rev() {
            let tile = usize::from(tile);
            slots[tile] = slot as u8;
            weights[tile] = weight;
            for direction in Direction::ALL {
                // The same for all cells of the blank, since symmetries are only rotations and reflections.
                let slides = (0..B::SIZE).map(|cell| Slide::new(cell, direction));
                let slide = slides.into_iter().find(|slide| slide.to::<B>() < B::SIZE);
                let rise = slide.map_or(0, |slide| {
                    let [here, there] =
                        [slide.to::<B>(), slide.from()].map(|cell| i32::from(pattern.laid(cell)));
                    there - here
                });
                rises[direction as usize][tile] = rise * weight as i32;
            }
            weight *= B::SIZE as u32;
        }
    }

    /// Fills in the moves of the blank, and the tiles that each takes farther from their goal cells.
    fn draw<B: Board>(&mut self) {
        let distance = |tile: usize, cell: usize| distance(tile, cell, B::COLUMNS);
        for blank in 0..B::SIZE {
            self.moves[blank] = directions::<B>(blank);
            for direction in Direction::ALL {
                let from = Slide::new(blank, direction).to::<B>();
                let goes_away =
                    |&tile: &usize| from < B::SIZE && distance(tile, blank) > distance(tile, from);
                self.farther[blank][direction as usize] =
                    (1..B::SIZE).filter(goes_away).map(|tile| 1 << tile).sum();
            }
        }
    }

    /// The number of words of [`words`](Self::words).
    pub(super) fn words_of(partitions: usize) -> usize {
        partitions * (4 * LENGTH + LENGTH / 4 + LENGTH) + 4 * LENGTH + LENGTH + SLOTS + SLOTS * LENGTH / 4
    }

    /// All but the tables, in the order of the GPU program.
    pub(super) fn words(&self) -> Vec<u32> {
        let rises = self.partitions.iter().flat_map(|partition| partition.rises.iter().flatten());
        let mut words: Vec<u32> = rises.map(|&rise| rise as u32).collect();
        words.extend(self.partitions.iter().flat_map(|partition| packed(&partition.slots)));
        words.extend(self.farther.iter().flatten());
        words.extend(self.moves);
        words.extend(self.partitions.iter().flat_map(|partition| partition.weights));
        words.extend(self.firsts);
        words.extend(self.laid.iter().flat_map(packed));
        words
    }
}

fn packed(bytes: &[u8; LENGTH]) -> impl Iterator<Item = u32> {
    bytes.as_chunks::<4>().0.iter().map(|&four| u32::from_le_bytes(four))
}

/// A bit for each direction in which the blank can move.
pub(super) fn directions<B: Board>(blank: usize) -> u32 {
    let can = |direction: &&Direction| Slide::new(blank, **direction).to::<B>() < B::SIZE;
    Direction::ALL.iter().filter(can).map(|direction| 1 << *direction as u32).sum()
}
