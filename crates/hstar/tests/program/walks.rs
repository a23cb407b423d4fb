//! Problems from where random walks end: that they are the problem they come from in another state, that the state is
//! right, and how the files and the messages look.

use hstar::data::{DataSet, atom_text};
use hstar::pddl::{self, Domain, GroundAtom, Problem, Source, Strictness};
use hstar::search::Budget;
use hstar::task::{self, Plan};

use crate::support::{Place, Run, TO_C};

/// Lights to switch on the way: with costs, a static fact, one that no goal needs, axioms and conditional effects.
const ROOMS: &str = "\
(define (domain rooms)
  (:requirements :adl :derived-predicates :action-costs)
  (:predicates (at ?r) (door ?p ?q) (lit ?r) (been ?r) (safe ?r))
  (:functions (total-cost) - number (far ?p ?q) - number)
  (:derived (safe ?r) (or (lit ?r) (exists (?q) (and (door ?r ?q) (lit ?q)))))
  (:action go :parameters (?p ?q)
    :precondition (and (at ?p) (door ?p ?q) (safe ?p))
    :effect (and (not (at ?p)) (at ?q) (been ?q) (increase (total-cost) (far ?p ?q))))
  (:action switch :parameters (?r)
    :precondition (at ?r)
    :effect (and (when (lit ?r) (not (lit ?r))) (when (not (lit ?r)) (lit ?r)) (increase (total-cost) 1))))
";

const EVENING: &str = "\
; Where the lights are
(define (problem Evening) (:domain rooms)
  (:objects A B C)
  (:init (at a) (lit A) (door a b) (door b a) (door b c) (door c b) ; all doors
    (= (far a b) 2) (= (far b a) 2) (= (far b c) 3) (= (far c b) 3) (= (total-cost) 0) (not (lit b)))
  (:goal (and (lit C) (not (lit a)) (safe a))) ; and out
  (:metric minimize (total-cost)))
";

fn rooms(test: &str) -> Place {
    let place = Place::new(test);
    place.write("rooms.pddl", ROOMS);
    place.write("evening.pddl", EVENING);
    place
}

fn generate(place: &Place, more: &[&str]) -> Run {
    place.run(&[&["generate", "walks", "rooms.pddl", "evening.pddl"], more].concat())
}

fn parse(problem: &str) -> (Domain, Problem) {
    let domain = pddl::parse_domain(&Source::new("domain", ROOMS), Strictness::Strict).unwrap().value;
    let problem =
        pddl::parse_problem(&domain, &Source::new("problem", problem), Strictness::Strict).unwrap().value;
    (domain, problem)
}

fn problem(place: &Place, number: usize) -> Problem {
    parse(&place.read(&format!("evening-walks/evening-walk-{number:02}.pddl"))).1
}

#[test]
fn only_the_initial_state_differs_and_the_goal_does_not_hold_in_it() {
    let place = rooms("walks-same");
    generate(&place, &["--count", "20"])
        .expect(0)
        .says("Wrote 20 problems and their domain to evening-walks");
    assert_eq!(place.read("evening-walks/domain.pddl"), ROOMS);
    let (domain, original) = parse(EVENING);
    for number in 1..=20 {
        let file = format!("evening-walks/evening-walk-{number:02}.pddl");
        let text = place.read(&file);
        let (comment, text) = text.split_once('\n').unwrap();
        let command =
            format!("hstar generate walks rooms.pddl evening.pddl --length 200 --seed 2 --count {number}");
        assert_eq!(comment, format!("; The last problem of: {command}"));
        let around = |text: &str| {
            let (before, init) = text.split_once("(:init").unwrap();
            (before.to_owned(), init.split_once("\n  (:goal").unwrap().1.to_owned())
        };
        assert_eq!(around(text), around(EVENING));
        let problem = problem(&place, number);
        assert_eq!(problem, Problem { init: problem.init.clone(), ..original.clone() });
        assert!(text.contains("(= (total-cost) 0)"));
        assert!(!matches!(
            task::validate(&domain, &problem, &Plan::default()),
            Ok(task::Verdict::Valid { .. })
        ));
        place.run(&["plan", &file, "--strict"]).expect(0);
    }
}

