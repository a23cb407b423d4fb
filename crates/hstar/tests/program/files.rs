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
fn a_domain_that_was_found_is_named() {
    let place = Place::new("named");
    for command in
        [&["plan", "to-c.pddl"][..], &["translate", "to-c.pddl"], &["validate", "to-c.pddl", "sas_plan"]]
    {
        place.run(command).expect(0).says("Domain: domain.pddl");
    }
    let run = place.run(&["plan", "domain.pddl", "to-c.pddl"]).expect(0);
    assert!(!run.stdout.contains("Domain:"), "{}", run.stdout);
}

#[test]
fn a_domain_alone_lacks_a_problem() {
    let place = Place::new("no-problem");
    place.write("plan", PLAN_TO_C);
    for arguments in
        [&["plan", "domain.pddl"][..], &["translate", "domain.pddl"], &["validate", "domain.pddl", "plan"]]
    {
        let run = place.run(arguments).expect(31);
        let run = run.complains("error: domain.pddl is a domain, and no problem is given\n");
        let run = run.complains("hstar COMMAND domain.pddl PROBLEM");
        assert!(!run.stderr.contains("tried"), "{}", run.stderr);
    }
}

#[test]
fn a_domain_that_is_not_found_was_looked_for() {
    let place = Place::new("not-found");
    place.write("far/far/away/p01.pddl", &place.read("to-c.pddl"));
    let run = place
        .run(&["plan", "far/far/away/p01.pddl"])
        .expect(31)
        .complains("no domain given, and none found for far/far/away/p01.pddl; tried:")
        .complains("\n  far/far/away/domain.pddl\n")
        .complains("\n  far/far/away/p01-domain.pddl\n")
        .complains("hstar COMMAND DOMAIN far/far/away/p01.pddl");
    assert_eq!(run.stderr.matches("p01-domain.pddl").count(), 1);
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
    assert_eq!(place.names(), ["domain.pddl", "output.sas", "to-c.pddl"]);
}

#[test]
fn output_that_cannot_be_written_is_told_before_the_work() {
    let place = Place::new("unwritable");
    place.write("file", "");
    for (option, code) in [("--plan-file", 32), ("--stats", 32), ("--sas", 30)] {
        let command = if option == "--sas" { "translate" } else { "plan" };
        for path in ["nowhere/out", "file/out", "nowhere/", "."] {
            let run = place.run(&[command, "to-c.pddl", option, path]).expect(code);
            let run = run.complains(&format!("error: cannot write {path}: "));
            assert_eq!(run.stdout, "");
        }
    }
    place.run(&["plan", "to-c.pddl", "--preset", "lama", "--plan-file", "nowhere/out"]).expect(32);
    assert_eq!(place.names(), ["domain.pddl", "file", "to-c.pddl"]);
}

#[test]
fn a_plan_does_not_replace_the_task() {
    let place = Place::new("replace");
    place
        .run(&["plan", "domain.pddl", "to-c.pddl", "--plan-file", "./to-c.pddl"])
        .expect(36)
        .complains("the plan would replace a file of the task: ./to-c.pddl");
    assert!(place.has("to-c.pddl"));
}

#[cfg(unix)]
#[test]
fn a_device_is_written_to_not_replaced() {
    let place = Place::new("device");
    let run = place.run(&["plan", "to-c.pddl", "--plan-file", "/dev/stdout"]).expect(0);
    assert!(run.stdout.contains(PLAN_TO_C));
}
