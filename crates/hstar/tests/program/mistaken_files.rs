//! Files given to commands that take other kinds.

use crate::support::Place;

/// A place with a file of each kind.
fn files(test: &str) -> Place {
    let place = Place::new(test);
    place.run(&["data", "domain.pddl", "to-c.pddl", "--out", "data.parquet"]).expect(0);
    place.run(&["learn", "model.hstar", "data.parquet", "--steps", "10"]).expect(0);
    let grow =
        ["learn", "eight.hstar", "tiles:3x3", "--method", "likely", "--iterations", "1", "--settle", "0"];
    place.run(&grow).expect(0);
    place.write(
        "eight.rules",
        "% hstar rules 1\n% about: 8-puzzle\ncost_1_rule_1(S):- tile(T),not_inplace_clause(S,T).\n",
    );
    place.write("goals.rules", "% hstar rules 1\n% about: goals of delivery\n");
    place.run(&["translate", "domain.pddl", "to-c.pddl", "--sas", "task.sas"]).expect(0);
    place.write("plan", "(walk b a)\n(carry a b)\n");
    place.write("notes.txt", "important");
    place
}

#[test]
fn a_file_of_another_kind_is_told_with_the_command_that_takes_it() {
    let place = files("mistaken-files");
    let plan = |model| vec!["plan", "domain.pddl", "to-c.pddl", "--model", model];
    let solve = |model| vec!["solve", "tiles:3x3", "walk:5:1", "--model", model];
    for (command, what, help) in [
        (plan("data.parquet"), "data.parquet is a data set, not a model", "hstar learn MODEL data.parquet"),
        (plan("eight.hstar"), "eight.hstar is a model of tiles:3x3, not a model", "hstar solve tiles:3x3"),
        (
            plan("eight.rules"),
            "eight.rules is a heuristic of rules about the 8-puzzle, not a model",
            "hstar solve tiles:3x3",
        ),
        (plan("to-c.pddl"), "to-c.pddl is a PDDL problem, not a model", "hstar plan DOMAIN to-c.pddl"),
        (plan("task.sas"), "task.sas is a task in SAS+, not a model", "hstar plan task.sas"),
        (plan("plan"), "plan is a plan, not a model", "hstar validate DOMAIN PROBLEM plan"),
        (
            solve("model.hstar"),
            "model.hstar is a model for planning tasks, not one for tiles:3x3",
            "hstar plan",
        ),
        (
            solve("goals.rules"),
            "goals.rules is a heuristic of rules about goals of delivery, not one for tiles:3x3",
            "hstar plan",
        ),
        (solve("data.parquet"), "data.parquet is a data set, not a model", "hstar learn"),
        (vec!["explain", "data.parquet"], "data.parquet is a data set, not a model", "hstar learn"),
        (
            vec!["explain", "domain.pddl"],
            "domain.pddl is a PDDL domain, not a model",
            "hstar plan domain.pddl PROBLEM",
        ),
        (
            vec!["eval", "model.hstar", "to-c.pddl"],
            "to-c.pddl is a PDDL problem, not a data set",
            "hstar plan",
        ),
        (
            vec!["eval", "model.hstar", "model.hstar"],
            "model.hstar is a model for planning tasks, not a data set",
            "hstar plan",
        ),
        (
            vec!["data", "show", "eight.hstar"],
            "eight.hstar is a model of tiles:3x3, not a data set",
            "hstar solve",
        ),
        (
            vec!["plan", "domain.pddl", "data.parquet"],
            "data.parquet is a data set, not a planning task",
            "hstar learn",
        ),
        (vec!["lab", "run", "data.parquet"], "data.parquet is a data set, not an experiment", "hstar learn"),
        (
            vec!["rules", "test", "eight.hstar"],
            "eight.hstar is a model of tiles:3x3, not a text",
            "hstar solve",
        ),
        (
            vec!["plan", "model.hstar"],
            "model.hstar is a model for planning tasks, not a planning task",
            "hstar plan",
        ),
    ] {
        let run = place.run(&command).expect(31);
        assert!(run.stderr.contains(what) && run.stderr.contains(help), "{command:?}: {}", run.stderr);
    }
    for command in [vec!["explain", "notes.txt"], plan("notes.txt"), solve("notes.txt")] {
        let run = place.run(&command).expect(31).complains("notes.txt is no model");
        assert!(!run.stderr.contains("header"), "{}", run.stderr);
    }
}

#[test]
fn rules_about_another_puzzle_or_domain_are_refused_as_such() {
    let place = files("mistaken-rules");
    place
        .run(&["solve", "tiles:4x4", "walk:5:1", "--model", "eight.rules"])
        .expect(31)
        .complains("eight.rules: its rules are about the 8-puzzle, tiles:3x3, and this is tiles:4x4");
}
