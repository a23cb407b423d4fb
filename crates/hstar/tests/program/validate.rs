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
