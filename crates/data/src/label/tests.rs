use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use generators::{Generator, Size};
use heuristics::{CostKind, Entry};
use search::{Budget, Counters, Greedy, Limits, Outcome, Report, StateSpace, StopReason};
use task::{Space, Task};

use super::*;
use crate::{DataSet, Problem, Split, StateText, Tally};

struct Blind;

impl Teacher for Blind {
    fn name(&self) -> &str {
        "astar(blind)"
    }

    fn is_optimal(&self) -> bool {
        true
    }

    fn search(&self, task: &Task, limits: &Limits) -> Result<Report, String> {
        let space = Space::new(task);
        let mut heuristic = search::Blind::new(space.cheapest_cost());
        Ok(search::astar(&space, &mut heuristic, 1.0, limits, &mut ()))
    }
}

struct GreedyFf;

impl Teacher for GreedyFf {
    fn name(&self) -> &str {
        "gbfs(ff)"
    }

    fn is_optimal(&self) -> bool {
        false
    }

    fn search(&self, task: &Task, limits: &Limits) -> Result<Report, String> {
        let space = Space::new(task);
        let mut ff =
            Entry::find("ff").unwrap().make(task, CostKind::Normal).map_err(|error| error.to_string())?;
        let options = Greedy::default();
        Ok(search::gbfs(&space, &mut [&mut *ff], options, limits, &mut ()))
    }
}

/// Problems of a domain, small enough to be searched blindly.
fn base(domain: &str, parameters: &[(&str, u32)], count: u64) -> DataSet {
    let mut generator = Generator::new(generators::find(domain).unwrap(), Size::Small);
    parameters.iter().for_each(|&(name, number)| generator.set(name, number).unwrap());
    let problem = |number| Problem {
        name: format!("p{number}"),
        split: Split::Train,
        searches: Tally::default(),
        text: generator.problem(1, number).unwrap(),
    };
    DataSet {
        domain: generator.domain().pddl.to_owned(),
        problems: (1..=count).map(problem).collect(),
        heuristics: recipe(Source::Plans).heuristics,
        ..DataSet::default()
    }
}

fn blocks(count: u64) -> DataSet {
    base("blocksworld", &[("blocks", 4)], count)
}

fn recipe(source: Source) -> Recipe {
    Recipe {
        source,
        teacher: String::new(),
        labels_walks_back: true,
        walks: Some(20),
        walk_length: Some(15),
        heuristics: ["ff", "lmcut", "landmarks"].map(str::to_owned).to_vec(),
        unit_cost: false,
        siblings: false,
        deduplicate: false,
        max_states: None,
        seed: 3,
        limits: SearchLimits::default(),
    }
}

/// A folder of its own, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("hstar-label-{test}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn made(base: &DataSet, recipe: &Recipe, teacher: &dyn Teacher, threads: usize) -> DataSet {
    let threads = NonZero::new(threads).unwrap();
    let resources = Resources { threads, ..alone() };
    make(base, recipe, teacher, &Parts::in_memory(), &resources, &|_| {}).unwrap()
}

fn alone() -> Resources {
    Resources { threads: NonZero::<usize>::MIN, time: None, interrupted: Arc::default() }
}

/// The cost of the cheapest plan from each row's state.
fn least_costs(set: &DataSet) -> Vec<f64> {
    let tasks: Vec<Task> =
        (0..set.problems.len()).map(|problem| set.task(problem, &Budget::unlimited()).unwrap()).collect();
    let cost = |row: &crate::Row| {
        let mut task = tasks[row.problem as usize].clone();
        task.initial = StateText::new(&task).read(&row.state).unwrap();
        match Blind.search(&task, &Limits::default()).unwrap().outcome {
            Outcome::Solved { cost, .. } => cost as f64,
            other => panic!("{other:?} from {}", row.state),
        }
    };
    set.rows.iter().map(cost).collect()
}

