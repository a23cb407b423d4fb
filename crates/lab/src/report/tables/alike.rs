//! Comparisons are fair only on the same problems: only then cells are marked as best.

use std::collections::BTreeSet;

use super::super::numbers;
use super::super::results::{Configuration, Results};
use super::super::table::{Best, Cell, mark_best};

/// Marks the best cells of a row about these problems, unless the configurations with a number were run on different ones.
pub(super) fn mark_best_alike(results: &Results, problems: &[usize], cells: &mut [Cell], best: Best) {
    let compared: Vec<_> = results
        .configurations
        .iter()
        .zip(cells.iter())
        .filter(|(_, cell)| cell.value.is_some())
        .map(|(configuration, _)| configuration)
        .collect();
    if are_alike(results, &compared, problems) {
        mark_best(cells, best);
    }
}

/// Were all of these configurations run on the same of these problems?
pub(super) fn are_alike(results: &Results, configurations: &[&Configuration], problems: &[usize]) -> bool {
    let sets: BTreeSet<Vec<usize>> =
        configurations.iter().map(|configuration| run_on(results, configuration, problems)).collect();
    sets.len() <= 1
}

/// A sentence on how many of these problems each of these configurations was run on, unless on the same; begins with a space.
pub(super) fn about(results: &Results, configurations: &[&Configuration], problems: &[usize]) -> String {
    if are_alike(results, configurations, problems) {
        return String::new();
    }
    let each: Vec<String> = configurations
        .iter()
        .map(|configuration| {
            let number = run_on(results, configuration, problems).len();
            format!("{} on {}", configuration.name, numbers::grouped(number as f64, 0))
        })
        .collect();
    format!(
        " Not all were run on the same problems: {}. The best is marked only where the same are compared.",
        each.join(", ")
    )
}

/// A sentence on problems that were run with only some seeds of a configuration; begins with a space.
pub(super) fn about_missing(results: &Results) -> &'static str {
    if results.configurations.iter().any(|configuration| results.missing(configuration) > 0) {
        " Not all seeds were run on the same problems: what is missing counts as unsolved."
    } else {
        ""
    }
}

/// The problems among some that a configuration was run on.
pub(super) fn run_on(results: &Results, configuration: &Configuration, problems: &[usize]) -> Vec<usize> {
    problems.iter().copied().filter(|&problem| results.was_run(configuration, problem)).collect()
}
