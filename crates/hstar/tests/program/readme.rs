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

#[test]
fn every_command_of_the_program_succeeds() {
    let place = Place::new("readme");
    for file in ["post/domain.pddl", "post/problem.pddl", "experiment.toml"] {
        let name = format!("examples/{file}");
        place.write(&name, &read(&name));
    }
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
