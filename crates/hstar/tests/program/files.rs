//! What the program reads and finds.

use crate::support::{PLAN_TO_C, Place};

#[test]
fn the_domain_may_be_left_out() {
    let place = Place::new("found");
    place.run(&["plan", "to-c.pddl"]).expect(0);
    place.write("testing/easy/p01.pddl", &place.read("to-c.pddl"));
    place.run(&["plan", "testing/easy/p01.pddl"]).expect(0);
    place.run(&["translate", "testing/easy/p01.pddl"]).expect(0);
    place.run(&["validate", "testing/easy/p01.pddl", "sas_plan"]).expect(0);
}

#[test]
fn a_domain_that_is_not_found_was_looked_for() {
    let place = Place::new("not-found");
    place.write("far/far/away/p01.pddl", &place.read("to-c.pddl"));
    place
        .run(&["plan", "far/far/away/p01.pddl"])
        .expect(31)
        .complains("no domain given, and none found for far/far/away/p01.pddl; tried:")
        .complains("\n  far/far/away/domain.pddl\n")
        .complains("\n  far/far/away/p01-domain.pddl\n")
        .complains("hstar COMMAND DOMAIN far/far/away/p01.pddl");
}

#[test]
fn a_sas_file_can_be_planned_translated_and_validated() {
    let place = Place::new("sas");
    place.run(&["translate", "to-c.pddl", "--sas", "a.sas"]).expect(0).says("Translator operators: 8");
    place.run(&["translate", "a.sas", "--sas", "b.sas"]).expect(0).says("Translator operators: 8");
    assert_eq!(place.read("a.sas"), place.read("b.sas"));
    place.run(&["plan", "b.sas"]).expect(0).says("Plan cost: 7");
    assert_eq!(place.read("sas_plan"), PLAN_TO_C);
    place.run(&["validate", "b.sas", "sas_plan"]).expect(0).says("Final value: 7");
    place.write("short", "(walk b a)\n");
    place.run(&["validate", "b.sas", "short"]).expect(1).says("Goal not satisfied");
}

#[test]
fn a_task_is_written_whole_or_not_at_all() {
    let place = Place::new("whole");
    place.run(&["translate", "to-c.pddl"]).expect(0);
    let names: Vec<_> =
        std::fs::read_dir(place.path("")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names.len(), 3, "{names:?}");
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_not_replaced() {
    let place = Place::new("device");
    let run = place.run(&["plan", "to-c.pddl", "--plan-file", "/dev/stdout"]).expect(0);
    assert!(run.stdout.contains(PLAN_TO_C));
}
