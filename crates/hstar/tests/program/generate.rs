//! Generated problems: that all can be solved, and how the files and the messages look.

use std::thread;

use hstar::generators::{DOMAINS, Domain};

use crate::support::Place;

/// The words of a command of the program, without the program's name.
fn words(command: &str) -> Vec<&str> {
    command.strip_prefix("hstar ").unwrap().split(' ').collect()
}

#[test]
fn fifty_small_problems_of_each_domain_are_solved_without_a_warning() {
    let solve_all = |domain: &Domain| {
        let place = Place::new(&format!("generate-{}", domain.name));
        place.run(&["generate", domain.name, "--count", "50", "--seed", "50", "--out", "all"]).expect(0);
        for number in 1..=50 {
            let problem = format!("all/p{number:02}.pddl");
            let run = place.run(&["plan", &problem, "--strict", "--time-limit", "1m"]).expect(0);
            assert_eq!(run.stderr, "", "{problem}");
            assert!(!run.stdout.contains("Plan: 0 steps"), "{problem} is solved at the start");
        }
    };
    thread::scope(|scope| {
        for domain in DOMAINS {
            scope.spawn(move || solve_all(domain));
        }
    });
}

#[test]
fn the_same_seed_gives_the_same_files_however_many_there_are() {
    let place = Place::new("generate-seeds");
    for domain in DOMAINS {
        let generate = |seed: &str, count: &str, out: &str| {
            let arguments =
                ["generate", domain.name, "--seed", seed, "--count", count, "--out", out, "--force"];
            place.run(&arguments).expect(0);
        };
        generate("1", "2", "few");
        generate("1", "12", "many");
        generate("2", "2", "other");
        assert_eq!(place.read("few/domain.pddl"), place.read("many/domain.pddl"));
        for problem in ["p01.pddl", "p02.pddl"] {
            let [few, many, other] =
                ["few", "many", "other"].map(|out| place.read(&format!("{out}/{problem}")));
            assert_eq!(few, many, "{}", domain.name);
            assert_ne!(few, other, "{}", domain.name);
        }
    }
}

#[test]
fn a_problem_says_the_command_that_makes_it_again() {
    let place = Place::new("generate-header");
    for domain in DOMAINS {
        let arguments =
            ["generate", domain.name, "--size", "medium", "--seed", "6", "--count", "3", "--out", "first"];
        place.run(&[&arguments[..], &["--force"]].concat()).expect(0);
        let problem = place.read("first/p03.pddl");
        let command = problem.lines().next().unwrap().strip_prefix("; The last problem of: ").unwrap();
        place.run(&words(command)).expect(0);
        assert_eq!(place.read(&format!("{}/p03.pddl", domain.name)), problem);
        assert!(!place.has(&format!("{}/p04.pddl", domain.name)));
    }
}

#[test]
fn numbers_in_file_names_are_as_long_as_the_last_one() {
    let place = Place::new("generate-names");
    place.run(&["generate", "gripper"]).expect(0).says("Wrote 10 problems and their domain to gripper");
    assert!(place.has("gripper/p01.pddl") && place.has("gripper/p10.pddl") && !place.has("gripper/p11.pddl"));
    place.run(&["generate", "gripper", "--count", "100", "--out", "new/folder"]).expect(0);
    assert!(place.has("new/folder/p001.pddl") && place.has("new/folder/p100.pddl"));
    assert_eq!(place.read("new/folder/p001.pddl"), place.read("gripper/p01.pddl"));
}

#[test]
fn files_that_differ_are_only_replaced_by_force() {
    let place = Place::new("generate-force");
    let generate = |more: &[&str]| place.run(&[&["generate", "gripper", "--count", "2"], more].concat());
    generate(&[]).expect(0);
    generate(&[]).expect(0);
    place.write("gripper/p02.pddl", "mine");
    generate(&[]).expect(36).complains("p02.pddl is there and differs\n  = help: --force");
    generate(&["--seed", "2"]).expect(36).complains("p01.pddl is there and differs");
    assert_eq!(place.read("gripper/p02.pddl"), "mine");
    generate(&["--force"]).expect(0);
    assert!(place.read("gripper/p02.pddl").starts_with("; The last problem of: hstar generate gripper "));
}

