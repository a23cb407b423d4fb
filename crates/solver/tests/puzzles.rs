//! All puzzles, with their types erased.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use puzzles::tables::Tables;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use search::{Budget, Ida, Limits, Outcome};
use solver::{Algorithm, AnySpace, NoSolver, Notice, PUZZLES, Resources, Search, Solver, guided};

fn open(text: &str) -> Box<dyn AnySpace> {
    let (name, size) = text.split_once(':').unwrap();
    let puzzle = PUZZLES.iter().find(|puzzle| puzzle.name == name).unwrap();
    (puzzle.open)(size).unwrap()
}

fn wanted(algorithm: Algorithm, heuristic: &str, arguments: &[&[&str]]) -> Search {
    let words = |list: &&[&str]| list.iter().map(|&word| word.to_owned()).collect();
    Search { algorithm, heuristic: heuristic.to_owned(), arguments: arguments.iter().map(words).collect() }
}

/// A search, and what is told while it is made.
fn make<'a>(
    space: &'a dyn AnySpace,
    search: &Search,
    tables: &Tables,
) -> (Result<Box<dyn Solver + 'a>, NoSolver>, Vec<Notice>) {
    let (budget, mut notices) = (Budget::unlimited(), Vec::new());
    let watch = &mut |notice| notices.push(notice);
    let solver =
        space.solver(search, &mut Resources { tables, threads: 1, budget: &budget, gpu: None, watch });
    (solver, notices)
}

const IDA: Algorithm = Algorithm::Ida { table: None };

#[test]
fn every_example_opens_and_every_benchmark_belongs_to_its_space() {
    for puzzle in PUZZLES {
        open(puzzle.example);
        for benchmark in puzzle.benchmarks {
            let (space, instances) = (open(benchmark.space), (benchmark.instances)());
            assert!(!instances.is_empty());
            assert!(instances.iter().all(|(start, _)| space.parse(start).is_ok()), "{}", benchmark.name);
        }
    }
}

#[test]
fn all_searches_find_plans_that_lead_to_the_goal() {
    for (space, start, heuristic, cost) in [
        ("tiles:3x3", "1 4 2 3 0 5 6 7 8", "md", 2),
        ("pancake:4", "2 1 0 3", "gap", 1),
        ("blocks:3", "0 0 0", "exact", 2),
    ] {
        let space = open(space);
        let start = space.parse(start).unwrap();
        for algorithm in [
            IDA,
            Algorithm::Ida { table: Some(1 << 16) },
            Algorithm::AStar { weight: 1.0 },
            Algorithm::AStar { weight: 2.0 },
            Algorithm::Gbfs,
        ] {
            let (solver, _) = make(&*space, &wanted(algorithm, heuristic, &[]), &Tables::in_memory());
            let mut solver = solver.unwrap();
            let is_optimal = matches!(algorithm, Algorithm::Ida { .. } | Algorithm::AStar { weight: 1.0 });
            assert_eq!(solver.is_optimal(), is_optimal);
            let report = solver.solve(&start, &Ida::default(), &Limits::default(), &mut ());
            let Outcome::Solved { plan, cost: found } = report.outcome else { panic!("{heuristic}") };
            assert_eq!(space.replay(&start, &plan), Ok(found));
            assert!(!is_optimal || found == cost, "{heuristic}: {found}");
        }
    }
}

#[test]
fn searches_that_know_no_types_take_the_same_steps() {
    for (space, start, heuristic) in [
        ("tiles:3x3", "8 1 2 3 4 5 0 7 6", "md"),
        (
            "tiles:5x6",
            "1 2 3 4 5 0 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29",
            "lc",
        ),
        ("pancake:7", "3 6 0 5 2 4 1", "gap"),
        ("blocks:6", "3 0 6 2 1 0", "misplaced"),
    ] {
        let (space, tables, budget) = (open(space), Tables::in_memory(), Budget::unlimited());
        let start = space.parse(start).unwrap();
        for algorithm in
            [IDA, Algorithm::AStar { weight: 1.0 }, Algorithm::AStar { weight: 2.0 }, Algorithm::Gbfs]
        {
            let (typed, _) = make(&*space, &wanted(algorithm, heuristic, &[]), &tables);
            let resources = &mut Resources {
                tables: &tables,
                threads: 1,
                budget: &budget,
                gpu: None,
                watch: &mut |_| (),
            };
            let erased = guided(&*space, algorithm, space.heuristic(heuristic, resources).unwrap());
            let [typed, erased] = [typed.unwrap(), erased].map(|mut solver| {
                let ida = Ida { threads: 2, ..Ida::default() };
                let report = solver.solve(&start, &ida, &Limits::default(), &mut ());
                (solver.estimate(&start), report.outcome, report.counters)
            });
            assert!(matches!(typed.1, Outcome::Solved { .. }));
            assert_eq!(typed, erased, "{heuristic} {algorithm:?}");
        }
    }
}

