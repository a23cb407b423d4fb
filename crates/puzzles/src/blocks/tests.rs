use super::databases::{Pattern, build};
use super::*;
use crate::PatternError;
use crate::planner::least_cost;
use crate::{Distances, FromScratch, Ranked, Rooted, distances, walk};
use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use search::{Budget, Ida, Limits, Outcome, PathHeuristic, Report, astar, ida};
use std::collections::{BTreeMap, HashSet};

fn solve<H: PathHeuristic<Blocks> + Clone + Send>(
    space: &Blocks,
    heuristic: H,
    start: &State,
) -> Report<Move> {
    ida(space, &heuristic, start, &Ida::default(), &Limits::default(), &mut ())
}

/// The cost of a plan that leads to the goal by moves that can be made.
fn cost(space: &Blocks, start: &State, report: &Report<Move>) -> u32 {
    let Outcome::Solved { plan, cost } = &report.outcome else { panic!("{report:?}") };
    let mut state = *start;
    for &made in plan {
        assert!(space.moves(&state, None).any(|possible| possible == made));
        space.apply(&mut state, made);
    }
    assert_eq!(state, space.goal());
    assert_eq!(*cost, plan.len() as u64);
    *cost as u32
}

fn space_and_costs(size: usize) -> (Blocks, Distances) {
    let space = Blocks::new(size).unwrap();
    (space, distances(&space, 1_000_000).unwrap())
}

fn databases(space: &Blocks, patterns: &[&[u8]]) -> Result<Databases, PatternError> {
    Databases::new(space, patterns, |pattern| Ok(build(pattern, &Budget::unlimited()).unwrap().into()))
}

#[test]
fn there_are_as_many_states_as_sets_of_towers() {
    let counts = [1, 3, 13, 73, 501, 4051, 37_633];
    for (size, count) in (1..).zip(counts) {
        let (space, costs) = space_and_costs(size);
        assert_eq!(space.count(), Some(count));
        assert_eq!(costs.layers().iter().sum::<usize>(), count);
    }
}

#[test]
fn every_state_has_its_rank() {
    let (space, costs) = space_and_costs(6);
    let mut seen = HashSet::new();
    for (rank, (state, _)) in costs.iter(&space).enumerate() {
        assert_eq!(space.rank(&state), rank);
        assert!(seen.insert(state));
    }
    assert_eq!(seen.len(), 4051);
}

fn check_on_all<H: PathHeuristic<Blocks, Cost = u32>>(space: &Blocks, costs: &Distances, mut heuristic: H) {
    for (state, cost) in costs.iter(space) {
        let value = heuristic.begin(space, &state);
        let h = heuristic.h(value);
        assert!(h <= cost, "admissible:\n{state}");
        assert!(h == 0 || cost > 0);
        for made in space.moves(&state, None) {
            let stepped = heuristic.step(space, value, &state, made);
            let mut after = state;
            space.apply(&mut after, made);
            let fresh = heuristic.begin(space, &after);
            assert_eq!(heuristic.h(stepped), heuristic.h(fresh), "{made:?} in\n{state}");
            assert!(h <= 1 + heuristic.h(fresh), "consistent: {made:?} in\n{state}");
        }
    }
}

#[test]
fn every_heuristic_is_admissible_consistent_and_incremental_on_five_and_six_blocks() {
    for size in [5, 6] {
        let (space, costs) = space_and_costs(size);
        check_on_all(&space, &costs, Misplaced);
        check_on_all(&space, &costs, Exact);
        check_on_all(&space, &costs, databases(&space, &[&[1, 2], &[3, 5], &[4]]).unwrap());
        check_on_all(&space, &costs, databases(&space, &[&[5, 1, 2, 4]]).unwrap());
    }
}

#[test]
fn with_one_tower_as_goal_costs_are_known_without_search() {
    for size in 1..=7 {
        let (space, costs) = space_and_costs(size);
        for (state, cost) in costs.iter(&space) {
            let known = Exact.begin(&space, &state);
            assert_eq!(Exact.h(known), cost, "\n{state}");
        }
    }
}

#[test]
fn a_database_of_all_blocks_has_the_exact_costs() {
    let (space, costs) = space_and_costs(5);
    let mut all = databases(&space, &[&[1, 2, 3, 4, 5]]).unwrap();
    for (state, cost) in costs.iter(&space) {
        assert_eq!(all.begin(&space, &state).costs()[0], cost as u8, "\n{state}");
    }
}

