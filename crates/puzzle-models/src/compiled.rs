//! IDA\* with a model, compiled for the puzzle and the model's encoding of its states.

use likely::{AnyEncodedSpace, CompiledReading, SearchRequest};
use network::Network;
use search::{Counters, Ida, Limits, Observer, Outcome, Report, StopReason};
use solver::{Solver, Start};

/// IDA\* with a network that is evaluated incrementally along its paths.
pub(crate) struct Compiled {
    pub(crate) field: Box<dyn AnyEncodedSpace>,
    pub(crate) network: Network,
    pub(crate) reading: CompiledReading,
}

impl Solver for Compiled {
    fn is_optimal(&self) -> bool {
        false
    }

    fn estimate(&mut self, start: &Start) -> u32 {
        self.field.estimate(&self.network, &self.reading, start)
    }

    fn solve(&mut self, start: &Start, ida: &Ida, limits: &Limits, observer: &mut dyn Observer) -> Report {
        let Self { network, reading, .. } = self;
        let ask = SearchRequest { start, network, reading, ida: ida.clone(), limits: limits.clone() };
        // `PuzzleModel::compiled` has checked that searches can use the network: only a device can fail.
        self.field.search(&ask, observer).unwrap_or_else(|failure| {
            observer.device_failed(&failure.to_string());
            Report {
                outcome: Outcome::Stopped(StopReason::Device),
                counters: Counters::default(),
                until_last_jump: Counters::default(),
            }
        })
    }
}
