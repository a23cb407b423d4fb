//! Networks along the paths of a search.

use super::{NoSearch, Unfit};
use crate::{CompiledReading, Encoding};
use network::Network;
use search::{Ida, Limits, Observer, PathHeuristic, Report, Reversible, ida};

/// An encoding that can be followed along a path: a move changes what it changes, and the rest of what a network makes of
/// a state stays.
pub trait Follow<S: Reversible>: Encoding<S> {
    /// Does something with a network as a heuristic: its value read as wanted, and rounded; at least the lower bound of
    /// the encoding.
    ///
    /// # Errors
    /// If the network can't be used so: it needs one hidden layer, not too wide, of rectified linear units, and as many
    /// outputs as are read.
    fn follow<D: WithHeuristic<S>>(
        &self,
        network: &Network,
        reading: &CompiledReading,
        action: D,
    ) -> Result<D::Output, Unfit>;

    /// Searches for a plan by IDA\*, with a network as a heuristic.
    ///
    /// # Errors
    /// If the network can't be used so, or what was to search has failed.
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

/// What to search for, and how.
#[derive(Clone, Debug)]
pub struct SearchProblem<'a, S: Reversible> {
    /// The space.
    pub space: &'a S,
    /// Where a plan has to begin.
    pub start: S::State,
    /// How IDA\* goes about it.
    pub ida: &'a Ida,
    /// How far the search may go.
    pub limits: &'a Limits,
}

/// Makes a search by the processor.
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

/// Something to be done with a heuristic whose type depends on the width of a network: the choice is made once, outside.
pub trait WithHeuristic<S: Reversible> {
    /// What comes of it.
    type Output;

    /// Does it with this heuristic.
    fn with<H: PathHeuristic<S, Cost = u32> + Clone + Send + Sync>(self, heuristic: H) -> Self::Output;
}

/// Does something with a constant that is at least the width of a network.
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
