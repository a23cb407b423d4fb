//! Learning that decides by itself.

#![expect(clippy::unwrap_used, reason = "what cannot go on may panic here")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use generators::{Generator, Size};
use planner::explanation::{Question, explain};
use planner::guide::Content;
use planner::learning::contest::{Contest, Limit};
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
    let contest = Contest {
        problems,
        model,
        seed: 42,
        threads,
        limit: Limit::Evaluations(2_000),
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
    assert_eq!((bundle.domain.as_str(), bundle.tried_on.len(), bundle.trained_on), ("gripper-strips", 2, 6));
    assert_eq!(bundle.candidates.len(), 6);
    assert!(bundle.candidates.iter().any(|candidate| candidate.search.starts_with("lazy") || candidate.name == "no model"));
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
    assert!(told.starts_with("Of all that was tried on the largest 2 problems given, rules that act"), "{told}");
    assert!(told.contains("lama-first") && told.contains("achieve("), "{told}");
}

/// Goals with quantifiers are beyond rules, and a domain without objects that differ leaves little to learn: the search without a model stays.
#[test]
fn where_nothing_is_learned_the_bundle_plans_without_a_model() {
    let place = place("nothing");
    let domain = "(define (domain lamps) (:requirements :adl) (:predicates (lit ?l) (lamp ?l))
        (:action light :parameters (?l) :precondition (lamp ?l) :effect (lit ?l)))";
    let problem = |lamps: usize| {
        let names: String = (0..lamps).map(|lamp| format!(" l{lamp}")).collect();
        let are: String = (0..lamps).map(|lamp| format!(" (lamp l{lamp})")).collect();
        let text = format!(
            "(define (problem p{lamps}) (:domain lamps) (:objects{names}) (:init{are}) (:goal (forall (?l) (lit ?l))))"
        );
        (format!("p{lamps}"), text)
    };
    let problems = ProblemFiles::from_texts(domain, (1..6).map(problem));
    learn(&problems, &place.join("model"), 1);
    let model = ModelFile::read(&place.join("model")).unwrap();
    let given = PlanningTask::from_pddl(domain, &problem(9).1).unwrap();
    let search = model.usual_search().parse().unwrap();
    let found = planner::plan(&given, &search, Some(&model), &Limits::default(), &mut ()).unwrap();
    assert_eq!(found.plan.unwrap().steps.len(), 9);
    if let Content::Nothing = model.content {
        assert_eq!(model.usual_search(), "lama-first");
        let search = "gbfs(model)".parse().unwrap();
        let error = planner::plan(&given, &search, Some(&model), &Limits::default(), &mut ()).unwrap_err();
        assert!(error.to_string().contains("did better than lama-first"), "{error}");
    }
}

#[test]
fn an_interrupted_contest_leaves_no_half_a_model() {
    let place = place("interrupted");
    let interrupted = Arc::new(AtomicBool::new(true));
    let problems = problems("gripper", "balls", 1..=5);
    let (model, limit) = (&*place.join("model"), Limit::Evaluations(1_000));
    let contest = Contest { problems: &problems, model, seed: 1, threads: 1, limit, memory: None, interrupted };
    assert!(contest.run(&()).unwrap().is_some());
    assert!(!model.exists());
}
