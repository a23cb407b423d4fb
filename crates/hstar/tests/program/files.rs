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
    place.run(&["translate", "to-c.pddl", "--sas", "a.sas"]).expect(0).ends("Task: 8 operators, ");
    place
        .run(&["translate", "a.sas", "--sas", "b.sas", "--log", "fd"])
        .expect(0)
        .says("Translator operators: 8");
    assert_eq!(place.read("a.sas"), place.read("b.sas"));
    place.run(&["plan", "b.sas"]).expect(0).ends("Plan: 3 steps, cost 7, valid → ");
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

#[test]
fn a_dash_is_standard_input_or_output() {
    let place = Place::new("dash");
    let problem = place.read("to-c.pddl");
    let run = place.run_with(problem.as_bytes(), &["plan", "domain.pddl", "-", "--plan-file", "-"]).expect(0);
    assert_eq!(run.stdout, PLAN_TO_C);
    let run = run.complains("Plan: 3 steps, cost 7, valid → standard output (");
    place
        .run_with(run.stdout.as_bytes(), &["validate", "domain.pddl", "to-c.pddl", "-"])
        .expect(0)
        .says("Final value: 7");
    let run = place.run(&["translate", "domain.pddl", "to-c.pddl", "--sas", "-"]).expect(0);
    assert!(run.stdout.starts_with("begin_version\n") && run.stdout.ends_with('\n'), "{}", run.stdout);
    place
        .run_with(run.stdout.as_bytes(), &["plan", "-"])
        .expect(0)
        .ends("Plan: 3 steps, cost 7, valid → sas_plan (");
    let run = place.run(&["plan", "to-c.pddl", "--stats", "-"]).expect(0);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&run.stdout).unwrap()["cost"], 7);
    assert!(!place.has("-"), "{:?}", place.names());
}

#[test]
fn a_problem_on_standard_input_finds_its_domain_here() {
    let place = Place::new("dash-domain");
    let problem = place.read("to-c.pddl");
    place.run_with(problem.as_bytes(), &["plan", "-"]).expect(0).says("Domain: domain.pddl");
    let wrong = problem.replace("(parcel a)", "(parcl a)");
    place.run_with(wrong.as_bytes(), &["plan", "-"]).expect(31).complains("--> standard input:3:");
}

#[test]
fn standard_input_and_output_are_for_one_thing_each() {
    let place = Place::new("dash-twice");
    place.run_with(b"", &["plan", "-", "-"]).expect(31).complains("only one of the files can be `-`");
    for both in [["--plan-file=-", "--stats=-"], ["--plan-file=-", "--json"], ["--stats=-", "--json"]] {
        let run = place.run(&["plan", "to-c.pddl", both[0], both[1]]).expect(36);
        run.complains("would both write to standard output");
    }
}

#[test]
fn the_best_plan_alone_goes_to_standard_output() {
    let place = Place::new("dash-anytime");
    let run = place.run(&["plan", "to-c.pddl", "--preset", "lama", "--plan-file", "-"]).expect(0);
    assert_eq!(run.stdout, PLAN_TO_C);
    assert_eq!(place.names(), ["domain.pddl", "to-c.pddl"]);
}

#[test]
fn generated_problems_data_and_models_go_through_pipes() {
    let place = Place::new("dash-learn");
    place.run(&["generate", "gripper", "--count", "3", "--out", "grip"]).expect(0);
    let problem = place.run(&["generate", "gripper", "--count", "1", "--out", "-"]).expect(0).stdout;
    assert_eq!(problem, place.read("grip/p01.pddl"));
    place.run_with(problem.as_bytes(), &["plan", "grip/domain.pddl", "-", "-q"]).expect(0);
    place.run(&["data", "grip", "--out", "grip.parquet", "--split", "1:1:1"]).expect(0);
    let data = std::fs::read(place.path("grip.parquet")).unwrap();
    let output = place.command(&["data", "grip", "--out", "-", "--split", "1:1:1"]).output().unwrap();
    assert!(output.stdout == data, "{}", String::from_utf8_lossy(&output.stderr));
    place.run_with(&data, &["data", "show", "-"]).expect(0);
    place.run_with(&data, &["learn", "m.hstar", "-", "--steps", "20"]).expect(0);
    place.run_with(&data, &["learn", "-", "-"]).expect(36).complains("name a file for it");
    let figures = place.run_with(&data, &["eval", "m.hstar", "-", "--stats", "-"]).expect(0).stdout;
    assert_eq!(serde_json::from_str::<serde_json::Value>(&figures).unwrap()["split"], "test");
    let model = std::fs::read(place.path("m.hstar")).unwrap();
    place.run_with(&model, &["explain", "-"]).expect(0);
    place.run_with(&model, &["plan", "grip/p01.pddl", "--model", "-"]).expect(0);
    place
        .run_with(b"1 4 2 3 0 5 6 7 8\n", &["solve", "tiles:3x3", "-", "--stats", "-"])
        .expect(0)
        .complains("Search: ");
}
