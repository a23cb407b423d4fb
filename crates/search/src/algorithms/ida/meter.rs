//! The work done by the threads of one search, and the limits on it.

use crate::{Limits, StopReason, Work};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How a search below a root ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// With a plan.
    Solved,
    /// With every path within the bound searched.
    Exhausted,
    /// Because an earlier root has a plan.
    Overtaken,
    /// By a limit.
    Stopped(StopReason),
}

/// The counters and limits that the threads of a search share.
pub(super) struct Progress<'a> {
    pub(super) limits: &'a Limits,
    expanded: AtomicU64,
    generated: AtomicU64,
    /// The first root known to have a plan.
    solved: AtomicUsize,
}

impl<'a> Progress<'a> {
    pub(super) fn new(limits: &'a Limits) -> Self {
        let (expanded, generated) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { limits, expanded, generated, solved: AtomicUsize::new(usize::MAX) }
    }

    /// Records that a root has a plan.
    pub(super) fn solve(&self, root: usize) {
        self.solved.fetch_min(root, Ordering::Relaxed);
    }

    /// Has an earlier root a plan?
    pub(super) fn is_overtaken(&self, root: usize) -> bool {
        self.solved.load(Ordering::Relaxed) < root
    }

    /// Counts work done outside of the threads.
    pub(super) fn add(&self, expanded: u64, generated: u64) {
        self.expanded.fetch_add(expanded, Ordering::Relaxed);
        self.generated.fetch_add(generated, Ordering::Relaxed);
    }

    /// How many states may still be expanded, and how many evaluated.
    pub(super) fn left(&self) -> (u64, u64) {
        let left = |limit: Option<u64>, done: &AtomicU64| {
            limit.map_or(u64::MAX, |limit| limit.saturating_sub(done.load(Ordering::Relaxed)))
        };
        (left(self.limits.max_expansions, &self.expanded), left(self.limits.max_evaluations, &self.generated))
    }

    /// How many states may be expanded before the limits have to be checked again.
    pub(super) fn allowance(&self) -> Result<u64, StopReason> {
        match self.left() {
            (0, _) => Err(StopReason::Expansions),
            (_, 0) => Err(StopReason::Evaluations),
            // An expansion may evaluate more than one state.
            (expansions, evaluations) => Ok(expansions.min((evaluations / 16).max(1))),
        }
    }
}

/// One thread's view of the limits. It grants expansions (fuel) in large portions, so that checking the limits costs
/// next to nothing.
pub(super) struct Meter<'a> {
    progress: &'a Progress<'a>,
    root: usize,
    granted: u64,
    /// The work below the root that was added to the shared counters.
    expanded: u64,
    generated: u64,
    stride: u64,
    last: Instant,
}

impl<'a> Meter<'a> {
    /// The time between two checks of the limits is kept at about this.
    const PAUSE: Duration = Duration::from_millis(5);

    /// The most expansions granted at a time.
    pub(super) const MOST: u64 = 1 << 20;

    pub(super) fn new(progress: &'a Progress<'a>) -> Self {
        Self { progress, root: 0, granted: 0, expanded: 0, generated: 0, stride: 64, last: Instant::now() }
    }

    /// A search below another root begins, without fuel.
    pub(super) fn begin(&mut self, root: usize) {
        (self.root, self.expanded, self.generated) = (root, 0, 0);
    }

    /// Records the work done with the fuel granted last, and grants more.
    pub(super) fn refuel(&mut self, generated: u64) -> Result<u64, Verdict> {
        self.record(0, generated);
        if self.progress.is_overtaken(self.root) {
            return Err(Verdict::Overtaken);
        }
        let stop = |reason: StopReason| Verdict::Stopped(reason);
        let allowance = self.progress.allowance().map_err(stop)?;
        self.progress.limits.budget.check().map_err(|exhausted| stop(exhausted.into()))?;
        let now = Instant::now();
        self.stride = match now - self.last < Self::PAUSE {
            true => (2 * self.stride).min(Self::MOST),
            false => (self.stride / 2).max(1),
        };
        self.last = now;
        self.granted = self.stride.min(allowance);
        Ok(self.granted)
    }

    /// The search below a root is over. Returns the number of its expansions.
    pub(super) fn end(&mut self, fuel_left: u64, generated: u64) -> u64 {
        self.record(fuel_left, generated);
        self.expanded
    }

    fn record(&mut self, fuel_left: u64, generated: u64) {
        let expanded = self.granted - fuel_left;
        // When a plan is found, states that were counted ahead may turn out not to be generated.
        let more = generated.saturating_sub(self.generated);
        self.progress.add(expanded, more);
        self.progress.limits.budget.note(Work::Expanded, expanded);
        self.progress.limits.budget.note(Work::Evaluated, more);
        self.expanded += expanded;
        self.generated = generated;
        self.granted = 0;
    }
}
