//! Learning that decides by itself.

#![expect(clippy::unwrap_used, reason = "what cannot go on may panic here")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use contest::{Contest, Limit};
use data::Split;
use generators::{Generator, Size};
use planner::bundle::{Bundle, Candidate, NOTHING};
use planner::explanation::{Question, explain};
use planner::problem_files::ProblemFiles;
use planner::{ModelFile, PlanningTask};
use search::{Budget, Limits};

fn place(name: &str) -> PathBuf {
    let place = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("contest-{name}"));
    if place.exists() {
        fs::remove_dir_all(&place).unwrap();
    }
    fs::create_dir_all(&place).unwrap();
    place
}

/// Problems of a generator with a parameter of growing values.
fn problems(domain: &str, parameter: &str, values: std::ops::RangeInclusive<u32>) -> ProblemFiles {
    let known = generators::find(domain).unwrap();
    let problem = |value: u32| {
        let mut generator = Generator::new(known, Size::Small);
        generator.set(parameter, value).unwrap();
        (format!("p{value:02}"), generator.problem(1, u64::from(value)).unwrap())
    };
    ProblemFiles::from_texts(known.pddl, values.map(problem))
}

fn learn(problems: &ProblemFiles, model: &Path, threads: usize) -> Vec<u8> {
    learn_within(2_000, problems, model, threads)
}

fn learn_within(evaluations: u64, problems: &ProblemFiles, model: &Path, threads: usize) -> Vec<u8> {
    let contest = Contest {
        problems,
        model,
        seed: 42,
        threads,
        limit: Limit::Evaluations(evaluations),
        memory: None,
        interrupted: Arc::default(),
    };
    assert_eq!(contest.run(&()).unwrap(), None);
    fs::read(model).unwrap()
}

#[test]
fn a_bundle_is_the_same_for_any_number_of_threads_and_after_a_stop_and_plans_larger_problems() {
    let place = place("gripper");
    let problems = problems("gripper", "balls", 1..=8);
    let bytes = learn(&problems, &place.join("one"), 1);
    assert_eq!(learn(&problems, &place.join("three"), 3), bytes);
    // What was learned before a stop is not learned again.
    fs::remove_file(place.join("one")).unwrap();
    fs::remove_file(place.join("one.run").join("costs.hstar")).unwrap();
    assert_eq!(learn(&problems, &place.join("one"), 2), bytes);

    let model = ModelFile::read(&place.join("one")).unwrap();
    let bundle = model.bundle.as_ref().unwrap();
    assert_eq!((bundle.domain.as_str(), bundle.tried_on.len(), bundle.trained_on), ("gripper", 2, 6));
    assert_eq!(bundle.candidates.len(), 8);
    assert!(bundle.candidates.iter().any(|candidate| candidate.name == NOTHING));
    assert_eq!(model.usual_search(), "act(model)");
    let known = generators::find("gripper").unwrap();
    let mut generator = Generator::new(known, Size::Small);
    generator.set("balls", 40).unwrap();
    let given = PlanningTask::from_pddl(known.pddl, &generator.problem(9, 1).unwrap()).unwrap();
    let search = model.usual_search().parse().unwrap();
    let found = planner::plan(&given, &search, Some(&model), &Limits::default(), &mut ()).unwrap();
    assert!(found.plan.is_some());
    let question =
        Question { inputs: &[], wants_page: false, threads: 1, budget: &Budget::unlimited(), progress: &() };
    let told = explain(&model, &question).unwrap().text;
    assert!(told.starts_with("Of all that was tried on 2 problems set apart, rules that act"), "{told}");
    assert!(told.contains("lama-first") && told.contains("achieve("), "{told}");
}

/// With 42 evaluations, searches without a model solve none with more than 8 balls.
#[test]
fn problems_that_were_solved_are_learned_from_and_larger_ones_tried() {
    let place = place("rounds");
    let problems = problems("gripper", "balls", 1..=12);
    let bytes = learn_within(42, &problems, &place.join("one"), 1);
    assert_eq!(learn_within(42, &problems, &place.join("three"), 3), bytes);
    let bundle = ModelFile::read(&place.join("one")).unwrap().bundle.unwrap();
    assert_eq!((bundle.tried_on, bundle.trained_on), (vec!["p11".to_owned(), "p12".to_owned()], 10));
    let solved = |name: &str| {
        let all = bundle.candidates.iter().filter(|candidate| candidate.name == name);
        all.map(|candidate| candidate.solved).collect::<Vec<_>>()
    };
    assert_eq!(solved(NOTHING), [0, 0]);
    assert_eq!(solved("rules that act"), [2]);
    assert_eq!(solved("rules that act, 8 problems"), [2]);
    let labels =
        data::DataSet::from_bytes(fs::read(place.join("one.run/round-3/labels.parquet")).unwrap()).unwrap();
    let of = |name: &str| labels.problems.iter().position(|problem| problem.name == name).unwrap() as u32;
    for name in ["p07", "p08", "p09", "p10"] {
        assert!(labels.rows.iter().any(|row| row.problem == of(name)), "{name} has no labels");
    }
}

