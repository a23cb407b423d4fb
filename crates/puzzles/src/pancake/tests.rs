use super::databases::{Pattern, build};
use super::*;
use crate::PatternError;
use crate::planner::least_cost;
use crate::{Distances, FromScratch, Ranked, Rooted, distances, walk};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use search::{Budget, Exhausted, Ida, Limits, Outcome, PathHeuristic, Report, astar, ida};
use std::collections::HashSet;
use std::sync::LazyLock;

const SEVEN: Pancakes = Pancakes { size: 7 };

static COSTS: LazyLock<Distances> = LazyLock::new(|| distances(&SEVEN, 5040).unwrap());

fn solve<H: PathHeuristic<Pancakes> + Clone + Send>(
    space: &Pancakes,
    heuristic: H,
    start: &State,
) -> Report<Flip> {
    ida(space, &heuristic, start, &Ida::default(), &Limits::default(), &mut ())
}

/// The cost of a plan that leads to the goal.
fn cost(space: &Pancakes, start: &State, report: &Report<Flip>) -> u32 {
    let Outcome::Solved { plan, cost } = &report.outcome else { panic!("{report:?}") };
    let mut state = *start;
    plan.iter().for_each(|&flip| space.apply(&mut state, flip));
    assert_eq!(state, space.goal());
    assert_eq!(*cost, plan.len() as u64);
    *cost as u32
}

fn databases(space: &Pancakes, sets: &[&[&[u8]]]) -> Result<Databases, PatternError> {
    Databases::new(space, sets, |pattern| Ok(build(pattern, &Budget::unlimited()).unwrap().into()))
}

fn two_sets() -> Databases {
    databases(&SEVEN, &[&[&[0, 1, 2], &[3, 4], &[5, 6]], &[&[4, 0, 6, 2], &[1, 3]]]).unwrap()
}

#[test]
fn the_layers_of_seven_pancakes_are_those_known() {
    assert_eq!(COSTS.layers(), [1, 6, 30, 149, 543, 1357, 1903, 1016, 35]);
}

#[test]
fn every_stack_has_its_rank() {
    let mut seen = HashSet::new();
    for (rank, (state, _)) in COSTS.iter(&SEVEN).enumerate() {
        assert_eq!(SEVEN.rank(&state), rank);
        assert!(seen.insert(state));
    }
    assert_eq!(seen.len(), 5040);
    assert_eq!(SEVEN.rank(&SEVEN.goal()), 0);
}

fn check_on_all_of_seven<H: PathHeuristic<Pancakes, Cost = u32>>(mut heuristic: H) {
    for (state, cost) in COSTS.iter(&SEVEN) {
        let value = heuristic.begin(&SEVEN, &state);
        let h = heuristic.h(value);
        assert!(h <= cost, "admissible:\n{state}");
        assert!(h == 0 || cost > 0);
        for flip in SEVEN.moves(&state, None) {
            let stepped = heuristic.step(&SEVEN, value, &state, flip);
            let mut after = state;
            SEVEN.apply(&mut after, flip);
            let fresh = heuristic.begin(&SEVEN, &after);
            assert_eq!(heuristic.h(stepped), heuristic.h(fresh), "{flip:?} in\n{state}");
            assert!(h <= 1 + heuristic.h(fresh), "consistent: {flip:?} in\n{state}");
        }
    }
}

#[test]
fn the_gap_heuristic_is_admissible_consistent_and_incremental_on_seven_pancakes() {
    check_on_all_of_seven(Gap);
}

#[test]
fn databases_are_admissible_consistent_and_incremental_on_seven_pancakes() {
    check_on_all_of_seven(two_sets());
    check_on_all_of_seven(databases(&SEVEN, &[&[&[3]]]).unwrap());
}

