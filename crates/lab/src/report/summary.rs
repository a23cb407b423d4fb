//! The sentences of a report.

use std::collections::BTreeSet;

use super::attributes::SEARCH_TIME;
use super::numbers::{count, counted, percent, plain, significant};
use super::results::{Configuration, Kind, Results};
use super::statistics::median;
use super::tables::reason;
use crate::Record;

/// The sentence on a configuration.
#[derive(Debug, PartialEq)]
pub(super) struct Sentence {
    /// Its number among the configurations.
    pub(super) configuration: usize,
    pub(super) text: String,
    /// A warning that a reader should not miss.
    pub(super) warning: Option<String>,
}

/// A line on the number of configurations, problems and runs.
pub(super) fn what_was_run(results: &Results) -> String {
    let mut parts = vec![
        counted(results.configurations.len(), "configuration"),
        counted(results.problems.len(), "problem"),
        counted(results.domains.len(), "domain"),
        counted(results.all_runs().count(), "run"),
    ];
    if results.has_seeds() {
        let most = results.configurations.iter().map(|configuration| configuration.algorithms.len()).max();
        parts.insert(1, format!("up to {}", counted(most.unwrap_or(1), "seed")));
    }
    parts.join(" · ")
}

/// Remarks on the report as a whole.
pub(super) fn remarks(results: &Results) -> Vec<String> {
    let mut remarks = Vec::new();
    let has = |kind| results.configurations.iter().any(|configuration| configuration.kind == kind);
    if has(Kind::Learned) && !has(Kind::Baseline) {
        remarks.push(
            "No baseline was run beside the learned heuristics: nothing here tells whether learning helped."
                .to_owned(),
        );
    }
    if results.repeated > 0 {
        remarks.push(format!(
            "{} left out: another is of the same algorithm and problem.",
            counted(results.repeated, "run")
        ));
    }
    if results.unlisted > 0 {
        remarks.push(format!(
            "{} more left out of all but the list of runs.",
            counted(results.unlisted, "configuration")
        ));
    }
    remarks
}

/// The limits of the runs, and the version of hstar, as far as the records have them.
pub(super) fn circumstances(results: &Results) -> Vec<String> {
    let mut sentences = Vec::new();
    let limits: BTreeSet<String> =
        results.all_runs().map(|(_, _, record)| limits(record)).filter(|limits| !limits.is_empty()).collect();
    if !limits.is_empty() {
        let limits: Vec<String> = limits.into_iter().collect();
        sentences.push(format!("Limits of each run: {}.", limits.join("; or ")));
    }
    let versions: BTreeSet<&str> = results
        .all_runs()
        .map(|(_, _, record)| record.text("version"))
        .filter(|version| !version.is_empty())
        .collect();
    if !versions.is_empty() {
        let versions: Vec<&str> = versions.into_iter().collect();
        sentences.push(format!("Run by hstar {}.", versions.join(" and ")));
    }
    sentences
}

