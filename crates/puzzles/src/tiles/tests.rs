use super::*;
use crate::planner::least_cost;
use crate::{FromScratch, Ranked, Rooted, distances, walk};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use search::{Budget, Exhausted, Ida, Limits, Outcome, PathHeuristic, Report, StopReason, astar, ida};
use std::collections::HashMap;
use std::sync::LazyLock;

type Eight = Grid<3, 3>;
type Fifteen = Grid<4, 4>;
type TwentyFour = Grid<5, 5>;

/// The cost from every state of the 8-puzzle to the goal.
static EIGHT: LazyLock<HashMap<State<Eight>, u32>> = LazyLock::new(|| {
    let space = Tiles::<Eight>::new();
    distances(&space, 181_440).unwrap().iter(&space).collect()
});

fn solve<B: Board, H: PathHeuristic<Tiles<B>> + Clone + Send>(
    start: &State<B>,
    heuristic: H,
    threads: usize,
    limits: &Limits,
) -> Report<Slide> {
    ida(&Tiles::new(), &heuristic, start, &Ida { threads, ..Ida::default() }, limits, &mut ())
}

/// The cost of a plan that leads to the goal.
fn cost<B: Board>(start: &State<B>, report: &Report<Slide>) -> u32 {
    let Outcome::Solved { plan, cost } = &report.outcome else { panic!("{report:?}") };
    let mut state = *start;
    for &slide in plan {
        assert_eq!(state.blank(), slide.from());
        Tiles::new().apply(&mut state, slide);
    }
    assert_eq!(state, State::GOAL);
    assert_eq!(*cost, plan.len() as u64);
    *cost as u32
}

#[test]
fn the_layers_of_the_8_puzzle_are_those_known() {
    const LAYERS: [usize; 32] = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
        16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    let mut layers = vec![0; 32];
    EIGHT.values().for_each(|&cost| layers[cost as usize] += 1);
    assert_eq!(layers, LAYERS);
}

#[test]
fn every_arrangement_has_its_rank() {
    let space = Tiles::<Eight>::new();
    assert_eq!(EIGHT.len(), 181_440, "no two ranks have the same");
    assert_eq!((space.count(), space.rank(&State::GOAL)), (Some(181_440), 0));
    assert!(EIGHT.keys().all(|state| space.unrank(space.rank(state)) == *state));
    assert_eq!(Tiles::<Fifteen>::new().count(), Some(10_461_394_944_000));
    assert_eq!(Tiles::<TwentyFour>::new().count(), None);
    let error = distances(&Tiles::<Fifteen>::new(), 1 << 30).unwrap_err();
    assert_eq!(error.to_string(), "a table of 10461394944000 states would have more than 1073741824");
}

#[test]
fn the_pddl_form_costs_the_same() {
    let mut rng = ChaCha8Rng::seed_from_u64(10);
    for steps in [0, 1, 10, 20] {
        let mut start = State::<Eight>::GOAL;
        walk(&Tiles::new(), &mut start, steps, &mut rng);
        assert_eq!(
            least_cost(
                pddl::DOMAIN,
                &pddl::problem(&start.arrangement(), &State::<Eight>::GOAL.arrangement())
            ),
            u64::from(EIGHT[&start])
        );
    }
}

fn check_on_all_of_the_8_puzzle<H: PathHeuristic<Tiles<Eight>, Cost = u32>>(mut heuristic: H) {
    let space = Tiles::new();
    for (state, &cost) in EIGHT.iter() {
        let value = heuristic.begin(&space, state);
        let h = heuristic.h(value);
        assert!(h <= cost, "admissible:\n{state}");
        assert_eq!(h == 0, *state == State::GOAL);
        for slide in space.moves(state, None) {
            let stepped = heuristic.step(&space, value, state, slide);
            let mut after = *state;
            space.apply(&mut after, slide);
            let fresh = heuristic.begin(&space, &after);
            assert_eq!(heuristic.h(stepped), heuristic.h(fresh), "{slide:?} in\n{state}");
            assert!(h <= 1 + heuristic.h(fresh), "consistent: {slide:?} in\n{state}");
            if H::GRAIN.is_some() {
                assert_eq!(h + heuristic.rise(&space, state, slide), 1 + heuristic.h(fresh));
            }
        }
    }
}

