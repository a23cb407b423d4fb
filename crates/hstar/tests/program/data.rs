//! Data sets: what is in them, that they come out the same, and that wrong files are refused.

use std::fs;
use std::thread;
use std::time::Duration;

use hstar::data::{DataSet, Source, Split};

use crate::support::{LIMITS_MEMORY, Place};

/// A place with ten small problems of the blocks world.
fn blocks(test: &str) -> Place {
    let place = Place::new(test);
    place.run(&["generate", "blocksworld", "--blocks", "5", "--out", "blocks"]).expect(0);
    place
}

fn make(place: &Place, out: &str, more: &[&str]) {
    place.run(&[&["data", "blocks", "--out", out], more].concat()).expect(0);
    assert!(!place.has(&format!("{out}.parts")), "parts are left");
}

fn set(place: &Place, name: &str) -> DataSet {
    DataSet::read(&place.path(name)).unwrap()
}

fn bytes(place: &Place, name: &str) -> Vec<u8> {
    fs::read(place.path(name)).unwrap()
}

const WALKS: [&str; 6] = ["--from", "walks", "--walks", "20", "--walk-length", "30"];

#[test]
fn optimal_plans_become_labelled_states() {
    let place = blocks("data-plans");
    make(&place, "set.parquet", &["--split", "80:10:10", "--heuristics", "ff,lmcut,max"]);
    let set = set(&place, "set.parquet");
    assert_eq!(set.heuristics, ["ff", "lmcut", "max"]);
    assert_eq!(set.problems.len(), 10);
    assert_eq!(set.problems[0].name, "p01");
    assert_eq!(set.problems[9].text, place.read("blocks/p10.pddl"));
    assert_eq!(set.domain, place.read("blocks/domain.pddl"));
    let count = |split| set.problems.iter().filter(|problem| problem.split == split).count();
    assert_eq!(Split::ALL.map(count), [8, 1, 1]);
    for row in &set.rows {
        assert!(row.optimal && row.target == row.upper && row.lower <= row.target);
        assert_eq!(row.origin.teacher.as_deref(), Some("astar(lmcut)"));
        assert_eq!(row.origin.source, Source::Plans);
    }
}

#[test]
fn the_same_command_gives_the_same_bytes_on_any_number_of_threads() {
    let place = blocks("data-same");
    for from in
        [&WALKS[..], &["--from", "plans"], &["--from", "backward", "--walks", "5", "--walk-length", "20"]]
    {
        make(&place, "one.parquet", &[from, &["--threads", "1"]].concat());
        make(&place, "two.parquet", &[from, &["--threads", "2"]].concat());
        make(&place, "other.parquet", &[from, &["--seed", "2"]].concat());
        assert_eq!(bytes(&place, "one.parquet"), bytes(&place, "two.parquet"), "{from:?}");
        assert_ne!(bytes(&place, "one.parquet"), bytes(&place, "other.parquet"), "{from:?}");
    }
}

#[test]
fn a_killed_run_goes_on_and_ends_with_the_same_bytes() {
    let place = blocks("data-killed");
    let long = ["--from", "walks", "--walks", "200", "--walk-length", "50"];
    make(&place, "whole.parquet", &long);
    let arguments = [&["data", "blocks", "--out", "killed.parquet"], &long[..]].concat();
    let mut kills = 0;
    for milliseconds in [20, 50, 100, 200, 400] {
        let mut child = place.command(&arguments).spawn().unwrap();
        thread::sleep(Duration::from_millis(milliseconds));
        // SIGKILL: it has no chance to tidy up.
        child.kill().unwrap();
        child.wait().unwrap();
        kills += usize::from(!place.has("killed.parquet"));
    }
    assert!(kills > 0, "nothing was killed in time");
    place.run(&arguments).expect(0);
    assert_eq!(bytes(&place, "killed.parquet"), bytes(&place, "whole.parquet"));
    assert!(!place.has("killed.parquet.parts"));
}

#[test]
fn unfinished_work_for_another_set_is_kept_unless_thrown_away() {
    let place = blocks("data-restart");
    place.write("set.parquet.parts/set", "another\n");
    let data = ["data", "blocks", "--out", "set.parquet"];
    place.run(&data).expect(36).complains("other options or problems\n  = help: --restart throws them away");
    place.run(&[&data[..], &["--restart"]].concat()).expect(0);
    place.write("thesis.parquet.parts/thesis.tex", "");
    let data = ["data", "blocks", "--out", "thesis.parquet", "--restart"];
    place.run(&data).expect(36).complains("something else than parts");
    assert!(place.has("thesis.parquet.parts/thesis.tex"));
}

