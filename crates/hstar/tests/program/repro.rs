//! The papers' tables.

use crate::support::Place;

#[test]
fn all_tables_are_listed_with_what_can_be_measured() {
    let list = Place::new("repro-list").run(&["repro", "list"]).expect(0).stdout;
    for paper in ["confidence: Neural Network", "bounds: Utilizing", "likely: Utilising", "rules: Inductive"]
    {
        assert!(list.contains(&format!("{paper} ")), "{list}");
    }
    assert!(list.contains("  ✓ s3      Linear models: losses on the states of test problems\n"), "{list}");
    assert!(list.contains("linear: smoke, laptop, full\n"), "{list}");
    assert!(list.contains("  ✓ 3     Other puzzles"), "{list}");
    assert!(list.contains("  ✓ fig2    The 8-puzzle"), "{list}");
    assert!(list.contains("  ✓ s6      STRIPS hypergraph networks"), "{list}");
    assert!(list.contains("  ✓ larger  Problems larger than"), "{list}");
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
fn networks_with_confidence_are_measured_in_the_same_way_again() {
    let place = Place::new("repro-confidence");
    let told = place.run(&["repro", "confidence", "--out", "one"]).expect(0).stdout;
    for said in ["Tasks of the same eight domains", "N is noise near the data", "with coverage-single.svg"] {
        assert!(told.contains(said), "{told}");
    }
    let measured = |out: &str, table: &str| {
        let csv = place.read(&format!("{out}/confidence/{table}-smoke/table.csv"));
        let is_measured = |line: &&str| line.split(',').rev().nth(6).is_some_and(|field| !field.is_empty());
        csv.lines().skip(1).filter(is_measured).count()
    };
    assert_eq!(["1", "2", "3", "near"].map(|table| measured("one", table)), [45, 96, 40, 288]);
    place.run(&["repro", "confidence", "2", "--out", "other"]).expect(0);
    let [one, other] = ["one", "other"].map(|out| place.read(&format!("{out}/confidence/2-smoke/table.csv")));
    assert_eq!(one, other);
    place
        .run(&["repro", "rules", "--benchmarks", "."])
        .expect(36)
        .complains("for the paper confidence or track");
    place.run(&["repro", "confidence", "--benchmarks", "none"]).expect(31).complains("no folder none");
}

#[test]
fn rules_of_the_8_puzzle_are_learned_and_measured_in_the_same_way_again() {
    let place = Place::new("repro-rules");
    let told = place.run(&["repro", "rules", "2", "--out", "one"]).expect(0).stdout;
    for said in ["States to test on are drawn here", "none 120 h", "its rows of fewer hours are left out"] {
        assert!(told.contains(said), "{told}");
    }
    place.run(&["repro", "rules", "2", "--out", "other"]).expect(0);
    let [one, other] = ["one", "other"].map(|out| place.read(&format!("{out}/rules/2-smoke/table.csv")));
    assert_eq!(one, other);
    let measured = |row: &str, column: &str| -> f64 {
        let start = format!("rules,2,smoke,942 states,{row},{column},");
        let line = one.lines().find_map(|line| line.strip_prefix(&start)).unwrap();
        line.split(',').nth(2).unwrap().parse().unwrap()
    };
    assert!(measured("none 120 h", "R²") > 0.36, "{one}");
    assert!((measured("h = 0", "MSE") - 354.759).abs() < 1e-3, "{one}");
    let rules = place.read("one/rules/shared-smoke/rules-181440-none.pl");
    assert!(rules.contains("\ncost_20_rule_1(V0):- "), "{rules}");
}

#[test]
fn states_to_test_on_can_be_given() {
    let place = Place::new("repro-states");
    place.write("puzzle8-test942.csv", "state,cost\n012345678,0\n102345678,1\n");
    place.run(&["repro", "rules", "2", "--states", "."]).expect(31).complains("puzzle8-astar50.csv");
    place.write("puzzle8-astar50.csv", "102345678,2\n");
    place
        .run(&["repro", "rules", "2", "--states", "."])
        .expect(31)
        .complains("the shortest solutions of this state cost 1, not 2");
    place.run(&["repro", "bounds", "--states", "."]).expect(36).complains("--states is for the paper rules");
}

#[test]
fn what_was_measured_is_not_measured_again_unless_asked_for() {
    let place = Place::new("repro-again");
    let ledger = "repro/likely/3-smoke/measured.jsonl";
    let first = place.run(&["repro", "likely", "3"]).expect(0).stdout;
    assert!(first.contains("Gap"), "{first}");
    let kept = place.read(ledger);
    assert_eq!(place.run(&["repro", "likely", "3"]).expect(0).stdout, first);
    assert_eq!(place.read(ledger), kept);
    place.write(ledger, &kept.replace("\"program\":\"", "\"program\":\"other"));
    let other = place.run(&["repro", "likely", "3"]).expect(0).stdout;
    let steps = kept.lines().count();
    let said = format!("{steps} of {steps} steps by another build of hstar (--again repeats them)");
    assert!(other.contains(&said), "{other}");
    place.write(ledger, "no ledger\n");
    place.run(&["repro", "likely", "3", "--again"]).expect(0);
    assert_eq!(place.read(ledger).lines().count(), steps);
}

#[test]
fn unknown_papers_tables_and_scales_are_answered_with_those_there_are() {
    let place = Place::new("repro-unknown");
    place.run(&["repro", "bound"]).expect(36).complains("confidence, bounds, likely, rules");
    place
        .run(&["repro", "bounds", "s2"])
        .expect(36)
        .complains("bounds has no table `s2`\n  = help: it has 1, 2, s3, s4, s5, s6, s7, s8, s9");
    place
        .run(&["repro", "bounds", "--scale", "huge"])
        .expect(36)
        .complains("it is smoke, laptop, paper or full");
}

#[test]
fn the_learning_track_is_a_set_of_experiments_that_others_may_run() {
    let place = Place::new("repro-track");
    let told = place.run(&["repro", "track", "--prepare"]).expect(0).stdout;
    assert_eq!(told.lines().count(), 10, "{told}");
    let experiment = "repro/track/shared-smoke/miconic/experiment.toml";
    assert!(told.contains(&format!("hstar lab run {experiment}\n")), "{told}");
    place.run(&["lab", "run", experiment]).expect(0).says("7 runs, 0 of them done before");
    let measured = place.run(&["repro", "track", "10s", "--only", "miconic"]).expect(0).stdout;
    assert!(measured.contains("All problems are generated"), "{measured}");
    let csv = place.read("repro/track/10s-smoke/table.csv");
    for planner in ["bundle", "lama-first", "nolan"] {
        let line = format!("track,10s,smoke,easy,{planner},miconic,,,30,");
        assert!(csv.contains(&line), "{csv}");
    }
    place.run(&["repro", "rules", "--prepare"]).expect(36).complains("--prepare is for the paper track");
}
