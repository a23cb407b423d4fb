//! The tables of the paper on bounds.

use std::fs;

use crate::support::Place;

#[test]
fn linear_models_are_measured_beside_what_was_published() {
    let place = Place::new("repro-linear");
    let told = place.run(&["repro", "bounds", "linear", "--out", "kept"]).expect(0).stdout;
    let likelier = "  ✓ 48 of 48  The truncated Gaussian finds the true costs likelier than the Gaussian, clipped or not\n";
    assert!(told.contains(likelier), "{told}");
    for table in ["s3", "s4", "s8"] {
        assert!(told.contains(&format!("\nKept in kept/bounds/{table}-smoke")), "{told}");
        let csv = place.read(&format!("kept/bounds/{table}-smoke/table.csv"));
        let is_measured = |line: &str| line.split(',').rev().nth(6).is_some_and(|field| !field.is_empty());
        assert!(csv.lines().skip(1).filter(|line| is_measured(line)).count() >= 72, "{csv}");
    }
    let json = place.read("kept/bounds/s3-smoke/table.json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["cells"].as_array().unwrap().len(), 156);
}

#[test]
fn logic_machines_are_trained_once_for_all_tables() {
    let place = Place::new("repro-nlm");
    let told = place.run(&["repro", "bounds", "1", "--only", "blocksworld"]).expect(0).stdout;
    assert!(told.contains("9 of 27 steps are done"), "{told}");
    assert!(told.contains("with training-blocksworld-learn-ff.svg, "), "{told}");
    let model = "repro/bounds/shared-smoke/nlm-blocksworld-learn-ff-TN-lmcut-42.nll.hstar";
    let modified = |name: &str| fs::metadata(place.path(name)).unwrap().modified().unwrap();
    let trained = modified(model);
    let told = place.run(&["repro", "bounds", "2", "--only", "blocksworld, learn/ff TN"]).expect(0).stdout;
    assert!(told.contains("1 of 27 steps are done"), "{told}");
    assert!(told.contains("evaluations once"), "{told}");
    assert_eq!(modified(model), trained);
    // Tables without such steps are passed over.
    let told = place.run(&["repro", "bounds", "nlm", "--only", "max"]).expect(0).stdout;
    assert!(told.contains("6 of 12 steps are done") && !told.contains("of 27"), "{told}");
    let again = ["repro", "bounds", "1", "--only", "blocksworld, ff", "--again"];
    let told = place.run(&again).expect(0).stdout;
    assert!(told.contains("9 of 27 steps are done"), "what was not wanted again is kept: {told}");
    let csv = place.read("repro/bounds/1-smoke/table.csv");
    let is_measured = |line: &&str| line.split(',').rev().nth(6).is_some_and(|field| !field.is_empty());
    assert_eq!(csv.lines().skip(1).filter(is_measured).count(), 2 * 24 + 2);
}

#[test]
fn hypergraph_networks_are_measured_as_published_and_mended() {
    let place = Place::new("repro-hgn");
    let told = place.run(&["repro", "bounds", "hgn"]).expect(0).stdout;
    for said in
        ["blocksworld, mended ", "with 2 recursions and a width of 4, not 10 and 32.", "evaluations once"]
    {
        assert!(told.contains(said), "{told}");
    }
    let measured = |table: &str| {
        let csv = place.read(&format!("repro/bounds/{table}-smoke/table.csv"));
        let is_measured = |line: &&str| line.split(',').rev().nth(6).is_some_and(|field| !field.is_empty());
        csv.lines().skip(1).filter(is_measured).count()
    };
    assert_eq!(["s5", "s6", "s9"].map(measured), [4 * 24 + 2, 4 * 25, 2 * 24]);
}

#[test]
fn larger_problems_are_planned_with_models_and_without() {
    let place = Place::new("repro-larger");
    let told = place.run(&["repro", "bounds", "larger", "--only", "20 blocks"]).expect(0).stdout;
    assert!(told.contains("4 of 24 steps are done"), "{told}");
    let csv = place.read("repro/bounds/larger-smoke/table.csv");
    for planner in ["logic machine", "linear", "ff", "lama-first"] {
        let of_planner: Vec<&str> =
            csv.lines().filter(|line| line.contains(&format!("20 blocks,{planner},"))).collect();
        assert_eq!(of_planner.len(), 4, "{csv}");
    }
}

#[test]
fn steps_and_devices_that_there_are_not_are_refused() {
    let place = Place::new("repro-only");
    place
        .run(&["repro", "bounds", "1", "--only", "tiles"])
        .expect(36)
        .complains("no step has `tiles` in its name")
        .complains("satellite, fixed/none TN over lmcut, seed 42");
    place
        .run(&["repro", "rules", "--device", "cpu"])
        .expect(36)
        .complains("for the paper confidence or bounds or likely");
    place.run(&["repro", "bounds", "1", "--device", "tpu"]).expect(36).complains("expected cpu, or cuda:0");
}
