//! A summary of an experiment in a few lines.

use std::collections::BTreeMap;

use tools::numbers::counted;

use crate::{Folder, Properties, Run};

/// How many errors of failed runs are listed.
pub const TOLD: usize = 5;

/// How many problems were solved, and the errors of the others, in Lab's words.
pub fn sum_up(properties: &Properties) -> String {
    let solved = properties.runs.values().filter(|record| record.is_solved()).count();
    let mut others: BTreeMap<&str, usize> = BTreeMap::new();
    for record in properties.runs.values().filter(|record| !record.is_solved()) {
        *others.entry(record.text("error")).or_default() += 1;
    }
    let others: Vec<String> = others.iter().map(|(error, count)| format!("{count} {error}")).collect();
    let others = if others.is_empty() { String::new() } else { format!(" ({})", others.join(", ")) };
    format!("Solved: {solved} of {}{others}", properties.runs.len())
}

/// The errors of failed runs, each with its runs.
fn reasons<'a>(folder: &Folder, failed: &[&'a Run]) -> Vec<(String, Vec<&'a Run>)> {
    let mut reasons: Vec<(String, Vec<&Run>)> = Vec::new();
    for &run in failed {
        let complaints = folder.complaints(run);
        let first = complaints.lines().next().unwrap_or("it was killed, or waited for what failed");
        let reason = first.trim_start_matches("error: ");
        match reasons.iter_mut().find(|(known, _)| known == reason) {
            Some((_, runs)) => runs.push(run),
            None => reasons.push((reason.to_owned(), vec![run])),
        }
    }
    reasons
}

/// A message on failed runs; `None` if there are none.
pub fn failures(folder: &Folder, runs: &[Run]) -> Option<String> {
    let failed: Vec<&Run> =
        runs.iter().filter(|run| folder.outcome(run).is_none_or(|outcome| outcome.is_failure)).collect();
    if failed.is_empty() {
        return None;
    }
    let mut message = format!("{} of {} failed", failed.len(), counted(runs.len(), "run"));
    let reasons = reasons(folder, &failed);
    for (reason, runs) in reasons.iter().take(TOLD) {
        message += &format!("\n  {}: {reason}", runs[0].name);
        if runs.len() > 1 {
            message += &format!(" (and {} more)", runs.len() - 1);
        }
    }
    if reasons.len() > TOLD {
        message += &format!("\n  and {} other reasons", reasons.len() - TOLD);
    }
    Some(message + "\n  = help: complaints.log in a run's folder says why; --retry does them again")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_counts_what_was_solved_and_why_not() {
        let mut properties = Properties::default();
        for (name, coverage, error) in
            [("a", 1, "success"), ("b", 0, "search-out-of-time"), ("c", 0, "search-out-of-time")]
        {
            let record = properties.runs.entry(name.to_owned()).or_default();
            record.set("coverage", coverage);
            record.set("error", error);
        }
        assert_eq!(sum_up(&properties), "Solved: 1 of 3 (2 search-out-of-time)");
    }
}
