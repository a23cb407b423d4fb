//! Models that know upper bounds, and models that learn from ranges of costs.

use crate::support::Place;

/// A place with small problems of the blocks world, some of which are labelled with costs and others with plans.
fn blocks(test: &str) -> Place {
    let place = Place::new(test);
    place.run(&["generate", "blocksworld", "--blocks", "5", "--out", "blocks"]).expect(0);
    let bounds = ["--heuristics", "lmcut", "--split", "60:20:20"];
    let label = |out: &str, teacher: &str| {
        let data = ["data", "blocks", "--out", out, "--teacher", teacher];
        place.run(&[&data[..], &bounds].concat()).expect(0);
    };
    label("plans.parquet", "gbfs(ff)");
    label("costs.parquet", "astar(lmcut)");
    place
}

const SHORT: [&str; 2] = ["--steps", "200"];

#[test]
fn an_upper_bound_is_shown_measured_and_planned_with() {
    let place = blocks("learn-upper");
    let upper = ["learn", "m.hstar", "costs.parquet", "--upper", "lookahead"];
    place.run(&[&upper[..], &SHORT].concat()).expect(0);
    let run = place.run(&["explain", "m.hstar"]).expect(0);
    assert!(run.stdout.contains("at most what a plan costs"), "{}", run.stdout);
    place.run(&["eval", "m.hstar", "costs.parquet"]).expect(0);
    let problem = ["blocks/domain.pddl", "blocks/p01.pddl"];
    let stats = place.stats(&[&problem[..], &["--model", "m.hstar"]].concat());
    assert_eq!(stats["status"], "solved");
    place.run(&[&upper[..4], &["ff"]].concat()).expect(36).complains("lookahead, none");
}

#[test]
fn rules_that_act_bound_a_belief_from_above() {
    let place = blocks("learn-upper-by-rules");
    place.run(&["learn", "acts.rules", "blocks/domain.pddl", "blocks", "--rules", "act"]).expect(0);
    let upper = ["learn", "m.hstar", "costs.parquet", "--upper", "acts.rules"];
    place.run(&[&upper[..], &SHORT].concat()).expect(0);
    let run = place.run(&["explain", "m.hstar"]).expect(0);
    assert!(run.stdout.contains("at most what a plan by its rules costs"), "{}", run.stdout);
    place.run(&["eval", "m.hstar", "costs.parquet"]).expect(0);
    let problem = ["blocks/domain.pddl", "blocks/p01.pddl"];
    let stats = place.stats(&[&problem[..], &["--model", "m.hstar"]].concat());
    assert_eq!(stats["status"], "solved");
    // The rules are in the model.
    std::fs::remove_file(place.path("acts.rules")).unwrap();
    place.stats(&[&problem[..], &["--model", "m.hstar", "--search", "astar(model@quantile:0.9)"]].concat());
    place.run(&upper).expect(36).complains("a file of rules that act");
    place
        .run(&["learn", "n.hstar", "costs.parquet", "--upper", "m.hstar"])
        .expect(36)
        .complains("has no rules that act");
    place.run(&["generate", "gripper", "--out", "gripper"]).expect(0);
    place.run(&["learn", "gripper.rules", "gripper/domain.pddl", "gripper", "--rules", "act"]).expect(0);
    place
        .run(&["learn", "n.hstar", "costs.parquet", "--upper", "gripper.rules"])
        .expect(31)
        .complains("gripper");
}

#[test]
fn costs_above_a_plan_that_is_known_do_not_spoil_training() {
    let place = blocks("learn-upper-of-plans");
    let learn = ["learn", "m.hstar", "plans.parquet", "--upper", "lookahead"];
    let run = place.run(&[&learn[..], &SHORT].concat()).expect(0);
    assert!(run.stdout.contains("validation states: nll"), "{}", run.stdout);
    assert!(!run.stdout.contains("nll inf") && !run.stdout.contains("NaN"), "{}", run.stdout);
}

#[test]
fn ranges_are_learned_from_where_costs_are_not_certain() {
    let place = blocks("learn-ranges");
    for belief in ["truncated", "gaussian", "categorical", "point"] {
        let learn = ["learn", "m.hstar", "plans.parquet", "--targets", "ranges", "--belief", belief];
        let run = place.run(&[&learn[..], &SHORT].concat()).expect(0);
        assert!(run.stdout.contains("one between bounds"), "{}", run.stdout);
        assert!(!run.stdout.contains(" 0 one between"), "{}", run.stdout);
        let problem = ["blocks/domain.pddl", "blocks/p01.pddl"];
        let stats = place.stats(&[&problem[..], &["--model", "m.hstar"]].concat());
        assert_eq!(stats["status"], "solved");
    }
    let other = ["learn", "m.hstar", "plans.parquet", "--targets", "bounds"];
    place.run(&other).expect(36).complains("expected costs or ranges");
}