#[test]
fn a_database_of_all_pancakes_has_the_exact_costs() {
    let mut all = databases(&SEVEN, &[&[&[0, 1, 2, 3, 4, 5, 6]]]).unwrap();
    for (state, cost) in COSTS.iter(&SEVEN) {
        assert_eq!(all.begin(&SEVEN, &state).costs()[0], cost as u8);
    }
}

#[test]
fn every_flip_counts_for_one_pattern_at_most() {
    let mut heuristic = two_sets();
    for (state, _) in COSTS.iter(&SEVEN) {
        let before = heuristic.begin(&SEVEN, &state);
        for flip in SEVEN.moves(&state, None) {
            let after = heuristic.step(&SEVEN, before, &state, flip);
            for set in [0..3, 3..5] {
                let drops = set.filter(|&pattern| before.costs()[pattern] > after.costs()[pattern]);
                let drops: Vec<u8> =
                    drops.map(|pattern| before.costs()[pattern] - after.costs()[pattern]).collect();
                assert!(drops.is_empty() || drops == [1], "{drops:?} for {flip:?} in\n{state}");
            }
        }
    }
}

#[test]
fn sums_are_taken_within_sets_and_the_greatest_of_them() {
    let mut heuristic = two_sets();
    for (state, _) in COSTS.iter(&SEVEN) {
        let known = heuristic.begin(&SEVEN, &state);
        let sum = |range: std::ops::Range<usize>| known.costs()[range].iter().copied().map(u32::from).sum();
        assert_eq!(heuristic.h(known), u32::max(sum(0..3), sum(3..5)));
    }
}

#[test]
fn ida_and_astar_find_cheapest_plans_with_every_heuristic() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let databases = two_sets();
    for _ in 0..20 {
        let start = SEVEN.random(&mut rng);
        let exact = COSTS.cost(&SEVEN, &start).unwrap();
        assert_eq!(cost(&SEVEN, &start, &solve(&SEVEN, Gap, &start)), exact);
        assert_eq!(cost(&SEVEN, &start, &solve(&SEVEN, databases.clone(), &start)), exact);
        let rooted = Rooted { space: SEVEN, start };
        let report = astar(&rooted, &mut FromScratch(Gap), 1.0, &Limits::default(), &mut ());
        let Outcome::Solved { cost, .. } = report.outcome else { panic!("{report:?}") };
        assert_eq!(cost, exact.into());
    }
}

#[test]
fn fifty_random_tasks_of_24_pancakes_take_few_nodes() {
    let (space, mut rng) = (Pancakes::new(24).unwrap(), ChaCha8Rng::seed_from_u64(24));
    let (mut costs, mut generated) = (0, 0);
    for _ in 0..50 {
        let mut start = space.goal();
        assert_eq!(walk(&space, &mut start, 5000, &mut rng), 5000);
        let report = solve(&space, Gap, &start);
        costs += cost(&space, &start, &report);
        generated += report.counters.generated;
    }
    assert!((22.0..23.5).contains(&(f64::from(costs) / 50.0)), "{costs}");
    assert!((10_000..100_000).contains(&(generated / 50)), "{generated}");
}

#[test]
fn wrong_instances_are_refused_with_a_reason() {
    let space = Pancakes::new(4).unwrap();
    let message = |text: &str| match space.parse(text) {
        Ok(state) => panic!("{state}"),
        Err(error) => error.to_string(),
    };
    assert_eq!(message("0,1,x,2"), "`x` is not the number of a pancake");
    assert_eq!(message("0 1 2 300"), "`300` is not the number of a pancake");
    assert_eq!(message("0,1,2"), "3 numbers for 4 pancakes (from the top down, 0 for the smallest)");
    assert_eq!(message("0,1,2,4"), "there is no pancake 4, only 0 to 3");
    assert_eq!(message("3,1,2,3"), "pancake 3 is there twice");
    assert_eq!(Pancakes::new(1), None);
    assert_eq!(Pancakes::new(33), None);
}

