//! A network as a heuristic, evaluated from scratch for each state.

use crate::{CompiledReading, Encoding, Predecessors, TwoLayers};
use network::Network;
use search::{PathHeuristic, Reversible};
use std::sync::Arc;

/// A network of two layers as a heuristic, evaluated from scratch for each state. It works for any space and encoding, and is the
/// reference for incremental evaluation.
#[derive(Clone, Debug)]
pub struct Outright<'a, E> {
    encoding: &'a E,
    layers: TwoLayers,
    reading: CompiledReading,
    inputs: Vec<(u32, f32)>,
}

impl<'a, E> Outright<'a, E> {
    /// A heuristic of a network and a reading of its outputs.
    pub fn new(encoding: &'a E, network: Arc<Network>, reading: CompiledReading) -> Self {
        Self { encoding, layers: TwoLayers::new(network), reading, inputs: Vec::new() }
    }

    /// The estimate for a state.
    pub fn estimate<S: Predecessors>(&mut self, space: &S, state: &S::State) -> u32
    where
        E: Encoding<S>,
    {
        let (mean, phi) = self.outputs(space, state);
        self.reading.h(mean, phi, self.encoding.lower_bound(space, state))
    }

    fn outputs<S: Predecessors>(&mut self, space: &S, state: &S::State) -> (f32, f32)
    where
        E: Encoding<S>,
    {
        self.inputs.clear();
        self.encoding.encode(space, state, &mut self.inputs);
        self.layers.outputs(&self.inputs)
    }
}

impl<S: Reversible, E: Encoding<S>> PathHeuristic<S> for Outright<'_, E> {
    type Value = u32;
    type Cost = u32;

    fn begin(&mut self, space: &S, state: &S::State) -> u32 {
        self.estimate(space, state)
    }

    fn step(&mut self, space: &S, _: u32, before: &S::State, made: S::Move) -> u32 {
        let mut state = *before;
        space.apply(&mut state, made);
        self.estimate(space, &state)
    }

    fn h(&self, value: u32) -> u32 {
        value
    }
}