/// The least costs over all states that look the same, told apart in another way.
#[test]
fn a_database_has_the_costs_of_an_abstraction_searched_by_itself() {
    type Look = Vec<Vec<u8>>;
    const PATTERN: [u8; 2] = [2, 5];
    let (space, costs) = space_and_costs(6);
    let look = |state: &State| -> Look {
        let seen = |block: u8| if PATTERN.contains(&block) { block } else { 0 };
        let mut towers: Look =
            state.towers().into_iter().map(|tower| tower.into_iter().map(seen).collect()).collect();
        towers.sort();
        towers
    };
    let mut found: BTreeMap<Look, u8> = BTreeMap::from([(look(&space.goal()), 0)]);
    for cost in 1.. {
        let before = found.len();
        for (state, _) in costs.iter(&space) {
            if found.get(&look(&state)) != Some(&(cost - 1)) {
                continue;
            }
            for made in space.moves(&state, None) {
                let mut after = state;
                space.apply(&mut after, made);
                found.entry(look(&after)).or_insert(cost);
            }
        }
        if found.len() == before {
            break;
        }
    }
    let mut heuristic = databases(&space, &[&PATTERN]).unwrap();
    for (state, _) in costs.iter(&space) {
        assert_eq!(heuristic.begin(&space, &state).costs()[0], found[&look(&state)], "\n{state}");
    }
}

#[test]
fn leaving_out_moves_does_not_change_the_cost_of_plans() {
    let (space, costs) = space_and_costs(5);
    for (state, cost_to_go) in costs.iter(&space).step_by(7) {
        assert_eq!(cost(&space, &state, &solve(&space, Misplaced, &state)), cost_to_go);
    }
    let (space, costs) = space_and_costs(7);
    let heuristic = databases(&space, &[&[1, 2, 7], &[3, 4, 5]]).unwrap();
    for (state, cost_to_go) in costs.iter(&space).step_by(501) {
        assert_eq!(cost(&space, &state, &solve(&space, heuristic.clone(), &state)), cost_to_go);
        let rooted = Rooted { space, start: state };
        let report = astar(&rooted, &mut FromScratch(Misplaced), 1.0, &Limits::default(), &mut ());
        let Outcome::Solved { cost, .. } = report.outcome else { panic!("{report:?}") };
        assert_eq!(cost, u64::from(cost_to_go));
    }
}

#[test]
fn only_moves_that_matter_follow_a_move() {
    let space = Blocks::new(4).unwrap();
    let state = space.parse("0,0,1,0").unwrap();
    let last = Move { block: 3, from: 2, to: 1 };
    let moves: Vec<(u8, u8)> = space.moves(&state, Some(last)).map(|made| (made.block, made.to)).collect();
    assert_eq!(moves, [(2, 3), (2, 4), (4, 2), (4, 3)], "block 2 has been set free; 3 is not moved again");
    let last = Move { block: 3, from: TABLE, to: 1 };
    let moves: Vec<(u8, u8)> = space.moves(&state, Some(last)).map(|made| (made.block, made.to)).collect();
    assert_eq!(moves, [(2, 3), (4, 2), (4, 3)], "block 2 could have gone onto 4 before");
}

#[test]
fn fifty_random_tasks_of_15_blocks_are_solved_at_once() {
    let (space, mut rng) = (Blocks::new(15).unwrap(), ChaCha8Rng::seed_from_u64(15));
    let (mut costs, mut generated) = (0, 0);
    for _ in 0..50 {
        let mut start = space.goal();
        assert_eq!(walk(&space, &mut start, 5000, &mut rng), 5000);
        let report = solve(&space, Exact, &start);
        costs += cost(&space, &start, &report);
        generated += report.counters.generated;
    }
    assert!((20.5..23.5).contains(&(f64::from(costs) / 50.0)), "{costs}");
    assert!(generated < 50 * 1000, "{generated}");
}

#[test]
fn the_73_states_of_four_blocks_come_up_equally_often() {
    const EACH: u32 = 1000;
    let (space, mut rng) = (Blocks::new(4).unwrap(), ChaCha8Rng::seed_from_u64(4));
    let mut counts = vec![0_u32; 73];
    (0..73 * EACH).for_each(|_| counts[space.rank(&space.random(&mut rng))] += 1);
    let deviation = |&count: &u32| (f64::from(count) - f64::from(EACH)).powi(2) / f64::from(EACH);
    let chi_square: f64 = counts.iter().map(deviation).sum();
    // The 1% and the 99% quantiles of the chi-square distribution with 72 degrees of freedom.
    assert!((47.0..102.8).contains(&chi_square), "{chi_square}");
}