#[test]
fn problems_for_validation_are_what_models_are_tried_on() {
    let place = place("validation");
    let mut problems = problems("gripper", "balls", 1..=8);
    for (number, split) in [(2, Split::Validation), (4, Split::Validation), (7, Split::Test)] {
        problems.problems[number].split = Some(split);
    }
    learn(&problems, &place.join("model"), 1);
    let bundle = ModelFile::read(&place.join("model")).unwrap().bundle.unwrap();
    assert_eq!((bundle.tried_on, bundle.trained_on), (vec!["p03".to_owned(), "p05".to_owned()], 5));
}

const LAMPS: &str = "(define (domain lamps) (:requirements :adl) (:predicates (lit ?l) (lamp ?l))
    (:action light :parameters (?l) :precondition (lamp ?l) :effect (lit ?l)))";

/// All of so many lamps shall be lit.
fn lamps(count: usize) -> String {
    let names: String = (0..count).map(|lamp| format!(" l{lamp}")).collect();
    let are: String = (0..count).map(|lamp| format!(" (lamp l{lamp})")).collect();
    format!(
        "(define (problem p) (:domain lamps) (:objects{names}) (:init{are}) (:goal (forall (?l) (lit ?l))))"
    )
}

/// Goals with quantifiers are beyond rules that act: the others compete without them.
#[test]
fn what_can_not_be_learned_is_left_out() {
    let place = place("lamps");
    let problems = ProblemFiles::from_texts(LAMPS, (1..6).map(|count| (format!("p{count}"), lamps(count))));
    learn(&problems, &place.join("model"), 1);
    let model = ModelFile::read(&place.join("model")).unwrap();
    let is_of_rules = |candidate: &Candidate| candidate.search == "act(model)";
    let candidates = &model.bundle.as_ref().unwrap().candidates;
    assert!(!candidates.iter().any(is_of_rules));
    // Colours see no goals in these either, and so what is tried last is tried.
    let names: Vec<&str> = candidates.iter().map(|candidate| candidate.name.as_str()).collect();
    assert_eq!(names, [NOTHING, NOTHING, "planning features"]);
    let given = PlanningTask::from_pddl(LAMPS, &lamps(9)).unwrap();
    let search = model.usual_search().parse().unwrap();
    let found = planner::plan(&given, &search, Some(&model), &Limits::default(), &mut ()).unwrap();
    assert_eq!(found.plan.unwrap().steps.len(), 9);
}

#[test]
fn a_bundle_without_a_model_plans_with_its_search_and_refuses_others() {
    let place = place("nothing");
    let bundle = Bundle {
        domain: "lamps".to_owned(),
        search: "lama-first".to_owned(),
        trained_on: 3,
        tried_on: vec!["p4".to_owned()],
        candidates: Vec::new(),
    };
    fs::write(place.join("model"), bundle.write(b"").unwrap()).unwrap();
    let model = ModelFile::read(&place.join("model")).unwrap();
    let given = PlanningTask::from_pddl(LAMPS, &lamps(9)).unwrap();
    let planned = |search: &str| {
        planner::plan(&given, &search.parse().unwrap(), Some(&model), &Limits::default(), &mut ())
    };
    assert_eq!(planned(model.usual_search()).unwrap().plan.unwrap().steps.len(), 9);
    let error = planned("gbfs(model)").unwrap_err().to_string();
    assert!(error.contains("did better than lama-first"), "{error}");
    assert!(planned("act(model)").is_err());
}

#[test]
fn an_interrupted_contest_leaves_no_half_a_model() {
    let place = place("interrupted");
    let interrupted = Arc::new(AtomicBool::new(true));
    let problems = problems("gripper", "balls", 1..=5);
    let (model, limit) = (&*place.join("model"), Limit::Evaluations(1_000));
    let contest =
        Contest { problems: &problems, model, seed: 1, threads: 1, limit, memory: None, interrupted };
    assert!(contest.run(&()).unwrap().is_some());
    assert!(!model.exists());
}
