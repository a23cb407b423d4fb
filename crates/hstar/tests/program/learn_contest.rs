//! Learning that decides by itself.

use std::fs;

use crate::support::Place;

const DOMAIN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/warehouse/domain.pddl");
const SMALL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/warehouse/small");

/// Once, a model trained by default options took 102,451 evaluations and no plan where none had taken 0.02 s.
#[test]
fn a_model_learned_without_options_does_not_make_large_problems_harder() {
    let place = Place::new("contest-warehouse");
    let said = place.run(&["learn", "w.hstar", DOMAIN, SMALL]).expect(0).says("Model: w.hstar").stdout;
    assert!(said.contains("lama-first"), "{said}");
    for large in ["p01", "p02"] {
        let problem = format!("{}/../large/{large}.pddl", SMALL);
        let without = place.stats(&[DOMAIN, &problem]);
        let with = place.stats(&[DOMAIN, &problem, "--model", "w.hstar"]);
        let figure = |stats: &serde_json::Value, name: &str| stats[name].as_u64().unwrap();
        assert_eq!(with["status"], "solved");
        assert!(figure(&with, "evaluated") <= figure(&without, "evaluated"), "{with}");
        assert!(figure(&with, "cost") <= figure(&without, "cost"), "{with}");
    }
    let told = place.run(&["explain", "w.hstar"]).expect(0).stdout;
    assert!(told.contains("did best") && told.contains("achieve(stored(Box,Place)"), "{told}");
}

#[test]
fn options_of_other_ways_to_learn_are_told_apart() {
    let place = Place::new("contest-options");
    place
        .run(&["learn", "w.hstar", DOMAIN, SMALL, "--features", "wl", "--max-evaluations", "9"])
        .expect(36)
        .complains("--max-evaluations is for problems without options about the model");
    place.run(&["learn", "w.hstar", DOMAIN, SMALL, "--max-evaluations", "9", "--time-limit", "9"]).expect(36);
    place.run(&["learn", "w.hstar", DOMAIN, SMALL, "--max-evaluations", "500"]).expect(0);
    place
        .run(&["learn", "w.hstar", "tiles:3x3"])
        .expect(36)
        .complains("is a model for warehouse, and this would be one for tiles:3x3");
}

#[test]
fn a_warning_about_the_domain_is_said_once() {
    let place = Place::new("learn-contest-warnings");
    let domain = "(define (domain lamps) (:predicates (lit ?l) (near ?l ?m))
        (:action light :parameters (?l) :precondition (not (lit ?l)) :effect (lit ?l)))";
    fs::write(place.path("lamps.pddl"), domain).unwrap();
    for number in 1..6 {
        let lamps: String = (0..number).map(|lamp| format!("l{lamp} ")).collect();
        let goal: String = (0..number).map(|lamp| format!("(lit l{lamp}) ")).collect();
        let problem =
            format!("(define (problem p) (:domain lamps) (:objects {lamps}) (:init) (:goal (and {goal})))");
        fs::write(place.path(&format!("p{number}.pddl")), problem).unwrap();
    }
    let problems = ["p1.pddl", "p2.pddl", "p3.pddl", "p4.pddl", "p5.pddl"];
    let learn =
        [&["learn", "lamps.hstar", "lamps.pddl"][..], &problems, &["--max-evaluations", "99"]].concat();
    let said = place.run(&learn).expect(0).stderr.clone();
    assert_eq!(said.matches("used but not declared").count(), 1, "{said}");
}
