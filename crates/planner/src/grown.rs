//! The files of heuristics grown from the goal of a puzzle.

use std::fmt::Display;
use std::path::Path;

use belief::{Calibration, Dial, Scaled};
use learn::features::FeatureKind;
use learn::tensor_file::{self, TensorFileError};
use learn::training::Device;
use learn::{Head, network_tensors, threshold_tensors};
use likely::growth::Options;
use likely::puzzles::{DatabaseSource, NoDatabases, Setting};
use likely::{AnyGrowth, LearnedCosts};
use network::{Activation, Network};
use puzzle_models::{PuzzleModel, features_of};
use puzzles::tables::Origin;
use serde::{Deserialize, Serialize};
use solver::Start;

use crate::{Error, ErrorKind, Progress, files};

/// A grown heuristic, as it is stored in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct GrownModel {
    about: About,
    network: Network,
    /// How it compares with costs that are known, if it was calibrated.
    pub calibration: Calibration,
}

/// Everything about it but its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct About {
    /// The puzzle, which determines the inputs of the network.
    space: String,
    /// The options of growth.
    options: Options,
    /// How many iterations it has had.
    iterations: usize,
    /// The calibration's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dial: Option<Dial>,
}

/// The kind of the file.
pub const KIND: &str = "grown heuristic";

/// The prefix of the names of the weights' tensors in files.
const PREFIX: &str = "network";

impl GrownModel {
    /// The heuristic in its current state.
    pub fn of(space: &str, growth: &dyn AnyGrowth) -> Self {
        let (options, iterations) = (growth.options().clone(), growth.iterations().len());
        let about = About { space: space.to_owned(), options, iterations, dial: None };
        Self { about, network: growth.network().clone(), calibration: Calibration::default() }
    }

    /// The bytes of its file.
    pub fn write(&self) -> Result<Vec<u8>, TensorFileError> {
        let mut tensors = network_tensors::tensors(PREFIX, &self.network);
        let Calibration { thresholds, dial } = &self.calibration;
        tensors.extend(thresholds.iter().flat_map(threshold_tensors::tensors));
        tensor_file::write(KIND, &About { dial: dial.clone(), ..self.about.clone() }, &tensors)
    }

    /// Reads its file.
    pub fn parse(bytes: &[u8]) -> Result<Self, TensorFileError> {
        let (mut about, tensors): (About, _) = tensor_file::read(bytes, KIND)?;
        let scale = about.options.planning.scale * about.options.unit as f32;
        if !(scale.is_finite() && scale > 0.0) {
            return Err(TensorFileError::Damaged("its costs have no scale".to_owned()));
        }
        let network = network_tensors::network(PREFIX, Activation::Relu, &tensors)?;
        let calibration =
            Calibration { thresholds: threshold_tensors::thresholds(&tensors)?, dial: about.dial.take() };
        Ok(Self { about, network, calibration })
    }

    /// Reads the file of one.
    ///
    /// # Errors
    /// When it can't be read, or is no grown heuristic.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let wrong =
            |what: &dyn Display| Error::new(ErrorKind::Input, format_args!("{}: {what}", path.display()));
        Self::parse(&files::read(path).map_err(|error| wrong(&error))?).map_err(|error| wrong(&error))
    }

    /// The puzzle it was grown for.
    pub fn space(&self) -> &str {
        &self.about.space
    }

    /// The options of growth.
    pub fn options(&self) -> &Options {
        &self.about.options
    }

    /// How many iterations it has had.
    pub fn iterations(&self) -> usize {
        self.about.iterations
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Its beliefs about the costs of states: means and standard deviations, which are 0 if it has none.
    ///
    /// # Errors
    /// When the inputs of the network are not known for the puzzle, or don't fit it.
    pub fn beliefs(&self, states: &[Start], source: &mut DatabaseSource) -> Result<Vec<(f64, f64)>, Error> {
        let About { space, options, .. } = &self.about;
        let setting = Setting::of(space).ok_or_else(|| no_setting(space))?;
        let field = setting.field(source).map_err(no_databases)?;
        let reading = options.reading(0.0, LearnedCosts::All);
        field.check(&self.network, &reading).map_err(|unfit| Error::new(ErrorKind::Input, unfit))?;
        let (outputs, spread) = (options.outputs(LearnedCosts::All), options.planning.spread);
        let belief = |state: &Start| {
            let (mean, phi) = field.outputs(&self.network, state);
            (outputs.mean(mean), if spread { outputs.sigma(phi) } else { 0.0 })
        };
        Ok(states.iter().map(belief).collect())
    }

    /// The heuristic as a model of the puzzle.
    pub fn model(&self) -> PuzzleModel {
        let About { space, options, .. } = &self.about;
        let Scaled { scale, open, .. } = options.outputs(LearnedCosts::All);
        let mut network = self.network.clone();
        let head = match options.planning.spread {
            true => Head::Scaled { scale, open },
            false => {
                // Without a spread there is nothing but a cost, divided by the scale.
                if let Some(last) = network.layers.last_mut() {
                    let numbers = last.weights.iter_mut().chain(&mut last.biases);
                    numbers.for_each(|number| *number *= scale as f32);
                }
                Head::Point
            }
        };
        let features = Setting::of(space).map_or(FeatureKind::Places, |setting| features_of(&setting));
        let calibration = self.calibration.clone();
        PuzzleModel { space: space.clone(), features, network, head, lower: None, calibration }
    }
}