#[test]
fn optimal_plans_are_labelled_with_least_costs() {
    let set = made(&blocks(3), &recipe(Source::Plans), &Blind, 1);
    for (row, least) in set.rows.iter().zip(least_costs(&set)) {
        assert_eq!((row.target, row.upper, row.optimal), (Some(least), Some(least), true));
        let [ff, lmcut, landmarks] = row.heuristics[..] else { panic!("three heuristics") };
        assert_eq!(row.lower, lmcut);
        assert!(lmcut.unwrap() <= least && (ff == Some(0.0)) == (least == 0.0), "{row:?}");
        assert_eq!(landmarks == Some(0.0), least == 0.0, "{row:?}");
    }
    for (problem, solved) in (0u32..).zip(&set.problems) {
        let rows: Vec<_> = set.rows.iter().filter(|row| row.problem == problem).collect();
        assert_eq!(rows.last().unwrap().target, Some(0.0));
        assert!((0u32..).zip(&rows).all(|(step, row)| row.origin.step == step));
        assert_eq!(solved.searches, Tally { solved: 1, unsolvable: 0, stopped: 0, unvalued: 0 });
    }
}

#[test]
fn plans_from_walks_are_labelled_with_upper_bounds() {
    let set = made(&blocks(2), &recipe(Source::Walks), &GreedyFf, 1);
    for (row, least) in set.rows.iter().zip(least_costs(&set)) {
        assert!(row.target >= Some(least) && row.upper == row.target && !row.optimal);
        assert!(row.lower <= Some(least));
    }
    assert!(set.problems.iter().all(|problem| problem.searches.solved == 20));
    let starts: Vec<_> = set.rows.iter().filter(|row| row.origin.step == 0).map(|row| &row.state).collect();
    assert_eq!(starts.len(), 40);
    assert!(starts.iter().any(|start| *start != starts[0]));
}

#[test]
fn walks_back_are_possible_and_cost_what_they_say() {
    for (test, base) in [
        ("blocks-back", blocks(1)),
        ("gripper-back", base("gripper", &[("balls", 3)], 1)),
        (
            "logistics-back",
            base("logistics", &[("cities", 2), ("packages", 2), ("trucks", 2), ("airplanes", 1)], 1),
        ),
    ] {
        let recipe = Recipe { walks: Some(5), ..recipe(Source::Backward) };
        let set = made(&base, &recipe, &Blind, 1);
        for (row, least) in set.rows.iter().zip(least_costs(&set)) {
            assert_eq!(row.target, Some(least), "{test}: {row:?}");
            assert_eq!(row.upper, Some(least));
        }
        let unasked = made(&base, &Recipe { labels_walks_back: false, ..recipe }, &Blind, 1);
        assert_eq!(unasked.rows.len(), set.rows.len());
        for (row, labelled) in unasked.rows.iter().zip(&set.rows) {
            assert_eq!((row.target, row.optimal, &row.origin.teacher), (None, false, &None));
            assert!(row.state == labelled.state && row.upper >= labelled.target);
            assert_eq!(row.upper == Some(0.0), row.origin.step == 0);
        }
        assert_eq!(set.rows.iter().filter(|row| row.origin.step == 15).count(), 5, "{test}");
        let steps = unasked.rows.windows(3).filter(|rows| rows[2].origin.step >= 2);
        let (undoing, all) =
            (steps.clone().filter(|rows| rows[0].state == rows[2].state).count(), steps.count());
        assert!(undoing * 10 < all, "{test}: {undoing} of {all} steps undo the one before");
    }
}

#[test]
fn walks_from_states_end_within_as_many_actions() {
    let task = blocks(1).task(0, &Budget::unlimited()).unwrap();
    let starts = walk_ends(&task, 9, 20, 1);
    let ends = walks_from(&task, &starts, 1, 2);
    assert_eq!(ends, walks_from(&task, &starts, 1, 2));
    let space = Space::new(&task);
    let mut scratch = space.scratch();
    for (start, end) in starts.iter().zip(&ends) {
        let mut state = vec![0; space.words()];
        space.pack(start, &mut scratch, &mut state);
        let mut values = vec![0; task.variables.len()];
        let mut is_next = false;
        space.successors(&state, &mut space.scratch(), |_, successor| {
            space.values(successor, &mut values);
            is_next |= values == *end;
        });
        assert!(is_next, "{start:?} {end:?}");
    }
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let (base, recipe) = (blocks(3), recipe(Source::Walks));
    let whole = made(&base, &recipe, &GreedyFf, 1);
    assert_eq!(made(&base, &recipe, &GreedyFf, 3), whole);

    let folder = Folder::new("interrupted");
    let interrupted_after = |jobs: usize| {
        let parts = Parts::open(&folder.0, &base, &recipe).unwrap();
        let flag: Arc<AtomicBool> = Arc::default();
        let observe = |progress: Progress| flag.store(progress.jobs >= jobs, Ordering::Relaxed);
        make(
            &base,
            &recipe,
            &GreedyFf,
            &parts,
            &Resources { interrupted: Arc::clone(&flag), ..alone() },
            &observe,
        )
    };
    for jobs in [1, 3, 4] {
        assert!(matches!(interrupted_after(jobs), Err(LabelError::Interrupted)), "{jobs}");
        assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), jobs + 1);
    }
    std::fs::write(folder.0.join("000000-00000000.parquet"), "damaged").unwrap();
    assert_eq!(interrupted_after(usize::MAX).unwrap(), whole);
}