#[test]
fn manhattan_distance_is_admissible_consistent_and_incremental_on_the_8_puzzle() {
    check_on_all_of_the_8_puzzle(Manhattan);
}

#[test]
fn linear_conflict_is_admissible_consistent_and_incremental_on_the_8_puzzle() {
    check_on_all_of_the_8_puzzle(LinearConflict::new::<Eight>());
}

#[test]
fn misplaced_tiles_are_admissible_consistent_and_incremental_on_the_8_puzzle() {
    check_on_all_of_the_8_puzzle(Misplaced);
}

#[test]
fn ida_finds_cheapest_plans_of_the_8_puzzle_with_every_heuristic() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    for _ in 0..40 {
        let start = State::<Eight>::random(&mut rng);
        let limits = Limits::default();
        let conflict = LinearConflict::new::<Eight>();
        assert_eq!(cost(&start, &solve(&start, Manhattan, 1, &limits)), EIGHT[&start]);
        assert_eq!(cost(&start, &solve(&start, Manhattan, 3, &limits)), EIGHT[&start]);
        assert_eq!(cost(&start, &solve(&start, conflict, 2, &limits)), EIGHT[&start]);
        assert_eq!(cost(&start, &solve(&start, Misplaced, 1, &limits)), EIGHT[&start]);
    }
}

#[test]
fn astar_finds_cheapest_plans_of_the_8_puzzle() {
    let mut rng = ChaCha8Rng::seed_from_u64(9);
    for _ in 0..10 {
        let rooted = Rooted { space: Tiles::<Eight>::new(), start: State::random(&mut rng) };
        let report = astar(&rooted, &mut FromScratch(Manhattan), 1.0, &Limits::default(), &mut ());
        let Outcome::Solved { cost, .. } = report.outcome else { panic!("{report:?}") };
        assert_eq!(cost, u64::from(EIGHT[&rooted.start]));
    }
}

/// Manhattan distance without what lets searches be compiled for each move.
#[derive(Clone)]
struct Plain;

impl<B: Board> PathHeuristic<Tiles<B>> for Plain {
    type Value = u32;
    type Cost = u32;

    fn begin(&mut self, space: &Tiles<B>, state: &State<B>) -> u32 {
        Manhattan.begin(space, state)
    }

    fn step(&mut self, space: &Tiles<B>, parent: u32, before: &State<B>, slide: Slide) -> u32 {
        Manhattan.step(space, parent, before, slide)
    }

    fn h(&self, value: u32) -> u32 {
        value
    }
}

#[test]
fn compiled_for_each_move_or_not_a_search_does_the_same() {
    let instances = korf::fifteen();
    for number in [79, 12, 42, 55] {
        let start = instances[number - 1].start;
        let limits = Limits::default();
        assert_eq!(solve(&start, Manhattan, 1, &limits), solve(&start, Plain, 1, &limits));
        for max_expansions in [1, 2, 1000, 123_456] {
            let limits = Limits { max_expansions: Some(max_expansions), ..Limits::default() };
            let report = solve(&start, Manhattan, 1, &limits);
            assert_eq!(report.outcome, Outcome::Stopped(StopReason::Expansions));
            assert_eq!(report.counters.expanded, max_expansions);
            assert_eq!(report.outcome, solve(&start, Plain, 1, &limits).outcome);
        }
    }
}

#[test]
fn an_easy_instance_of_korf_takes_as_many_nodes_as_he_said() {
    let instance = korf::fifteen()[78];
    let report = solve(&instance.start, Manhattan, 1, &Limits::default());
    assert_eq!(cost(&instance.start, &report), instance.cost);
    assert_eq!(report.counters.generated + 1, 540_860, "he counts the initial state");
}

