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
