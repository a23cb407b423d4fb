//! Trained models, stored for other tables.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use learn::training::{Config, Curve, Metric, Progress};
use learn::{InputSizes, Model, model_file};

use planner::Error;
use tools::whole_file;

/// The folder of trained models. Options and data determine a model, so that another build of the program need not train it
/// again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept<'a> {
    pub(crate) folder: &'a Path,
}

impl Kept<'_> {
    /// The models with the best weights by each measure; `None` if they were not trained with these options and data.
    pub(crate) fn models(&self, name: &str, config: &Config, data: &str) -> Option<Vec<(Metric, Model)>> {
        let model = |metric| Some((metric, self.model(&of_metric(name, metric), config, data)?));
        [Metric::Nll, Metric::Mse].into_iter().map(model).collect()
    }

    /// The model of this name; `None` if it was not trained with these options and data.
    pub(crate) fn model(&self, name: &str, config: &Config, data: &str) -> Option<Model> {
        let model = model_file::read(&fs::read(self.path(name, "hstar")).ok()?).ok()?;
        let training = &model.about.training;
        (training.config == *config && training.data == data).then_some(model)
    }

    /// Stores models, and removes the checkpoint; only the curve stays.
    pub(crate) fn keep_models(&self, name: &str, models: &[(Metric, Model)]) -> Result<(), Error> {
        models.iter().try_for_each(|(metric, model)| self.keep_model(&of_metric(name, *metric), model))?;
        self.forget_progress(name);
        Ok(())
    }

    /// Stores a model.
    pub(crate) fn keep_model(&self, name: &str, model: &Model) -> Result<(), Error> {
        write(&self.path(name, "hstar"), &model_file::write(model).map_err(Error::internal)?)
    }

    /// Removes the checkpoint, if there is one: where training took little time, there is none.
    pub(crate) fn forget_progress(&self, name: &str) {
        let _ = fs::remove_file(self.path(name, "checkpoint"));
    }

    /// The progress of a training with these options and data.
    pub(crate) fn progress(
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
    pub(crate) fn keep_progress(
        &self,
        name: &str,
        config: &Config,
        data: &str,
        progress: &Progress,
    ) -> Result<(), Error> {
        write(&self.path(name, "checkpoint"), &progress.write(config, data).map_err(Error::internal)?)
    }

    /// The curve of a training, whatever its options and data.
    pub(crate) fn curve(&self, name: &str) -> Option<Curve> {
        Some(Curve::from_csv(&fs::read_to_string(self.path(name, "validation.csv")).ok()?))
    }

    /// Stores the curve of a training.
    pub(crate) fn keep_curve(&self, name: &str, curve: &Curve) -> Result<(), Error> {
        write(&self.path(name, "validation.csv"), curve.to_csv().as_bytes())
    }

    fn path(&self, name: &str, ending: &str) -> PathBuf {
        self.folder.join(format!("{name}.{ending}"))
    }
}

/// The name of the model with the best weights by a measure.
fn of_metric(name: &str, metric: Metric) -> String {
    format!("{name}.{metric}")
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    whole_file::write(path, |out| out.write_all(bytes)).map_err(|error| Error::unwritable(path, &error))
}