/// A board and its mirror image cost the same: each row of one is a column of the other, and tiles are numbered accordingly.
#[test]
fn boards_with_more_rows_than_columns_cost_what_their_mirror_images_do() {
    let (tall, wide) = (open("tiles:4x3"), open("tiles:3x4"));
    let mirrored = |number: usize| number % 3 * 4 + number / 3;
    let tables = Tables::in_memory();
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    for (heuristic, pattern) in [("md", None), ("lc", None), ("pdb", Some([1, 3, 4, 6]))] {
        let start = tall.walk(40, &mut rng);
        let problem = tall.problem(&start);
        let (init, _) = problem.split_once("(:goal").unwrap();
        // Cell by cell, as the user sees them.
        let tile_on =
            |cell: usize| (1..12).find(|tile| init.contains(&format!("(at t{tile} c{cell})"))).unwrap_or(0);
        let tiles: Vec<usize> = (0..12).map(tile_on).collect();
        let mut image = vec![0; 12];
        tiles.iter().enumerate().for_each(|(cell, &tile)| image[mirrored(cell)] = mirrored(tile));
        let [tall_text, wide_text] =
            [&tiles, &image].map(|tiles| tiles.iter().map(|tile| format!("{tile} ")).collect::<String>());
        assert_eq!(tall.parse(&tall_text).as_ref(), Ok(&start));
        assert!(tall.picture(&start).starts_with("┌────┬────┬────┐\n"));

        let costs = [(&tall, tall_text, false), (&wide, wide_text, true)].map(|(space, text, is_image)| {
            let start = space.parse(&text).unwrap();
            let tiles = pattern.map(|tiles| tiles.map(|tile| if is_image { mirrored(tile) } else { tile }));
            let words = tiles.map(|tiles| tiles.map(|tile| tile.to_string()));
            let words: Vec<Vec<&str>> =
                words.iter().map(|w| w.iter().map(String::as_str).collect()).collect();
            let arguments: Vec<&[&str]> = words.iter().map(Vec::as_slice).collect();
            let (solver, _) = make(&**space, &wanted(IDA, heuristic, &arguments), &tables);
            let mut solver = solver.unwrap();
            let report = solver.solve(&start, &Ida::default(), &Limits::default(), &mut ());
            let Outcome::Solved { plan, cost } = report.outcome else { panic!("{heuristic}") };
            assert_eq!(space.replay(&start, &plan), Ok(cost));
            assert_eq!(space.describe(&start, &plan).matches(' ').count(), plan.len() + 3);
            (cost, solver.estimate(&start))
        });
        assert_eq!(costs[0], costs[1], "{heuristic}");
    }
    assert!(tall.parse("1 2 3").unwrap_err().message.contains("3 numbers for 12 cells"));
    let unsolvable = tall.parse("0 2 1 3 4 5 6 7 8 9 10 11").unwrap_err();
    assert!(unsolvable.is_unsolvable && unsolvable.message.contains("│  9 │ 10 │ 11 │"), "{unsolvable:?}");
}

#[test]
fn what_is_wrong_with_a_heuristic_is_told() {
    let space = open("pancake:4");
    let tables = Tables::in_memory();
    let refused = |heuristic, arguments: &[&[&str]]| {
        make(&*space, &wanted(IDA, heuristic, arguments), &tables).0.err().unwrap()
    };
    let known = vec!["gap", "pdb", "blind"];
    assert_eq!(refused("md", &[]), NoSolver::Unknown { known });
    let wrong = |message: &str, usage| NoSolver::Wrong { message: message.to_owned(), usage };
    assert_eq!(refused("gap", &[&["1"]]), wrong("`gap` has no options", "gap"));
    assert_eq!(refused("pdb", &[]), wrong("takes patterns", "pdb([0,1,2], …)"));
}

#[test]
fn tables_are_announced() {
    let (space, tables) = (open("pancake:4"), Tables::in_memory());
    let (solver, notices) = make(&*space, &wanted(IDA, "pdb", &[&["0", "1"]]), &tables);
    assert!(solver.is_ok());
    assert_eq!(notices, [Notice::Building { name: "pancake-4-0-1".to_owned(), percent: None }]);
}