#[test]
fn parts_of_another_set_are_not_taken_for_this_ones() {
    let (base, recipe, folder) = (blocks(2), recipe(Source::Walks), Folder::new("other-set"));
    let parts = Parts::open(&folder.0, &base, &recipe).unwrap();
    Parts::open(&folder.0, &base, &recipe).unwrap();
    let other_seed = Recipe { seed: 4, ..recipe.clone() };
    assert!(matches!(Parts::open(&folder.0, &base, &other_seed), Err(PartsError::OtherSet(_))));
    let mut other_split = base.clone();
    other_split.problems[1].split = Split::Test;
    assert!(matches!(Parts::open(&folder.0, &other_split, &recipe), Err(PartsError::OtherSet(_))));
    assert!(matches!(Parts::open(&folder.0, &blocks(1), &recipe), Err(PartsError::OtherSet(_))));
    parts.remove().unwrap();
    assert!(!folder.0.exists());
}

#[test]
fn folders_that_hold_other_things_are_left_alone() {
    let (base, recipe, folder) = (blocks(1), recipe(Source::Plans), Folder::new("other-things"));
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(folder.0.join("thesis.tex"), "").unwrap();
    assert!(matches!(Parts::open(&folder.0, &base, &recipe), Err(PartsError::NoParts(_))));
    assert!(matches!(Parts::discard(&folder.0), Err(PartsError::NoParts(_))));
    assert!(folder.0.join("thesis.tex").exists());
    std::fs::remove_file(folder.0.join("thesis.tex")).unwrap();
    Parts::open(&folder.0, &base, &recipe).unwrap();
    Parts::discard(&folder.0).unwrap();
    assert!(!folder.0.exists());
    Parts::discard(&folder.0).unwrap();
}

#[test]
fn searches_that_reach_a_limit_are_counted_and_left_out() {
    let limits = SearchLimits::evaluations(2);
    let set = made(&blocks(2), &Recipe { limits, ..recipe(Source::Plans) }, &Blind, 1);
    assert!(set.rows.is_empty());
    assert!(
        set.problems
            .iter()
            .all(|problem| problem.searches == Tally { solved: 0, unsolvable: 0, stopped: 1, unvalued: 0 })
    );
}

#[test]
fn each_state_is_there_once_if_asked_for() {
    let recipe = Recipe { deduplicate: true, ..recipe(Source::Walks) };
    let set = made(&blocks(1), &recipe, &GreedyFf, 1);
    let mut states: Vec<&str> = set.rows.iter().map(|row| &*row.state).collect();
    states.sort_unstable();
    states.dedup();
    assert_eq!(states.len(), set.rows.len());
}

#[test]
fn unknown_heuristics_are_refused() {
    let base = blocks(1);
    let recipe = Recipe { heuristics: vec!["fff".to_owned()], ..recipe(Source::Plans) };
    let result = make(&base, &recipe, &Blind, &Parts::in_memory(), &alone(), &|_| {});
    assert!(matches!(result, Err(LabelError::UnknownHeuristic(name)) if name == "fff"));
}

#[test]
fn enough_states_are_enough_for_any_number_of_threads() {
    let recipe = Recipe { walks: Some(200), walk_length: Some(5), ..recipe(Source::Walks) };
    let all = made(&blocks(1), &recipe, &GreedyFf, 1);
    let recipe = Recipe { max_states: Some(100), ..recipe };
    let some = made(&blocks(1), &recipe, &GreedyFf, 1);
    assert!(100 <= some.rows.len() && some.rows.len() < all.rows.len());
    assert_eq!(some.rows, all.rows[..some.rows.len()]);
    assert_eq!(some.rows, made(&blocks(1), &recipe, &GreedyFf, 3).rows);
}

