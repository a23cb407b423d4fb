//! Learning: models that help, that come out the same, and that are refused where they don't belong.

use std::fs;
use std::thread;
use std::time::Duration;

use crate::support::Place;

/// A place with a data set of small problems of the blocks world.
fn blocks(test: &str) -> Place {
    let place = Place::new(test);
    place.run(&["generate", "blocksworld", "--blocks", "5", "--out", "blocks"]).expect(0);
    place.run(&["data", "blocks", "--out", "data.parquet", "--split", "60:20:20"]).expect(0);
    place
}

fn bytes(place: &Place, name: &str) -> Vec<u8> {
    fs::read(place.path(name)).unwrap()
}

const SHORT: [&str; 2] = ["--steps", "200"];

#[test]
fn what_the_demo_learns_beats_lama_first_on_larger_problems_that_it_has_not_seen() {
    let place = Place::new("demo");
    let run = place.run(&["demo"]).expect(0);
    for told in
        ["% fewer states than lama-first", "% fewer states than gbfs(ff)", "% less than those of lama-first"]
    {
        assert!(run.stdout.contains(told), "{}", run.stdout);
    }
    assert_eq!(run.stderr, "");
    assert!(place.read("hstar-demo/report.html").contains("<svg"));
}

#[test]
fn a_model_is_trained_shown_measured_and_planned_with() {
    let place = blocks("learn-all");
    let run = place.run(&[&["learn", "m.hstar", "data.parquet"][..], &SHORT].concat()).expect(0);
    assert!(run.stdout.contains("for comparison, ff alone: mse"), "{}", run.stdout);
    let run = place.run(&["explain", "m.hstar"]).expect(0);
    for part in
        ["linear, 4 inputs, 2 outputs", "truncated Gaussian", "blocksworld", "goal count", "(constant)"]
    {
        assert!(run.stdout.contains(part), "`{part}` is not in\n{}", run.stdout);
    }
    let run = place.run(&["eval", "m.hstar", "data.parquet", "--report", "r.html"]).expect(0);
    for part in ["nll", "Report: r.html", "lmcut"] {
        assert!(run.stdout.contains(part), "`{part}` is not in\n{}", run.stdout);
    }
    assert_eq!(place.read("r.html").matches("class=\"plot\"").count(), 2);
    let problem = ["blocks/domain.pddl", "blocks/p01.pddl"];
    place.run(&[&["plan"][..], &problem, &["--model", "m.hstar", "-v"]].concat()).expect(0).says(
        "Search: lazy(ff(cost=one), landmarks(cost=one), tiebreaking(novelty(landmarks(cost=one), width=2), \
         landmarks(cost=one), g), model@location, preferred, boost=1000, scout=20)",
    );
    let search = ["--model", "m.hstar", "--search", "gbfs(model@quantile:0.7, ff)"];
    let stats = place.stats(&[&problem[..], &search].concat());
    assert_eq!(stats["status"], "solved");
    assert!(stats["model_evaluations"].as_u64() > Some(0), "{stats}");
}

#[test]
fn every_kind_of_belief_and_features_guides_a_search() {
    let place = blocks("learn-kinds");
    let one = ["--from", "walks", "--walks", "20", "--walk-length", "20"];
    place
        .run(&[&["data", "blocks/domain.pddl", "blocks/p01.pddl", "--out", "one.parquet"][..], &one].concat())
        .expect(0);
    for belief in ["truncated", "gaussian", "categorical", "point"] {
        for (data, features) in [("data.parquet", "planning"), ("one.parquet", "facts")] {
            let kind = ["--belief", belief, "--features", features, "--hidden", "8", "--lower", "max"];
            let fold = ["--fold", "2/5"];
            place.run(&[&["learn", "m.hstar", data][..], &kind, &fold, &SHORT].concat()).expect(0);
            for search in
                ["gbfs(model)", "gbfs(model@quantile:0.9, ff)", "lazy(model@argmax, ff)", "astar(model@mean)"]
            {
                let problem = ["plan", "blocks/domain.pddl", "blocks/p01.pddl", "--model", "m.hstar"];
                place.run(&[&problem[..], &["--search", search]].concat()).expect(0);
            }
        }
    }
}

#[test]
fn greedy_searches_heed_thresholds_of_trust_and_others_refuse_them() {
    let place = blocks("learn-trust");
    let kind = ["--belief", "categorical", "--hidden", "8"];
    place.run(&[&["learn", "m.hstar", "data.parquet"][..], &kind, &SHORT].concat()).expect(0);
    let search = |spec: &str| {
        let problem = ["plan", "blocks/domain.pddl", "blocks/p01.pddl", "--model", "m.hstar"];
        place.run(&[&problem[..], &["--search", spec]].concat())
    };
    for spec in [
        "gbfs(model@mean-threshold:40, ff)",
        "gbfs(model@mean+adaptive:80, ff)",
        "gbfs(model@priority:20, ff)",
        "lazy(model@adaptive:40, ff, preferred)",
        "lazy(model@priority:80, ff)",
    ] {
        search(spec).expect(0);
    }
    search("gbfs(model@mean-threshold:100)")
        .expect(12)
        .ends("No plan found: only states are left that the model is not trusted on, which proves nothing (");
    assert!(search("astar(model@adaptive:40)").expect(33).stderr.contains("only greedy searches heed"));
}

