//! What the program says and writes.

use std::process::Stdio;

use crate::support::{LIGHTS, LIMITS_MEMORY, PLAN_TO_C, Place, Run, forty_lights};

#[test]
fn a_plan_is_written_as_other_tools_expect_it() {
    let place = Place::new("plan-file");
    place.run(&["plan", "domain.pddl", "to-c.pddl"]).expect(0);
    assert_eq!(place.read("sas_plan"), PLAN_TO_C);
    place.run(&["plan", "domain.pddl", "to-c.pddl", "--plan-file", "mine"]).expect(0);
    assert_eq!(place.read("mine"), PLAN_TO_C);
}

#[test]
fn without_costs_the_plan_says_unit_cost() {
    let place = Place::new("unit-cost");
    place.write("domain.pddl", LIGHTS);
    place
        .write("p.pddl", "(define (problem p) (:domain lights) (:objects a - light) (:init) (:goal (on a)))");
    place.run(&["plan", "p.pddl"]).expect(0);
    assert_eq!(place.read("sas_plan"), "(switch-on a)\n; cost = 1 (unit cost)\n");
}

#[test]
fn where_the_goal_holds_already_the_plan_is_empty() {
    let place = Place::new("empty-plan");
    place.write("to-c.pddl", &place.read("to-c.pddl").replace("(:goal (parcel c))", "(:goal (parcel a))"));
    place
        .run(&["plan", "domain.pddl", "to-c.pddl"])
        .expect(0)
        .ends("Plan: 0 steps, cost 0, valid, since the goal holds already → sas_plan (");
    place
        .run(&["plan", "domain.pddl", "to-c.pddl", "--log", "fd"])
        .expect(0)
        .says("Solution found!")
        .says("Plan length: 0 step(s).")
        .says("Plan cost: 0");
    assert!(place.read("sas_plan").starts_with("; cost = 0 ("));
}