/// The limits of a run.
fn limits(record: &Record) -> String {
    let limit = |name: &str, show: &dyn Fn(f64) -> String| record.number(name).map(show);
    let limits = [
        limit("limit_search_time", &|seconds| format!("{} seconds", plain(seconds))),
        limit("limit_memory", &|bytes| format!("{} of memory", memory(bytes))),
        limit("limit_evaluations", &|number| format!("{} evaluations", count(number))),
        limit("limit_expansions", &|number| format!("{} expansions", count(number))),
    ];
    limits.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Bytes in the largest fitting unit.
fn memory(bytes: f64) -> String {
    let units = [("GB", 30), ("MB", 20), ("KB", 10)];
    let fitting = units.into_iter().find(|(_, bits)| bytes >= f64::from(1u32 << bits));
    match fitting {
        Some((unit, bits)) => format!("{} {unit}", plain(bytes / f64::from(1u32 << bits))),
        None => format!("{} bytes", plain(bytes)),
    }
}

/// A sentence on each configuration.
pub(super) fn sentences(results: &Results) -> Vec<Sentence> {
    (0..results.configurations.len())
        .map(|number| {
            let configuration = &results.configurations[number];
            Sentence {
                configuration: number,
                text: sentence(results, configuration),
                warning: beaten_by(results, configuration),
            }
        })
        .collect()
}

fn sentence(results: &Results, configuration: &Configuration) -> String {
    let attempted = results.attempted(configuration);
    if attempted == 0 {
        return format!("tried nothing.{}", refused(results, configuration));
    }
    let solved = results.coverage(configuration);
    let share = solved / attempted.max(1) as f64;
    let mut text =
        format!("solves {} of {} ({})", count(solved), counted(attempted, "problem"), percent(share));
    if configuration.algorithms.len() > 1 {
        text += &format!(" in the mean over {}", counted(configuration.algorithms.len(), "seed"));
        if let Some(interval) = results.coverage_interval(configuration) {
            text += &format!(" (95 %: {:.1} to {:.1})", interval.low, interval.high);
        }
    }
    let mut times: Vec<f64> = results
        .members(configuration)
        .flat_map(|algorithm| algorithm.runs.values())
        .filter_map(|record| SEARCH_TIME.of(record))
        .collect();
    if let Some(median) = median(&mut times) {
        text += &format!(", half of them within {} s of search", significant(median.max(SEARCH_TIME.floor)));
    }
    let runs = results.members(configuration).flat_map(|algorithm| algorithm.runs.values());
    if let Some(reason) = commonest_reason(runs.copied()) {
        text += &format!("; otherwise mostly {reason}");
    }
    text += ".";
    let missing = results.missing(configuration);
    if missing > 0 {
        text += &format!(
            " Not all seeds were run on all of these: what is missing ({}) counts as unsolved.",
            counted(missing, "run")
        );
    }
    let not_run_on = results.not_run_on(configuration);
    if not_run_on > 0 {
        text += &format!(" Was not run on {}.", counted(not_run_on, "problem"));
    }
    text + &refused(results, configuration)
}

/// A sentence on how many runs were refused and why, if any were; begins with a space.
fn refused(results: &Results, configuration: &Configuration) -> String {
    let number = results.refused(configuration);
    let runs = results.members(configuration).flat_map(|algorithm| algorithm.refused.values());
    let Some(reason) = commonest_reason(runs.copied()) else { return String::new() };
    let were = if number == 1 { "was" } else { "were" };
    format!(
        " {} {were} refused ({reason}): nothing was tried there, so nothing is compared.",
        counted(number, "run")
    )
}

fn commonest_reason<'a>(runs: impl Iterator<Item = &'a Record>) -> Option<&'a str> {
    let mut counts = std::collections::BTreeMap::new();
    for record in runs {
        if !record.is_solved() {
            *counts.entry(reason(record)).or_insert(0) += 1;
        }
    }
    counts
        .into_iter()
        .max_by_key(|&(reason, count)| (count, std::cmp::Reverse(reason)))
        .map(|(reason, _)| reason)
}

/// A warning that names the baselines which solve more of the same problems than a learned configuration.
fn beaten_by(results: &Results, configuration: &Configuration) -> Option<String> {
    if configuration.kind != Kind::Learned {
        return None;
    }
    let baselines = results.configurations.iter().filter(|other| other.kind == Kind::Baseline);
    let better: Vec<String> =
        baselines.filter_map(|baseline| better(results, configuration, baseline)).collect();
    (!better.is_empty()).then(|| format!("Beaten on the same problems by {}.", better.join(" and ")))
}

fn better(results: &Results, configuration: &Configuration, baseline: &Configuration) -> Option<String> {
    let shared = |problem: usize| {
        let mut algorithms = results.members(configuration).chain(results.members(baseline));
        algorithms.all(|algorithm| algorithm.runs.contains_key(&problem))
    };
    let shared: Vec<bool> = (0..results.problems.len()).map(shared).collect();
    let solved = |configuration| {
        results.mean_sum(configuration, |problem, record| {
            f64::from(u8::from(shared[problem] && record.is_solved()))
        })
    };
    let (own, others) = (solved(configuration), solved(baseline));
    (others > own).then(|| format!("the baseline {} ({} to {})", baseline.name, count(others), count(own)))
}

#[cfg(test)]
mod tests {
    use super::super::example::Runs;
    use super::*;

    fn example() -> Runs {
        Runs::default()
            .solved("ff", "d", "p1", &[("search_time", 0.5)])
            .solved("ff", "d", "p2", &[("search_time", 1.5)])
            .unsolved("m", "d", "p1", "search-out-of-time")
            .solved("m", "d", "p2", &[])
            .mark("m", "model", "m.hstar")
    }

