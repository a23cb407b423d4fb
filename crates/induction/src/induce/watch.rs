//! Progress of an induction, and its early end.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::pool::Pool;

/// An observer of an induction that may end it.
pub trait Watch: Sync {
    /// Is there no more time?
    fn is_over(&self) -> bool;

    /// Is told the progress.
    fn see(&self, _: &Standing) {}
}

impl<F: Fn() -> bool + Sync> Watch for F {
    fn is_over(&self) -> bool {
        self()
    }
}

/// How far an induction has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// How many literals the bodies have that are tried now.
    pub size: usize,
    /// How many bodies and parts of bodies were tried.
    pub tried: u64,
    /// The cost that is minimised: the size of the best program, or its description length.
    pub cost: usize,
    /// How many positive examples the best program does not cover.
    pub uncovered: usize,
}

/// The observer, with a count of what was tried.
pub(crate) struct Watched<'a> {
    watch: &'a dyn Watch,
    tried: AtomicU64,
    has_given_up: AtomicBool,
}

impl<'a> Watched<'a> {
    pub(crate) fn new(watch: &'a dyn Watch) -> Self {
        Self { watch, tried: AtomicU64::new(0), has_given_up: AtomicBool::new(false) }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.watch.is_over()
    }

    /// `more` more bodies or parts of bodies were tried.
    pub(crate) fn count(&self, more: u64) {
        self.tried.fetch_add(more, Ordering::Relaxed);
    }

    pub(crate) fn tried(&self) -> u64 {
        self.tried.load(Ordering::Relaxed)
    }

    /// Something was given up on since it took too long, whatever time there is.
    pub(crate) fn give_up(&self) {
        self.has_given_up.store(true, Ordering::Relaxed);
    }

    /// Was anything given up on? Then nothing is certain but about what ends within the limits.
    pub(crate) fn has_given_up(&self) -> bool {
        self.has_given_up.load(Ordering::Relaxed)
    }

    /// Reports the progress, with bodies of this size. Is the induction to end?
    pub(crate) fn tell(&self, size: usize, pool: &dyn Pool) -> bool {
        let (cost, uncovered) = pool.standing();
        self.watch.see(&Standing { size, tried: self.tried(), cost, uncovered });
        self.is_over()
    }
}
