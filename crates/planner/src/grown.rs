//! Heuristics that were grown from the goal of a puzzle: their files, and searches with them.

use std::fmt::Display;
use std::path::Path;

use ::search::{Ida, Limits, Observer, Outcome, Report, StopReason};
use belief::{Reading, Value};
use learn::network_tensors;
use learn::tensor_file::{self, TensorFileError};
use learn::training::Device;
use likely::growth::Options;
use likely::puzzles::{NoDatabases, Setting, Workshop};
use likely::{AnyField, AnyGrowth, Ask, Dial, Trusted, promised};
use network::{Activation, Network};
use puzzles::tables::Origin;
use serde::{Deserialize, Serialize};
use solver::{Solver, Start};

use crate::{Error, ErrorKind, Progress, files};

/// A grown heuristic, as it is kept in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct GrownModel {
    about: About,
    network: Network,
}

/// All about it but its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct About {
    /// The puzzle, which says what the network sees of it.
    space: String,
    /// What growth was told.
    options: Options,
    /// How many iterations it has had.
    iterations: usize,
    /// How it is read by a probability, if that was fitted to known costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dial: Option<Dial>,
}

/// What the file says it is.
pub const KIND: &str = "grown heuristic";

/// Weights in files are tensors whose names begin so.
const PREFIX: &str = "network";

impl GrownModel {
    /// As it is now.
    pub fn of(space: &str, growth: &dyn AnyGrowth) -> Self {
        let (options, iterations) = (growth.options().clone(), growth.iterations().len());
        let about = About { space: space.to_owned(), options, iterations, dial: None };
        Self { about, network: growth.network().clone() }
    }

    /// The bytes of its file.
    pub fn write(&self) -> Result<Vec<u8>, TensorFileError> {
        tensor_file::write(KIND, &self.about, &network_tensors::tensors(PREFIX, &self.network))
    }

    /// Reads its file.
    pub fn parse(bytes: &[u8]) -> Result<Self, TensorFileError> {
        let (about, tensors): (About, _) = tensor_file::read(bytes, KIND)?;
        let scale = about.options.planning.scale * about.options.unit as f32;
        if !(scale.is_finite() && scale > 0.0) {
            return Err(TensorFileError::Damaged("its costs have no scale".to_owned()));
        }
        let network = network_tensors::network(PREFIX, Activation::Relu, &tensors)?;
        Ok(Self { about, network })
    }

    /// Reads the file of one.
    ///
    /// # Errors
    /// When it can't be read, or is none.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let wrong =
            |what: &dyn Display| Error::new(ErrorKind::Input, format_args!("{}: {what}", path.display()));
        Self::parse(&files::read(path).map_err(|error| wrong(&error))?).map_err(|error| wrong(&error))
    }

    /// The puzzle it was grown for.
    pub fn space(&self) -> &str {
        &self.about.space
    }

    /// What growth was told.
    pub fn options(&self) -> &Options {
        &self.about.options
    }

    /// How many iterations it has had.
    pub fn iterations(&self) -> usize {
        self.about.iterations
    }

    /// How it is read by a probability, if that was fitted to known costs.
    pub fn dial(&self) -> Option<&Dial> {
        self.about.dial.as_ref()
    }

    /// The network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// What it believes of the costs of states: means and standard deviations, which are 0 where it says none.
    ///
    /// # Errors
    /// When there is no telling what it sees of states.
    pub fn beliefs(&self, states: &[Start], workshop: &mut Workshop) -> Result<Vec<(f64, f64)>, Error> {
        let (reading, field) = (self.reading(0.0), self.field(workshop)?);
        field.check(&self.network, &reading).map_err(|unfit| Error::new(ErrorKind::Input, unfit))?;
        Ok(states.iter().map(|state| field.belief(&self.network, &reading, state)).collect())
    }

    /// From now on, it is read by this dial.
    pub fn mend(&mut self, dial: Dial) {
        self.about.dial = Some(dial);
    }

    fn reading(&self, deviations: f64) -> likely::Reading {
        self.about.options.reading(deviations, Trusted::Everywhere)
    }

    fn field(&self, workshop: &mut Workshop) -> Result<Box<dyn AnyField>, Error> {
        let setting = Setting::of(&self.about.space).ok_or_else(|| no_setting(&self.about.space))?;
        setting.field(workshop).map_err(no_databases)
    }

    /// A search with it: by the mean, or by the value that is admissible with a probability.
    pub fn searcher(&self, reading: Reading, workshop: &mut Workshop) -> Result<Searcher, Error> {
        let (reading, field) = (self.reading(self.deviations(reading)?), self.field(workshop)?);
        field.check(&self.network, &reading).map_err(|unfit| Error::new(ErrorKind::Input, unfit))?;
        Ok(Searcher { field, network: self.network.clone(), reading })
    }

    /// How many standard deviations below the mean a reading is.
    ///
    /// # Errors
    /// When it is none that a grown heuristic knows.
    pub fn deviations(&self, reading: Reading) -> Result<f64, Error> {
        let About { options, dial, .. } = &self.about;
        Ok(match reading {
            Reading { value: Value::Mean | Value::Location, trust: None } => 0.0,
            Reading { value: Value::Quantile(alpha), trust: None } if options.planning.spread => {
                dial.as_ref().map_or_else(|| promised(alpha), |dial| dial.deviations(alpha))
            }
            _ => {
                let message = "a grown heuristic is read by its mean, or if it knows a spread by a quantile, as in \
                               model@quantile:0.9";
                return Err(Error::new(ErrorKind::Argument, message));
            }
        })
    }
}

