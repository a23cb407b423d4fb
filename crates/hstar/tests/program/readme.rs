//! The commands of the README, and of the first hour, do what is said.

use crate::support::{LIMITS_MEMORY, Place};
use std::path::Path;

fn repository() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn read(name: &str) -> String {
    std::fs::read_to_string(repository().join(name)).unwrap()
}

/// The lines of all shell examples of a document.
fn commands(document: &str) -> Vec<String> {
    let text = read(document);
    let mut commands = Vec::new();
    let mut inside = false;
    for line in text.lines() {
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

/// Runs all commands of the program in a document, each of which ends as it says, or well if it says nothing. Returns what
/// each printed.
fn try_commands(place: &Place, document: &str) -> Vec<String> {
    let mut printed = Vec::new();
    for command in commands(document) {
        let (command, exit) = match command.split_once("  # exit code ") {
            Some((command, exit)) => (command, exit.parse().unwrap()),
            None => (&*command, 0),
        };
        let arguments =
            command.strip_prefix("hstar ").or_else(|| command.strip_prefix("cargo run --release -- "));
        if let Some(arguments) = arguments
            && (LIMITS_MEMORY || !arguments.contains(" --memory-limit "))
        {
            // Quoted words are every second part between quotation marks.
            let words = arguments.split('"').enumerate().flat_map(|(index, part)| match index % 2 {
                0 => part.split_whitespace().collect::<Vec<_>>(),
                _ => vec![part],
            });
            printed.push(place.run(&words.collect::<Vec<_>>()).expect(exit).stdout);
        }
    }
    printed
}

#[test]
fn every_command_of_the_program_succeeds() {
    let place = Place::new("readme");
    copy_examples(&place, "examples");
    for document in ["README.md", "docs/tour.md"] {
        let printed = try_commands(&place, document);
        assert!(printed.len() >= 4, "{printed:?}");
    }
}

#[test]
fn every_command_of_the_first_hour_does_what_is_said() {
    let place = Place::new("first-hour");
    copy_examples(&place, "examples");
    let printed = try_commands(&place, "docs/first-hour.md");
    assert!(printed.len() >= 9, "{printed:?}");
    // Plans are found as told, whatever time it takes.
    let read = read("docs/first-hour.md");
    for told in read.lines().filter(|line| line.starts_with("Plan: ")) {
        let (plan, effort) = told.split_once(" (").unwrap();
        let (_, effort) = effort.split_once(" s, ").unwrap();
        let is_told = |line: &str| line.starts_with(plan) && line.ends_with(effort);
        assert!(printed.iter().any(|text| text.lines().any(is_told)), "nobody says `{told}`");
    }
}

/// The documents in a folder.
fn documents(folder: &str) -> Vec<String> {
    let names = std::fs::read_dir(repository().join(folder)).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.to_str().unwrap().to_owned()).filter(|name| name.ends_with(".md"));
    names.map(|name| format!("{folder}/{name}")).collect()
}

/// Where the links of a document lead that are not to elsewhere.
fn links(document: &str) -> Vec<String> {
    let text = read(document);
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    let own = targets.filter(|target| !target.contains("://") && !target.contains(char::is_whitespace));
    own.map(|target| target.split('#').next().unwrap().to_owned())
        .filter(|target| !target.is_empty())
        .collect()
}

#[test]
fn links_between_documents_lead_somewhere() {
    let mut all =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "bench/README.md"].map(str::to_owned).to_vec();
    all.extend(documents("docs"));
    for document in all {
        let folder = repository().join(&document).parent().unwrap().to_owned();
        for link in links(&document) {
            assert!(folder.join(&link).exists(), "{document} has a link to {link}, which is not there");
        }
    }
}

#[test]
fn the_book_has_every_document() {
    let listed = links("docs/SUMMARY.md");
    for document in documents("docs").iter().filter(|document| *document != "docs/SUMMARY.md") {
        let name = document.strip_prefix("docs/").unwrap();
        assert!(listed.iter().any(|link| link == name), "docs/SUMMARY.md has no {name}");
    }
}

#[test]
fn the_page_of_searches_is_what_the_help_says() {
    let page = read("docs/searches.md");
    let told = page.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let help = Place::new("searches-of-help").run(&["plan", "--help"]).expect(0).stdout;
    assert!(help.contains(told.trim_end()), "docs/searches.md differs from hstar plan --help:\n{help}");
}

#[test]
fn the_continuous_check_runs_the_test_command() {
    let test = commands("README.md").into_iter().find(|command| command.starts_with("cargo test")).unwrap();
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