#[test]
fn folders_named_after_splits_are_for_these() {
    let place = Place::new("data-folders");
    for (split, seed) in [("train", "1"), ("validation", "2"), ("test", "3")] {
        let out = format!("all/{split}");
        place
            .run(&["generate", "gripper", "--balls", "2", "--count", "2", "--seed", seed, "--out", &out])
            .expect(0);
    }
    fs::copy(place.path("all/train/domain.pddl"), place.path("all/domain.pddl")).unwrap();
    place.run(&["data", "all", "--out", "set.parquet"]).expect(0);
    let set = set(&place, "set.parquet");
    let splits: Vec<Split> = set.problems.iter().map(|problem| problem.split).collect();
    assert_eq!(
        splits,
        [Split::ALL[0], Split::ALL[0], Split::ALL[1], Split::ALL[1], Split::ALL[2], Split::ALL[2]]
    );
    assert_eq!(set.problems[0].name, "all/train/p01");
}

#[test]
fn searches_that_reach_a_limit_are_told_and_not_fatal() {
    let place = blocks("data-limit");
    let limited = ["data", "blocks", "--out", "set.parquet", "--max-evaluations", "30"];
    let run = place.run(&limited);
    let set = set(&place, "set.parquet");
    let given_up = set.problems.iter().filter(|problem| problem.searches.stopped == 1).count();
    assert!(given_up > 0 && given_up < 10, "{given_up}");
    let summary = format!("Searches: {} solved, 0 without a plan, {given_up} given up", 10 - given_up);
    run.expect(0).says(&summary);
    place
        .run(&["data", "blocks", "--out", "none.parquet", "--max-evaluations", "1"])
        .expect(12)
        .complains("the set has no states");
}

#[test]
fn a_set_tells_what_it_is() {
    let place = blocks("data-show");
    make(&place, "set.parquet", &["--deduplicate"]);
    let made = set(&place, "set.parquet");
    let run = place.run(&["data", "show", "set.parquet"]).expect(0);
    let run = run.says(&format!("Data set: {} states of 10 problems, format 1", made.rows.len()));
    run.says("Heuristics: ff, lmcut").says("Searches: 10 solved, 0 without a plan, 0 given up");
}

#[test]
fn wrong_files_are_refused_with_a_reason() {
    let place = blocks("data-wrong");
    make(&place, "set.parquet", &["--heuristics", "ff"]);
    let whole = bytes(&place, "set.parquet");
    let refused = |bytes: &[u8], reason: &str| {
        fs::write(place.path("wrong.parquet"), bytes).unwrap();
        place.run(&["data", "show", "wrong.parquet"]).expect(31).complains(reason);
    };
    refused(b"problem,state\n", "it is no Parquet file");
    refused(b"PAR1 something else PAR1", "can't be decoded");
    refused(&whole[..whole.len() / 2], "it is damaged or incomplete");
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 4;
    refused(&flipped, "it is damaged or incomplete");
    let mut future = whole;
    let version = future.windows(4).position(|digits| digits == b"0001").unwrap();
    future[version] = b'1';
    refused(&future, "its layout has version 1001");
    place.run(&["data", "show", "missing.parquet"]).expect(31).complains("missing.parquet");
}

#[test]
fn what_cannot_be_made_is_explained() {
    let place = blocks("data-cannot");
    place.write(
        "wrong.pddl",
        "(define (problem p) (:domain blocksworld) (:objects a) (:init (on a)) (:goal (clear a)))",
    );
    for (arguments, code, complaint) in [
        (&["blocks"][..], 36, "--out <FILE>"),
        (&["blocks", "--out", "s", "--from", "plan"], 36, "[possible values: plans, walks, backward]"),
        (&["blocks", "--out", "s", "--heuristics", "ff,hff"], 36, "[possible values: blind, "),
        (&["blocks", "--out", "s", "--split", "80:20"], 36, "as in 80:10:10"),
        (&["blocks", "--out", "s", "--teacher", "astar(lmcat)"], 33, "did you mean `lmcut`?"),
        (&["blocks", "--out", "s", "--teacher", "gbfs(model)"], 33, "the teacher can't be a model"),
        (&["blocks", "--out", "blocks/p01.pddl"], 36, "would replace a file it is made from"),
        (&["blocks/domain.pddl", "--out", "s"], 31, "no problem is given"),
        (&["blocks/domain.pddl", "blocks", "blocks/p01.pddl", "--out", "s"], 36, "a problem is given twice"),
        (&["blocks/domain.pddl", "wrong.pddl", "--out", "s"], 31, "wrong.pddl"),
        (&["blocks", "--out", "missing/s"], 32, "cannot write missing/s"),
    ] {
        place.run(&[&["data"], arguments].concat()).expect(code).complains(complaint);
    }
    assert!(!place.has("s") && !place.has("s.parts"));
}

