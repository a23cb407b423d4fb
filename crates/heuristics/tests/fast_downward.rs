//! What Fast Downward says of generated problems: initial values that have to be equal, and the costs of cheapest plans.
//!
//! `bench/expected_values.py` wrote the table.

#![expect(clippy::unwrap_used, reason = "what cannot go on may panic here")]

use generators::{Generator, Size};
use heuristics::{CostKind, Entry, Lookahead};
use pddl::{Source, Strictness};
use search::{Budget, Estimate, Greedy, Limits, Observer, Outcome, StateSpace, astar, lazy};
use task::{Space, Task};

const TABLE: &str = include_str!("fast_downward.csv");
const HEADER: &str = "domain,parameters,seed,number,cost,goalcount,max,add,lama-first";

struct Row {
    name: String,
    task: Task,
    cost: u64,
    /// By heuristic.
    values: [(&'static str, f32); 3],
    /// How many states lama-first evaluates.
    evaluated: u64,
}

impl Row {
    fn read(line: &str) -> Self {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |cell: usize| cells[cell].parse::<u64>().unwrap();
        let mut generator = Generator::new(generators::find(cells[0]).unwrap(), Size::Small);
        for (name, value) in cells[1].split(' ').map(|parameter| parameter.split_once('=').unwrap()) {
            generator.set(name, value.parse().unwrap()).unwrap();
        }
        let problem = generator.problem(number(2), number(3)).unwrap();
        Self {
            name: format!("{} {}", cells[0], cells[3]),
            task: ground(generator.domain().pddl, &problem),
            cost: number(4),
            values: [("goalcount", 5), ("max", 6), ("add", 7)]
                .map(|(name, cell)| (name, number(cell) as f32)),
            evaluated: number(8),
        }
    }
}

fn ground(domain: &str, problem: &str) -> Task {
    let domain = pddl::parse_domain(&Source::new("domain", domain), Strictness::Strict).unwrap().value;
    let problem = Source::new("problem", problem);
    let problem = pddl::parse_problem(&domain, &problem, Strictness::Strict).unwrap().value;
    task::ground(&domain, &problem, &Budget::unlimited()).unwrap()
}

fn rows() -> impl Iterator<Item = Row> {
    let mut lines = TABLE.lines();
    assert_eq!(lines.next(), Some(HEADER));
    lines.map(Row::read)
}

/// The first value of a heuristic, and the cost of the plan that A* finds with it.
fn search(task: &Task, heuristic: &str, limits: &Limits) -> (f32, Option<u64>) {
    struct Initial(f32);
    impl Observer for Initial {
        fn initial_estimate(&mut self, _: usize, estimate: Estimate) {
            self.0 = estimate.h;
        }
    }
    let mut initial = Initial(f32::NAN);
    let mut heuristic = Entry::find(heuristic).unwrap().make(task, CostKind::Normal).unwrap();
    let report = astar(&Space::new(task), &mut *heuristic, 1.0, limits, &mut initial);
    let cost = if let Outcome::Solved { cost, .. } = report.outcome { Some(cost) } else { None };
    (initial.0, cost)
}

#[test]
fn goalcount_max_and_add_are_fast_downwards() {
    let at_once = Limits { max_evaluations: Some(1), ..Limits::default() };
    for row in rows() {
        for (heuristic, value) in row.values {
            assert_eq!(search(&row.task, heuristic, &at_once).0, value, "{} of {}", heuristic, row.name);
        }
    }
}

#[test]
fn cheapest_plans_cost_what_fast_downwards_cost() {
    for row in rows() {
        let (value, cost) = search(&row.task, "lmcut", &Limits::default());
        assert_eq!(cost, Some(row.cost), "{}", row.name);
        let (_, max) = row.values.into_iter().find(|value| value.0 == "max").unwrap();
        assert!(max <= value && value <= row.cost as f32, "{max} {value} {}", row.name);
    }
}

#[test]
fn lama_first_evaluates_as_many_states_as_fast_downwards() {
    let options = Greedy { preferred: true, boost: 1000, ..Greedy::default() };
    let (mut same, mut all, mut ratio) = (0, 0, 0.0);
    for row in rows() {
        let make = |name| Entry::find(name).unwrap().make(&row.task, CostKind::One).unwrap();
        let (mut ff, mut landmarks) = (make("ff"), make("landmarks"));
        let report = lazy(
            &Space::new(&row.task),
            &mut [&mut *ff, &mut *landmarks],
            options.clone(),
            &Limits::default(),
            &mut (),
        );
        same += u32::from(report.counters.evaluated == row.evaluated);
        all += 1;
        ratio += (report.counters.evaluated as f64 / row.evaluated as f64).ln();
    }
    // Where invariants found here leave fewer variables, the order of operators differs.
    assert!(same * 10 >= all * 9, "{same} of {all}");
    assert!((ratio / f64::from(all)).exp() < 1.02, "{ratio}");
}

#[test]
fn lookahead_finds_plans_where_operators_do_not_get_in_each_others_way() {
    let (mut logistics, mut puzzles) = (0, 0);
    for row in rows() {
        let space = Space::new(&row.task);
        let mut initial = vec![0; space.words()];
        space.initial(&mut initial);
        let found = Lookahead::new(&row.task).plan_cost(&space, &initial);
        assert!(found.is_none_or(|cost| cost >= row.cost), "{}: {found:?} of {}", row.name, row.cost);
        let count = |domain: &str| usize::from(found.is_some() && row.name.starts_with(domain));
        logistics += count("logistics");
        puzzles += count("n-puzzle");
    }
    assert!(logistics >= 15 && puzzles < 5, "{logistics} {puzzles}");
}

#[test]
fn there_are_over_200_tasks() {
    assert!(rows().count() >= 200);
}
