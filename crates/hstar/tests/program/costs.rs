//! Costs that the initial state gives no value to.

use crate::support::{Place, Run};

/// Crates of different weights are to be loaded, all by hand or some by crane.
const DEPOT: &str = "\
(define (domain depot)
  (:requirements :strips :typing :action-costs)
  (:types crate)
  (:predicates (outside ?c - crate) (loaded ?c - crate) (lifted ?c - crate) (crane))
  (:functions (total-cost) - number (weight ?c - crate) - number)
  (:action load :parameters (?c - crate)
    :precondition (outside ?c)
    :effect (and (not (outside ?c)) (loaded ?c) (increase (total-cost) (weight ?c))))
  (:action lift :parameters (?c - crate)
    :precondition (and (crane) (outside ?c))
    :effect (and (not (outside ?c)) (loaded ?c) (lifted ?c) (increase (total-cost) 9))))
";

/// A problem with two crates, of which only one has a weight.
fn problem(init: &str, goal: &str) -> String {
    format!(
        "(define (problem two) (:domain depot)\n  (:objects c1 c2 - crate)\n  (:init (outside c1) (= (weight c2) 5) {init})\n  \
         (:goal {goal})\n  (:metric minimize (total-cost)))\n"
    )
}

fn plan(name: &str, problem: &str, options: &[&str]) -> Run {
    let place = Place::new(name);
    place.write("domain.pddl", DEPOT);
    place.write("two.pddl", problem);
    place.run(&[&["plan", "domain.pddl", "two.pddl"], options].concat())
}

const WARNING: &str = "\
warning: the cost `(weight c1)` of the action `(load c1)` has no value
 --> two.pddl:3:4
  |
3 |   (:init (outside c1) (= (weight c2) 5) (outside c2))
  |    ^^^^^ without it, the action can't be applied
  = help: add what it costs: `(= (weight c1) NUMBER)`
";

#[test]
fn a_cost_without_a_value_is_no_proof() {
    let both = problem("(outside c2)", "(and (loaded c1) (loaded c2))");
    for options in [&["--optimal"][..], &["--search", "gbfs(ff)"], &["--preset", "lama"], &[]] {
        let run = plan("unvalued", &both, options).expect(12).complains(WARNING);
        let why = "No plan found: actions whose cost has no value are left out";
        assert!(run.stdout.contains(why), "{}", run.stdout);
    }
    let error = WARNING.replace("warning:", "error:");
    plan("unvalued-strict", &both, &["--strict"]).expect(31).complains(&error);
}

#[test]
fn plans_that_do_without_what_has_no_value_are_found() {
    let one = problem("(outside c2)", "(loaded c2)");
    plan("unvalued-other", &one, &[]).expect(0).complains(WARNING);
    let crane = problem("(crane)", "(loaded c1)");
    let run = plan("unvalued-crane", &crane, &["--optimal"]).expect(0);
    run.complains("the cost `(weight c1)` of the action `(load c1)` has no value");
}

#[test]
fn values_that_no_action_can_ask_for_may_be_missing() {
    // Of c1 there is nothing to load, and that c2 can't be lifted is certain.
    let inside = problem("(outside c2)", "(lifted c2)").replace("(outside c1)", "(loaded c1)");
    let run = plan("unvalued-unreachable", &inside, &["--strict"]).expect(11);
    assert_eq!(run.stderr, "");
}

#[test]
fn problems_that_lack_a_value_are_not_counted_as_without_a_plan() {
    let place = Place::new("unvalued-data");
    place.write("tasks/domain.pddl", DEPOT);
    place.write("tasks/p1.pddl", &problem("(outside c2)", "(and (loaded c1) (loaded c2))"));
    place.write("tasks/p2.pddl", &problem("(outside c2)", "(loaded c2)"));
    let run = place.run(&["data", "tasks", "--out", "set.parquet"]).expect(0);
    run.says("Searches: 1 solved, 0 without a plan, 1 given up")
        .says("Given up in: p1")
        .says("Actions left out, since their cost has no value, in: p1, p2");
}
