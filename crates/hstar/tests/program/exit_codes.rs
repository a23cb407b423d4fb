//! Each exit code, by a command that ends with it.

use crate::support::{LIGHTS, LIMITS_MEMORY, Place, forty_lights};

#[test]
fn a_plan_is_0() {
    let place = Place::new("code-0");
    place.run(&["plan", "domain.pddl", "to-c.pddl"]).expect(0);
    place.run(&["translate", "domain.pddl", "to-c.pddl"]).expect(0);
    place.run(&["validate", "domain.pddl", "to-c.pddl", "sas_plan"]).expect(0);
}

#[test]
fn an_invalid_plan_is_1() {
    let place = Place::new("code-1");
    place.write("plan", "(walk b a)\n");
    place.run(&["validate", "domain.pddl", "to-c.pddl", "plan"]).expect(1).says("Goal not satisfied");
}

#[test]
fn no_plan_is_11() {
    let place = Place::new("code-11");
    let one_way = place.read("to-c.pddl").replace("(road b c)", "");
    place.write("to-c.pddl", &one_way);
    let run = place.run(&["plan", "domain.pddl", "to-c.pddl"]).expect(11);
    run.ends("No plan exists: the whole state space was explored, the task is unsolvable (");
    let run = place.run(&["plan", "domain.pddl", "to-c.pddl", "--log", "fd"]).expect(11);
    run.says("Completely explored state space -- no solution!")
        .says("Search stopped without finding a solution.");
    assert!(!place.has("sas_plan"));
}

#[test]
fn a_limit_on_the_search_is_12() {
    let place = Place::new("code-12");
    place
        .run(&["plan", "domain.pddl", "to-c.pddl", "--max-expansions", "2"])
        .expect(12)
        .ends("No plan found: the search limit of 2 expansions was reached (");
    place
        .run(&["plan", "domain.pddl", "to-c.pddl", "--max-evaluations", "3"])
        .expect(12)
        .ends("No plan found: the search limit of 3 evaluations was reached (");
    place
        .run(&["plan", "domain.pddl", "to-c.pddl", "--log", "fd", "--max-expansions", "2"])
        .expect(12)
        .says("Limit on expansions has been reached.")
        .says("Expanded 2 state(s).");
    place
        .run(&["plan", "domain.pddl", "to-c.pddl", "--log", "fd", "--max-evaluations", "3"])
        .expect(12)
        .says("Limit on evaluations has been reached.")
        .says("Evaluated 3 state(s).");
}

#[test]
fn limits_before_the_search_are_20_and_21() {
    let place = Place::new("code-20");
    for command in ["plan", "translate"] {
        if LIMITS_MEMORY {
            place
                .run(&[command, "domain.pddl", "to-c.pddl", "--memory-limit", "1K"])
                .expect(20)
                .complains("memory limit reached");
        }
        place
            .run(&[command, "domain.pddl", "to-c.pddl", "--time-limit", "0"])
            .expect(21)
            .complains("time limit reached");
    }
    assert!(!place.has("output.sas"));
}

#[test]
fn limits_in_the_search_are_22_and_23() {
    let place = Place::new("code-22");
    place.write("domain.pddl", LIGHTS);
    place.write("forty.pddl", &forty_lights());
    if LIMITS_MEMORY {
        place
            .run(&["plan", "forty.pddl", "--search", "astar(blind)", "--memory-limit", "30M"])
            .expect(22)
            .ends("No plan found: the memory limit of 30 MB was reached (");
    }
    place
        .run(&["plan", "forty.pddl", "--search", "astar(blind)", "--time-limit", "0.1s"])
        .expect(23)
        .ends("No plan found: the time limit of 0.1 s was reached (");
}

#[test]
fn output_that_cannot_be_written_is_30_or_32() {
    let place = Place::new("code-30");
    place
        .run(&["translate", "domain.pddl", "to-c.pddl", "--sas", "nowhere/output.sas"])
        .expect(30)
        .complains("cannot write nowhere/output.sas");
    place
        .run(&["plan", "domain.pddl", "to-c.pddl", "--plan-file", "nowhere/plan"])
        .expect(32)
        .complains("cannot write nowhere/plan");
}

#[test]
fn wrong_input_is_31() {
    let place = Place::new("code-31");
    place.write("broken.pddl", &place.read("to-c.pddl").replace("(parcel a)", "(parcl a)"));
    place.write("broken.sas", "begin_version\n2\nend_version\n");
    place.write("plan", "walk b a");
    for (arguments, complaint) in [
        (vec!["plan", "domain.pddl", "missing.pddl"], "cannot read missing.pddl"),
        (vec!["plan", "domain.pddl", "."], ". is a folder, not a planning task"),
        (vec!["plan", "domain.pddl", "broken.pddl"], "broken.pddl:3:"),
        (vec!["translate", "domain.pddl", "broken.pddl"], "did you mean `parcel`?"),
        (vec!["translate", "broken.sas"], "broken.sas: line 2: expected the version 3, found 2"),
        (vec!["plan", "domain.pddl", "broken.sas"], "broken.sas is a SAS+ file"),
        (vec!["plan", "broken.sas", "to-c.pddl"], "broken.sas is a SAS+ file"),
        (vec!["validate", "to-c.pddl", "missing"], "cannot read missing"),
        (vec!["validate", "to-c.pddl", "plan"], "plan: line 1, column 1: expected an action"),
    ] {
        place.run(&arguments).expect(31).complains(complaint);
    }
}

#[test]
fn a_wrong_search_is_33() {
    let place = Place::new("code-33");
    place
        .run(&["plan", "to-c.pddl", "--search", "astar(lmcat)"])
        .expect(33)
        .complains("error: unknown heuristic `lmcat`\n  --search astar(lmcat)\n                 ^^^^^\n");
}

#[test]
fn what_is_not_supported_is_34() {
    let place = Place::new("code-34");
    let durative = place.read("domain.pddl").replace("(:action walk", "(:durative-action walk");
    place.write("domain.pddl", &durative);
    place.run(&["plan", "to-c.pddl"]).expect(34).complains("not supported");
    place.run(&["translate", "to-c.pddl"]).expect(34).complains("not supported");
}

#[test]
fn a_wrong_command_line_is_36() {
    let place = Place::new("code-36");
    for arguments in [
        &["plan"][..],
        &["plna", "to-c.pddl"],
        &["plan", "a", "b", "c"],
        &["plan", "to-c.pddl", "--time-limit", "soon"],
        &["plan", "to-c.pddl", "--memory-limit", "much"],
        &["validate", "sas_plan"],
    ] {
        place.run(arguments).expect(36);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_is_130_and_tells_how_far_it_came() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let place = Place::new("code-130");
    place.write("domain.pddl", LIGHTS);
    place.write("forty.pddl", &forty_lights());
    let mut command = place.command(&[
        "plan",
        "forty.pddl",
        "-v",
        "--search",
        "astar(blind)",
        "--stats",
        "stats.json",
        "--time-limit",
        "1m",
    ]);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("blind of the initial state") {
        line.clear();
        stdout.read_line(&mut line).unwrap();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let last = rest.lines().last().unwrap();
    assert!(last.starts_with("No plan found: the run was interrupted ("), "{rest}");
    // It may be one state.
    assert!(last.ends_with(" evaluated)"), "{rest}");
    assert!(place.read("stats.json").contains("\"interrupted\""));
}
