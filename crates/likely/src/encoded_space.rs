//! Spaces whose types are erased, with what networks see of them: the choice is made once, outside of all searches, and the
//! searches are compiled here.

use crate::puzzles::{Follow, NoSearch, SearchProblem, Unfit, WithHeuristic};
use crate::{AnyEncoding, CompiledReading, Domain, Encoding, Outright, TwoLayers};
use network::Network;
use puzzles::Packed;
use search::{Ida, Limits, Observer, PathHeuristic, Report, Reversible};
use std::sync::Arc;

/// A space with what networks see of its states, and the searches that follow it along paths.
pub trait AnyEncodedSpace: AnyEncoding {
    /// Searches for a plan by IDA\*, with a network that is read as told.
    ///
    /// # Errors
    /// If searches can't use the network, or what was to search has failed.
    fn search(&self, request: &SearchRequest, observer: &mut dyn Observer) -> Result<Report, NoSearch>;

    /// Can searches use a network, read like this?
    ///
    /// # Errors
    /// Says why not.
    fn check(&self, network: &Network, reading: &CompiledReading) -> Result<(), Unfit>;

    /// What searches take for a state's cost, with a network that is read as told.
    fn estimate(&self, network: &Network, reading: &CompiledReading, state: &[u64]) -> u32;

    /// The outputs of a network for a state; 0 for a second one that is not there.
    fn outputs(&self, network: &Network, state: &[u64]) -> (f32, f32);
}

/// What to search for, and how.
#[derive(Clone, Debug)]
pub struct SearchRequest<'a> {
    /// Where a plan has to begin.
    pub start: &'a [u64],
    /// The network to plan with.
    pub network: &'a Network,
    /// How its outputs are read.
    pub reading: &'a CompiledReading,
    /// How IDA\* goes about it.
    pub ida: Ida,
    /// How far the search may go.
    pub limits: Limits,
}

/// A space of a type, with what networks see of its states and where heuristics are grown from.
#[derive(Debug)]
pub(crate) struct EncodedSpace<S: Reversible, E> {
    pub(crate) space: S,
    pub(crate) encoding: E,
    pub(crate) goals: Vec<S::State>,
}

impl<S: Reversible, E> EncodedSpace<S, E> {
    pub(crate) fn domain(&self) -> Domain<'_, S, E> {
        Domain { space: &self.space, encoding: &self.encoding, goals: &self.goals }
    }
}

impl<S: Packed + Send + Sync, E: Encoding<S> + Send + Sync> AnyEncoding for EncodedSpace<S, E> {
    fn inputs(&self) -> usize {
        self.encoding.inputs()
    }

    fn encode(&self, state: &[u64], inputs: &mut Vec<(u32, f32)>) {
        self.encoding.encode(&self.space, &self.space.read(state), inputs);
    }

    fn lower_bound(&self, state: &[u64]) -> u32 {
        self.encoding.lower_bound(&self.space, &self.space.read(state))
    }
}

impl<S: Packed + Send + Sync, E: Follow<S> + Send + Sync> AnyEncodedSpace for EncodedSpace<S, E> {
    fn search(&self, request: &SearchRequest, observer: &mut dyn Observer) -> Result<Report, NoSearch> {
        let start = self.space.read(request.start);
        let problem = SearchProblem { space: &self.space, start, ida: &request.ida, limits: &request.limits };
        let report = self.encoding.search(request.network, request.reading, &problem, observer)?;
        Ok(report.map_moves(|made| self.space.action(made)))
    }

    fn check(&self, network: &Network, reading: &CompiledReading) -> Result<(), Unfit> {
        self.encoding.follow(network, reading, Nothing)
    }

    fn estimate(&self, network: &Network, reading: &CompiledReading, state: &[u64]) -> u32 {
        let mut outright = Outright::new(&self.encoding, Arc::new(network.clone()), reading.clone());
        outright.estimate(&self.space, &self.space.read(state))
    }

    fn outputs(&self, network: &Network, state: &[u64]) -> (f32, f32) {
        let mut inputs = Vec::new();
        self.encode(state, &mut inputs);
        TwoLayers::new(Arc::new(network.clone())).outputs(&inputs)
    }
}

struct Nothing;

impl<S: Reversible> WithHeuristic<S> for Nothing {
    type Output = ();

    fn with<H: PathHeuristic<S, Cost = u32> + Clone + Send + Sync>(self, _: H) {}
}
