//! The inputs of a model for the states of a puzzle, and the lower bounds on their costs.

use std::sync::Arc;

use learn::Prior;
use learn::features::{FeatureKind, FeatureRows};
use likely::AnyEncoding;
use likely::puzzles::{DatabaseSource, databases, places};
use network::SparseRows;
use solver::{AnySpace, Resources, StateHeuristic};

use crate::Unusable;

/// A model's encoding of the states of a puzzle: its inputs, and a lower bound on the cost. States are given as the words they are
/// packed into.
pub struct Sight {
    encoding: Arc<dyn AnyEncoding>,
    features: FeatureKind,
    lower: Option<Box<dyn StateHeuristic>>,
    /// Room for the inputs of a state.
    inputs: Vec<(u32, f32)>,
}

impl Sight {
    /// The encoding for a puzzle, given by its name and its space. `lower` names an admissible heuristic for the lower bounds.
    ///
    /// # Errors
    /// If there are no such features or heuristics, or their databases can't be built.
    pub fn new(
        name: &str,
        space: &dyn AnySpace,
        features: FeatureKind,
        lower: Option<&str>,
        source: &mut DatabaseSource,
    ) -> Result<Self, Unusable> {
        let encoding = match features {
            FeatureKind::Places => places(name).map(Ok),
            FeatureKind::Databases => databases(name, source),
            _ => None,
        };
        let missing = || Unusable::NoFeatures { features: features.to_string(), space: name.to_owned() };
        let encoding = encoding.ok_or_else(missing)?.map_err(Unusable::NoDatabases)?;
        let DatabaseSource { tables, threads, budget, .. } = *source;
        let resources = &mut Resources { tables, threads, budget, gpu: None, watch: &mut |_| () };
        let lower = lower
            .map(|lower| space.heuristic(lower, resources).map_err(|error| Unusable::lower(lower, &error)));
        Ok(Self { encoding: encoding.into(), features, lower: lower.transpose()?, inputs: Vec::new() })
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.encoding.inputs()
    }

    /// Room for the inputs of states.
    pub fn rows(&self) -> FeatureRows {
        match self.features {
            FeatureKind::Places => FeatureRows::Ones(SparseRows::new()),
            _ => FeatureRows::Numbers { width: self.inputs(), numbers: Vec::new() },
        }
    }

    /// Adds the inputs of a state.
    pub fn push(&mut self, state: &[u64], rows: &mut FeatureRows) {
        self.inputs.clear();
        self.encoding.encode(state, &mut self.inputs);
        match rows {
            FeatureRows::Ones(rows) => rows.push(self.inputs.iter().map(|&(place, _)| place)),
            FeatureRows::Numbers { width, numbers } => {
                let first = numbers.len();
                numbers.resize(first + *width, 0.0);
                self.inputs.iter().for_each(|&(place, input)| numbers[first + place as usize] = input);
            }
            FeatureRows::Relations(_) | FeatureRows::Hypergraphs(_) => {
                debug_assert!(false, "rows of another kind");
            }
        }
    }

    /// The lower bounds of states: the larger of the encoding's and the heuristic's.
    pub fn known(&mut self, states: &[&[u64]]) -> Vec<Prior> {
        let of_encoding = states.iter().map(|state| self.encoding.lower_bound(state) as f32);
        let mut lower: Vec<f32> = of_encoding.collect();
        if let Some(heuristic) = &mut self.lower {
            let estimates = heuristic.estimate(states);
            lower.iter_mut().zip(estimates).for_each(|(lower, estimate)| *lower = lower.max(estimate.h));
        }
        lower.into_iter().map(|lower| Prior { lower, ..Prior::default() }).collect()
    }
}

impl Clone for Sight {
    fn clone(&self) -> Self {
        Self {
            encoding: Arc::clone(&self.encoding),
            features: self.features,
            lower: self.lower.as_ref().map(|heuristic| heuristic.another()),
            inputs: Vec::new(),
        }
    }
}
