//! Small results for tests.

use super::table::Cell;
use crate::{Properties, Record};

#[derive(Clone, Default)]
pub(super) struct Runs {
    records: Vec<Record>,
}

impl Runs {
    pub(super) fn solved(
        self,
        algorithm: &str,
        domain: &str,
        problem: &str,
        numbers: &[(&str, f64)],
    ) -> Self {
        self.run(algorithm, domain, problem, |record| {
            record.set("coverage", 1);
            for (name, number) in numbers {
                record.set(name, *number);
            }
        })
    }

    pub(super) fn unsolved(self, algorithm: &str, domain: &str, problem: &str, error: &str) -> Self {
        self.run(algorithm, domain, problem, |record| {
            record.set("coverage", 0);
            record.set("error", error);
        })
    }

    /// With a plan if there is a number of evaluations.
    pub(super) fn seeded(
        self,
        configuration: &str,
        seed: u64,
        domain: &str,
        problem: &str,
        evaluations: Option<f64>,
    ) -> Self {
        self.run(&format!("{configuration}-{seed}"), domain, problem, |record| {
            record.set("configuration", configuration);
            record.set("seed", seed);
            record.set("coverage", u8::from(evaluations.is_some()));
            if let Some(evaluations) = evaluations {
                record.set("evaluations", evaluations);
            }
        })
    }

    pub(super) fn run(
        mut self,
        algorithm: &str,
        domain: &str,
        problem: &str,
        fill: impl Fn(&mut Record),
    ) -> Self {
        let mut record = Record::default();
        record.set("algorithm", algorithm);
        record.set("domain", domain);
        record.set("problem", problem);
        fill(&mut record);
        self.records.push(record);
        self
    }

    /// All runs so far have this number, too.
    pub(super) fn with(mut self, name: &str, number: f64) -> Self {
        for record in &mut self.records {
            record.set(name, number);
        }
        self
    }

    /// All runs of this algorithm so far have this attribute, too.
    pub(super) fn mark(mut self, algorithm: &str, name: &str, value: &str) -> Self {
        for record in self.records.iter_mut().filter(|record| record.text("algorithm") == algorithm) {
            record.set(name, value);
        }
        self
    }

    pub(super) fn and(mut self, other: Self) -> Self {
        self.records.extend(other.records);
        self
    }

    pub(super) fn properties(self) -> Properties {
        let name =
            |record: &Record| ["algorithm", "domain", "problem"].map(|part| record.text(part)).join("-");
        Properties { runs: self.records.into_iter().map(|record| (name(&record), record)).collect() }
    }
}

pub(super) fn texts(rows: &[Vec<Cell>]) -> Vec<Vec<&str>> {
    rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect()
}