#[test]
fn knowledge_is_learned_from_a_domain_and_problems_alone() {
    let place = Place::new("learn-track");
    place.run(&["generate", "blocksworld", "--blocks", "5", "--count", "3", "--out", "blocks"]).expect(0);
    let tasks = ["blocks/domain.pddl", "blocks/p01.pddl", "blocks/p02.pddl", "blocks/p03.pddl"];
    place.run(&[&["learn", "DK"][..], &tasks, &SHORT].concat()).expect(0).says("Model: DK");
    place.run(&["plan", "--model", "DK", "blocks/domain.pddl", "blocks/p02.pddl"]).expect(0);
}

#[test]
fn a_limit_before_the_first_validation_still_leaves_a_model() {
    let place = blocks("learn-early");
    let long = ["--validate-every", "1000000", "--steps", "1000000000", "--time-limit", "0.5s"];
    let run = place.run(&[&["learn", "m.hstar", "data.parquet"][..], &long].concat()).expect(0);
    assert!(run.stdout.contains("Stopped early"), "{}", run.stdout);
    place.run(&["explain", "m.hstar"]).expect(0);
    assert!(place.has("m.hstar.run/checkpoint.safetensors"));
}

#[test]
fn limits_end_learning_with_their_codes() {
    let place = blocks("learn-limits");
    place.run(&["learn", "m.hstar", "data.parquet", "--time-limit", "0"]).expect(21);
    place
        .run(&["learn", "DK", "blocks", "--time-limit", "0.001s"])
        .expect(23)
        .complains("there is no model yet");
    assert!(!place.has("DK"));
}

#[test]
fn a_damaged_model_does_not_keep_training_from_going_on() {
    let place = blocks("learn-damaged");
    let learn = ["learn", "m.hstar", "data.parquet", "--steps", "1000000000", "--time-limit", "0.5s"];
    place.run(&learn).expect(0);
    fs::write(place.path("m.hstar"), "half a mod").unwrap();
    let run = place.run(&learn).expect(0);
    assert!(run.stdout.contains("Training goes on after"), "{}", run.stdout);
    place.run(&["explain", "m.hstar"]).expect(0);
    // What training has nothing to do with is kept.
    place.write("notes", "to be kept");
    place.run(&["learn", "notes", "data.parquet"]).expect(36).complains("no model that could be replaced");
    assert_eq!(place.read("notes"), "to be kept");
}

#[test]
fn training_that_is_killed_again_and_again_ends_with_the_same_bytes() {
    let place = blocks("learn-killed");
    let long = ["--hidden", "40,40", "--steps", "6000", "--attempts", "2", "--checkpoint-every", "0.02s"];
    place.run(&[&["learn", "whole.hstar", "data.parquet"][..], &long].concat()).expect(0);
    let mut kills = 0;
    for milliseconds in [30, 250, 80, 410, 150, 320, 60, 200, 500, 110] {
        let arguments = [&["learn", "killed.hstar", "data.parquet"][..], &long].concat();
        let mut child = place.command(&arguments).stdout(std::process::Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(milliseconds));
        // SIGKILL: it has no chance to tidy up.
        child.kill().unwrap();
        kills += usize::from(!child.wait().unwrap().success());
    }
    assert!(kills >= 5, "killed {kills} times only");
    place.run(&[&["learn", "killed.hstar", "data.parquet"][..], &long].concat()).expect(0);
    assert_eq!(bytes(&place, "killed.hstar"), bytes(&place, "whole.hstar"));
    assert_eq!(place.read("killed.hstar.run/events.jsonl"), place.read("whole.hstar.run/events.jsonl"));
    assert!(!place.has("killed.hstar.run/checkpoint.safetensors"));
}

#[test]
fn models_are_refused_where_they_do_not_belong() {
    let place = blocks("learn-refused");
    place.run(&[&["learn", "m.hstar", "data.parquet"][..], &SHORT].concat()).expect(0);
    place
        .run(&["plan", "domain.pddl", "to-c.pddl", "--model", "m.hstar"])
        .expect(31)
        .complains("it was trained on the domain `blocksworld`, and this task is of the domain `delivery`");
    let more = place.read("blocks/domain.pddl").replace("(:predicates", "(:predicates (heavy ?x)");
    place.write("blocks/more.pddl", &more);
    place
        .run(&["plan", "blocks/more.pddl", "blocks/p01.pddl", "--model", "m.hstar"])
        .expect(31)
        .complains("only the task has heavy/1");
    place.run(&["data", "blocks/domain.pddl", "blocks/p01.pddl", "--out", "one.parquet"]).expect(0);
    let facts = [&["learn", "one.hstar", "one.parquet", "--features", "facts"][..], &SHORT].concat();
    place.run(&facts).expect(0);
    place
        .run(&["plan", "blocks/domain.pddl", "blocks/p02.pddl", "--model", "one.hstar"])
        .expect(31)
        .complains("this task has another goal");
}

