//! Growth whose space has no type: the choice is made once, outside of all searches, and the searches are compiled here.

use crate::growth::{Attempt, Iteration, NotRestored, Options, Request, Saved, by_ida};
use crate::puzzles::{Follow, Unfit};
use crate::{Domain, Growth, Kept, Outright, Reading};
use search::{Action, Budget, Exhausted, Limits};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A heuristic that is grown, or was, in some space. States are given as the words they are packed into.
pub trait AnyGrowth: Send + Sync {
    /// What it was told.
    fn options(&self) -> &Options;

    /// The iterations so far.
    fn iterations(&self) -> &[Iteration];

    /// Makes one more iteration. `None` if there is none to be made.
    ///
    /// # Errors
    /// If it was stopped, and all is as it was before; or if searches can't use the network.
    fn advance(&mut self, threads: usize, budget: &Budget) -> Result<Option<&Iteration>, Halt>;

    /// All that is needed to go on.
    fn save(&self) -> Saved;

    /// Goes on from what was saved, with the same options.
    ///
    /// # Errors
    /// If it was begun with other options, or can't be what was saved; all is then as it was before.
    fn restore(&mut self, saved: Saved) -> Result<(), NotRestored>;

    /// How the outputs are read once all is learned: so many standard deviations below the mean, where there are any.
    fn reading(&self, deviations: f64) -> Reading;

    /// Searches for a plan by IDA\* with one thread.
    ///
    /// # Errors
    /// If searches can't use the network.
    fn solve(&self, start: &[u64], reading: &Reading, limits: Limits) -> Result<Attempt<Action>, Unfit>;

    /// What the network says of a state's cost: the mean and the standard deviation, which is 0 where it says none.
    fn belief(&self, state: &[u64]) -> (f64, f64);
}

/// Why growth does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// It was stopped.
    Exhausted(Exhausted),
    /// Searches can't use the network.
    Unfit(Unfit),
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exhausted(_) => f.write_str("it was stopped"),
            Self::Unfit(unfit) => unfit.fmt(f),
        }
    }
}

impl std::error::Error for Halt {}

/// A heuristic with the space it is grown in.
#[derive(Debug)]
pub(crate) struct Grown<S: Kept, E> {
    space: S,
    encoding: E,
    goals: Vec<S::State>,
    growth: Growth<S::State>,
}

impl<S: Kept + Sync, E: Follow<S> + Sync> Grown<S, E> {
    /// Before the first iteration.
    pub(crate) fn new(space: S, encoding: E, goal: S::State, options: Options) -> Self {
        let growth = Growth::new(options, encoding.inputs());
        Self { space, encoding, goals: vec![goal], growth }
    }

    fn domain(&self) -> Domain<'_, S, E> {
        Domain { space: &self.space, encoding: &self.encoding, goals: &self.goals }
    }
}

impl<S: Kept + Send + Sync, E: Follow<S> + Send + Sync> AnyGrowth for Grown<S, E> {
    fn options(&self) -> &Options {
        self.growth.options()
    }

    fn iterations(&self) -> &[Iteration] {
        self.growth.iterations()
    }

    fn advance(&mut self, threads: usize, budget: &Budget) -> Result<Option<&Iteration>, Halt> {
        let Self { space, encoding, goals, growth } = self;
        let domain = Domain { space: &*space, encoding: &*encoding, goals };
        let unfit = OnceLock::new();
        let solve = |request: &Request<S>| {
            by_ida(encoding, request).unwrap_or_else(|error| {
                unfit.get_or_init(|| error);
                Attempt { plan: None, generated: 0 }
            })
        };
        let next = growth.advance(domain, solve, threads, budget).map_err(Halt::Exhausted)?;
        match unfit.get() {
            Some(unfit) => Err(Halt::Unfit(unfit.clone())),
            None => Ok(next),
        }
    }

    fn save(&self) -> Saved {
        self.growth.save(&self.space)
    }

    fn restore(&mut self, saved: Saved) -> Result<(), NotRestored> {
        self.growth = Growth::restore(self.domain(), self.growth.options(), saved)?;
        Ok(())
    }

    fn reading(&self, deviations: f64) -> Reading {
        self.growth.reading(deviations)
    }

    fn solve(&self, start: &[u64], reading: &Reading, limits: Limits) -> Result<Attempt<Action>, Unfit> {
        let (space, network) = (&self.space, self.growth.network());
        let start = space.read(start);
        let attempt = by_ida(&self.encoding, &Request { space, start, network, reading, limits })?;
        let actions = |plan: Vec<S::Move>| plan.into_iter().map(|made| space.action(made)).collect();
        Ok(Attempt { plan: attempt.plan.map(actions), generated: attempt.generated })
    }

    fn belief(&self, state: &[u64]) -> (f64, f64) {
        let reading = self.growth.reading(0.0);
        let network = Arc::new(self.growth.network().clone());
        let mut outright = Outright::new(&self.encoding, network, reading.clone());
        let (mean, phi) = outright.outputs(&self.space, &self.space.read(state));
        reading.belief(mean, phi)
    }
}