#[test]
fn the_number_of_threads_changes_neither_plan_nor_work_before_the_last_iteration() {
    let start = korf::fifteen()[11].start;
    let one = solve(&start, Manhattan, 1, &Limits::default());
    for threads in [2, 3, 8] {
        let many = solve(&start, Manhattan, threads, &Limits::default());
        assert_eq!(one.outcome, many.outcome);
        assert_eq!(one.until_last_jump, many.until_last_jump);
    }
}

#[test]
fn limits_stop_a_hard_search_in_order() {
    let start = korf::twenty_four()[0].start;
    for threads in [1, 2] {
        let budget = Budget::unlimited().with_time(std::time::Duration::from_millis(50));
        let report = solve(&start, Manhattan, threads, &Limits { budget, ..Limits::default() });
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Exhausted(Exhausted::Time)));
        let limits = Limits { max_evaluations: Some(1_000_000), ..Limits::default() };
        let report = solve(&start, Manhattan, threads, &limits);
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Evaluations));
        assert!((1_000_000..1_100_000).contains(&report.counters.generated), "{report:?}");
    }
}

#[test]
fn all_of_korfs_instances_are_there_and_cost_what_parity_allows() {
    fn check<B: Board>(instances: &[korf::Instance<B>]) {
        for instance in instances {
            let h = Manhattan.begin(&Tiles::new(), &instance.start);
            assert!(h <= instance.cost && (instance.cost - h).is_multiple_of(2));
        }
    }
    assert_eq!((korf::fifteen().len(), korf::twenty_four().len()), (100, 50));
    check(&korf::fifteen());
    check(&korf::twenty_four());
}

fn follow_a_walk<B: Board, H: PathHeuristic<Tiles<B>, Cost = u32>>(mut heuristic: H, seed: u64) {
    let (space, mut rng) = (Tiles::<B>::new(), ChaCha8Rng::seed_from_u64(seed));
    let mut state = State::random(&mut rng);
    let mut value = heuristic.begin(&space, &state);
    for step in 0..200 {
        let slides: Vec<_> = space.moves(&state, None).collect();
        let slide = slides[(seed as usize + step * 7) % slides.len()];
        value = heuristic.step(&space, value, &state, slide);
        let before = state;
        space.apply(&mut state, slide);
        let fresh = heuristic.begin(&space, &state);
        assert_eq!(heuristic.h(value), heuristic.h(fresh));
        let mut back = state;
        space.undo(&mut back, slide);
        assert_eq!(back, before);
    }
}

/// Walks on a board with every heuristic.
struct Walks(u64);

impl OnBoard for Walks {
    type Output = ();

