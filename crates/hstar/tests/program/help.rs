//! Help worth reading.

use crate::support::{Place, Run};

#[test]
fn help_lists_the_exit_codes() {
    let help = Place::new("help").run(&["--help"]).expect(0).stdout;
    let (_, table) = help.split_once("Exit codes:\n").expect("a table of exit codes");
    let codes = table.lines().map_while(|line| line.split_whitespace().next()?.parse::<u8>().ok());
    assert_eq!(codes.collect::<Vec<_>>(), [0, 1, 11, 12, 20, 21, 22, 23, 30, 31, 32, 33, 34, 36, 130]);
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
        "completions",
        "man",
        "mcp",
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
    let names: Vec<&str> = hstar::searches::PRESETS.iter().map(|(name, _)| *name).collect();
    place
        .run(&["plan", "to-c.pddl", "--preset", "lama-last"])
        .expect(36)
        .complains("invalid value 'lama-last' for '--preset <NAME>'")
        .complains(&names.join(", "));
}

#[test]
fn aliases_of_fast_downward_are_understood() {
    let place = Place::new("aliases");
    for (alias, search) in [("seq-opt-lmcut", "lmcut"), ("lama-2011", "lama"), ("lama-first", "lama-first")] {
        let of = |name: &str| {
            place.run(&["plan", "to-c.pddl", "--alias", name, "--stats", "s.json"]).expect(0);
            let stats: serde_json::Value = serde_json::from_str(&place.read("s.json")).unwrap();
            stats["search"].clone()
        };
        assert_eq!(of(alias), of(search));
        place.run(&["plan", "to-c.pddl", "--search", alias]).expect(0);
    }
}

#[test]
fn a_number_that_does_not_fit_gets_a_sentence() {
    let place = Place::new("numbers");
    for (words, expected) in [
        (["plan", "to-c.pddl", "--time-limit", "-5"], "'--time-limit <TIME>': it can't be negative"),
        (["plan", "to-c.pddl", "--max-expansions", "-5"], "'--max-expansions <N>': it can't be negative"),
        (
            ["plan", "to-c.pddl", "--max-expansions", "few"],
            "'--max-expansions <N>': a whole number is wanted",
        ),
        (["plan", "to-c.pddl", "--max-expansions", "99999999999999999999"], "that number is too large"),
        (
            ["learn", "m.hstar", "data.parquet", "--learning-rate=-1"],
            "'--learning-rate <X>': expected a number from 0 up",
        ),
        (["learn", "m.hstar", "data.parquet", "--batch=-1"], "'--batch <N>': "),
        (
            ["learn", "m.hstar", "data.parquet", "--threads=-1"],
            "'--threads <N>': a whole number from 1 to 256 is wanted",
        ),
        (["generate", "gripper", "--balls", "-3"], "'--balls <N>': "),
    ] {
        let run = place.run(&words).expect(36).complains(expected);
        for jargon in ["digit", "literal", "target type", "..", "unexpected argument"] {
            assert!(!run.stderr.contains(jargon), "{}", run.stderr);
        }
    }
}

#[test]
fn completions_and_manual_pages_are_made_from_the_declarations() {
    let place = Place::new("completions");
    for shell in ["bash", "zsh", "fish"] {
        let script = place.run(&["completions", shell]).expect(0).stdout;
        for word in ["hstar", "plan", "plan-file", "puzzle8", "lama-first"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let page = place.run(&["man"]).expect(0).stdout;
    assert!(page.contains(".TH hstar 1") && page.contains("plan"), "{page}");
    let said = place.run(&["man", "--out", "pages"]).expect(0).stdout;
    assert!(said.starts_with("Wrote ") && said.trim_end().ends_with(" pages to pages"), "{said}");
    assert!(place.read("pages/hstar-plan.1").contains("\\-\\-plan\\-file"));
    assert!(place.has("pages/hstar.1") && place.has("pages/hstar-rules-learn.1"));
}

#[test]
fn what_is_not_read_on_a_terminal_has_no_colours() {
    let place = Place::new("colours");
    let run = place.run(&["plan", "nowhere.pddl"]).expect(31);
    assert!(run.stderr.starts_with("error: ") && !run.stderr.contains('\x1b'), "{}", run.stderr);
}