    #[test]
    fn what_was_run_is_counted() {
        let properties = example().properties();
        assert_eq!(
            what_was_run(&Results::new(&[&properties])),
            "2 configurations · 2 problems · 1 domain · 4 runs"
        );
    }

    #[test]
    fn a_learned_heuristic_that_is_beaten_is_said_to_be() {
        let properties = example().properties();
        let sentences = sentences(&Results::new(&[&properties]));
        assert_eq!(
            sentences[0].text,
            "solves 2 of 2 problems (100.0 %), half of them within 1.00 s of search."
        );
        assert_eq!(sentences[0].warning, None);
        assert_eq!(
            sentences[1].text,
            "solves 1 of 2 problems (50.0 %); otherwise mostly search-out-of-time."
        );
        assert_eq!(
            sentences[1].warning.as_deref(),
            Some("Beaten on the same problems by the baseline ff (2 to 1).")
        );
    }

    #[test]
    fn a_run_refused_for_its_model_is_no_defeat_by_the_baseline() {
        let refused = |problem| Runs::default().unsolved("m", "d", problem, "model-refused");
        let runs = Runs::default()
            .solved("ff", "d", "p1", &[])
            .solved("ff", "d", "p2", &[])
            .and(refused("p1"))
            .and(Runs::default().solved("m", "d", "p2", &[]))
            .mark("m", "model", "m.hstar");
        let properties = runs.properties();
        let sentences = sentences(&Results::new(&[&properties]));
        assert_eq!(sentences[1].warning, None);
        assert_eq!(
            sentences[1].text,
            "solves 1 of 1 problem (100.0 %). 1 run was refused (model-refused): nothing was tried there, so nothing is \
             compared."
        );
        let runs =
            Runs::default().solved("ff", "d", "p1", &[]).and(refused("p1")).mark("m", "model", "m.hstar");
        let properties = runs.properties();
        let sentences = super::sentences(&Results::new(&[&properties]));
        assert_eq!(sentences[1].warning, None);
        assert!(sentences[1].text.starts_with("tried nothing. 1 run was refused"), "{}", sentences[1].text);
    }

    #[test]
    fn a_learned_heuristic_that_is_as_good_is_not_beaten() {
        let properties = example().solved("m", "d", "p1", &[]).mark("m", "model", "m.hstar").properties();
        assert!(sentences(&Results::new(&[&properties])).iter().all(|sentence| sentence.warning.is_none()));
    }

    fn with_an_incomplete_seed() -> Runs {
        (0..4).fold(Runs::default(), |runs, i| runs.seeded("m", 1, "d", &format!("p{i}"), Some(1.0))).seeded(
            "m",
            2,
            "d",
            "p0",
            Some(1.0),
        )
    }

    #[test]
    fn an_incomplete_seed_is_said_to_be_and_shares_are_of_the_same_problems() {
        let properties = with_an_incomplete_seed().properties();
        assert_eq!(
            sentences(&Results::new(&[&properties]))[0].text,
            "solves 2.5 of 4 problems (62.5 %) in the mean over 2 seeds (95 %: 0.0 to 4.0). Not all seeds were run on \
             all of these: what is missing (3 runs) counts as unsolved."
        );
    }

    #[test]
    fn an_incomplete_seed_does_not_lose_against_a_baseline_where_it_was_not_run() {
        let runs =
            (0..4).fold(with_an_incomplete_seed(), |runs, i| runs.solved("ff", "d", &format!("p{i}"), &[]));
        let properties = runs.mark("m-1", "model", "m.hstar").properties();
        let results = Results::new(&[&properties]);
        assert_eq!(results.configurations[1].kind, Kind::Learned);
        assert!(sentences(&results).iter().all(|sentence| sentence.warning.is_none()));
    }

    #[test]
    fn learning_without_baselines_is_remarked_on() {
        let properties =
            Runs::default().solved("m", "d", "p", &[]).mark("m", "model", "m.hstar").properties();
        assert_eq!(remarks(&Results::new(&[&properties])).len(), 1);
        let properties = example().properties();
        assert!(remarks(&Results::new(&[&properties])).is_empty());
    }
}
