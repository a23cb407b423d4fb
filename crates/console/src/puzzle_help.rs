//! The text of `--help` about puzzles, made from their declarations.

use crate::search_help::{entry, readings};
use planner::puzzle::{FORMS, PUZZLES, SEARCHES};

/// The spaces with their goals and heuristics, the instances and the searches.
pub fn help() -> String {
    let mut text = String::from("Spaces:\n");
    for puzzle in PUZZLES {
        text += &entry(puzzle.form, &format!("{}; {}", puzzle.help, puzzle.sizes));
    }
    for puzzle in PUZZLES.iter().filter(|puzzle| !puzzle.goals.is_empty()) {
        text += &format!("\nGoals of {}:\n", puzzle.name);
        for (form, help) in puzzle.goals {
            text += &entry(form, help);
        }
    }
    text += "\nInstances:\n";
    for (form, help) in FORMS {
        text += &entry(form, help);
    }
    for benchmark in PUZZLES.iter().flat_map(|puzzle| puzzle.benchmarks) {
        let name = benchmark.name;
        let ranges = "with numbers or ranges after it, only those";
        text += &entry(
            name,
            &format!("for {}: {}; {ranges}, as in {name}:1-10,42", benchmark.space, benchmark.help),
        );
    }
    text += "\nSearches:\n";
    for search in SEARCHES {
        text += &entry(search.usage, search.help);
    }
    for puzzle in PUZZLES {
        text += &format!("\nHeuristics H of {} (by default: {}):\n", puzzle.name, puzzle.default_search);
        for (usage, help) in (puzzle.heuristics)() {
            text += &entry(usage, &help);
        }
    }
    text += &format!("\n{}", readings());
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search_help::WIDTH;

    #[test]
    fn help_fits_into_80_columns() {
        let help = help();
        assert!(help.lines().all(|line| line.chars().count() <= WIDTH), "{help}");
    }
}
