//! Incremental evaluation of networks along the paths of a search.

use super::{NoSearch, Unfit};
use crate::{CompiledReading, Encoding};
use network::Network;
use search::{Ida, Limits, Observer, PathHeuristic, Report, Reversible, ida};

/// An encoding with incremental evaluation: a move updates the features of a state or a network's hidden sums, and only what it
/// changes is computed.
pub trait Follow<S: Reversible>: Encoding<S> {
    /// Calls `action` with a network as a heuristic: its value by the reading, rounded, and at least the lower bound of the
    /// encoding.
    ///
    /// # Errors
    /// If the network can't be used: it needs one hidden layer of rectified linear units, not too wide, and as many outputs as
    /// the reading takes.
    fn follow<D: WithHeuristic<S>>(
        &self,
        network: &Network,
        reading: &CompiledReading,
        action: D,
    ) -> Result<D::Output, Unfit>;

    /// Searches for a plan by IDA\*, with a network as a heuristic.
    ///
    /// # Errors
    /// If the network can't be used, or the search device has failed.
    fn search(
        &self,
        network: &Network,
        reading: &CompiledReading,
        problem: &SearchProblem<S>,
        observer: &mut dyn Observer,
    ) -> Result<Report<S::Move>, NoSearch>
    where
        S: Sync,
    {
        Ok(self.follow(network, reading, Search { problem, observer })?)
    }
}

/// A search problem: space, start state, and options.
#[derive(Clone, Debug)]
pub struct SearchProblem<'a, S: Reversible> {
    /// The space.
    pub space: &'a S,
    /// The start state.
    pub start: S::State,
    /// The options of IDA\*.
    pub ida: &'a Ida,
    /// The limits of the search.
    pub limits: &'a Limits,
}

/// A search on the processor.
pub(super) struct Search<'a, S: Reversible> {
    pub(super) problem: &'a SearchProblem<'a, S>,
    pub(super) observer: &'a mut dyn Observer,
}

impl<S: Reversible + Sync> WithHeuristic<S> for Search<'_, S> {
    type Output = Report<S::Move>;

    fn with<H: PathHeuristic<S, Cost = u32> + Clone + Send + Sync>(self, heuristic: H) -> Self::Output {
        let SearchProblem { space, start, ida: options, limits } = self.problem;
        ida(*space, &heuristic, start, options, limits, self.observer)
    }
}

/// A generic function of a heuristic whose type depends on the width of a network: dispatch happens once, outside the search.
pub trait WithHeuristic<S: Reversible> {
    /// The result.
    type Output;

    /// Calls it with this heuristic.
    fn with<H: PathHeuristic<S, Cost = u32> + Clone + Send + Sync>(self, heuristic: H) -> Self::Output;
}

/// Evaluates an expression with a constant that is at least the width of a network's hidden layer.
macro_rules! at_width {
    ($network:expr, $width:ident => $action:expr) => {{
        macro_rules! with {
            ($lanes:literal) => {{
                const $width: usize = $lanes;
                $action
            }};
        }
        match $network.layers.first().map_or(0, |layer| layer.outputs) {
            0..=8 => with!(8),
            9..=16 => with!(16),
            17..=20 => with!(20),
            21..=32 => with!(32),
            _ => with!(64),
        }
    }};
}

pub(super) use at_width;
