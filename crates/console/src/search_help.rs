//! The text of `--help` about searches, heuristics and presets.

use belief::FORMS;
use heuristics::CATALOG;

use tools::terminal::wrapped;

use planner::searches::{ALIASES, COMBINATIONS, MODEL, ORDERS, PRESETS, SEARCHES};

/// Lines no longer than this fit into every terminal.
pub const WIDTH: usize = 80;

/// The column where explanations begin.
const COLUMN: usize = 14;

/// The searches, heuristics and presets, each with a line or two about it.
pub fn help() -> String {
    let mut text = String::from("Searches:\n");
    for search in SEARCHES {
        text.push_str(&entry(search.usage, search.help));
    }
    text.push_str("\nHeuristics H, each with an option cost=normal|one|plusone:\n");
    for heuristic in CATALOG {
        let admissible = if heuristic.is_admissible { "; admissible with cost=normal" } else { "" };
        let preferred = if heuristic.has_preferred { "; knows preferred operators" } else { "" };
        text.push_str(&entry(heuristic.name, &format!("{}{admissible}{preferred}", heuristic.help)));
    }
    text.push_str("\nSeveral of them make one:\n");
    for (usage, help) in COMBINATIONS {
        text.push_str(&entry(usage, help));
    }
    text.push_str("\nOpen lists of greedy searches can also be ordered by:\n");
    for (usage, help) in ORDERS {
        text.push_str(&entry(usage, help));
    }
    text.push_str(&format!("\n{}", readings()));
    text.push_str("\nPresets:\n");
    for (name, spec) in PRESETS {
        text.push_str(&entry(name, spec));
    }
    for (alias, preset) in ALIASES {
        text.push_str(&entry(alias, &format!("{preset}, as Fast Downward calls it")));
    }
    text
}

/// The ways to read a model.
pub fn readings() -> String {
    let mut text = String::from("A model that --model names is a heuristic, too:\n");
    text.push_str(&entry(MODEL, "read as suits its belief"));
    for form in FORMS {
        text.push_str(&entry(&format!("{MODEL}@{}", form.example), form.help));
    }
    text
}

/// A name and its explanation, which begins on the next line if the name is long.
pub fn entry(name: &str, explanation: &str) -> String {
    const GAP: usize = 2;
    let indent = format!("\n{:COLUMN$}", "");
    let explanation = wrapped(explanation, WIDTH - COLUMN).join(&indent);
    match (COLUMN - GAP).checked_sub(GAP + name.chars().count()) {
        Some(left) => format!("  {name}{:1$}{explanation}\n", "", left + GAP),
        None => format!("  {name}{indent}{explanation}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reading_is_listed() {
        let help = help();
        assert!(FORMS.iter().all(|form| help.contains(&format!("  model@{}", form.example))), "{help}");
    }

    #[test]
    fn help_fits_into_80_columns_and_goes_on_below_its_beginning() {
        let help = help();
        assert!(help.lines().all(|line| line.chars().count() <= WIDTH), "{help}");
        assert!(
            help.contains("\n  astar(H, pruned=model)\n              A*: a plan of least cost"),
            "{help}"
        );
        assert!(
            help.contains("\n  gbfs(H, …, preferred, boost=0)\n              greedy best-first"),
            "{help}"
        );
        let long = entry("name", &"word ".repeat(20));
        assert!(long.contains("\n              word word"), "{long}");
    }
}
