use super::*;
use crate::tiles::{Grid, OnBoard, on_board};
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Ida, Limits, Outcome, Reversible, ida};
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::AtomicBool;

type Eight = Grid<3, 3>;
type Fifteen = Grid<4, 4>;
type TwentyFour = Grid<5, 5>;

fn partition<B: Board>(text: &str) -> Partition<B> {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn databases<B: Board>(partitions: &[Partition<B>]) -> Databases<B, 12> {
    let (tables, budget) = (Tables::in_memory(), Budget::unlimited());
    Databases::open(partitions, &tables, 2, &budget, &mut |_, _| ()).unwrap()
}

/// The cost of every state of the 8-puzzle, counting only moves of the tiles for which `counts`: breadth-first, with
/// what costs nothing first.
fn costs_of_the_8_puzzle(counts: impl Fn(u8) -> bool) -> HashMap<State<Eight>, u32> {
    let space = Tiles::<Eight>::new();
    let mut costs = HashMap::new();
    let mut queue = VecDeque::from([(State::GOAL, 0)]);
    while let Some((state, cost)) = queue.pop_front() {
        if costs.contains_key(&state) {
            continue;
        }
        costs.insert(state, cost);
        for slide in space.moves(&state, None) {
            let mut after = state;
            space.apply(&mut after, slide);
            match counts(state.moved(slide)) {
                true => queue.push_back((after, cost + 1)),
                false => queue.push_front((after, cost)),
            }
        }
    }
    costs
}

/// The cost of the pattern, wherever the other tiles are.
fn costs_of_a_pattern(tiles: &[u8]) -> HashMap<Vec<usize>, u32> {
    let mut costs = HashMap::new();
    for (state, cost) in costs_of_the_8_puzzle(|tile| tiles.contains(&tile)) {
        let cells =
            tiles.iter().map(|&tile| state.tiles().position(|other| other == tile).unwrap()).collect();
        costs.entry(cells).and_modify(|least: &mut u32| *least = cost.min(*least)).or_insert(cost);
    }
    costs
}

const PARTITIONS_OF_THE_8_PUZZLE: [&str; 3] = ["4-4", "1,2,3/4,5,6/7,8", "8,3/5,7/2,4"];

#[test]
fn every_pattern_of_the_8_puzzle_costs_what_a_plain_search_says() {
    for text in PARTITIONS_OF_THE_8_PUZZLE {
        let partition = partition::<Eight>(text);
        let mut databases = databases(std::slice::from_ref(&partition));
        let expected: Vec<_> = partition.patterns().iter().map(|tiles| costs_of_a_pattern(tiles)).collect();
        for state in costs_of_the_8_puzzle(|_| true).keys() {
            let costs = databases.costs(state);
            for ((tiles, expected), cost) in partition.patterns().iter().zip(&expected).zip(costs) {
                let cell = |&tile: &u8| state.tiles().position(|other| other == tile).unwrap();
                let cells: Vec<usize> = tiles.iter().map(cell).collect();
                assert_eq!(cost, expected[&cells], "{tiles:?} in\n{state}");
            }
        }
    }
}

#[test]
fn databases_are_admissible_and_incremental_on_the_8_puzzle() {
    let exact = costs_of_the_8_puzzle(|_| true);
    for text in PARTITIONS_OF_THE_8_PUZZLE {
        let partition = partition::<Eight>(text);
        let reflected = partition.reflected().unwrap();
        check_on_all_of_the_8_puzzle(&exact, databases(&[partition, reflected]));
    }
    let several = ["4-4", "1,2,3/4,5,6/7,8"].map(partition);
    check_on_all_of_the_8_puzzle(&exact, databases(&several));
}

fn check_on_all_of_the_8_puzzle(exact: &HashMap<State<Eight>, u32>, mut databases: Databases<Eight, 12>) {
    let space = Tiles::new();
    for (state, &cost) in exact {
        let value = databases.begin(&space, state);
        let h = databases.h(value);
        assert!(h <= cost, "admissible:\n{state}");
        for slide in space.moves(state, None) {
            let stepped = databases.step(&space, value, state, slide);
            let mut after = *state;
            space.apply(&mut after, slide);
            let fresh = databases.begin(&space, &after);
            assert_eq!(stepped, fresh, "{slide:?} in\n{state}");
        }
    }
}

#[test]
fn all_tiles_in_one_pattern_give_the_exact_cost() {
    let mut databases = databases(&[partition::<Eight>("1,2,3,4,5,6,7,8")]);
    for (state, cost) in costs_of_the_8_puzzle(|_| true) {
        assert_eq!(databases.costs(&state), [cost]);
    }
}

#[test]
fn the_costs_of_patterns_of_the_24_puzzle_are_those_known() {
    let mut databases = databases(&[partition::<TwentyFour>("11,12,17,22/4,9,13,14")]);
    let mut rng = ChaCha8Rng::seed_from_u64(24);
    let (mut most, mut sums) = ([0; 2], [0; 2]);
    for _ in 0..20_000 {
        for (index, cost) in databases.costs(&State::random(&mut rng)).into_iter().enumerate() {
            most[index] = cost.max(most[index]);
            sums[index] += cost;
        }
    }
    let means = sums.map(|sum| f64::from(sum) / 20_000.0);
    assert!((means[0] - 10.964).abs() < 0.1 && (means[1] - 13.490).abs() < 0.1, "{means:?}");
    assert!(most[0] <= 20 && most[1] <= 24, "{most:?}");
}

#[test]
fn patterns_that_are_the_same_up_to_symmetry_have_one_table() {
    fn built<B: Board>(text: &str) -> usize {
        let partition = partition::<B>(text);
        let patterns: Vec<_> = partition
            .reflected()
            .iter()
            .chain([&partition])
            .flat_map(|partition| partition.patterns())
            .map(|tiles| Pattern::canonical(Partition::<B>::SIZE, tiles).0)
            .collect();
        let mut distinct = patterns.clone();
        distinct.sort();
        distinct.dedup();
        distinct.len()
    }
    assert_eq!(built::<Fifteen>("7-8"), 2);
    assert_eq!(built::<TwentyFour>("6-6-6-6"), 2);
    assert_eq!(built::<Grid<3, 4>>("1,2/10,11"), 2);
}

#[test]
fn the_end_of_the_blank_makes_patterns_different_that_look_the_same() {
    // Around the corner where the blank belongs, and around another one.
    let mut databases = databases(&[partition::<Eight>("1,3/5,7")]);
    let state: State<Eight> = "3,1,2,0,4,5,6,7,8".parse().unwrap_or(State::GOAL);
    assert_eq!(databases.costs(&State::GOAL), [0, 0]);
    let (around, _) = Pattern::canonical(Partition::<Eight>::SIZE, &[1, 3]);
    let (other, _) = Pattern::canonical(Partition::<Eight>::SIZE, &[5, 7]);
    assert_ne!(around, other);
    let expected = costs_of_a_pattern(&[5, 7]);
    let cells: Vec<_> = [5, 7].iter().map(|&t| state.tiles().position(|tile| tile == t).unwrap()).collect();
    assert_eq!(databases.costs(&state)[1], expected[&cells]);
}

/// Follows a walk with some small patterns of the board.
struct Walk(u64);

impl OnBoard for Walk {
    type Output = ();

    fn on<B: Board>(self) {
        let (space, mut rng) = (Tiles::<B>::new(), ChaCha8Rng::seed_from_u64(self.0));
        let mut tiles: Vec<u8> = (1..B::SIZE as u8).collect();
        for index in (1..tiles.len()).rev() {
            tiles.swap(index, rng.random_range(0..=index));
        }
        let some = Partition::<B>::new(&[&tiles[..3], &tiles[3..5], &tiles[5..8]]).unwrap();
        let partitions: Vec<_> = some.reflected().into_iter().chain([some]).collect();
        let mut databases = databases(&partitions);
        let mut state = State::random(&mut rng);
        let mut value = databases.begin(&space, &state);
        for _ in 0..300 {
            let slides: Vec<_> = space.moves(&state, None).collect();
            let slide = slides[rng.random_range(0..slides.len())];
            value = databases.step(&space, value, &state, slide);
            let h = databases.h(value);
            assert!(h >= Manhattan.begin(&space, &state).saturating_sub(1));
            space.apply(&mut state, slide);
            assert_eq!(value, databases.begin(&space, &state));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn values_kept_along_a_path_are_those_made_from_scratch(
        (rows, columns) in (3..=6_usize).prop_flat_map(|columns| (3..=columns, Just(columns))), seed: u64,
    ) {
        prop_assert_eq!(on_board(rows, columns, Walk(seed)), Some(()));
    }

    #[test]
    fn values_on_square_boards_are_kept_as_well(side in 4..=5_usize, seed: u64) {
        prop_assert_eq!(on_board(side, side, Walk(seed)), Some(()));
    }
}

#[test]
fn ida_finds_cheapest_plans_of_the_15_puzzle() {
    let partition = partition::<Fifteen>("1,2,4,5/3,6,7/8,9,12/10,11,14/13,15");
    let partitions: Vec<_> = partition.reflected().into_iter().chain([partition]).collect();
    let databases = databases(&partitions);
    for number in [79, 12, 42, 55] {
        let instance = crate::tiles::korf::fifteen()[number - 1];
        let report =
            ida(&Tiles::new(), &databases, &instance.start, &Ida::default(), &Limits::default(), &mut ());
        let Outcome::Solved { cost, .. } = report.outcome else { panic!("{report:?}") };
        assert_eq!(cost, u64::from(instance.cost));
    }
}

#[test]
fn any_number_of_threads_builds_the_same_table() {
    let tiles = partition::<Fifteen>("1,6,7,12,13");
    let size = Partition::<Fifteen>::SIZE;
    let (pattern, _) = Pattern::canonical(size, &tiles.patterns()[0]);
    let table = |threads| build::build(size, &pattern, threads, &Budget::unlimited(), &mut |_| ());
    let one = table(1).unwrap();
    assert_eq!(one.len(), 16 * 15 * 14 * 13 * 12 / 2);
    assert_eq!(table(3), Ok(one));
}

#[test]
fn building_can_be_watched_and_stopped() {
    let flag = Arc::new(AtomicBool::new(false));
    let budget = Budget::unlimited().with_interrupt(Arc::clone(&flag));
    let mut last = None;
    let mut watch = |name: &str, event: Event| {
        assert_eq!(name, "tiles-4x4-0-1-2-3-blank-4");
        let Event::Building(progress) = event else { panic!("{event:?}") };
        flag.store(progress.cost == 5, std::sync::atomic::Ordering::Relaxed);
        last = Some(progress);
    };
    let partitions = [partition::<Fifteen>("12,13,14,15")];
    let result = Databases::<_, 1>::open(&partitions, &Tables::in_memory(), 2, &budget, &mut watch);
    assert_eq!(result.map(|_| ()), Err(DatabaseError::Exhausted(Exhausted::Interrupted)));
    let last = last.unwrap();
    assert_eq!((last.cost, last.placements), (5, 16 * 15 * 14 * 13));
    assert!((5..last.placements).contains(&last.reached), "{last:?}");
}

#[test]
fn the_blank_is_in_one_of_eight_regions_wherever_the_tiles_of_a_pattern_are() {
    for (rows, columns) in [(3, 3), (3, 4), (4, 3), (3, 5), (4, 4), (3, 6), (6, 3), (4, 5)] {
        let size = size::Size { rows, columns };
        for tiles in (1..=8).filter(|&tiles| tiles < size.cells()) {
            if pattern::placements(size, tiles) > 1 << 30 {
                continue;
            }
            for set in arrangements::Sets::new(size, tiles).all {
                let regions = arrangements::regions(size, set);
                let has_region = |cell: usize| (regions[cell] != 0) == (set >> cell & 1 == 0);
                assert!((0..size.cells()).all(has_region), "{set:b} on {size:?}");
            }
        }
    }
}

#[test]
fn wrong_partitions_are_refused_with_a_reason() {
    let message =
        |text: &str| text.parse::<Partition<Fifteen>>().map(|_| ()).map_err(|error| error.to_string());
    let wrong = |text: &str| message(text).unwrap_err();
    assert_eq!(message("7-8"), Ok(()));
    assert_eq!(message("1,2/ 3,4"), Ok(()));
    assert!(
        wrong("7-9").starts_with("`7-9` is neither the number of a tile nor a partition with a name (5-5-5")
    );
    assert_eq!(wrong("0,1"), "there is no tile 0, only 1 to 15");
    assert_eq!(wrong("1,16"), "there is no tile 16, only 1 to 15");
    assert_eq!(wrong("1,2/3,2"), "tile 2 is there twice");
    assert_eq!(wrong("1,2,3,4,5,6,7,8,9"), "a pattern of 9 tiles has too many placements on this board");
    assert_eq!(Partition::<Fifteen>::new(&[[0_u8; 0]]), Err(PartitionError::Empty));
    let many: Vec<_> = (0..5).map(|_| partition::<Eight>("1")).collect();
    let opened =
        Databases::<_, 9>::open(&many, &Tables::in_memory(), 1, &Budget::unlimited(), &mut |_, _| ());
    assert_eq!(opened.map(|_| ()), Err(DatabaseError::TooMany { patterns: 9 }));
}

#[test]
fn all_partitions_with_names_are_partitions_of_all_tiles() {
    struct Check(&'static Named);
    impl OnBoard for Check {
        type Output = ();

        fn on<B: Board>(self) {
            let partition = partition::<B>(self.0.name);
            assert_eq!(partition.patterns().iter().map(Vec::len).sum::<usize>(), B::SIZE - 1);
        }
    }
    for named in NAMED {
        assert_eq!(on_board(named.board.0, named.board.1, Check(named)), Some(()));
    }
}

#[test]
fn the_greatest_costs_are_those_that_a_plain_search_says() {
    for partition in PARTITIONS_OF_THE_8_PUZZLE.map(partition::<Eight>) {
        let greatest = |tiles: &Vec<u8>| costs_of_a_pattern(tiles).into_values().max().unwrap();
        let expected: Vec<u32> = partition.patterns().iter().map(greatest).collect();
        assert_eq!(databases(&[partition]).greatest_costs(), expected);
    }
}