#[test]
fn wrong_instances_are_refused_with_a_reason() {
    let space = Blocks::new(4).unwrap();
    let message = |text: &str| match space.parse(text) {
        Ok(state) => panic!("{state}"),
        Err(error) => error.to_string(),
    };
    assert_eq!(message("0,1,x,2"), "`x` is not the number of a block");
    assert_eq!(message("0,1,2"), "3 numbers for 4 blocks (what each block is on, 0 for the table)");
    assert_eq!(message("0,1,2,5"), "there is no block 5, only 1 to 4, and 0 for the table");
    assert_eq!(message("0,1,4,1"), "blocks 2 and 4 are both on block 1");
    assert_eq!(message("0,3,2,1"), "block 2 is not above the table, but above itself");
    assert_eq!(message("1,0,0,0"), "block 1 is not above the table, but above itself");
    assert_eq!(Blocks::new(0), None);
    assert_eq!(Blocks::new(31), None);
}

#[test]
fn wrong_patterns_are_refused_with_a_reason() {
    let space = Blocks::new(5).unwrap();
    let message = |patterns: &[&[u8]]| databases(&space, patterns).unwrap_err().to_string();
    assert_eq!(message(&[&[1, 2, 1]]), "block 1 is in a pattern twice");
    assert_eq!(message(&[&[0]]), "there is no block 0, only 1 to 5");
    assert_eq!(message(&[&[]]), "there is a pattern without blocks");
    assert_eq!(message(&[&[1_u8] as &[u8]; 17]), "there are more than 16 patterns");
    assert_eq!(
        Pattern::new(&Blocks::new(30).unwrap(), &[1, 2, 3, 4]).unwrap_err().to_string(),
        "a database of 4 blocks would have more than 2147483648 entries"
    );
    let short = Databases::new(&space, &[[1]], |_| Ok::<_, PatternError>(vec![0; 34].into()));
    assert_eq!(short.unwrap_err().to_string(), "a database has 34 entries instead of 35");
}

#[test]
fn towers_are_drawn_side_by_side() {
    let state = Blocks::new(4).unwrap().parse("2,0,0,3").unwrap();
    assert_eq!(state.to_string(), " [ 1] [ 4]\n [ 2] [ 3]\n▔▔▔▔▔▔▔▔▔▔▔");
}

#[test]
fn the_pddl_form_costs_the_same() {
    let (space, mut rng) = (Blocks::new(5).unwrap(), ChaCha8Rng::seed_from_u64(5));
    for _ in 0..5 {
        let start = space.random(&mut rng);
        let by_planner = least_cost(pddl::DOMAIN, &pddl::problem(&start));
        assert_eq!(by_planner, u64::from(cost(&space, &start, &solve(&space, Exact, &start))));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn states_are_the_same_after_going_through_words_and_text_and_back(size in 1..=30_usize, seed: u64) {
        let (space, mut rng) = (Blocks::new(size).unwrap(), ChaCha8Rng::seed_from_u64(seed));
        let state = space.random(&mut rng);
        let mut words = vec![0; space.words()];
        space.write(&state, &mut words);
        prop_assert_eq!(space.read(&words), state);
        prop_assert_eq!(space.parse(&state.line()), Ok(state));
        for made in space.moves(&state, None) {
            let mut there_and_back = state;
            space.apply(&mut there_and_back, made);
            prop_assert_eq!(space.parse(&there_and_back.line()), Ok(there_and_back));
            prop_assert_eq!(space.made(space.action(made)), made);
            prop_assert!(space.moves(&there_and_back, Some(made)).all(|next| next.block != made.block));
            space.undo(&mut there_and_back, made);
            prop_assert_eq!(there_and_back, state);
        }
    }

    #[test]
    fn estimates_kept_along_a_path_are_those_made_from_scratch(size in 2..=30_usize, seed: u64) {
        let (space, mut rng) = (Blocks::new(size).unwrap(), ChaCha8Rng::seed_from_u64(seed));
        let mut state = space.random(&mut rng);
        let (mut exact, mut misplaced) = (Exact.begin(&space, &state), Misplaced.begin(&space, &state));
        for step in 0..50 {
            let moves: Vec<Move> = space.moves(&state, None).collect();
            let made = moves[(seed as usize % 1000 + step * 7) % moves.len()];
            (exact, misplaced) =
                (Exact.step(&space, exact, &state, made), Misplaced.step(&space, misplaced, &state, made));
            space.apply(&mut state, made);
            let fresh = Exact.begin(&space, &state);
            prop_assert_eq!(Exact.h(exact), Exact.h(fresh));
            prop_assert_eq!(misplaced, Misplaced.begin(&space, &state));
        }
    }
}