#[test]
fn the_state_is_one_that_the_validator_reaches_in_as_many_steps() {
    let place = rooms("walks-state");
    generate(&place, &["--length", "3", "--count", "99"]).expect(0);
    let (domain, original) = parse(EVENING);
    let task = task::ground(&domain, &original, &Budget::unlimited()).unwrap();
    let operators: Vec<&str> =
        (0..task.operators.len()).map(|operator| &task.operators.names[operator]).collect();
    let mut plans: Vec<Vec<&str>> = vec![Vec::new()];
    for _ in 0..3 {
        plans = plans
            .iter()
            .flat_map(|plan| operators.iter().map(|&last| [&plan[..], &[last]].concat()))
            .collect();
    }
    let after = |plan: Vec<&str>| task::state_after(&domain, &original, &plan.into_iter().collect()).ok();
    let mut reachable: Vec<Vec<GroundAtom>> = plans.into_iter().filter_map(after).collect();
    reachable.sort();
    reachable.dedup();
    let mut reached: Vec<Vec<GroundAtom>> = (1..=99).map(|number| problem(&place, number).init).collect();
    reached.sort();
    reached.dedup();
    // Nothing is a goal state yet, and 99 walks come upon all that there is.
    assert_eq!(reached, reachable);
}

#[test]
fn a_seed_s_walks_are_those_that_data_is_made_from() {
    let place = rooms("walks-data");
    generate(&place, &["--count", "10", "--length", "9", "--seed", "5"]).expect(0);
    let data = ["--from", "walks", "--walks", "10", "--walk-length", "9", "--seed", "5"];
    place
        .run(&[&["data", "rooms.pddl", "evening.pddl", "--out", "set.parquet"][..], &data].concat())
        .expect(0);
    let set = DataSet::read(&place.path("set.parquet")).unwrap();
    let (domain, original) = parse(EVENING);
    let task = task::ground(&domain, &original, &Budget::unlimited()).unwrap();
    let known = |fact: &String| {
        let mut names = (0..task.variables.fact_names.len()).map(|fact| &task.variables.fact_names[fact]);
        names.any(|name| atom_text(name).as_ref() == Some(fact))
    };
    let mut compared = 0;
    for row in set.rows.iter().filter(|row| row.origin.step == 0 && row.target > Some(0.0)) {
        let problem = problem(&place, row.origin.walk as usize + 1);
        let name = |atom: &GroundAtom| {
            let objects = atom.args.iter().map(|object| problem.objects[object.index()].name.as_str());
            let predicate = domain.predicates[atom.predicate.index()].name.as_str();
            format!("({})", [predicate].into_iter().chain(objects).collect::<Vec<_>>().join(" "))
        };
        let mut facts: Vec<String> = problem.init.iter().map(name).filter(known).collect();
        facts.sort();
        assert_eq!(facts.join(" "), row.state);
        compared += 1;
    }
    assert!(compared >= 5, "{compared} compared only");
}

#[test]
fn the_same_seed_gives_the_same_files_however_many_there_are() {
    let place = rooms("walks-seeds");
    for (out, count, seed) in [("few", "2", "1"), ("many", "100", "1"), ("other", "2", "3")] {
        generate(&place, &["--count", count, "--seed", seed, "--out", out]).expect(0);
    }
    let [few, many, other] = ["few/evening-walk-02", "many/evening-walk-002", "other/evening-walk-02"]
        .map(|name| place.read(&format!("{name}.pddl")));
    assert_eq!(few, many);
    assert_ne!(few, other);
}

