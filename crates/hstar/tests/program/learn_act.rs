//! Rules that act: learned from small problems, read, edited, and used on larger ones.

use std::fs;

use crate::support::Place;

/// Rules for the ferry, learned from a few cars, and a problem of thirty.
fn ferry(test: &str) -> Place {
    let place = Place::new(test);
    place.run(&["generate", "ipc23-ferry", "--cars", "3", "--count", "6", "--out", "small"]).expect(0);
    place.run(&["generate", "ipc23-ferry", "--cars", "30", "--count", "1", "--out", "large"]).expect(0);
    place.run(&["learn", "f.rules", "small/domain.pddl", "small", "--rules", "act"]).expect(0);
    place
}

const LARGE: [&str; 2] = ["large/domain.pddl", "large/p01.pddl"];

#[test]
fn rules_learned_from_small_problems_plan_large_ones_without_search_and_are_explained() {
    let place = ferry("act-ferry");
    let stats = place.stats(&[&LARGE[..], &["--model", "f.rules"]].concat());
    assert_eq!((&stats["status"], &stats["search"]), (&"solved".into(), &"act(model)".into()));
    assert_eq!(stats["evaluated"], 0);
    assert_eq!(stats["plan_length"], stats["cost"]);
    let rules = place.run(&["explain", "f.rules"]).expect(0).stdout;
    assert!(rules.contains("achieve(at(Car,Location),1,[debark(Car,Location)])"), "{rules}");
    let steps = place.run(&[&["explain", "f.rules"][..], &LARGE].concat()).expect(0).stdout;
    assert!(steps.contains("all goals hold"), "{steps}");
}

#[test]
fn the_same_seed_makes_the_same_rules_with_any_number_of_threads() {
    let place = ferry("act-threads");
    let learn = ["learn", "g.rules", "small/domain.pddl", "small", "--rules", "act", "--threads", "3"];
    place.run(&learn).expect(0);
    let [one, other] = ["f.rules", "g.rules"].map(|name| fs::read(place.path(name)).unwrap());
    assert_eq!(one, other);
}

#[test]
fn learning_that_was_stopped_goes_on_to_the_same_rules() {
    let place = Place::new("act-stopped");
    place.run(&["generate", "blocksworld", "--blocks", "6", "--count", "20", "--out", "small"]).expect(0);
    let learn = |model, more: &[&'static str]| {
        place.run(&[&["learn", model, "small/domain.pddl", "small", "--rules", "act"][..], more].concat())
    };
    learn("whole.rules", &[]).expect(0);
    // Wherever that stops it.
    learn("parts.rules", &["--time-limit", "0.2s"]);
    learn("parts.rules", &["--time-limit", "0.4s"]);
    learn("parts.rules", &[]).expect(0);
    assert_eq!(place.read("whole.rules"), place.read("parts.rules"));
    assert!(!place.path("parts.rules.run").exists());
}

/// The search after rules that end told its estimates to a reporter that knew of no heuristics, and panicked.
#[test]
fn where_edited_rules_end_a_search_goes_on() {
    let place = ferry("act-edited");
    let text = fs::read_to_string(place.path("f.rules")).unwrap();
    // Whoever has boarded leaves, and nobody boards.
    let edited: String = text
        .split_inclusive('\n')
        .filter(|line| line.starts_with('%') || line.contains("1,[debark"))
        .collect();
    fs::write(place.path("f.rules"), edited).unwrap();
    place.run(&[&["plan"][..], &LARGE, &["--model", "f.rules"]].concat()).expect(0);
    let stats = place.stats(&[&LARGE[..], &["--model", "f.rules"]].concat());
    assert_ne!(stats["evaluated"], 0);
}

#[test]
fn a_wrong_edit_is_pointed_at() {
    let place = ferry("act-wrong");
    let text = fs::read_to_string(place.path("f.rules")).unwrap();
    fs::write(place.path("f.rules"), text.replace("debark", "debrk")).unwrap();
    let run = place.run(&[&["plan"][..], &LARGE, &["--model", "f.rules"]].concat());
    assert_ne!(run.code, 0);
    assert!(run.stderr.contains("did you mean `debark`?"), "{}", run.stderr);
}
