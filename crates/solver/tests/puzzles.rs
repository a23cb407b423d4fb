//! All puzzles, with their types erased.
#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use puzzles::tables::Tables;
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
