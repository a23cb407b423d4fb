//! Help worth reading.

use crate::support::{Place, Run};

#[test]
fn help_lists_the_exit_codes() {
    let help = Place::new("help").run(&["--help"]).expect(0).stdout;
    for (exit, meaning) in hstar::Exit::TABLE {
        assert!(help.contains(&format!("{:>3}  {meaning}", exit.code())), "{help}");
    }
}

#[test]
fn each_command_has_an_example() {
    let place = Place::new("examples");
    for command in [
        "plan",
        "solve",
        "translate",
        "validate",
        "generate",
        "data",
        "learn",
        "eval",
        "explain",
        "repro",
        "demo",
    ] {
        let help = place.run(&[command, "--help"]).expect(0).stdout;
        assert!(help.contains(&format!("\n  hstar {command}")), "{help}");
    }
}

#[test]
fn the_version_is_told() {
    let version = Place::new("version").run(&["--version"]).expect(0).stdout;
    assert_eq!(version, concat!("hstar ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn examples_and_searches_need_no_more_than_80_columns() {
    let place = Place::new("columns");
    let output = place.command(&["plan", "--help"]).env("COLUMNS", "200").output().unwrap();
    let help = Run::new(output).expect(0).stdout;
    let (_, fixed) = help.split_once("\nExamples:\n").unwrap();
    assert!(fixed.lines().all(|line| line.chars().count() <= 80), "{fixed}");
}

#[test]
fn an_unknown_preset_is_answered_with_those_there_are() {
    let place = Place::new("preset");
    let names: Vec<&str> = hstar::search_kind::PRESETS.iter().map(|(name, _)| *name).collect();
    place
        .run(&["plan", "to-c.pddl", "--preset", "lama-last"])
        .expect(36)
        .complains("invalid value 'lama-last' for '--preset <NAME>'")
        .complains(&names.join(", "));
}
