//! The papers' tables.

use crate::support::Place;

#[test]
fn all_tables_are_listed_with_what_can_be_measured() {
    let list = Place::new("repro-list").run(&["repro", "list"]).expect(0).stdout;
    for paper in ["confidence: Neural Network", "bounds: Utilizing", "likely: Utilising", "rules: Inductive"]
    {
        assert!(list.contains(&format!("{paper} ")), "{list}");
    }
    assert!(list.contains("  ✓ s3   Linear models: losses on the states of test problems\n"), "{list}");
    assert!(list.contains("linear: smoke, laptop, full\n"), "{list}");
    assert!(list.contains("  ~ 1    The 15-puzzle"), "{list}");
    assert!(list.contains("needs logic programs as heuristics\n"), "{list}");
    assert!(list.lines().all(|line| line.chars().count() <= 100), "{list}");
}

#[test]
fn published_figures_are_told_alone() {
    let place = Place::new("repro-published");
    place
        .run(&["repro", "confidence", "2", "--published"])
        .expect(0)
        .says("A5                      +0.05  +0.02  +0.04   0.00  +0.17  -0.35   0.00  -0.04")
        .says("Base                     0.90   0.92   0.88   0.52   0.37   0.98      ?   0.01");
    assert!(!place.has("repro"));
}

#[test]
fn what_can_not_be_measured_yet_is_told_and_no_failure() {
    let place = Place::new("repro-not-yet");
    let told = place.run(&["repro", "rules"]).expect(0);
    let line = "hstar can't measure this yet: it needs logic programs as heuristics.";
    assert_eq!(told.stdout.lines().filter(|said| *said == line).count(), 4, "{}", told.stdout);
    told.says("none 120 h   0.360   38.090");
}

#[test]
fn linear_models_are_measured_beside_what_was_published() {
    let place = Place::new("repro-linear");
    let told = place.run(&["repro", "bounds", "linear", "--out", "kept"]).expect(0).stdout;
    let likelier = "  ✓ 48 of 48  The truncated Gaussian finds the true costs likelier than the Gaussian, clipped or not\n";
    assert!(told.contains(likelier), "{told}");
    for table in ["s3", "s4", "s8"] {
        assert!(told.contains(&format!("\nKept in kept/bounds/{table}-smoke\n")), "{told}");
        let csv = place.read(&format!("kept/bounds/{table}-smoke/table.csv"));
        let is_measured = |line: &str| line.split(',').rev().nth(6).is_some_and(|field| !field.is_empty());
        assert!(csv.lines().skip(1).filter(|line| is_measured(line)).count() >= 72, "{csv}");
    }
    let json = place.read("kept/bounds/s3-smoke/table.json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["cells"].as_array().unwrap().len(), 156);
}

#[test]
fn what_was_measured_is_not_measured_again_unless_asked_for() {
    let place = Place::new("repro-again");
    let ledger = "repro/likely/3-smoke/measured.jsonl";
    let first = place.run(&["repro", "likely", "3"]).expect(0).stdout;
    assert!(first.contains("~ 1") || first.contains("Gap"), "{first}");
    let kept = place.read(ledger);
    assert_eq!(place.run(&["repro", "likely", "3"]).expect(0).stdout, first);
    assert_eq!(place.read(ledger), kept);
    place.write(ledger, &kept.replace("\"program\":\"", "\"program\":\"other"));
    let other = place.run(&["repro", "likely", "3"]).expect(0).stdout;
    assert!(other.contains("1 of 1 steps by another build of hstar (--again repeats them)"), "{other}");
    place.write(ledger, "no ledger\n");
    place.run(&["repro", "likely", "3", "--again"]).expect(0);
    assert_eq!(place.read(ledger).lines().count(), 1);
}

#[test]
fn unknown_papers_tables_and_scales_are_answered_with_those_there_are() {
    let place = Place::new("repro-unknown");
    place.run(&["repro", "bound"]).expect(36).complains("confidence, bounds, likely, rules");
    place
        .run(&["repro", "bounds", "s2"])
        .expect(36)
        .complains("bounds has no table `s2`\n  = help: it has 1, 2, s3, s4, s5, s6, s7, s8, s9");
    place.run(&["repro", "bounds", "--scale", "huge"]).expect(36).complains("it is smoke, laptop or full");
}
