use super::super::databases::{Databases, Partition};
use super::super::{Grid, Slide, State, Tiles};
use super::GpuTiles;
use super::constants::Constants;
use crate::tables::Tables;
use gpu::testing;
use rand::SeedableRng;
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;
use search::{Budget, Device, Exhausted, PathHeuristic, Reversible, Searched, StopReason, SubtreeRoot};

type Board24 = Grid<5, 5>;

const SPACE: Tiles<Board24> = Tiles::new();

/// The databases of `partitions` small partitions, at most four: in the first, two patterns share a table, and some tiles
/// are in none; the second is its reflection.
fn databases(partitions: usize) -> Databases<Board24, 10> {
    let first = Partition::new(&[vec![1, 2, 7], vec![5, 10, 11], vec![24, 23]]).unwrap();
    let third = Partition::new(&[vec![3, 4], vec![12, 13]]).unwrap();
    let all = [first.clone(), first.reflected().unwrap(), third.clone(), third.reflected().unwrap()];
    let (tables, budget) = (Tables::in_memory(), Budget::unlimited());
    Databases::open(&all[..partitions], &tables, 1, &budget, &mut |_, _| ()).unwrap()
}

#[test]
fn tables_by_sums_of_cells_say_what_the_others_say() {
    let mut databases = databases(2);
    let constants = Constants::new(&databases).unwrap();
    assert_eq!(constants.words().len(), Constants::words_of(2));
    let (greatest, others) = constants.greatest.split_at(6);
    assert_eq!(greatest, databases.greatest_costs());
    assert_eq!(others[2..], [152, 24, 24]);
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..100 {
        let state = State::<Board24>::random(&mut random);
        let known = databases.begin(&SPACE, &state);
        let excess: Vec<u8> = (0..6).map(|slot| constants.excess(slot, &state)).collect();
        assert_eq!(excess, known.excess()[..6]);
        for made in SPACE.moves(&state, None) {
            let mut after = state;
            SPACE.apply(&mut after, made);
            for (slot, pattern) in databases.tables().enumerate() {
                let tile = state.moved(made);
                let rise = constants.rise(pattern.partition(), made, tile);
                let [before, after] = [&state, &after].map(|state| constants.number(slot, state));
                let expected = if pattern.tiles().contains(&tile) { rise } else { 0 };
                assert_eq!(after.wrapping_sub(before) as i32, expected);
            }
        }
    }
}

impl Constants {
    fn number(&self, slot: usize, state: &State<Board24>) -> u32 {
        let mut number = self.firsts[slot];
        for partition in &self.partitions {
            for (cell, tile) in state.tiles().map(usize::from).enumerate() {
                if usize::from(partition.slots[tile]) == slot {
                    number += partition.weights[tile] * u32::from(self.laid[slot][cell]);
                }
            }
        }
        number
    }

    fn excess(&self, slot: usize, state: &State<Board24>) -> u8 {
        let number = self.number(slot, state) as usize;
        self.tables[number / 2] >> (4 * (number % 2)) & 15
    }

    fn rise(&self, partition: usize, made: Slide, tile: u8) -> i32 {
        self.partitions[partition].rises[made.direction() as usize][usize::from(tile)]
    }
}

/// Goes all ways by recursion.
struct Walker<H> {
    heuristic: H,
    bound: u64,
    least_above: u64,
    expanded: u64,
    generated: u64,
}

impl<H: PathHeuristic<Tiles<Board24>, Cost = u32>> Walker<H> {
    fn is_solved(
        &mut self,
        state: State<Board24>,
        so_far: u32,
        value: H::Value,
        last: Option<Slide>,
    ) -> bool {
        self.expanded += 1;
        if SPACE.is_goal(&state) {
            return true;
        }
        SPACE.moves(&state, last).any(|made| {
            self.generated += 1;
            let value = self.heuristic.step(&SPACE, value, &state, made);
            let total = u64::from(so_far + 1 + self.heuristic.h(value));
            if total > self.bound {
                self.least_above = self.least_above.min(total);
                return false;
            }
            let mut after = state;
            SPACE.apply(&mut after, made);
            self.is_solved(after, so_far + 1, value, Some(made))
        })
    }

    fn new(heuristic: H, bound: u64) -> Self {
        Self { heuristic, bound, least_above: u64::from(u32::MAX), expanded: 0, generated: 0 }
    }

    fn search(&mut self, roots: &[SubtreeRoot<Tiles<Board24>>]) -> Searched {
        let (mut work, mut solved) = (Vec::new(), None);
        for (number, root) in roots.iter().enumerate() {
            (self.expanded, self.generated) = (0, 0);
            let value = self.heuristic.begin(&SPACE, &root.state);
            if self.is_solved(root.state, root.so_far, value, root.last) {
                solved = solved.or(Some(number));
            }
            work.push((self.expanded, self.generated));
        }
        Searched { work, least_above: self.least_above, solved }
    }
}

/// The values to be known are the same.
fn agree(found: &Searched, expected: &Searched) {
    assert_eq!(found.solved, expected.solved);
    let known = expected.solved.unwrap_or(expected.work.len());
    assert_eq!(found.work[..known], expected.work[..known]);
    if expected.solved.is_none() {
        assert_eq!(found.least_above, expected.least_above);
    }
}

/// `count` boards, each reached from the goal by `moves` random moves.
fn roots(moves: usize, count: usize, random: &mut ChaCha8Rng) -> Vec<SubtreeRoot<Tiles<Board24>>> {
    let mut root = || {
        let mut root = SubtreeRoot { state: State::GOAL, so_far: 3, last: None };
        for _ in 0..moves {
            root.last = SPACE.moves(&root.state, root.last).choose(random);
            root.last.iter().for_each(|&made| SPACE.apply(&mut root.state, made));
        }
        root
    };
    (0..count).map(|_| root()).collect()
}

#[test]
fn a_gpu_finds_and_counts_what_the_processor_does() {
    if !testing::is_there() {
        return;
    }
    // What is kept of a step is wider the more partitions there are.
    (1..=4).map(databases).for_each(finds_and_counts_what_these_do);
}

fn finds_and_counts_what_these_do(mut databases: Databases<Board24, 10>) {
    let gpu = GpuTiles::new(0, &databases).unwrap();
    let mut device = gpu.device(None).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for (moves, count) in [(2, 3), (40, 200), (60, 40), (200, 5), (200, 1)] {
        let roots = roots(moves, count, &mut random);
        let mut estimate = |root: &SubtreeRoot<Tiles<Board24>>| {
            let value = databases.begin(&SPACE, &root.state);
            root.so_far + databases.h(value)
        };
        let (mut bound, mut generated) = (u64::from(roots.iter().map(&mut estimate).min().unwrap()), 0);
        // Until there is enough to do for all threads to have a part in it.
        while generated < 200_000 && bound < 200 {
            let expected = Walker::new(databases.clone(), bound).search(&roots);
            let found = device.search(bound, &roots, &Budget::unlimited());
            agree(&found.unwrap_or_else(|reason| panic!("{reason:?}: {:?}", device.failure)), &expected);
            generated = expected.work.iter().map(|(_, generated)| generated).sum();
            bound = expected.least_above;
        }
    }
    let exhausted = device.search(3, &roots(2, 1, &mut random), &Budget::unlimited().with_memory(1));
    assert_eq!(exhausted, Err(StopReason::Exhausted(Exhausted::Memory)));
}