#[test]
fn what_cannot_be_generated_is_explained_and_leaves_nothing() {
    let place = Place::new("generate-wrong");
    for (arguments, complaint) in [
        (&["blocksworld", "--blocks", "1"][..], "blocks has to be a whole number from 2 to 500"),
        (&["blocksworld", "--blocks", "501"], "blocks has to be a whole number from 2 to 500"),
        (&["blocksworld", "--blocks", "-3"], "blocks has to be a whole number from 2 to 500"),
        (&["blocksworld", "--blocks", "many"], "blocks has to be a whole number from 2 to 500"),
        (&["blocksworld", "--block", "3"], "a similar argument exists: '--blocks'"),
        (&["blocksworld", "--size", "huge"], "[possible values: small, medium, large]"),
        (&["blocksworld", "--count", "0"], "a whole number from 1 to 1000000 is wanted"),
        (&["blockswrold"], "some similar subcommands exist: 'ipc23-blocksworld', 'blocksworld'"),
        (&["logistics", "--cities", "6", "--trucks", "5"], "trucks has to be at least 6"),
        (&["logistics", "--cities", "1", "--city-size", "1"], "of 1000 problems drawn"),
        (&["depots", "--pallets", "2"], "pallets has to be at least 3"),
        (&["grid", "--locks", "25"], "locks has to be at most 24"),
        (&["grid", "--goals", "7"], "goals has to be at most 6"),
        (&["ipc23-childsnack", "--allergic", "8"], "allergic has to be at most 7"),
        (&["ipc23-childsnack", "--sandwiches", "6"], "sandwiches has to be at least 7"),
        (&["ipc23-floortile", "--robots", "4"], "robots has to be at most 3"),
        (&["ipc23-satellite", "--instruments", "6"], "instruments has to be at least 7"),
        (&["ipc23-sokoban", "--boxes", "50"], "of 1000 problems drawn"),
        (&["ipc23-spanner", "--spanners", "2"], "spanners has to be at least 3"),
        (&["pipesworld-notankage", "--pipes", "4"], "pipes has to be a number from 2 to 3"),
        (&["pipesworld-notankage", "--batches", "2"], "batches has to be more than 2"),
        (&["rovers", "--goals", "100"], "of 1000 problems drawn"),
        (&["scanalyzer", "--chambers", "4"], "chambers has to be at most 3"),
        (&["storage", "--crates", "9"], "crates has to be at most 8"),
    ] {
        place.run(&[&["generate"], arguments].concat()).expect(36).complains(complaint);
    }
    assert_eq!(place.names(), ["domain.pddl", "to-c.pddl"]);
    place.run(&["generate", "gripper", "--out", "domain.pddl/below"]).expect(30).complains("cannot write");
}

#[test]
fn the_list_has_all_domains_with_their_parameters_and_examples_that_work() {
    let place = Place::new("generate-list");
    let list = place.run(&["generate", "list"]).expect(0).stdout;
    for domain in DOMAINS {
        let help = place.run(&["generate", domain.name, "--help"]).expect(0).stdout;
        let (_, entry) = list.split_once(&format!("{}: {}\n", domain.name, domain.summary)).unwrap();
        let (parameters, example) = entry.split_once("\n  Example: ").unwrap();
        for parameter in domain.parameters {
            let option = format!("--{} ", parameter.name);
            let range = format!("{} to {}", parameter.least, parameter.most);
            assert!(
                parameters.lines().any(|line| line.contains(&option) && line.contains(&range)),
                "{entry}"
            );
            assert!(help.contains(&option) && help.contains(&range), "{help}");
        }
        place.run(&words(example.lines().next().unwrap())).expect(0);
        assert!(place.has(&format!("{}/p05.pddl", domain.name)));
    }
}

#[test]
fn no_domain_is_called_like_another_subcommand() {
    assert_eq!(["list", "walks"].map(hstar::generators::find).map(|domain| domain.is_some()), [false; 2]);
}
