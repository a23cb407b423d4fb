//! A model as a heuristic for the states of a puzzle.

use learn::features::FeatureRows;
use learn::{OutputReader, Prior};
use network::Evaluator;
use search::{Estimate, WhenUntrusted};
use solver::{Start, StateHeuristic};

use crate::Sight;

/// A model as a heuristic, by a reading of its beliefs. All states of a batch go through the network together. The goal is known to
/// cost 0 whatever the network believes.
#[derive(Clone)]
pub(crate) struct Learned {
    pub(crate) sight: Sight,
    pub(crate) evaluator: Evaluator,
    pub(crate) reader: OutputReader,
    /// Does the reading use the lower bounds of states?
    pub(crate) needs_bounds: bool,
    pub(crate) goal: Start,
    pub(crate) rows: FeatureRows,
}

impl StateHeuristic for Learned {
    fn estimate(&mut self, states: &[&[u64]]) -> Vec<Estimate> {
        let Self { sight, evaluator, reader, needs_bounds, goal, rows } = self;
        rows.clear();
        states.iter().for_each(|state| sight.push(state, rows));
        let known = if *needs_bounds { sight.known(states) } else { vec![Prior::default(); states.len()] };
        let outputs = rows.numbers().map(|inputs| evaluator.evaluate(&inputs)).unwrap_or_default();
        let count = reader.outputs();
        let read = |((state, known), outputs): ((&&[u64], Prior), &[f32])| match *state == goal.as_slice() {
            true => Estimate::new(0.0),
            false => reader.estimate(outputs, known),
        };
        states.iter().zip(known).zip(outputs.chunks(count)).map(read).collect()
    }

    fn when_untrusted(&self) -> WhenUntrusted {
        self.reader.when_untrusted()
    }

    fn another(&self) -> Box<dyn StateHeuristic> {
        Box::new(self.clone())
    }
}