#[test]
fn when_the_time_is_up_there_is_what_was_done() {
    let resources = Resources { time: Some(Duration::ZERO), ..alone() };
    let set =
        make(&blocks(2), &recipe(Source::Plans), &Blind, &Parts::in_memory(), &resources, &|_| {}).unwrap();
    assert!(set.rows.is_empty() && set.problems.len() == 2);
}

#[test]
fn time_that_is_up_ends_walks_steps_back_and_searches_on_their_way() {
    let long = |source| Recipe { walks: Some(1), walk_length: Some(u32::MAX), ..recipe(source) };
    for source in [Source::Walks, Source::Backward] {
        let resources = Resources { time: Some(Duration::from_millis(200)), ..alone() };
        let start = Instant::now();
        let set = make(&blocks(1), &long(source), &GreedyFf, &Parts::in_memory(), &resources, &|_| {});
        assert!(set.unwrap().rows.is_empty(), "a part of a walk is another walk");
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    }

    /// Goes on until its limits end it.
    struct Endless;
    impl Teacher for Endless {
        fn name(&self) -> &'static str {
            "endless"
        }
        fn is_optimal(&self) -> bool {
            true
        }
        fn search(&self, _: &Task, limits: &Limits) -> Result<Report, String> {
            let limit = loop {
                std::thread::sleep(Duration::from_millis(1));
                if let Err(limit) = limits.budget.check() {
                    break limit;
                }
            };
            let outcome = Outcome::Stopped(StopReason::Exhausted(limit));
            Ok(Report { outcome, counters: Counters::default(), until_last_jump: Counters::default() })
        }
    }
    let resources = Resources { time: Some(Duration::from_millis(100)), ..alone() };
    let set = make(&blocks(2), &recipe(Source::Plans), &Endless, &Parts::in_memory(), &resources, &|_| {});
    let set = set.unwrap();
    assert!(set.rows.is_empty() && set.problems.iter().all(|problem| problem.searches.stopped == 0));
}

#[test]
fn actions_can_count_as_one() {
    let recipe = Recipe { unit_cost: true, ..recipe(Source::Plans) };
    let mut base = blocks(1);
    base.domain = base.domain.replace("(:predicates", "(:functions (total-cost)) (:predicates");
    let costly = base.domain.replace(":effect (and", ":effect (and (increase (total-cost) 7)");
    assert_ne!(costly, base.domain);
    base.domain = costly;
    let text = base.problems[0].text.trim_end();
    base.problems[0].text = format!("{}(:metric minimize (total-cost)))", &text[..text.len() - 1]);
    for (unit_cost, remainder) in [(true, 1.0), (false, 7.0)] {
        let recipe = Recipe { unit_cost, ..recipe.clone() };
        let set = made(&base, &recipe, &Blind, 1);
        let targets: Vec<f64> = set.rows.iter().filter_map(|row| row.target).collect();
        assert_eq!(targets[targets.len() - 2..], [remainder, 0.0]);
    }
}

#[test]
fn siblings_have_no_lower_cost_than_the_plan_says_and_those_with_a_label_that_cost() {
    let recipe = Recipe { siblings: true, ..recipe(Source::Plans) };
    let set = made(&base("gripper", &[("balls", 3)], 2), &recipe, &Blind, 1);
    let mut labelled = 0;
    for (number, problem) in set.problems.iter().enumerate() {
        let base = DataSet { problems: vec![problem.clone()], ..set.clone() };
        let task = base.task(0, &Budget::unlimited()).unwrap();
        let text = StateText::new(&task);
        let siblings = set.rows.iter().filter(|row| row.problem as usize == number);
        for row in siblings.filter(|row| row.origin.source == Source::Siblings) {
            let mut from_here = task.clone();
            from_here.initial = text.read(&row.state).unwrap();
            let report = Blind.search(&from_here, &Limits::default()).unwrap();
            let cost = report.cost().map(|cost| cost as f64);
            assert!(row.lower.unwrap() <= cost.unwrap_or(f64::INFINITY));
            assert!(row.target.is_none() || row.target == cost, "{row:?}");
            labelled += usize::from(row.target.is_some());
        }
    }
    assert!(labelled > 0, "no plan could be reordered");
}
