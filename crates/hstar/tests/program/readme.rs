//! The commands of the README do what it says.

use crate::support::Place;
use std::path::Path;

fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn read(name: &str) -> String {
    std::fs::read_to_string(repository().join(name)).unwrap()
}

/// The lines of all shell examples.
fn commands() -> Vec<String> {
    let readme = read("README.md");
    let mut commands = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        match line {
            "```sh" => inside = true,
            "```" => inside = false,
            command if inside => commands.push(command.to_owned()),
            _ => {}
        }
    }
    commands
}

/// Copies a folder of the examples, and all in it.
fn copy_examples(place: &Place, folder: &str) {
    for entry in std::fs::read_dir(repository().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        match entry.file_type().unwrap().is_dir() {
            true => copy_examples(place, &name),
            false => place.write(&name, &read(&name)),
        }
    }
}

#[test]
fn every_command_of_the_program_succeeds() {
    let place = Place::new("readme");
    copy_examples(&place, "examples");
    let mut tried = 0;
    for command in commands() {
        let arguments =
            command.strip_prefix("hstar ").or_else(|| command.strip_prefix("cargo run --release -- "));
        if let Some(arguments) = arguments {
            // Quoted words are every second part between quotation marks.
            let words = arguments.split('"').enumerate().flat_map(|(index, part)| match index % 2 {
                0 => part.split_whitespace().collect::<Vec<_>>(),
                _ => vec![part],
            });
            place.run(&words.collect::<Vec<_>>()).expect(0);
            tried += 1;
        }
    }
    assert!(tried >= 9, "{tried} commands found");
}

#[test]
fn the_continuous_check_runs_the_test_command() {
    let test = commands().into_iter().find(|command| command.starts_with("cargo test")).unwrap();
    assert!(read(".ci/run").lines().any(|line| line == test), "`{test}` is not in .ci/run");
}

#[test]
fn every_example_does_what_it_is_there_for() {
    let place = Place::new("examples-of-all-kinds");
    copy_examples(&place, "examples");
    let costs = place.stats(&["examples/post/problem.pddl", "--optimal"]);
    assert_eq!((&costs["status"], &costs["search"]), (&"solved".into(), &"astar(lmcut)".into()));
    let axioms = place.stats(&["examples/house/problem.pddl", "--optimal"]);
    assert_eq!((&axioms["cost"], &axioms["search"]), (&6.into(), &"astar(blind)".into()), "{axioms}");
    place
        .run(&["rules", "learn", "examples/family"])
        .expect(0)
        .says("grandmother(V0,V1):- woman(V0),parent(V0,V2),parent(V2,V1).");
    place.run(&["lab", "run", "examples/learned.toml", "--out", "learned.run"]).expect(0);
    place.run(&["lab", "report", "learned.run"]).expect(0);
    let properties = place.read("learned.run/properties");
    assert!(properties.contains("learned") && properties.contains("lama-first"), "{properties}");
}