#[test]
fn damaged_and_foreign_model_files_are_refused_with_a_reason() {
    let place = blocks("learn-damaged");
    place.run(&[&["learn", "m.hstar", "data.parquet"][..], &SHORT].concat()).expect(0);
    let whole = bytes(&place, "m.hstar");
    let mut flipped = whole.clone();
    *flipped.last_mut().unwrap() ^= 1;
    let explain = |content: &[u8]| {
        fs::write(place.path("bad.hstar"), content).unwrap();
        place.run(&["explain", "bad.hstar"]).expect(31)
    };
    explain(&flipped).complains("its checksum does not fit its content");
    explain(&whole[..whole.len() / 2]).complains("no safetensors file, or not all of it");
    explain(&bytes(&place, "data.parquet")).complains("bad.hstar is a data set, not a model");
    explain(b"").complains("bad.hstar is empty, not a model");
    place.run(&["explain", "none.hstar"]).expect(31).complains("cannot read none.hstar");
}

#[test]
fn wrong_options_say_what_would_be_right() {
    let place = blocks("learn-options");
    place
        .run(&["learn", "m.hstar", "data.parquet", "--lower", "add"])
        .expect(36)
        .complains("add is no lower bound: it may overestimate");
    for wrong in [
        &["--sigma", "-1"][..],
        &["--patience", "0"],
        &["--hidden", "9,0"],
        &["--residual", "landmarks"],
        &["--belief", "point", "--select", "nll"],
        &["--belief", "categorical", "--residual", "ff"],
        &["--belief", "categorical", "--loss", "cea:2"],
        &["--belief", "categorical", "--loss", "rank"],
        &["--belief", "gaussian", "--loss", "cea"],
        &["--belief", "categorical", "--targets", "ranges", "--loss", "cea"],
    ] {
        place.run(&[&["learn", "m.hstar", "data.parquet"][..], wrong].concat()).expect(36);
    }
    place
        .run(&["learn", "data.parquet", "data.parquet"])
        .expect(36)
        .complains("data.parquet is there, and is no model that could be replaced");
    place
        .run(&["plan", "domain.pddl", "to-c.pddl", "--search", "gbfs(ff)", "--model", "m.hstar"])
        .expect(36)
        .complains("does not use it");
    place.run(&["learn", "m.hstar", "none.parquet"]).expect(31).complains("none.parquet");
    place
        .run(&["plan", "domain.pddl", "to-c.pddl", "--search", "gbfs(model)"])
        .expect(36)
        .complains("give its file: --model FILE");
    if !cfg!(feature = "cuda") {
        place
            .run(&["learn", "m.hstar", "data.parquet", "--device", "cuda:0"])
            .expect(34)
            .complains("this hstar was built without support for GPUs");
    }
    let run = ["learn", "m.hstar", "data.parquet", "--learning-rate", "1e30", "--clip", "0", "--hidden", "9"];
    place.run(&run).expect(32).complains("training diverged");
}

#[test]
fn a_model_of_another_domain_is_replaced_by_force_only() {
    let place = blocks("learn-force");
    let learn = |data: &'static str, more: &[&'static str]| {
        place.run(&[&["learn", "m.hstar", data], &SHORT[..], more].concat())
    };
    learn("data.parquet", &[]).expect(0);
    learn("data.parquet", &["--seed", "7"]).expect(0);
    let before = bytes(&place, "m.hstar");
    place.run(&["data", "to-c.pddl", "--out", "other.parquet"]).expect(0);
    let refused = "m.hstar is a model for blocksworld, and this would be one for delivery\n  = help: --force replaces it";
    learn("other.parquet", &[]).expect(36).complains(refused);
    learn("to-c.pddl", &[]).expect(36).complains(refused);
    learn("other.parquet", &["--rules", "goals"]).expect(36).complains(refused);
    place
        .run(&["learn", "m.hstar", "tiles:3x3", "--method", "likely"])
        .expect(36)
        .complains("one for tiles:3x3");
    assert_eq!(bytes(&place, "m.hstar"), before);
    learn("other.parquet", &["--force"]).expect(0);
    place.run(&["learn", "m.rules", "other.parquet", "--rules", "goals"]).expect(0);
    place
        .run(&["learn", "m.rules", "data.parquet", "--rules", "goals"])
        .expect(36)
        .complains("one for blocksworld");
}

#[test]
fn a_wrong_option_leaves_no_folder_behind() {
    let place = blocks("learn-wrong");
    let wrong = ["learn", "m.hstar", "data.parquet", "--features", "logic", "--hidden", "10"];
    place.run(&wrong).expect(36);
    place.run(&["learn", "m.hstar", "blocks", "--features", "logic", "--hidden", "10"]).expect(36);
    place.run(&["learn", "m.hstar", "data.parquet", "--lower", "ff"]).expect(36);
    assert!(!place.has("m.hstar.run") && !place.has("m.hstar"));
    // Labels that were begun for other problems do not count.
    place.write("m.hstar.run/data-2s.parquet.parts/set", "another\n");
    place.run(&[&["learn", "m.hstar", "to-c.pddl"][..], &SHORT].concat()).expect(0);
}