/// Why nothing can be grown for a puzzle.
pub fn no_setting(space: &str) -> Error {
    let known = Setting::SPACES.join(", ");
    let message = format!(
        "no heuristic can be grown for `{space}`\n  = help: for these it can: {known}; or for a planning task, given as \
         DOMAIN PROBLEM"
    );
    Error::new(ErrorKind::Argument, message)
}

/// The GPU that searches in a puzzle are made on, if they are.
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

/// Why there are no databases.
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

/// IDA\* with a grown heuristic.
pub struct Searcher {
    field: Box<dyn AnyField>,
    network: Network,
    reading: likely::Reading,
}

impl Solver for Searcher {
    fn is_optimal(&self) -> bool {
        false
    }

    fn estimate(&mut self, start: &Start) -> u32 {
        self.field.estimate(&self.network, &self.reading, start)
    }

    fn solve(&mut self, start: &Start, ida: &Ida, limits: &Limits, observer: &mut dyn Observer) -> Report {
        let Self { network, reading, .. } = self;
        let ask = Ask { start, network, reading, ida: ida.clone(), limits: limits.clone() };
        // That searches can use the network has been checked.
        self.field.search(&ask, observer).unwrap_or_else(|failure| {
            observer.device_failed(&failure.to_string());
            Report {
                outcome: Outcome::Stopped(StopReason::Device),
                counters: Default::default(),
                until_last_jump: Default::default(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::search::Budget;
    use puzzles::tables::Tables;

    /// Before its first iteration.
    fn model() -> GrownModel {
        let (tables, budget) = (Tables::in_memory(), Budget::unlimited());
        let mut workshop = Workshop {
            tables: &tables,
            threads: 1,
            budget: &budget,
            gpu: None,
            watch: &mut |_: &str, _: Option<&_>| {},
        };
        let growth = Setting::Eight.growth(&Options::of(&Setting::Eight), &mut workshop).unwrap();
        GrownModel::of("tiles:3x3", &*growth)
    }

    fn searcher(model: GrownModel) -> Result<Searcher, Error> {
        let (tables, budget) = (Tables::in_memory(), Budget::unlimited());
        let mut workshop = Workshop {
            tables: &tables,
            threads: 1,
            budget: &budget,
            gpu: None,
            watch: &mut |_: &str, _: Option<&_>| {},
        };
        model.searcher(Reading::of(Value::Mean), &mut workshop)
    }

    #[test]
    fn what_is_written_is_read_back() {
        let model = model();
        assert_eq!(GrownModel::parse(&model.write().unwrap()), Ok(model.clone()));
        assert!(searcher(model).is_ok());
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
            assert!(searcher(read).is_err());
        }
    }
}
