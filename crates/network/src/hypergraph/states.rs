//! The inputs of a network: states, given by hypergraphs and the features of their nodes.

use super::graph::Graph;
use super::shape::NODE_FEATURES;
use std::sync::Arc;

/// A batch of states, each with a hypergraph that many may share. Clearing keeps the memory for the next batch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct States {
    states: Vec<State>,
    features: Vec<f32>,
}

#[derive(Clone, Debug, PartialEq)]
struct State {
    graph: Arc<Graph>,
    /// Where its features begin.
    first: usize,
}

impl States {
    /// No states.
    pub fn new() -> Self {
        States::default()
    }

    /// Removes all states.
    pub fn clear(&mut self) {
        self.states.clear();
        self.features.clear();
    }

    /// Appends a state, given by a hypergraph and the features of each node.
    ///
    /// # Panics
    /// If there are not as many as the hypergraph has nodes.
    pub fn push(&mut self, graph: &Arc<Graph>, features: impl IntoIterator<Item = [f32; NODE_FEATURES]>) {
        let first = self.features.len();
        self.features.extend(features.into_iter().flatten());
        assert_eq!(self.features.len(), first + graph.nodes() * NODE_FEATURES, "features for each node");
        self.states.push(State { graph: Arc::clone(graph), first });
    }

    /// Appends a state of another batch.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn push_state_of(&mut self, others: &Self, state: usize) {
        let first = self.features.len();
        self.features.extend_from_slice(others.features(state));
        self.states.push(State { graph: Arc::clone(&others.states[state].graph), first });
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Are there no states?
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The hypergraph of a state.
    pub fn graph(&self, state: usize) -> &Graph {
        &self.states[state].graph
    }

    /// The features of the nodes of a state.
    pub(crate) fn features(&self, state: usize) -> &[f32] {
        let State { graph, first } = &self.states[state];
        &self.features[*first..][..graph.nodes() * NODE_FEATURES]
    }
}
