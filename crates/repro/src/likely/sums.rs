//! The results of the instances of a puzzle, summed up.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::Value;
use tools::threads::in_parallel;

use super::diary::{Diary, Found};
use crate::Context;
use planner::Error;
use planner::puzzle::Instance;

/// The results of all instances, summed up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    count: usize,
    solved: usize,
    generated: f64,
    time: Duration,
    excess: f64,
    optimal: usize,
}

impl Sums {
    /// Solves all instances that are not in the diary, as many at a time as there are threads.
    pub(super) fn of(
        subject: &str,
        instances: &[Instance],
        diary: &Diary,
        context: &Context<'_>,
        solve: impl Fn(&Instance) -> Result<Found, Error> + Sync,
    ) -> Result<Self, Error> {
        let (progress, done) = (context.progress, AtomicUsize::new(0));
        let found = in_parallel(instances.len(), context.threads, |number| {
            let found = diary.recall(&instances[number], &solve);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress.now(format_args!("{subject}: {done} of {} instances", instances.len()));
            found
        });
        progress.now(format_args!(""));
        let mut sums = Self::default();
        for found in found {
            sums.add(found?);
        }
        Ok(sums)
    }

    /// Solves all instances that are not in the diary, one after the other.
    pub(super) fn one_by_one(
        subject: &str,
        instances: &[Instance],
        diary: &Diary,
        context: &Context<'_>,
        mut solve: impl FnMut(&Instance) -> Result<Found, Error>,
    ) -> Result<Self, Error> {
        let (progress, mut sums) = (context.progress, Self::default());
        for (done, instance) in instances.iter().enumerate() {
            progress.now(format_args!("{subject}: {done} of {} instances", instances.len()));
            sums.add(diary.recall(instance, &mut solve)?);
        }
        progress.now(format_args!(""));
        Ok(sums)
    }

    fn add(&mut self, found: Found) {
        self.count += 1;
        self.generated += found.generated as f64;
        self.time += found.time;
        if let Some(cost) = found.cost {
            self.solved += 1;
            self.excess += found.optimal.map_or(f64::NAN, |optimal| cost as f64 / optimal as f64 - 1.0);
            self.optimal += usize::from(found.optimal == Some(cost));
        }
    }

    /// The values of a row of a table. Unsolved instances count as not optimal, and their generated states count.
    pub(super) fn values(&self, part: &str, row: &str) -> Vec<Value> {
        let value = |column, sum: f64, count: usize| Value::new(part, row, column, sum / count as f64);
        vec![
            value("time", self.time.as_secs_f64(), self.count),
            value("generated", self.generated, self.count),
            value("subopt", 100.0 * self.excess, self.solved),
            value("optimal", 100.0 * self.optimal as f64, self.count),
            value("solved", 100.0 * self.solved as f64, self.count),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_solved_is_not_optimal_and_has_no_suboptimality() {
        let mut sums = Sums::default();
        for (cost, generated) in [(Some(10), 100), (Some(12), 200), (None, 900)] {
            sums.add(Found { cost, optimal: Some(10), generated, time: Duration::from_secs(3) });
        }
        let values = sums.values("part", "row");
        let value = |column: &str| values.iter().find(|one| one.column == column).unwrap().value.unwrap();
        let is = |column, expected: f64| assert!((value(column) - expected).abs() < 1e-9, "{column}");
        is("time", 3.0);
        is("generated", 400.0);
        is("subopt", 10.0);
        is("optimal", 100.0 / 3.0);
        is("solved", 200.0 / 3.0);
    }
}