#[cfg(target_os = "linux")]
#[test]
fn the_log_has_the_lines_that_tools_look_for() {
    let place = Place::new("log");
    let run = place.run(&[
        "plan",
        "domain.pddl",
        "to-c.pddl",
        "--log",
        "fd",
        "--search",
        "astar(blind)",
        "--time-limit",
        "1m",
        "--memory-limit",
        "4G",
    ]);
    let run = run.expect(0);
    assert_eq!(run.stderr, "");
    let mut shape = String::new();
    for line in run.stdout.lines() {
        let is_bound = line.starts_with("f = ");
        let number = |c: char| c.is_ascii_digit() || c == '.' && !line.ends_with("(s).");
        let line: String = if is_bound { "f = …".into() } else { line.replace(number, "#") };
        let mut previous = ' ';
        let squeezed = line.chars().filter(|&c| std::mem::replace(&mut previous, c) != c || c != '#');
        shape.extend(squeezed);
        shape.push('\n');
    }
    let expected = "\
planner time limit: #s
planner memory limit: # MB
search time limit: #s
search memory limit: # MB
Translator variables: #
Translator derived variables: #
Translator facts: #
Translator goal facts: #
Translator mutex groups: #
Translator total mutex groups size: #
Translator operators: #
Translator axioms: #
Translator task size: #
Translator peak memory: # KB
Done! [#s CPU, #s wall-clock]
Search: astar(blind)
Initial heuristic value for blind: #
";
    assert!(shape.starts_with(expected), "{shape}");
    let expected = "\
Solution found!
walk b a (#)
carry a b (#)
carry b c (#)
Plan length: # step(s).
Plan cost: #
Expanded # state(s).
Reopened # state(s).
Evaluated # state(s).
Evaluations: #
Generated # state(s).
Dead ends: # state(s).
Expanded until last jump: # state(s).
Reopened until last jump: # state(s).
Evaluated until last jump: # state(s).
Generated until last jump: # state(s).
Search time: #s
Total time: #s
Peak memory: # KB
Solution found#
";
    assert!(shape.ends_with(expected), "{shape}");
}

#[test]
fn stats_have_all_keys_in_every_case() {
    let place = Place::new("stats");
    place.write("lights/domain.pddl", LIGHTS);
    place.write("lights/forty.pddl", &forty_lights());
    place.write("one-way.pddl", &place.read("to-c.pddl").replace("(road b c)", ""));
    for (status, arguments) in [
        ("solved", &["to-c.pddl"][..]),
        ("unsolvable", &["one-way.pddl"]),
        ("time-limit", &["lights/forty.pddl", "--search", "astar(blind)", "--time-limit", "0.1"]),
        ("time-limit", &["to-c.pddl", "--time-limit", "0"]),
        ("memory-limit", &["lights/forty.pddl", "--search", "astar(blind)", "--memory-limit", "30M"]),
        ("expansion-limit", &["to-c.pddl", "--max-expansions", "1"]),
        ("evaluation-limit", &["to-c.pddl", "--max-evaluations", "1"]),
        ("input-error", &["missing.pddl"]),
        ("input-error", &["to-c.pddl", "--search", "dfs"]),
        ("critical-error", &["to-c.pddl", "--plan-file", "nowhere/plan"]),
    ] {
        if status == "memory-limit" && !LIMITS_MEMORY {
            continue;
        }
        let stats = place.stats(arguments);
        let keys: Vec<&str> = stats.as_object().unwrap().keys().map(String::as_str).collect();
        let mut expected = [
            "status",
            "cost",
            "plan_length",
            "expanded",
            "evaluated",
            "generated",
            "reopened",
            "dead_ends",
            "untrusted",
            "parse_s",
            "ground_s",
            "search_s",
            "total_s",
            "peak_memory_kb",
            "seed",
            "search",
            "plan",
            "plan_file",
            "plans",
            "optimal",
            "pruned",
            "error",
        ];
        expected.sort_unstable();
        assert_eq!(keys, expected);
        assert_eq!(stats["status"], status, "{arguments:?}");
    }
    let stats = place.stats(&["to-c.pddl"]);
    assert_eq!(stats["cost"], 7);
    assert_eq!(stats["plan_length"], 3);
    assert_eq!(stats["plan"], serde_json::json!(["(walk b a)", "(carry a b)", "(carry b c)"]));
    assert_eq!(stats["plan_file"], "sas_plan");
    assert_eq!(stats["optimal"], false);
    let nolan: hstar::Search = "nolan".parse().unwrap();
    assert_eq!(stats["search"], nolan.to_string());
    assert!(stats["total_s"].as_f64() >= stats["search_s"].as_f64());
}

#[test]
fn an_earlier_plan_is_not_left_lying_around() {
    let place = Place::new("stale");
    place.write("sas_plan", "(walk nowhere)\n");
    place.write("one-way.pddl", &place.read("to-c.pddl").replace("(road b c)", ""));
    place.run(&["plan", "one-way.pddl"]).expect(11);
    assert!(!place.has("sas_plan"));
}

#[test]
fn an_earlier_plan_does_not_outlive_a_failure() {
    let place = Place::new("stale-failure");
    for (code, arguments) in [
        (31, &["missing.pddl"][..]),
        (21, &["to-c.pddl", "--time-limit", "0"]),
        (33, &["to-c.pddl", "--search", "dfs"]),
        (32, &["to-c.pddl", "--stats", "nowhere/stats"]),
    ] {
        place.write("sas_plan", "(walk nowhere)\n");
        place.run(&[&["plan"], arguments].concat()).expect(code);
        assert!(!place.has("sas_plan"), "{arguments:?}");
    }
}

#[test]
fn numbered_plans_of_an_earlier_run_are_not_left_as_if_new() {
    let place = Place::new("stale-numbered");
    let write = || {
        for number in [1, 2, 3, 9, 10] {
            place.write(&format!("sas_plan.{number}"), "(walk nowhere)\n; cost = 1 (unit cost)\n");
        }
    };
    for arguments in [&["missing.pddl"][..], &["missing.pddl", "--preset", "lama"]] {
        write();
        place.run(&[&["plan"], arguments].concat()).expect(31);
        assert_eq!(place.names(), ["domain.pddl", "to-c.pddl"]);
    }
    write();
    place.run(&["plan", "to-c.pddl", "--preset", "lama"]).expect(0);
    assert!(place.has("sas_plan.1") && !place.has("sas_plan.9"));
    place.run(&["plan", "to-c.pddl"]).expect(0);
    assert_eq!(place.names(), ["domain.pddl", "sas_plan", "to-c.pddl"]);
}

#[test]
fn what_is_no_numbered_plan_is_left_alone() {
    let place = Place::new("not-stale");
    let others =
        ["sas_plan.1", "sas_plan.01", "sas_plan.2.old", "sas_plan.x", "my_sas_plan.1", "other/sas_plan.1"];
    place.write("sas_plan.1", "notes on the plan");
    place.write("sas_plan.3", "(a comment without a cost)\n");
    others[1..].iter().for_each(|name| place.write(name, "(walk nowhere)\n; cost = 1 (unit cost)\n"));
    place.run(&["plan", "to-c.pddl"]).expect(0);
    assert!(others.iter().chain(&["sas_plan.3"]).all(|name| place.has(name)), "{:?}", place.names());
}

#[test]
fn a_plan_is_shown_and_summed_up() {
    let place = Place::new("answer");
    let run = place.run(&["plan", "domain.pddl", "to-c.pddl"]).expect(0);
    let run = run.ends("Plan: 3 steps, cost 7, valid → sas_plan (");
    assert!(run.stdout.starts_with("(walk b a)\n(carry a b)\n(carry b c)\nPlan: "), "{}", run.stdout);
    assert_eq!(run.stdout.lines().count(), 4);
    assert!(run.stdout.ends_with(" states evaluated)\n"), "{}", run.stdout);
    assert_eq!(run.stderr, "");
    place
        .run(&["plan", "domain.pddl", "to-c.pddl", "--optimal", "--plan-file", "mine"])
        .expect(0)
        .ends("Plan: 3 steps, cost 7, valid, optimal → mine (");
}

#[test]
fn a_long_plan_is_left_in_its_file_unless_more_is_asked_for() {
    let place = Place::new("long-plan");
    place.write("domain.pddl", LIGHTS);
    place.write(
        "forty.pddl",
        &forty_lights().replace("l0 ", "l0 one-more ").replace("(:goal (and", "(:goal (and (on one-more)"),
    );
    let run = place.run(&["plan", "forty.pddl"]).expect(0).says("The plan has 41 steps: see sas_plan");
    assert!(!run.stdout.contains("(switch-on"), "{}", run.stdout);
    place
        .run(&["plan", "forty.pddl", "-v"])
        .expect(0)
        .says("(switch-on l0)")
        .ends("Plan: 41 steps, cost 41, ");
}

#[test]
fn an_anytime_search_ends_with_its_best_cost() {
    let place = Place::new("anytime-answer");
    let run = place.run(&["plan", "to-c.pddl", "--preset", "lama"]).expect(0);
    let plans = place.names().iter().filter(|name| name.starts_with("sas_plan.")).count();
    let best = format!("Plan: 3 steps, cost 7, valid, optimal → sas_plan.{plans} (");
    let run = run.ends(&best);
    assert!(run.stdout.contains("\nPlan 1: "), "{}", run.stdout);
    // Enough to find a plan, and not to find out that there is no better one.
    let limit = ["plan", "to-c.pddl", "--preset", "lama", "--max-expansions", "5"];
    let run = place.run(&limit).expect(0).says("The search limit of 5 expansions was reached.");
    assert!(run.stdout.contains("perhaps not"), "{}", run.stdout);
}

#[test]
fn lama_ends_where_the_goal_holds_already() {
    let place = Place::new("lama-nothing");
    place.write("to-c.pddl", &place.read("to-c.pddl").replace("(:goal (parcel c))", "(:goal (parcel a))"));
    place
        .run(&["plan", "to-c.pddl", "--preset", "lama", "--time-limit", "20s"])
        .expect(0)
        .ends("Plan: 0 steps, cost 0, valid, since the goal holds already → sas_plan.1 (");
    assert_eq!(place.names(), ["domain.pddl", "sas_plan.1", "to-c.pddl"]);
}

#[test]
fn quiet_says_nothing_but_errors() {
    let place = Place::new("quiet");
    place.write("domain.pddl", &place.read("domain.pddl").replace(":typing ", ""));
    place.write("one-way.pddl", &place.read("to-c.pddl").replace("(road b c)", ""));
    for (arguments, code) in [(&["to-c.pddl", "-q"][..], 0), (&["one-way.pddl", "--quiet"], 11)] {
        let run = place.run(&[&["plan"], arguments].concat()).expect(code);
        assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", ""));
    }
    assert!(!place.has("sas_plan"));
    place.run(&["plan", "missing.pddl", "-q"]).expect(31).complains("error: cannot read missing.pddl");
    let run = place.run(&["translate", "to-c.pddl", "-q"]).expect(0);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("", ""));
}

#[test]
fn verbose_says_what_grounding_heuristics_and_search_did() {
    let place = Place::new("verbose");
    let run = place.run(&["plan", "to-c.pddl", "-v"]).expect(0).says("Domain: domain.pddl");
    for text in [
        "ground in ",
        ": 8 operators, ",
        "\nSearch: lazy(ff(cost=one)",
        " of the initial state: ",
        "\nSearched for ",
    ] {
        assert!(run.stdout.contains(text), "`{text}` is not in\n{}", run.stdout);
    }
}

#[test]
fn json_is_one_object_with_the_answer() {
    let place = Place::new("json");
    place.write("one-way.pddl", &place.read("to-c.pddl").replace("(road b c)", ""));
    let object = |arguments: &[&str], code: i32| -> serde_json::Value {
        let run = place.run(&[&["plan", "--json"], arguments].concat()).expect(code);
        serde_json::from_str(&run.stdout).unwrap()
    };
    let solved = object(&["to-c.pddl", "--optimal"], 0);
    assert_eq!(solved["status"], "solved");
    assert_eq!(solved["plan"], serde_json::json!(["(walk b a)", "(carry a b)", "(carry b c)"]));
    assert_eq!((&solved["cost"], &solved["plans"]), (&7.into(), &1.into()));
    assert_eq!((&solved["optimal"], &solved["plan_file"]), (&true.into(), &"sas_plan".into()));
    assert_eq!(place.read("sas_plan"), PLAN_TO_C);
    let unsolvable = object(&["one-way.pddl"], 11);
    assert_eq!(
        (&unsolvable["status"], &unsolvable["plan"]),
        (&"unsolvable".into(), &serde_json::Value::Null)
    );
    let wrong = object(&["missing.pddl"], 31);
    assert_eq!(wrong["status"], "input-error");
    assert!(wrong["error"].as_str().unwrap().starts_with("cannot read missing.pddl"));
    for both in [
        ["--json", "-q"],
        ["--json", "--log=fd"],
        ["-v", "-q"],
        ["-v", "--log=fd"],
        ["--json", "--plan-file=-"],
    ] {
        place.run(&["plan", "to-c.pddl", both[0], both[1]]).expect(36);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn stats_that_fail_do_not_hide_what_failed_before() {
    let place = Place::new("both-fail");
    place
        .run(&["plan", "missing.pddl", "--stats", "/dev/full"])
        .expect(31)
        .complains("error: cannot read missing.pddl")
        .complains("\nerror: cannot write /dev/full: ");
    place
        .run(&["plan", "to-c.pddl", "--stats", "/dev/full"])
        .expect(32)
        .complains("error: cannot write /dev/full");
}

#[test]
fn files_do_not_control_the_terminal() {
    let place = Place::new("control");
    place.write("plan", "(walk b a)\n\x1b[2J\x07boo\n");
    place
        .run(&["validate", "to-c.pddl", "plan"])
        .expect(31)
        .complains("expected an action in parentheses, as in `(stack a b)`, found `�[2J�boo`\n");
    place.write("plan", "(walk b \x1b[2J)\n");
    let run = place.run(&["validate", "to-c.pddl", "plan"]).expect(1);
    assert!(run.stdout.contains("unknown object `�[2j`"), "{}", run.stdout);
    place.write("wrong.sas", "begin_version\n\x1b[2J\nend_version\n");
    let run = place.run(&["plan", "wrong.sas"]).expect(31).complains("�[2J");
    assert!(!run.stderr.contains('\x1b'));
}

#[test]
fn questionable_pddl_is_a_warning_or_with_strict_an_error() {
    let place = Place::new("strict");
    place.write("domain.pddl", &place.read("domain.pddl").replace(":typing ", ""));
    place.run(&["plan", "to-c.pddl"]).expect(0).complains("warning: ");
    place.run(&["plan", "to-c.pddl", "--strict"]).expect(31).complains("error: ");
    place.run(&["translate", "to-c.pddl", "--strict"]).expect(31);
    place.run(&["validate", "to-c.pddl", "sas_plan", "--strict"]).expect(31);
}

#[test]
fn nobody_listening_is_no_reason_to_fail() {
    let place = Place::new("pipe");
    let mut child =
        place.command(&["plan", "to-c.pddl"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let run = Run::new(child.wait_with_output().unwrap()).expect(0);
    assert_eq!(run.stderr, "");
    assert!(place.has("sas_plan"));
}

#[cfg(target_os = "linux")]
#[test]
fn answers_that_can_not_be_written_end_with_an_error() {
    let place = Place::new("full");
    for (words, code) in
        [(&["repro", "list"][..], 32), (&["generate", "list"], 30), (&["plan", "to-c.pddl"], 32)]
    {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = place.command(words).stdout(full).stderr(Stdio::piped()).output().unwrap();
        Run::new(output).expect(code).complains("cannot write to standard output");
    }
}

#[cfg(unix)]
#[test]
fn a_device_without_an_end_is_no_model() {
    let place = Place::new("zero");
    place
        .run(&["plan", "domain.pddl", "to-c.pddl", "--model", "/dev/zero"])
        .expect(31)
        .complains("it is a device, and does not end");
}

#[test]
fn without_a_terminal_there_is_no_line_of_progress_to_erase() {
    let place = Place::new("progress");
    place.write("domain.pddl", LIGHTS);
    place.write("forty.pddl", &forty_lights());
    let search = ["plan", "domain.pddl", "forty.pddl", "--search", "astar(blind)", "--time-limit", "1.5s"];
    let run = place.run(&search).expect(23);
    assert_eq!(run.stderr, "");
    assert_eq!(run.stdout.lines().count(), 1, "{}", run.stdout);
}
