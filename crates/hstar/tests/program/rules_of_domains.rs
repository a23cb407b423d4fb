//! Rules about the states of a domain: learned, read, planned with and explained.

use crate::support::Place;

/// A place with a data set of small problems of the gripper domain, and larger problems.
fn gripper(test: &str) -> Place {
    let place = Place::new(test);
    place
        .run(&["generate", "gripper", "--balls", "3", "--rooms", "3", "--count", "4", "--out", "small"])
        .expect(0);
    place.run(&["generate", "gripper", "--balls", "12", "--count", "1", "--out", "large"]).expect(0);
    let walks = ["--from", "walks", "--walks", "10", "--walk-length", "30", "--teacher", "astar(lmcut)"];
    let data = ["data", "small", "--out", "data.parquet", "--split", "3:0:1", "--deduplicate"];
    place.run(&[&data[..], &walks].concat()).expect(0);
    place
}

const LARGE: [&str; 2] = ["large/domain.pddl", "large/p01.pddl"];

#[test]
fn rules_are_learned_the_same_twice_and_planned_with() {
    let place = gripper("rules-plan");
    for subject in ["goals", "states"] {
        let run = place.run(&["learn", "m.rules", "data.parquet", "--rules", subject]).expect(0);
        assert!(
            run.stdout.contains("Rules: ") && run.stdout.contains(" test states: mse "),
            "{}",
            run.stdout
        );
        let text = place.read("m.rules");
        assert!(text.starts_with(&format!("% hstar rules 1\n% about: {subject} of gripper\n")), "{text}");
        let again = ["learn", "again.rules", "data.parquet", "--rules", subject, "--threads", "1"];
        place.run(&again).expect(0);
        assert_eq!(place.read("again.rules"), text);
    }
    for (search, subject) in [
        ("gbfs(model)", "goals"),
        ("gbfs(model, ff)", "states"),
        ("lazy(ff, model@quantile:0.9, preferred)", "goals"),
    ] {
        place.run(&["learn", "m.rules", "data.parquet", "--rules", subject]).expect(0);
        let stats = place.stats(&[&LARGE[..], &["--model", "m.rules", "--search", search]].concat());
        assert_eq!(stats["status"], "solved", "{search}");
        assert!(stats["model_evaluations"].as_u64() > Some(0), "{stats}");
        place.run(&[&["validate"][..], &LARGE, &["sas_plan"]].concat()).expect(0);
    }
}

#[test]
fn rules_are_measured_and_explained() {
    let place = gripper("rules-explain");
    place.run(&["learn", "m.rules", "data.parquet", "--rules", "goals"]).expect(0);
    let run = place.run(&["eval", "m.rules", "data.parquet"]).expect(0);
    assert!(run.stdout.contains(" test states") && run.stdout.contains("mse"), "{}", run.stdout);
    let run = place.run(&["explain", "m.rules"]).expect(0);
    assert!(run.stdout.contains("about: goals of gripper"), "{}", run.stdout);
    let text = place.read("m.rules");
    let rules: Vec<&str> = text.lines().filter(|line| line.contains(":-")).collect();
    assert!(rules.iter().all(|rule| run.stdout.contains(rule)), "{}", run.stdout);
    let run = place.run(&[&["explain", "m.rules"][..], &LARGE].concat()).expect(0);
    assert!(run.stdout.contains(", by cost_"), "{}", run.stdout);
    assert!(run.stdout.contains("(at ball1 ") && run.stdout.contains("want_at(ball1, "), "{}", run.stdout);
    let run = place.run(&["explain", "m.rules", "data.parquet", "--report", "r.html"]).expect(0);
    assert!(run.stdout.contains("mean cost") && run.stdout.contains("want_at("), "{}", run.stdout);
    assert!(place.read("r.html").contains("<svg"));
}

#[test]
fn a_sum_over_goals_that_may_overestimate_is_no_least_cost() {
    let place = gripper("rules-sum");
    place.run(&["learn", "m.rules", "data.parquet", "--rules", "goals"]).expect(0);
    place.write(
        "p.pddl",
        "(define (problem p) (:domain gripper) (:objects rooma roomb ball1 ball2 left right)
           (:init (room rooma) (room roomb) (ball ball1) (ball ball2) (gripper left) (gripper right) (at-robby rooma) (free left) (free right) (at ball1 rooma) (at ball2 rooma))
           (:goal (and (at ball1 roomb) (at ball2 roomb))))",
    );
    let task = ["small/domain.pddl", "p.pddl"];
    let run = place.run(&[&["explain", "m.rules"][..], &task].concat()).expect(0);
    assert!(run.stdout.starts_with("At the start of p, the rules estimate 6: the sum"), "{}", run.stdout);
    assert!(!run.stdout.contains("at least"), "{}", run.stdout);
    let least = place.stats(&[&task[..], &["--optimal"]].concat());
    assert_eq!(least["cost"], 5, "the move is counted twice: {least}");
}

#[test]
fn costs_of_a_teacher_are_not_taken_for_the_least() {
    let place = gripper("rules-teacher");
    place.run(&["data", "small", "--teacher", "gbfs(ff)", "--out", "greedy.parquet"]).expect(0);
    place.run(&["learn", "m.rules", "greedy.parquet", "--rules", "states"]).expect(0);
    assert!(place.read("m.rules").contains("by their teacher's costs, and a guess elsewhere"));
    let said = |data: &str| place.run(&["eval", "m.rules", data, "--split", "train"]).expect(0).stdout;
    let doubt = "; their costs are those of plans that may not be the cheapest";
    let greedy = said("greedy.parquet");
    assert!(greedy.lines().next().is_some_and(|line| line.ends_with(doubt)), "{greedy}");
    assert!(!said("data.parquet").contains("cheapest"));
}

#[test]
fn rules_are_refused_where_they_say_nothing() {
    let place = gripper("rules-refused");
    let plan = |model: &str| place.run(&[&["plan"][..], &LARGE, &["--model", model]].concat());
    for (text, why) in [
        ("% about: goals of blocksworld\n", "these rules are about the domain `blocksworld`, not `gripper`"),
        ("% about: goals of gripper\ncost_2_rule_1(V0):- on(V0,V1,V2).\n", "nothing is known of `on`"),
        ("% about: goals of gripper\ncost_2_rule_1(V0:- at(V0,V1,V2).\n", "m.rules:3"),
    ] {
        place.write("m.rules", &format!("% hstar rules 1\n{text}"));
        let run = plan("m.rules");
        assert!(run.code != 0 && run.stderr.contains(why), "{}", run.stderr);
    }
    place.run(&[&["translate"][..], &LARGE, &["--sas", "task.sas"]].concat()).expect(0);
    place.write("m.rules", "% hstar rules 1\n% about: goals of gripper\n");
    let run = place.run(&["plan", "task.sas", "--model", "m.rules"]);
    assert!(run.code != 0 && run.stderr.contains("rules need the PDDL"), "{}", run.stderr);
    // Rules may be replaced; other texts are not.
    place.write("other.txt", "a letter");
    let run = place.run(&["learn", "other.txt", "data.parquet", "--rules", "goals"]);
    assert!(run.code != 0 && run.stderr.contains("no model that could be replaced"), "{}", run.stderr);
}