/// The error for a puzzle that no heuristic can be grown for.
pub fn no_setting(space: &str) -> Error {
    let known = Setting::SPACES.join(", ");
    let message = format!(
        "no heuristic can be grown for `{space}`\n  = help: for these it can: {known}; or for a planning task, given as \
         DOMAIN PROBLEM"
    );
    Error::new(ErrorKind::Argument, message)
}

/// The GPU on which to search in a puzzle, if one is asked for.
///
/// # Errors
/// If no GPU can search there.
pub fn gpu_for(space: &str, device: Device) -> Result<Option<usize>, Error> {
    match device {
        Device::Cpu => Ok(None),
        Device::Cuda(number) if Setting::of(space).is_some_and(|setting| setting.suits_gpus()) => {
            Ok(Some(number))
        }
        Device::Cuda(_) => {
            let suits = |space: &&&str| Setting::of(space).is_some_and(|setting| setting.suits_gpus());
            let spaces: Vec<&str> = Setting::SPACES.iter().filter(suits).copied().collect();
            let message = format!(
                "{space} is searched on the processor alone: leave --device {device} away\n  = help: with a grown heuristic, \
                 GPUs search {}",
                spaces.join(", ")
            );
            Err(Error::new(ErrorKind::Argument, message))
        }
    }
}

/// The error for missing databases.
pub fn no_databases(error: NoDatabases) -> Error {
    let kind = match error {
        NoDatabases::Stopped(reason) => ErrorKind::Exhausted(reason),
        NoDatabases::Gpu(_) => ErrorKind::Unsupported,
        _ => ErrorKind::Internal,
    };
    Error::new(kind, error)
}

/// Shows which databases are being built, and warns of those that were damaged or can't be kept.
pub fn watcher(progress: &dyn Progress) -> impl FnMut(&str, Option<&Origin>) {
    |name, origin| match origin {
        None => progress.now(format_args!("Building {name}")),
        Some(origin) => {
            progress.now(format_args!(""));
            if let Some(warning) = origin.warning(name) {
                progress.warn(format_args!("warning: {warning}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::search::Budget;
    use puzzles::tables::Tables;
    use solver::Algorithm;

    fn with_workshop<T>(work: impl FnOnce(&mut DatabaseSource) -> T) -> T {
        let (tables, budget) = (Tables::in_memory(), Budget::unlimited());
        let mut source = DatabaseSource {
            tables: &tables,
            threads: 1,
            budget: &budget,
            gpu: None,
            watch: &mut |_: &str, _: Option<&_>| {},
        };
        work(&mut source)
    }

    /// Before its first iteration.
    fn model() -> GrownModel {
        let options = Options::of(&Setting::Eight);
        let growth = with_workshop(|source| Setting::Eight.growth(&options, source)).unwrap();
        GrownModel::of("tiles:3x3", &*growth)
    }

    fn can_search(model: &GrownModel) -> bool {
        let (_, space) = crate::puzzle::open("tiles:3x3").unwrap();
        let (ida, model) = (Algorithm::Ida { table: None }, model.model());
        with_workshop(|source| model.solver(&*space, ida, model.head.usual_reading(), source).is_ok())
    }

    #[test]
    fn what_is_written_is_read_back() {
        let model = model();
        assert_eq!(GrownModel::parse(&model.write().unwrap()), Ok(model.clone()));
        assert!(can_search(&model));
    }

    #[test]
    fn what_nobody_has_grown_is_refused() {
        let changed = |change: fn(&mut GrownModel)| {
            let mut model = model();
            change(&mut model);
            model
        };
        let scaled = changed(|model| model.about.options.planning.scale = 0.0);
        assert!(GrownModel::parse(&scaled.write().unwrap()).is_err());
        for unfit in [
            changed(|model| model.network.layers[0].weights[3] = f32::NAN),
            changed(|model| drop(model.network.layers.pop())),
            changed(|model| model.about.space = "tiles:4x4".to_owned()),
            changed(|model| model.about.space = "tiles:9x9".to_owned()),
        ] {
            let read = GrownModel::parse(&unfit.write().unwrap()).unwrap();
            assert!(!can_search(&read));
        }
    }
}
