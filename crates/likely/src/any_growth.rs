//! Growth whose space has no type.

use crate::encoded_space::{AnyEncodedSpace, EncodedSpace};
use crate::growth::{Attempt, Iteration, NotRestored, Options, Request, Saved, by_ida};
use crate::puzzles::{Follow, NoSearch};
use crate::{CompiledReading, Growth, StateFormat};
use network::Network;
use puzzles::Packed;
use search::{Budget, Exhausted};
use std::fmt;
use std::sync::OnceLock;

/// A heuristic that is grown, or was, in some space.
pub trait AnyGrowth: Send + Sync {
    /// What it was told.
    fn options(&self) -> &Options;

    /// The iterations so far.
    fn iterations(&self) -> &[Iteration];

    /// Makes one more iteration. `None` if there is none to be made.
    ///
    /// # Errors
    /// If it was stopped, searches can't use the network, or what was to search has failed; all is then as it was before.
    fn advance(&mut self, threads: usize, budget: &Budget) -> Result<Option<&Iteration>, GrowthStopped>;

    /// All that is needed to go on.
    fn save(&self) -> Saved;

    /// Goes on from what was saved, with the same options.
    ///
    /// # Errors
    /// If it was begun with other options or for another task, or can't be what was saved; all is then as it was before.
    fn restore(&mut self, saved: Saved) -> Result<(), NotRestored>;

    /// The network to plan with once all is learned.
    fn network(&self) -> &Network;

    /// How its outputs are read then: `deviations` standard deviations below the mean, or the mean where there are none.
    fn reading(&self, deviations: f64) -> CompiledReading;
}

/// A heuristic that is grown, or was, for a puzzle.
pub trait PuzzleGrowth: AnyGrowth {
    /// Where it is grown.
    fn field(&self) -> &dyn AnyEncodedSpace;
}

/// Why growth does not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GrowthStopped {
    /// It was stopped.
    Exhausted(Exhausted),
    /// No search was made.
    NoSearch(NoSearch),
}

impl fmt::Display for GrowthStopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exhausted(_) => f.write_str("it was stopped"),
            Self::NoSearch(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for GrowthStopped {}

/// A heuristic with where it is grown.
#[derive(Debug)]
pub(crate) struct Grown<S: Packed, E> {
    field: EncodedSpace<S, E>,
    growth: Growth<S::State>,
}

impl<S: Packed + Sync, E: Follow<S> + Sync> Grown<S, E> {
    /// Before the first iteration.
    pub(crate) fn new(field: EncodedSpace<S, E>, options: Options) -> Self {
        let growth = Growth::new(options, field.encoding.inputs());
        Self { field, growth }
    }
}

impl<S: Packed + StateFormat<S::State> + Send + Sync, E: Follow<S> + Send + Sync> AnyGrowth for Grown<S, E> {
    fn options(&self) -> &Options {
        self.growth.options()
    }

    fn iterations(&self) -> &[Iteration] {
        self.growth.iterations()
    }

    fn advance(&mut self, threads: usize, budget: &Budget) -> Result<Option<&Iteration>, GrowthStopped> {
        let (domain, reading) = (self.field.domain(), self.growth.reading_while_learning());
        self.field
            .check(&self.growth.planning().network, &reading)
            .map_err(|unfit| GrowthStopped::NoSearch(unfit.into()))?;
        let failure = OnceLock::new();
        let solve = |request: &Request<S>| {
            by_ida(domain.encoding, request).unwrap_or_else(|reason| {
                failure.get_or_init(|| reason);
                // This ends the iteration as if nothing had been done.
                Attempt { path: None, generated: 0, exhausted: Some(Exhausted::Interrupted) }
            })
        };
        let advanced = self.growth.advance(domain, solve, threads, budget);
        advanced.map_err(|exhausted| {
            failure.into_inner().map_or(GrowthStopped::Exhausted(exhausted), GrowthStopped::NoSearch)
        })
    }

    fn save(&self) -> Saved {
        self.growth.save(&self.field.space)
    }

    fn restore(&mut self, saved: Saved) -> Result<(), NotRestored> {
        self.growth = Growth::restore(self.field.domain(), self.growth.options(), saved)?;
        Ok(())
    }

    fn network(&self) -> &Network {
        self.growth.network()
    }

    fn reading(&self, deviations: f64) -> CompiledReading {
        self.growth.reading(deviations)
    }
}

impl<S: Packed + StateFormat<S::State> + Send + Sync, E: Follow<S> + Send + Sync> PuzzleGrowth
    for Grown<S, E>
{
    fn field(&self) -> &dyn AnyEncodedSpace {
        &self.field
    }
}
