//! Learning with hypergraphs: one model for all problems of a domain.

use crate::learn_logic::blocks;

const HYPERGRAPH: [&str; 5] = ["learn", "m.hstar", "data.parquet", "--features", "hypergraph"];

#[test]
fn a_hypergraph_network_is_trained_shown_measured_and_plans_larger_problems() {
    let place = blocks("learn-hypergraph");
    let small = ["--steps", "40", "--recursions", "4", "--width", "8"];
    let mended = ["--start", "mended", "--reception", "mean", "--loss-on", "all"];
    place.run(&[&HYPERGRAPH[..], &small, &mended].concat()).expect(0);
    let run = place.run(&["explain", "m.hstar"]).expect(0);
    let parts = [
        "hypergraph network of width 8 with 4 recursions",
        "truncated Gaussian",
        "of at most 3 preconditions and 3 effects",
        "learning rate 0.001",
    ];
    for part in parts {
        assert!(run.stdout.contains(part), "`{part}` is not in\n{}", run.stdout);
    }
    place.run(&["eval", "m.hstar", "data.parquet"]).expect(0);
    place.run(&["generate", "blocksworld", "--blocks", "7", "--count", "1", "--out", "larger"]).expect(0);
    let search = ["larger/domain.pddl", "larger/p01.pddl", "--model", "m.hstar", "--search", "gbfs(model)"];
    let stats = place.stats(&search);
    assert_eq!(stats["status"], "solved");
    assert!(stats["model_evaluations"].as_u64() > Some(0), "{stats}");
    place.run(&["generate", "gripper", "--count", "1", "--out", "gripper"]).expect(0);
    let other = ["plan", "gripper/domain.pddl", "gripper/p01.pddl", "--model", "m.hstar"];
    place.run(&other).expect(31).complains("it was trained on the domain `blocksworld`");
}

#[test]
fn options_of_other_models_are_refused() {
    let place = blocks("learn-hypergraph-refused");
    let refused = |options: &[&str], why: &str| {
        place.run(&[&HYPERGRAPH[..], options].concat()).expect(36).complains(why);
    };
    refused(&["--hidden", "8"], "a hypergraph network --recursions");
    refused(&["--depth", "4"], "are for --features logic");
    refused(&["--recursions", "0"], "a whole number from 1 to 100 is wanted");
    refused(&["--start", "small"], "faithful, mended");
    let other = ["learn", "m.hstar", "data.parquet", "--features", "logic", "--start", "mended"];
    place.run(&other).expect(36).complains("are for --features hypergraph");
    let other = ["learn", "m.hstar", "data.parquet", "--width", "4"];
    place.run(&other).expect(36).complains("--width is for --features logic, typed-logic and hypergraph");
}
