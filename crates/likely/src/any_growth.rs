//! Growth with the type of its space erased ([`AnyGrowth`]).

use crate::encoded_space::{AnyEncodedSpace, EncodedSpace};
use crate::growth::{Attempt, Iteration, NotRestored, Options, Request, Saved, by_ida};
use crate::puzzles::{Follow, NoSearch};
use crate::{CompiledReading, Growth, StateFormat};
use network::Network;
use puzzles::Packed;
use search::{Budget, Exhausted};
use std::fmt;
use std::sync::OnceLock;

/// The growth of a heuristic in some space.
pub trait AnyGrowth: Send + Sync {
    /// Its options.
    fn options(&self) -> &Options;

    /// The iterations so far.
    fn iterations(&self) -> &[Iteration];

    /// Makes one more iteration. `None` if all have been made.
    ///
    /// # Errors
    /// If it was stopped, searches can't use the network, or the search device has failed. The growth is then unchanged.
    fn advance(&mut self, threads: usize, budget: &Budget) -> Result<Option<&Iteration>, GrowthStopped>;

    /// Its complete state, to resume later.
    fn save(&self) -> Saved;

    /// Resumes from a saved state, with the same options.
    ///
    /// # Errors
    /// If it was begun with other options or for another task, or is damaged. The growth is then unchanged.
    fn restore(&mut self, saved: Saved) -> Result<(), NotRestored>;

    /// The network to plan with after the last iteration.
    fn network(&self) -> &Network;

    /// The reading of its outputs then: `deviations` standard deviations below the mean, or the mean if there is no second output.
    fn reading(&self, deviations: f64) -> CompiledReading;
}

/// The growth of a heuristic for a puzzle.
pub trait PuzzleGrowth: AnyGrowth {
    /// The space and its encoding.
    fn field(&self) -> &dyn AnyEncodedSpace;
}

/// Why an iteration was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GrowthStopped {
    /// The budget is exhausted.
    Exhausted(Exhausted),
    /// A search failed.
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

/// Growth with its space and encoding.
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
                // This ends the iteration without any change.
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
