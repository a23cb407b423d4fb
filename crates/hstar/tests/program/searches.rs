//! Every search and heuristic, through the command line.

use crate::support::{LIGHTS, PLAN_TO_C, Place};

/// Rain that dries up again, derived wetness, and conditional effects.
const GARDEN: &str = "\
(define (domain garden)
  (:requirements :adl :derived-predicates)
  (:types bed)
  (:predicates (sown ?b - bed) (watered ?b - bed) (next ?a ?b - bed) (damp ?b - bed) (grown ?b - bed))
  (:derived (damp ?b - bed) (or (watered ?b) (exists (?a - bed) (and (next ?a ?b) (damp ?a)))))
  (:action sow :parameters (?b - bed) :precondition (not (sown ?b)) :effect (sown ?b))
  (:action water :parameters (?b - bed) :precondition (not (damp ?b)) :effect (watered ?b))
  (:action wait :parameters ()
    :effect (forall (?b - bed) (when (and (sown ?b) (damp ?b)) (and (grown ?b) (not (watered ?b)))))))
";

const THREE_BEDS: &str = "\
(define (problem three) (:domain garden)
  (:objects a b c - bed) (:init (next a b) (next b c))
  (:goal (forall (?b - bed) (grown ?b))))
";

#[test]
fn every_heuristic_finds_a_plan_in_every_search() {
    let place = Place::new("searches");
    for heuristic in ["blind", "goalcount", "max", "add", "ff", "lmcut", "landmarks"] {
        for search in
            ["astar(H)", "wastar(H, w=2)", "gbfs(H)", "gbfs(H, preferred)", "lazy(H)", "lazy(H, preferred)"]
        {
            let spec = search.replace('H', heuristic);
            place.run(&["plan", "to-c.pddl", "--search", &spec]).expect(0);
        }
    }
}

#[test]
fn admissible_heuristics_find_the_cheapest_plan() {
    let place = Place::new("optimal");
    for options in [&["--search", "astar(blind)"][..], &["--search", "astar(lmcut)"], &["--optimal"]] {
        place.run(&[&["plan", "to-c.pddl"], options].concat()).expect(0);
        assert_eq!(place.read("sas_plan"), PLAN_TO_C);
    }
}

#[test]
fn axioms_and_conditional_effects_are_for_those_that_know_them() {
    let place = Place::new("garden");
    place.write("domain.pddl", GARDEN);
    place.write("three.pddl", THREE_BEDS);
    for spec in
        ["astar(blind)", "gbfs(goalcount)", "gbfs(max)", "gbfs(add)", "lazy(ff, preferred)", "lama-first"]
    {
        place.run(&["plan", "three.pddl", "--search", spec]).expect(0);
    }
    place
        .run(&["plan", "three.pddl", "--optimal", "-v"])
        .expect(0)
        .says("Search: astar(blind)")
        .ends("Plan: 5 steps, cost 5, valid, optimal → ");
    place
        .run(&["plan", "three.pddl", "--search", "astar(lmcut)"])
        .expect(34)
        .complains("the heuristic lmcut does not support axioms");
}

#[test]
fn an_anytime_search_writes_better_and_better_plans() {
    let place = Place::new("anytime");
    place
        .run(&["plan", "to-c.pddl", "--preset", "lama"])
        .expect(0)
        .ends("Plan: 3 steps, cost 7, valid, optimal → ");
    assert!(!place.has("sas_plan"));
    assert!(place.has("sas_plan.1"));
    let last = (1..).take_while(|number| place.has(&format!("sas_plan.{number}"))).last().unwrap();
    assert_eq!(place.read(&format!("sas_plan.{last}")), PLAN_TO_C);
}

#[test]
fn an_exhausted_search_is_unsolvable_whatever_the_search() {
    let place = Place::new("exhausted");
    place.write("domain.pddl", LIGHTS);
    place.write(
        "stuck.pddl",
        "(define (problem stuck) (:domain lights) (:objects a b - light) (:init) (:goal (and (on a) (not (on a)))))",
    );
    for spec in ["astar(lmcut)", "gbfs(ff)", "lazy(ff, preferred)", "lama"] {
        place.run(&["plan", "stuck.pddl", "--search", spec]).expect(11);
    }
}
