//! Learning with Weisfeiler-Leman features: from small problems to larger ones.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::support::Place;

const LEARN: [&str; 5] = ["learn", "m.hstar", "data.parquet", "--features", "wl"];

/// Problems of a few blocks, and their states with siblings in `data.parquet`.
fn blocks(test: &str) -> Place {
    let place = Place::new(test);
    for blocks in ["3", "4", "5"] {
        let folder = format!("blocks/{blocks}");
        let generate = ["generate", "blocksworld", "--blocks", blocks, "--count", "3", "--out", &folder];
        place.run(&generate).expect(0);
    }
    place
        .run(&[
            "data",
            "blocks/3/domain.pddl",
            "blocks/3",
            "blocks/4",
            "blocks/5",
            "--siblings",
            "--out",
            "data.parquet",
        ])
        .expect(0);
    place
}

fn bytes(place: &Place, name: &str) -> Vec<u8> {
    fs::read(place.path(name)).unwrap()
}

#[test]
fn a_ranked_model_is_learned_explained_measured_and_races_nolan() {
    let place = blocks("learn-wl");
    place.run(&LEARN).expect(0);
    let run = place.run(&["explain", "m.hstar"]).expect(0);
    assert!(run.stdout.contains("blocksworld"), "{}", run.stdout);
    place.run(&["eval", "m.hstar", "data.parquet", "--split", "train"]).expect(0);
    place.run(&["generate", "blocksworld", "--blocks", "12", "--count", "1", "--out", "larger"]).expect(0);
    let larger = ["larger/domain.pddl", "larger/p01.pddl", "--model", "m.hstar"];
    place.run(&[&["explain", "m.hstar"][..], &larger[..2]].concat()).expect(0);
    place
        .run(&[&["plan"][..], &larger, &["-v"]].concat())
        .expect(0)
        .says(
            "Search: race(gbfs(model), lazy(ff(cost=one), landmarks(cost=one), \
             tiebreaking(novelty(landmarks(cost=one), width=2), landmarks(cost=one), g), preferred, boost=1000))",
        );
    let [first, second] = [(); 2].map(|()| place.stats(&larger));
    assert_eq!(first["plan"], second["plan"]);
    assert_eq!(first["evaluated"], second["evaluated"]);
    for search in ["gbfs(model@quantile:0.5)", "gbfs(model@adaptive:40, ff)", "lazy(model, ff, preferred)"] {
        let stats = place.stats(&[&larger[..], &["--search", search]].concat());
        assert_eq!(stats["status"], "solved", "{search}");
    }
}

#[test]
fn a_race_is_as_complete_as_its_searches() {
    let place = blocks("learn-wl-unsolvable");
    place.run(&LEARN).expect(0);
    let problem = place.read("blocks/3/p01.pddl");
    let (before, _) = problem.split_once("(:goal").unwrap();
    place.write("never.pddl", &format!("{before}(:goal (and (on b1 b2) (on b2 b1))))"));
    let never = ["blocks/3/domain.pddl", "never.pddl", "--model", "m.hstar"];
    for search in [&[][..], &["--search", "gbfs(model)"], &["--search", "race(gbfs(ff), lazy(model))"]] {
        assert_eq!(place.stats(&[&never[..], search].concat())["status"], "unsolvable");
    }
    // The model trusts itself nowhere: it leaves the race, and the other search goes on.
    let search = ["--search", "race(gbfs(model@mean+mean-threshold:100), lama-first)"];
    let problem = ["blocks/5/domain.pddl", "blocks/5/p01.pddl", "--model", "m.hstar"];
    assert_eq!(place.stats(&[&problem[..], &search].concat())["status"], "solved");
}

#[test]
fn learning_that_is_killed_ends_with_the_same_bytes() {
    let place = blocks("learn-wl-killed");
    place.run(&LEARN).expect(0);
    let killed = ["learn", "killed.hstar", "data.parquet", "--features", "wl"];
    for milliseconds in [5, 15, 30, 60, 10, 25] {
        let mut child = place.command(&killed).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    place.run(&killed).expect(0);
    assert_eq!(bytes(&place, "killed.hstar"), bytes(&place, "m.hstar"));
}

#[test]
fn damaged_files_and_other_domains_are_refused() {
    let place = blocks("learn-wl-refused");
    place.run(&LEARN).expect(0);
    let whole = bytes(&place, "m.hstar");
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    for (content, why) in [
        (&flipped[..], "its checksum does not fit its content"),
        (&whole[..whole.len() / 2], "no safetensors file, or not all of it"),
    ] {
        fs::write(place.path("bad.hstar"), content).unwrap();
        let plan = ["plan", "blocks/3/domain.pddl", "blocks/3/p01.pddl", "--model", "bad.hstar"];
        place.run(&plan).expect(31).complains(why);
    }
    place
        .run(&["plan", "domain.pddl", "to-c.pddl", "--model", "m.hstar"])
        .expect(31)
        .complains("it was trained on the domain `blocksworld`, and this task is of the domain `delivery`");
    let more = place.read("blocks/3/domain.pddl").replace("(:predicates", "(:predicates (heavy ?x)");
    place.write("blocks/more.pddl", &more);
    place
        .run(&["plan", "blocks/more.pddl", "blocks/3/p01.pddl", "--model", "m.hstar"])
        .expect(31)
        .complains("only the task has heavy/1");
}

#[test]
fn options_that_mean_nothing_for_linear_models_are_refused() {
    let place = blocks("learn-wl-options");
    let refused = |options: &[&str], why: &str| {
        place.run(&[&LEARN[..], options].concat()).expect(36).complains(why);
    };
    for option in [
        ["--select", "search"],
        ["--attempts", "3"],
        ["--sigma", "fixed"],
        ["--dropout", "0.1"],
        ["--activation", "relu"],
        ["--learning-rate", "0.1"],
        ["--patience", "3"],
        ["--steps", "50"],
    ] {
        refused(&option, &format!("{} is for models trained step by step", option[0]));
    }
    refused(&["--loss", "cost", "--rank-cost", "2"], "--rank-cost is for --loss rank and rank-few");
    refused(
        &["--hidden", "8", "--loss", "rank"],
        "--rank-cost and --loss cost, rank and rank-few are for --features wl without --hidden",
    );
    let rank_cost = ["--hidden", "8", "--belief", "categorical", "--loss", "cea", "--rank-cost", "2"];
    refused(&rank_cost, "--rank-cost and --loss cost");
    refused(&["--belief", "categorical", "--loss", "cea"], "--loss cea is for networks");
    refused(&["--belief", "point"], "believes a Gaussian");
    refused(&["--residual", "ff"], "scores that rank can't be added to a heuristic");
    assert!(!place.has("m.hstar"));
    // A state that is kept once is no longer beside its siblings.
    let data = ["data", "blocks/3", "--siblings", "--deduplicate", "--out", "once.parquet"];
    place.run(&data).expect(36).complains("cannot be used with");
    place.run(&[&LEARN[..], &["--hidden", "8", "--steps", "50"]].concat()).expect(0);
}
