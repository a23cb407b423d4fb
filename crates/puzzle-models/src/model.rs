//! A learned model of a puzzle, as a heuristic and as a guided search.

use belief::{Belief, Calibration, Distribution, Reading, Scaled};
use learn::features::FeatureKind;
use learn::{Head, Model, Net, OutputReader, Prior};
use likely::CompiledReading;
use likely::puzzles::{DatabaseSource, Setting};
use network::{Evaluator, Layer, Network};
use solver::{Algorithm, AnySpace, Solver, Start, StateHeuristic, guided};

use crate::compiled::Compiled;
use crate::heuristic::Learned;
use crate::{Sight, Unusable};

/// A model of a puzzle: the encoding of its states, a network, and the meaning of its outputs.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleModel {
    /// The puzzle and its size, as in `tiles:3x3`.
    pub space: String,
    /// The kind of its inputs.
    pub features: FeatureKind,
    /// The network.
    pub network: Network,
    /// The meaning of its outputs.
    pub head: Head,
    /// The admissible heuristic of the puzzle that bounds its beliefs from below.
    pub lower: Option<String>,
    /// The calibration of its beliefs by known costs.
    pub calibration: Calibration,
}

impl PuzzleModel {
    /// The model of a file, if it is one of a puzzle.
    pub fn of(model: &Model) -> Option<Self> {
        let (Some(puzzle), Net::Dense(network)) = (&model.about.signature.puzzle, &model.network) else {
            return None;
        };
        Some(Self {
            space: puzzle.space.clone(),
            features: model.about.signature.features,
            network: network.clone(),
            head: model.about.head,
            lower: model.about.lower.clone(),
            calibration: model.calibration.clone(),
        })
    }

    /// Its encoding of states of its puzzle.
    ///
    /// # Errors
    /// When there is no such encoding, or it does not fit the network.
    pub fn sight(&self, space: &dyn AnySpace, source: &mut DatabaseSource) -> Result<Sight, Unusable> {
        let sight = Sight::new(&self.space, space, self.features, self.lower.as_deref(), source)?;
        self.check(sight.inputs())?;
        Ok(sight)
    }

    /// Refuses networks with missing, infinite or ill-fitting layers: model files are not trusted.
    fn check(&self, inputs: usize) -> Result<(), Unusable> {
        let layers = &self.network.layers;
        let is_whole = |layer: &Layer| {
            layer.weights.len() == layer.inputs * layer.outputs
                && layer.biases.len() == layer.outputs
                && layer.weights.iter().chain(&layer.biases).all(|number| number.is_finite())
        };
        let is_chain = layers.windows(2).all(|pair| pair[0].outputs == pair[1].inputs);
        let (Some(first), Some(last)) = (layers.first(), layers.last()) else {
            return Err(Unusable::Numbers);
        };
        if first.inputs != inputs {
            Err(Unusable::Inputs { found: first.inputs, expected: inputs })
        } else if last.outputs != self.head.outputs() {
            Err(Unusable::Outputs { found: last.outputs, expected: self.head.outputs() })
        } else if !is_chain || !layers.iter().all(is_whole) {
            Err(Unusable::Numbers)
        } else {
            Ok(())
        }
    }

    /// The model as a heuristic for states of its puzzle.
    ///
    /// # Errors
    /// When its encoding can't be made, or it lacks what the reading needs.
    pub fn heuristic(
        &self,
        space: &dyn AnySpace,
        reading: Reading,
        source: &mut DatabaseSource,
    ) -> Result<Box<dyn StateHeuristic>, Unusable> {
        let reader = OutputReader::new(self.head, reading, &self.calibration)?;
        let sight = self.sight(space, source)?;
        let (rows, goal) = (sight.rows(), space.goal());
        let evaluator = Evaluator::new(&self.network);
        Ok(Box::new(Learned { sight, evaluator, reader, needs_bounds: reading.needs_bounds(), goal, rows }))
    }

    /// A search that the model guides.
    ///
    /// # Errors
    /// Says why it can't.
    pub fn solver<'s>(
        &self,
        space: &'s dyn AnySpace,
        algorithm: Algorithm,
        reading: Reading,
        source: &mut DatabaseSource,
    ) -> Result<Box<dyn Solver + 's>, Unusable> {
        if reading.trust.is_some() && algorithm != Algorithm::Gbfs {
            return Err(Unusable::NotHeeded);
        }
        if algorithm == (Algorithm::Ida { table: None })
            && let Some(compiled) = self.compiled(reading, source)?
        {
            return Ok(Box::new(compiled));
        }
        if source.gpu.is_some() {
            return Err(Unusable::NotOnGpu);
        }
        Ok(guided(space, algorithm, self.heuristic(space, reading, source)?))
    }

    /// IDA\* compiled for the model, if there is such a search.
    fn compiled(&self, reading: Reading, source: &mut DatabaseSource) -> Result<Option<Compiled>, Unusable> {
        let Some(setting) = Setting::of(&self.space).filter(|setting| self.sees(setting)) else {
            return Ok(None);
        };
        let Head::Scaled { scale, open: None } = self.head else { return Ok(None) };
        let outputs = Scaled::new(scale, None);
        let Some(reading) = CompiledReading::new(outputs, reading, self.calibration.dial.as_ref()) else {
            return Ok(None);
        };
        let field = setting.field(source).map_err(Unusable::NoDatabases)?;
        field.check(&self.network, &reading).map_err(Unusable::Unfit)?;
        Ok(Some(Compiled { field, network: self.network.clone(), reading }))
    }

    /// Does it have the inputs of the models that `likely` trains?
    fn sees(&self, setting: &Setting) -> bool {
        self.lower.is_none() && self.features == features_of(setting)
    }

    /// Its beliefs about states: means and standard deviations, which are 0 for point estimates.
    ///
    /// # Errors
    /// When its encoding can't be made.
    pub fn beliefs(
        &self,
        states: &[Start],
        space: &dyn AnySpace,
        source: &mut DatabaseSource,
    ) -> Result<Vec<(f64, f64)>, Unusable> {
        let mut sight = self.sight(space, source)?;
        let mut rows = sight.rows();
        states.iter().for_each(|state| sight.push(state, &mut rows));
        let known = sight.known(&states.iter().map(Vec::as_slice).collect::<Vec<_>>());
        let mut evaluator = Evaluator::new(&self.network);
        let outputs = rows.numbers().map(|inputs| evaluator.evaluate(&inputs)).unwrap_or_default();
        let mut room = Vec::new();
        let believed = |(known, outputs): (Prior, &[f32])| {
            let belief = self.head.belief(outputs, known, &mut room);
            belief
                .map_or((f64::NAN, f64::NAN), |belief: Belief<'_>| (belief.mean(), belief.variance().sqrt()))
        };
        Ok(known.into_iter().zip(outputs.chunks(self.head.outputs())).map(believed).collect())
    }
}

/// The inputs of the models that `likely` trains for a puzzle.
pub fn features_of(setting: &Setting) -> FeatureKind {
    match setting {
        Setting::Eight | Setting::Fifteen => FeatureKind::Places,
        Setting::TwentyFour { .. } | Setting::Pancakes { .. } | Setting::Blocks { .. } => {
            FeatureKind::Databases
        }
    }
}
