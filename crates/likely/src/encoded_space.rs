//! Spaces with their encodings, types erased: dispatch happens once per search, and the searches are compiled here for each
//! space and encoding.

use crate::puzzles::{Follow, NoSearch, SearchProblem, Unfit, WithHeuristic};
use crate::{AnyEncoding, CompiledReading, Domain, Encoding, Outright, TwoLayers};
use network::Network;
use puzzles::Packed;
use search::{Ida, Limits, Observer, PathHeuristic, Report, Reversible};
use std::sync::Arc;

/// A space with an encoding of its states, and searches that evaluate networks incrementally along their paths.
pub trait AnyEncodedSpace: AnyEncoding {
    /// Searches for a plan by IDA\*, with a network and a reading of its outputs.
    ///
    /// # Errors
    /// If searches can't use the network, or the search device has failed.
    fn search(&self, request: &SearchRequest, observer: &mut dyn Observer) -> Result<Report, NoSearch>;

    /// Can searches use this network with this reading?
    ///
    /// # Errors
    /// Says why not.
    fn check(&self, network: &Network, reading: &CompiledReading) -> Result<(), Unfit>;

    /// The estimate of a state's cost, with a network and a reading of its outputs.
    fn estimate(&self, network: &Network, reading: &CompiledReading, state: &[u64]) -> u32;

    /// The outputs of a network for a state; 0 for a missing second one.
    fn outputs(&self, network: &Network, state: &[u64]) -> (f32, f32);
}

/// A search problem: start state, heuristic, and options.
#[derive(Clone, Debug)]
pub struct SearchRequest<'a> {
    /// The start state.
    pub start: &'a [u64],
    /// The network to plan with.
    pub network: &'a Network,
    /// The reading of its outputs.
    pub reading: &'a CompiledReading,
    /// The options of IDA\*.
    pub ida: Ida,
    /// The limits of the search.
    pub limits: Limits,
}

/// A typed space, with an encoding of its states, and the goals that tasks are generated from.
#[derive(Debug)]
pub(crate) struct EncodedSpace<S: Reversible, E> {
    pub(crate) space: S,
    pub(crate) encoding: E,
    pub(crate) goals: Vec<S::State>,
}

impl<S: Reversible, E> EncodedSpace<S, E> {
    pub(crate) fn domain(&self) -> Domain<'_, S, E> {
        Domain { space: &self.space, encoding: &self.encoding, goals: &self.goals, starts: &[] }
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
