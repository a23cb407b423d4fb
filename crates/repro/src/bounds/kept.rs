//! Trained models, stored for other tables.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use learn::training::{Config, Metric, Progress};
use learn::{InputSizes, Model, model_file};

use super::curve::Curve;
use planner::Error;
use tools::whole_file;

/// The folder of trained models. Options and data determine a model, so that another build of the program need not train it
/// again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept<'a> {
    pub(super) folder: &'a Path,
}

impl Kept<'_> {
    /// The models with the best weights by each measure; `None` if they were not trained with these options and data.
    pub(super) fn models(&self, name: &str, config: &Config, data: &str) -> Option<Vec<(Metric, Model)>> {
        let model = |metric| {
            let model = model_file::read(&fs::read(self.model_path(name, metric)).ok()?).ok()?;
            let training = &model.about.training;
            (training.config == *config && training.data == data).then_some((metric, model))
        };
        Metric::ALL.into_iter().map(model).collect()
    }

    /// Stores models, and removes the checkpoint; only the curve stays.
    pub(super) fn keep_models(&self, name: &str, models: &[(Metric, Model)]) -> Result<(), Error> {
        for (metric, model) in models {
            let bytes = model_file::write(model).map_err(Error::internal)?;
            write(&self.model_path(name, *metric), &bytes)?;
        }
        // There is none where training took little time.
        let _ = fs::remove_file(self.path(name, "checkpoint"));
        Ok(())
    }

    /// The progress of a training with these options and data.
    pub(super) fn progress(
        &self,
        name: &str,
        config: &Config,
        data: &str,
        sizes: InputSizes,
    ) -> Option<Progress> {
        let bytes = fs::read(self.path(name, "checkpoint")).ok()?;
        Progress::read(&bytes, config, data, sizes).ok()?
    }

    /// Stores the progress of a training.
    pub(super) fn keep_progress(
        &self,
        name: &str,
        config: &Config,
        data: &str,
        progress: &Progress,
    ) -> Result<(), Error> {
        write(&self.path(name, "checkpoint"), &progress.write(config, data).map_err(Error::internal)?)
    }

    /// The curve of a training, whatever its options and data.
    pub(super) fn curve(&self, name: &str) -> Option<Curve> {
        Some(Curve::from_csv(&fs::read_to_string(self.path(name, "validation.csv")).ok()?))
    }

    /// Stores the curve of a training.
    pub(super) fn keep_curve(&self, name: &str, curve: &Curve) -> Result<(), Error> {
        write(&self.path(name, "validation.csv"), curve.to_csv().as_bytes())
    }

    fn model_path(&self, name: &str, metric: Metric) -> PathBuf {
        self.path(name, &format!("{metric}.hstar"))
    }

    fn path(&self, name: &str, ending: &str) -> PathBuf {
        self.folder.join(format!("{name}.{ending}"))
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    whole_file::write(path, |out| out.write_all(bytes)).map_err(|error| Error::unwritable(path, &error))
}
