//! `hstar validate`, where it differs from the library it is made of.

use crate::support::{PLAN_TO_C, Place};

#[test]
fn the_answer_is_in_the_words_of_val() {
    let place = Place::new("val");
    place.write("plan", PLAN_TO_C);
    place
        .run(&["validate", "domain.pddl", "to-c.pddl", "plan"])
        .expect(0)
        .says("Plan valid")
        .says("Final value: 7")
        .says("Successful plans:");
    place.write("plan", "(carry b c)\n");
    place
        .run(&["validate", "domain.pddl", "to-c.pddl", "plan"])
        .expect(1)
        .says("Plan failed because of unsatisfied precondition in:")
        .says("(carry b c)");
}

#[test]
fn the_flags_of_val_do_no_harm() {
    let place = Place::new("val-flags");
    place.write("plan", PLAN_TO_C);
    place.run(&["validate", "-v", "-t", "0.001", "domain.pddl", "to-c.pddl", "plan"]).expect(0);
    place.run(&["validate", "-t0.001", "domain.pddl", "to-c.pddl", "plan"]).expect(0);
}

#[test]
fn advice_on_a_sas_task_reads_like_pddl() {
    let place = Place::new("val-sas");
    place.run(&["translate", "to-c.pddl"]).expect(0);
    place.write("plan", "(walk b a)\n");
    place.run(&["validate", "output.sas", "plan"]).expect(1).says("(Set (parcel c) to true)");
}

#[test]
fn names_with_brackets_are_planned_with_and_validated() {
    let place = Place::new("brackets");
    place.write("domain.pddl", &place.read("domain.pddl").replace("walk", "walk[1]"));
    place.write("to-c.pddl", &place.read("to-c.pddl").replace(" a)", " a[1])").replace(" a ", " a[1] "));
    place.run(&["plan", "to-c.pddl"]).expect(0).says("(walk[1] b a[1])");
    place.run(&["validate", "to-c.pddl", "sas_plan"]).expect(0).says("Plan valid");
}

#[test]
fn with_json_the_whole_trace_is_one_object() {
    let place = Place::new("val-json");
    let object = |code| -> serde_json::Value {
        let run = place.run(&["validate", "to-c.pddl", "plan", "--json"]).expect(code);
        serde_json::from_str(&run.stdout).unwrap()
    };
    place.write("plan", PLAN_TO_C);
    let valid = object(0);
    assert_eq!(
        (&valid["valid"], &valid["cost"], &valid["stated_cost"]),
        (&true.into(), &7.into(), &7.into())
    );
    assert_eq!(valid["failure"], serde_json::Value::Null);
    assert_eq!(valid["steps"][1]["adds"], serde_json::json!(["(me b)", "(parcel b)"]));
    assert_eq!(valid["steps"][2]["cost"], 7);

    place.write("plan", "(walk b a)\n(walk a b)\n(carry b c)\n");
    let failure = &object(1)["failure"];
    assert_eq!((&failure["step"], &failure["kind"]), (&3.into(), &"unsatisfied-precondition".into()));
    let asked = serde_json::json!({"atom": "(parcel b)", "holds": false});
    assert_eq!(failure["violated"][0]["condition"], "(parcel b)");
    assert_eq!(failure["violated"][0]["atoms"], serde_json::json!([asked]));
    let advice: Vec<&str> =
        failure["advice"].as_array().unwrap().iter().filter_map(|advice| advice["text"].as_str()).collect();
    assert_eq!(
        advice,
        [
            "(parcel b) is false from the start, and no step before this one changes that",
            "(parcel b) is made true by (carry ?p b)"
        ]
    );
}

#[test]
fn the_trace_on_a_sas_task_reads_like_pddl() {
    let place = Place::new("val-sas-json");
    place.run(&["translate", "to-c.pddl"]).expect(0);
    place.write("plan", "(walk b a)\n(carry a b)\n(walk b c)\n");
    let run = place.run(&["validate", "output.sas", "plan", "--json"]).expect(1);
    let trace: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(trace["steps"][1]["adds"], serde_json::json!(["(me b)", "(parcel b)"]));
    assert_eq!(trace["steps"][2]["cost"], 5);
    assert_eq!(trace["failure"]["violated"][0]["atoms"][0]["atom"], "(parcel c)");
    place.write("plan", "(walk b a)\n(carry a bb)\n");
    let run = place.run(&["validate", "output.sas", "plan", "--json"]).expect(1);
    assert!(run.stdout.contains("did you mean (carry a b)?"), "{}", run.stdout);
}
