//! What came of the runs of a domain.

use std::time::Duration;

use lab::Properties;

use super::SIZES;

/// The planners that are measured, by the labels of their rows.
pub(super) const ROWS: [&str; 4] = ["bundle", "lama-first", "nolan", FAST_DOWNWARD];

/// The label of Fast Downward's row.
pub(super) const FAST_DOWNWARD: &str = "FD lama-first";

/// A try to solve a problem, and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Attempt {
    pub(super) row: &'static str,
    pub(super) domain: &'static str,
    pub(super) size: &'static str,
    /// The name of its problem.
    pub(super) problem: String,
    /// The seconds it took to a plan, and what that costs; `None` if it found none.
    pub(super) plan: Option<(f64, f64)>,
}

impl Attempt {
    pub(super) fn is_solved_in(&self, limit: Duration) -> bool {
        self.plan.is_some_and(|(seconds, _)| seconds <= limit.as_secs_f64())
    }
}

/// The results in the records of an experiment.
pub(super) fn of(domain: &'static str, properties: &Properties) -> Vec<Attempt> {
    let mut results = Vec::new();
    for record in properties.runs.values() {
        let row = ROWS.into_iter().find(|row| *row == record.text("algorithm"));
        let size = SIZES.into_iter().find(|size| record.text("problem").split('/').any(|part| part == *size));
        let (Some(row), Some(size)) = (row, size) else { continue };
        let plan = record.is_solved().then(|| Some((record.number("total_time")?, record.number("cost")?)));
        let problem = record.text("problem").trim_start_matches("testing/").to_owned();
        results.push(Attempt { row, domain, size, problem, plan: plan.flatten() });
    }
    results
}

#[cfg(test)]
mod tests {
    use lab::Record;

    use super::*;

    #[test]
    fn results_are_read_from_records() {
        let mut properties = Properties::default();
        for (problem, coverage) in [("testing/easy/p01.pddl", 1), ("testing/hard/p02.pddl", 0)] {
            let mut record = Record::default();
            record.set("algorithm", "nolan");
            record.set("problem", problem);
            record.set("coverage", coverage);
            record.set("total_time", 12.5);
            record.set("cost", 7);
            properties.runs.insert(problem.to_owned(), record);
        }
        let results = of("ferry", &properties);
        assert_eq!(results[0].plan, Some((12.5, 7.0)));
        assert_eq!((results[1].size, results[1].plan), ("hard", None));
        assert!(results[0].is_solved_in(Duration::from_secs(13)));
        assert!(!results[0].is_solved_in(Duration::from_secs(12)));
    }
}