#[test]
fn a_model_of_a_problem_helps_with_its_walks_and_refuses_other_problems() {
    let place = rooms("walks-model");
    generate(&place, &["--count", "5"]).expect(0);
    let data = ["data", "rooms.pddl", "evening.pddl", "--out", "set.parquet", "--from", "walks"];
    place.run(&data).expect(0);
    let kind = ["--features", "facts", "--belief", "categorical", "--hidden", "8", "--steps", "100"];
    place.run(&[&["learn", "m.hstar", "set.parquet"][..], &kind].concat()).expect(0);
    for number in 1..=5 {
        let file = format!("evening-walks/evening-walk-{number:02}.pddl");
        let run = place.run(&["plan", &file, "--model", "m.hstar", "-v"]).expect(0);
        assert!(run.stdout.contains("model@location of the initial state: "), "{}", run.stdout);
    }
    place.write("other.pddl", &EVENING.replace("(lit C)", "(lit B)"));
    let refused = place.run(&["plan", "rooms.pddl", "other.pddl", "--model", "m.hstar"]);
    assert_ne!(refused.code, 0);
    assert!(refused.stderr.contains("goal"), "{}", refused.stderr);
}

#[test]
fn a_model_knows_facts_that_hold_for_good_where_a_walk_ends() {
    let place = Place::new("walks-for-good");
    // What is communicated, analyzed or open stays so: grounding alone would drop it, and it is in the goal.
    for domain in ["rovers", "scanalyzer", "grid"] {
        place.run(&["generate", domain, "--count", "1"]).expect(0);
        let problem = [&format!("{domain}/domain.pddl")[..], &format!("{domain}/p01.pddl")];
        let walks = ["--from", "walks", "--walks", "5", "--heuristics", "ff"];
        place.run(&[&["data"], &problem[..], &["--out", "set.parquet"], &walks].concat()).expect(0);
        let kind = ["--features", "facts", "--belief", "categorical", "--hidden", "8", "--steps", "50"];
        place.run(&[&["learn", "m.hstar", "set.parquet", "--force"][..], &kind].concat()).expect(0);
        place
            .run(&[&["generate", "walks"], &problem[..], &["--count", "10", "--out", domain]].concat())
            .expect(0);
        for number in 1..=10 {
            let file = format!("{domain}/p01-walk-{number:02}.pddl");
            let run = place.run(&["plan", &file, "--model", "m.hstar", "--max-evaluations", "1000"]);
            assert!([0, 12].contains(&run.code), "{}", run.stderr);
        }
    }
}

#[test]
fn what_cannot_be_walked_is_explained_and_leaves_nothing() {
    let place = rooms("walks-wrong");
    place.write("stuck.pddl", &EVENING.replace("(at a)", ""));
    place.write("done.pddl", &TO_C.replace("(parcel c)", "(road a b)"));
    place.write("broken.pddl", &EVENING.replace("(lit C)", "(lid C)"));
    place.run(&["translate", "rooms.pddl", "evening.pddl", "--sas", "task.sas"]).expect(0);
    let before = place.names();
    for (arguments, code, complaint) in [
        (&["rooms.pddl", "stuck.pddl"][..], 36, "stuck.pddl: in its initial state, no action"),
        (&["domain.pddl", "done.pddl"], 36, "done.pddl: in its initial state, no action"),
        (&["rooms.pddl", "broken.pddl"], 31, "did you mean `lit`?"),
        (&["rooms.pddl", "missing.pddl"], 31, "cannot read missing.pddl"),
        (&["task.sas"], 34, "task.sas is a SAS+ file"),
        (&["rooms.pddl", "evening.pddl", "--length", "0"], 36, "a whole number from 1 up is wanted"),
        (&["rooms.pddl", "evening.pddl", "--count", "0"], 36, "a whole number from 1 to 1000000 is wanted"),
    ] {
        place.run(&[&["generate", "walks"], arguments].concat()).expect(code).complains(complaint);
    }
    assert_eq!(place.names(), before);
}

#[test]
fn files_that_differ_are_only_replaced_by_force() {
    let place = rooms("walks-force");
    generate(&place, &["--count", "2"]).expect(0);
    generate(&place, &["--count", "2"]).expect(0);
    generate(&place, &["--count", "2", "--seed", "9"])
        .expect(36)
        .complains("evening-walk-01.pddl is there and differs");
    // The folder's own domain is another one.
    generate(&place, &["--out", "."])
        .expect(36)
        .complains("domain.pddl is there and differs\n  = help: --force");
    generate(&place, &["--count", "2", "--seed", "9", "--force"]).expect(0);
}