#[test]
fn wrong_patterns_are_refused_with_a_reason() {
    let message = |sets: &[&[&[u8]]]| databases(&SEVEN, sets).unwrap_err().to_string();
    assert_eq!(message(&[&[&[0, 1], &[2, 1]]]), "pancake 1 is in a set of patterns twice");
    assert_eq!(message(&[&[&[7]]]), "there is no pancake 7, only 0 to 6");
    assert_eq!(message(&[&[&[]]]), "there is a pattern without pancakes");
    assert_eq!(message(&[&[]]), "there is a set without patterns");
    assert_eq!(message(&[&[&[0_u8] as &[u8]] as &[&[u8]]; 17]), "there are more than 16 patterns");
    let (large, all): (_, Vec<u8>) = (Pancakes::new(32).unwrap(), (0..32).collect());
    assert_eq!(
        Pattern::new(&large, &all[..7]).unwrap_err().to_string(),
        "a database of 7 pancakes would have more than 2147483648 entries"
    );
    assert!(Pattern::new(&large, &all).is_err());
    let short = Databases::new(&SEVEN, &[[[0, 1]]], |_| Ok::<_, PatternError>(vec![0; 41].into()));
    assert_eq!(short.unwrap_err().to_string(), "a database has 41 entries instead of 42");
}

#[test]
fn building_a_database_stops_when_there_is_no_time_left() {
    let budget = Budget::unlimited().with_time(std::time::Duration::ZERO);
    let pattern = Pattern::new(&SEVEN, &[1, 2]).unwrap();
    assert_eq!(build(&pattern, &budget), Err(Exhausted::Time));
}

#[test]
fn a_stack_is_drawn_with_its_pancakes_in_place() {
    let state = Pancakes::new(3).unwrap().parse("1,0,2").unwrap();
    assert_eq!(state.to_string(), " 1   ▄▄▄\n 0    ▄\n 2  ▄▄▄▄▄\n   ▔▔▔▔▔▔▔");
}

#[test]
fn the_pddl_form_costs_the_same() {
    let (space, mut rng) = (Pancakes::new(5).unwrap(), ChaCha8Rng::seed_from_u64(5));
    for _ in 0..5 {
        let start = space.random(&mut rng);
        let by_planner = least_cost(pddl::DOMAIN, &pddl::problem(&start));
        assert_eq!(by_planner, u64::from(cost(&space, &start, &solve(&space, Gap, &start))));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn stacks_are_the_same_after_going_through_words_and_text_and_back(size in 2..=32_usize, seed: u64) {
        let (space, mut rng) = (Pancakes::new(size).unwrap(), ChaCha8Rng::seed_from_u64(seed));
        let state = space.random(&mut rng);
        let mut words = vec![0; space.words()];
        space.write(&state, &mut words);
        prop_assert_eq!(space.read(&words), state);
        prop_assert_eq!(space.parse(&state.line()), Ok(state));
        for flip in space.moves(&state, None) {
            let mut there_and_back = state;
            space.apply(&mut there_and_back, flip);
            prop_assert_ne!(there_and_back, state);
            prop_assert_eq!(space.made(space.action(flip)), flip);
            prop_assert!(space.moves(&there_and_back, Some(flip)).all(|next| next != flip));
            space.undo(&mut there_and_back, flip);
            prop_assert_eq!(there_and_back, state);
        }
    }

    #[test]
    fn gaps_kept_along_a_path_are_those_counted_from_scratch(size in 2..=32_usize, seed: u64) {
        let (space, mut rng) = (Pancakes::new(size).unwrap(), ChaCha8Rng::seed_from_u64(seed));
        let mut state = space.random(&mut rng);
        let mut h = Gap.begin(&space, &state);
        for flip in space.moves(&space.goal(), None) {
            h = Gap.step(&space, h, &state, flip);
            space.apply(&mut state, flip);
            prop_assert_eq!(h, Gap.begin(&space, &state));
        }
    }
}
