//! Learning with logic features: one model for all problems of a domain.

use crate::support::Place;

/// A place with a data set of small problems of the blocks world.
pub(crate) fn blocks(test: &str) -> Place {
    let place = Place::new(test);
    place.run(&["generate", "blocksworld", "--blocks", "4", "--out", "blocks"]).expect(0);
    place.run(&["data", "blocks", "--out", "data.parquet", "--split", "60:20:20"]).expect(0);
    place
}

const LOGIC: [&str; 5] = ["learn", "m.hstar", "data.parquet", "--features", "logic"];

#[test]
fn a_logic_machine_is_trained_shown_measured_and_plans_larger_problems() {
    let place = blocks("learn-logic");
    let small = ["--steps", "40", "--depth", "4", "--width", "4"];
    place.run(&[&LOGIC[..], &small].concat()).expect(0);
    let run = place.run(&["explain", "m.hstar"]).expect(0);
    for part in ["logic machine of depth 4, breadth 3 and width 4", "truncated Gaussian", "on/2"] {
        assert!(run.stdout.contains(part), "`{part}` is not in\n{}", run.stdout);
    }
    place.run(&["eval", "m.hstar", "data.parquet"]).expect(0);
    place.run(&["generate", "blocksworld", "--blocks", "7", "--count", "1", "--out", "larger"]).expect(0);
    let stats = place.stats(&["larger/domain.pddl", "larger/p01.pddl", "--model", "m.hstar"]);
    assert_eq!(stats["status"], "solved");
    assert!(stats["model_evaluations"].as_u64() > Some(0), "{stats}");
    place.run(&["generate", "gripper", "--count", "1", "--out", "gripper"]).expect(0);
    let other = ["plan", "gripper/domain.pddl", "gripper/p01.pddl", "--model", "m.hstar"];
    place.run(&other).expect(31).complains("it was trained on the domain `blocksworld`");
}

#[test]
fn options_of_other_models_are_refused() {
    let place = blocks("learn-logic-refused");
    let refused = |options: &[&str], why: &str| {
        place.run(&[&LOGIC[..], options].concat()).expect(36).complains(why);
    };
    refused(&["--hidden", "8"], "a logic machine has --depth");
    refused(&["--dropout", "0.1"], "a logic machine has --depth");
    refused(&["--noise", "uniform:0.5"], "--noise is for --features facts");
    refused(&["--breadth", "4"], "a whole number from 1 to 3 is wanted");
    let other = ["learn", "m.hstar", "data.parquet", "--depth", "4"];
    place.run(&other).expect(36).complains("are for --features logic");
}