#[test]
fn the_domain_is_found_as_plan_finds_it() {
    let place = blocks("data-domain");
    place.run(&["data", "blocks/p01.pddl", "blocks/p02.pddl", "--out", "set.parquet"]).expect(0);
    assert_eq!(set(&place, "set.parquet").problems.len(), 2);
    place.run(&["learn", "m.hstar", "blocks/p01.pddl", "--steps", "10"]).expect(0);
    place.write("far/from/all/p01.pddl", &place.read("blocks/p01.pddl"));
    place
        .run(&["data", "far/from/all/p01.pddl", "--out", "s"])
        .expect(31)
        .complains("no domain given, and none found");
}

#[test]
fn what_has_failed_does_not_stand_in_the_way_of_what_would_work() {
    let place = blocks("data-failed");
    let text = place.read("blocks/p02.pddl").replace("(:goal", "(:goal (nowhere)) (:goal");
    place.write("wrong/p02.pddl", &text);
    let data = |problem: &str, more: &[&str]| {
        place.run(&[&["data", "blocks/domain.pddl", "blocks/p01.pddl", problem, "--out", "s"], more].concat())
    };
    data("wrong/p02.pddl", &[]).expect(31);
    place.write("house/domain.pddl", DERIVED);
    place.write("house/p.pddl", LIT);
    let house = ["data", "house/p.pddl", "--out", "s"];
    place.run(&[&house[..], &["--teacher", "astar(lmcut)"]].concat()).expect(34);
    assert!(!place.has("s.parts"));
    place.run(&house).expect(0);
    data("blocks/p02.pddl", &[]).expect(0);
}

/// A lamp is lit if its switch is on.
pub const DERIVED: &str = "\
(define (domain house) (:requirements :derived-predicates :typing) (:types lamp)
  (:predicates (on ?l - lamp) (lit ?l - lamp) (all-lit))
  (:derived (lit ?l - lamp) (on ?l))
  (:action press :parameters (?l - lamp) :precondition (not (lit ?l)) :effect (on ?l)))
";

pub const LIT: &str = "\
(define (problem p) (:domain house) (:objects a b c - lamp) (:init (on a)) (:goal (and (lit a) (lit b) (lit c))))
";

#[test]
fn tasks_with_derived_predicates_are_labelled_by_a_search_that_can() {
    let place = Place::new("data-derived");
    place.write("house/domain.pddl", DERIVED);
    place.write("house/p.pddl", LIT);
    place.run(&["data", "house", "--out", "s.parquet"]).expect(0);
    let set = set(&place, "s.parquet");
    assert_eq!(set.rows.len(), 3);
    assert!(set.rows.iter().all(|row| row.optimal && row.origin.teacher.as_deref() == Some("astar(blind)")));
    // The bound that is usual can't handle them either.
    let learned = place.run(&["learn", "m.hstar", "house", "--steps", "10"]).expect(0).stdout;
    assert!(learned.contains("Estimates never go below max, since lmcut can't handle"), "{learned}");
    place.run(&["plan", "house/p.pddl", "--model", "m.hstar"]).expect(0);
    place
        .run(&["learn", "n.hstar", "s.parquet", "--steps", "10", "--lower", "lmcut"])
        .expect(34)
        .complains("--lower max");
}

#[test]
fn limits_are_told_in_words() {
    let place = blocks("data-limits");
    let (memory, within) =
        if LIMITS_MEMORY { (&["--memory-limit", "4G"][..], "2 s and 4 GB") } else { (&[][..], "2 s") };
    let limits = ["--time-limit", "2", "--max-evaluations", "1"];
    let made = place.run(&[&["data", "blocks", "--out", "s.parquet"], &limits[..], memory].concat()).stdout;
    assert!(made.contains(&format!(", each search within {within} and 1 evaluation")), "{made}");
    assert!(!made.contains("secs"), "{made}");
}
