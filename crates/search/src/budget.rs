//! Limits on the time and memory of a piece of work.

use crate::{Gauge, Work};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::process_memory::{has_room_for, resident_memory};

/// Limits on the whole process, checked now and then by long work.
///
/// A check costs a few hundred nanoseconds up to some microseconds (memory is read from the operating system), so a hot
/// loop checks every few thousand steps.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    deadline: Option<Instant>,
    memory: Option<u64>,
    interrupted: Option<Arc<AtomicBool>>,
    gauge: Option<Arc<Gauge>>,
}

/// Why work has to stop before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exhausted {
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The user asked to stop.
    Interrupted,
}

impl fmt::Display for Exhausted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Time => "time limit reached",
            Self::Memory => "memory limit reached",
            Self::Interrupted => "interrupted",
        })
    }
}

impl Budget {
    /// No limits at all.
    pub fn unlimited() -> Self {
        Self::default()
    }

    /// Stop `time` from now.
    #[must_use]
    pub fn with_time(mut self, time: Duration) -> Self {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// Stop at `end` at the latest.
    #[must_use]
    pub fn until(mut self, end: Instant) -> Self {
        self.deadline = Some(self.deadline.map_or(end, |deadline| deadline.min(end)));
        self
    }

    /// Stop when the process holds more than `bytes` of memory. Where the operating system does not report how much
    /// that is ([`resident_memory`] is `None`), this limit has no effect; a caller that promises it to a user should
    /// check that first.
    #[must_use]
    pub fn with_memory(mut self, bytes: u64) -> Self {
        self.memory = Some(bytes);
        self
    }

    /// Stop when `flag` becomes true.
    #[must_use]
    pub fn with_interrupt(mut self, flag: Arc<AtomicBool>) -> Self {
        self.interrupted = Some(flag);
        self
    }

    /// Report the work done to this gauge.
    #[must_use]
    pub fn with_gauge(mut self, gauge: Arc<Gauge>) -> Self {
        self.gauge = Some(gauge);
        self
    }

    /// Adds to the gauge, if there is one.
    pub fn note(&self, work: Work, count: u64) {
        if let Some(gauge) = &self.gauge {
            gauge.add(work, count);
        }
    }

    /// How much time is left, where it is limited.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The same with one of so many parts of the time that is left, where it is limited.
    #[must_use]
    pub fn part(&self, parts: u32) -> Self {
        match self.time_left() {
            Some(left) => self.clone().with_time(left / parts),
            None => self.clone(),
        }
    }

    /// Are all limits kept?
    ///
    /// # Errors
    /// Says which limit was reached.
    pub fn check(&self) -> Result<(), Exhausted> {
        self.check_with(0)
    }

    /// Are all limits kept if the process takes `more_bytes` bytes more? Besides the budget's own limit, this checks
    /// the memory that the machine has left and the limit on the process's address space (`ulimit -v`): an allocation
    /// refused there would abort the program.
    ///
    /// # Errors
    /// Says which limit was reached, or would be.
    pub fn check_with(&self, more_bytes: u64) -> Result<(), Exhausted> {
        if self.interrupted.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Err(Exhausted::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Exhausted::Time);
        }
        if let Some(limit) = self.memory
            && resident_memory().is_some_and(|used| used.saturating_add(more_bytes) > limit)
        {
            return Err(Exhausted::Memory);
        }
        if has_room_for(more_bytes) { Ok(()) } else { Err(Exhausted::Memory) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unlimited_is_never_exhausted() {
        assert_eq!(Budget::unlimited().check(), Ok(()));
    }

    #[test]
    fn each_limit_is_told_apart() {
        let flag = Arc::new(AtomicBool::new(true));
        assert_eq!(Budget::unlimited().with_time(Duration::ZERO).check(), Err(Exhausted::Time));
        assert_eq!(Budget::unlimited().with_interrupt(flag).check(), Err(Exhausted::Interrupted));
        if resident_memory().is_some() {
            assert_eq!(Budget::unlimited().with_memory(1).check(), Err(Exhausted::Memory));
        }
    }

    #[test]
    fn memory_that_does_not_fit_is_told_before_it_is_taken() {
        let budget = Budget::unlimited().with_memory(1 << 40);
        assert_eq!(budget.check_with(1 << 20), Ok(()));
        if resident_memory().is_some() {
            assert_eq!(budget.check_with(1 << 40), Err(Exhausted::Memory));
            assert_eq!(budget.check_with(u64::MAX), Err(Exhausted::Memory));
            assert_eq!(Budget::unlimited().check_with(u64::MAX), Err(Exhausted::Memory));
        }
    }

    #[test]
    fn a_gauge_is_told_of_work_by_all_that_share_the_budget() {
        let gauge = Arc::new(Gauge::default());
        let budget = Budget::unlimited().with_gauge(Arc::clone(&gauge));
        budget.note(Work::Expanded, 3);
        budget.clone().note(Work::Expanded, 4);
        budget.note(Work::Facts, 1);
        assert_eq!((gauge.count(Work::Expanded), gauge.count(Work::Evaluated)), (7, 0));
    }

    #[test]
    fn a_limit_too_far_away_is_no_limit() {
        assert_eq!(Budget::unlimited().with_time(Duration::MAX).check(), Ok(()));
    }
}