    fn on<B: Board>(self) {
        follow_a_walk::<B, _>(Manhattan, self.0);
        follow_a_walk::<B, _>(Misplaced, self.0);
        follow_a_walk::<B, _>(LinearConflict::new::<B>(), self.0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn estimates_kept_along_a_path_are_those_made_from_scratch(
        (rows, columns) in (3..=6_usize).prop_flat_map(|columns| (3..=columns, Just(columns))), seed: u64,
    ) {
        prop_assert_eq!(on_board(rows, columns, Walks(seed)), Some(()));
    }

    #[test]
    fn instances_are_read_as_they_are_written(seed: u64) {
        let state = State::<TwentyFour>::random(&mut ChaCha8Rng::seed_from_u64(seed));
        prop_assert_eq!(state.line().parse(), Ok(state));
        let state = State::<Grid<6, 6>>::random(&mut ChaCha8Rng::seed_from_u64(seed));
        prop_assert_eq!(state.line().parse(), Ok(state));
    }

    #[test]
    fn states_are_the_same_after_going_through_words(seed: u64) {
        fn through_words<B: Board>(rng: &mut ChaCha8Rng) {
            let (space, state) = (Tiles::<B>::new(), State::<B>::random(rng));
            let mut words = vec![0; space.words()];
            space.write(&state, &mut words);
            assert_eq!(space.read(&words), state);
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        through_words::<Fifteen>(&mut rng);
        through_words::<TwentyFour>(&mut rng);
        through_words::<Grid<5, 6>>(&mut rng);
    }
}

fn compare_with_and_without_table<B: Board>(count: usize, steps: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (mut plain_sum, mut table_sum) = (0, 0);
    for _ in 0..count {
        let mut start = State::<B>::GOAL;
        walk(&Tiles::new(), &mut start, steps, &mut rng);
        let plain = solve(&start, Manhattan, 1, &Limits::default());
        let with_table = |bytes, threads| {
            let options = Ida { threads, table: Some(bytes), ..Ida::default() };
            let report = ida(&Tiles::new(), &Manhattan, &start, &options, &Limits::default(), &mut ());
            assert_eq!(report.outcome, plain.outcome);
            report.counters.generated
        };
        with_table(1 << 20, 2);
        assert!(with_table(1, 1) <= plain.counters.generated);
        assert!(with_table(1 << 20, 1) <= plain.counters.generated);
        plain_sum += plain.counters.generated;
        table_sum += with_table(1 << 20, 1);
    }
    assert!(table_sum < plain_sum);
}

#[test]
fn with_a_table_plans_are_the_same_and_fewer_states_are_generated() {
    compare_with_and_without_table::<Eight>(20, 100);
    compare_with_and_without_table::<Grid<3, 4>>(5, 60);
}

#[test]
fn walks_never_take_back_a_move_and_stay_solvable() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut state = State::<Fifteen>::GOAL;
    assert_eq!(walk(&Tiles::new(), &mut state, 1, &mut rng), 1);
    let mut state = State::<Eight>::GOAL;
    assert_eq!(walk(&Tiles::new(), &mut state, 2, &mut rng), 2);
    assert_eq!(EIGHT[&state], 2, "the second move may not undo the first");
    assert_eq!(walk(&Tiles::new(), &mut state, 999, &mut rng), 999);
    assert!(EIGHT.contains_key(&state));
}

#[test]
fn random_states_are_all_solvable_and_spread_over_the_space() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let states: Vec<_> = (0..2000).map(|_| State::<Eight>::random(&mut rng)).collect();
    let mean = states.iter().map(|state| f64::from(EIGHT[state])).sum::<f64>() / 2000.0;
    assert!((mean - 21.97).abs() < 0.3, "{mean}");
}

#[test]
fn wrong_instances_are_refused_with_a_reason() {
    let message = |text: &str| match text.parse::<State<Eight>>() {
        Ok(state) => panic!("{state}"),
        Err(error) => error.to_string(),
    };
    assert_eq!(message("1,2,x"), "`x` is not the number of a tile");
    assert_eq!(message("1 2 300"), "`300` is not the number of a tile");
    assert_eq!(message("0,1,2,3"), "4 numbers for 9 cells (row by row, 0 for the blank)");
    assert_eq!(message("0,1,2,3,4,5,6,7,9"), "there is no tile 9, only 0 to 8");
    assert_eq!(message("0,1,2,3,4,5,6,7,7"), "tile 7 is there twice");
    assert!(message("0,2,1,3,4,5,6,7,8").starts_with("no moves lead from here to the goal"));
    assert_eq!("1,0,2,3,4,5,6,7,8".parse::<State<Eight>>().map(|state| state.blank()), Ok(1));
    assert!(on_board(2, 3, Walks(0)).is_none());
}

#[test]
fn a_board_is_drawn_with_its_tiles_in_place() {
    let state: State<Eight> = "1,0,2,3,4,5,6,7,8".parse().unwrap();
    let picture = "┌────┬────┬────┐\n│  1 │    │  2 │\n├────┼────┼────┤\n│  3 │  4 │  5 │\n├────┼────┼────┤\n\
                   │  6 │  7 │  8 │\n└────┴────┴────┘";
    assert_eq!(state.to_string(), picture);
}
