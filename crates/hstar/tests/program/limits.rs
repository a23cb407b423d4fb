//! Limits as they are given on the command line.

use std::time::{Duration, Instant};

use crate::support::{LIGHTS, LIMITS_MEMORY, Place, forty_lights};

#[test]
fn a_search_ends_soon_after_its_time() {
    let place = Place::new("time");
    place.write("domain.pddl", LIGHTS);
    place.write("forty.pddl", &forty_lights());
    let start = Instant::now();
    place
        .run(&["plan", "forty.pddl", "--search", "astar(blind)", "--time-limit", "0.3s"])
        .expect(23)
        .ends("No plan found: the time limit of 0.3 s was reached (");
    assert!(start.elapsed() >= Duration::from_millis(300));
    assert!(start.elapsed() < Duration::from_secs(5));
}

/// A goal about many objects, for which landmarks and heuristics take long to find.
const MANY: &str = "\
(define (domain many)
  (:requirements :adl)
  (:predicates (done ?t))
  (:action do :parameters (?t) :precondition (not (done ?t)) :effect (done ?t)))
";

#[test]
fn limits_hold_also_where_work_does_not_look_at_them() {
    let place = Place::new("unheeded");
    let things: String = (0..50_000).map(|thing| format!(" t{thing}")).collect();
    place.write("domain.pddl", MANY);
    place.write(
        "p.pddl",
        &format!(
            "(define (problem p) (:domain many) (:objects{things}) (:init) (:goal (forall (?t) (done ?t))))"
        ),
    );
    let start = Instant::now();
    let plan = ["plan", "p.pddl", "--preset", "lama-first", "--stats", "stats.json", "--time-limit", "2s"];
    let run = place.run(&plan);
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    assert!([21, 23].contains(&run.code), "{}: {}", run.code, run.stderr);
    let stats: serde_json::Value = serde_json::from_str(&place.read("stats.json")).unwrap();
    assert_eq!(stats["status"], "time-limit");
}

#[test]
fn limits_that_are_not_reached_change_nothing() {
    let place = Place::new("unreached");
    let memory = if LIMITS_MEMORY { &["--memory-limit", "4G"][..] } else { &[] };
    place
        .run(&[&["plan", "to-c.pddl", "--time-limit", "1h", "--max-expansions", "1000"], memory].concat())
        .expect(0)
        .ends("Plan: 3 steps, cost 7, valid → ");
}

#[cfg(not(target_os = "linux"))]
#[test]
fn a_limit_on_memory_that_nobody_can_keep_is_refused() {
    let place = Place::new("no-memory-limit");
    for command in ["plan", "translate"] {
        let run = place.run(&[command, "to-c.pddl", "--memory-limit", "4G"]).expect(36);
        run.complains("on this system hstar can't tell how much memory it holds");
    }
}
