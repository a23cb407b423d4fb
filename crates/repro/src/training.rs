//! Training that continues where it was stopped.

use std::time::{Duration, Instant};

use learn::training::{Best, Config, Curve, Trainer};
use learn::{Examples, InputSizes};

use crate::Context;
use crate::context::interrupted;
use crate::kept::Kept;
use planner::{Error, ErrorKind};

/// How often a checkpoint is written.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(60);

/// A training of a model.
pub(crate) struct Training<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    pub(crate) config: &'a Config,
    /// The checksum of the data.
    pub(crate) data: &'a str,
    pub(crate) sizes: InputSizes,
    pub(crate) train: &'a Examples,
    pub(crate) validation: &'a Examples,
    /// Where its progress is stored.
    pub(crate) kept: &'a Kept<'a>,
}

impl Training<'_> {
    /// The best weights by each measure.
    pub(crate) fn run(&self, context: &Context<'_>) -> Result<Vec<Best>, Error> {
        let failed = |error| Error::new(ErrorKind::Unsupported, error);
        let Self { name, config, data, sizes, train, validation, kept } = *self;
        let (mut trainer, mut curve) = match kept.progress(name, config, data, sizes) {
            Some(progress) => {
                let mut curve = kept.curve(name).unwrap_or_default();
                curve.go_back(progress.counts.steps);
                (Trainer::resume(config, sizes, train, validation, progress).map_err(failed)?, curve)
            }
            None => (Trainer::new(config, sizes, train, validation).map_err(failed)?, Curve::default()),
        };
        trainer = trainer.with_threads(context.threads).map_err(failed)?;
        let line = context.progress;
        let mut saved = Instant::now();
        while !trainer.is_done() {
            let epoch = trainer.epoch(&context.budget).map_err(failed)?;
            epoch.iter().for_each(|epoch| curve.note(epoch));
            if epoch.is_none() || saved.elapsed() >= CHECKPOINT_EVERY {
                line.now(format_args!("{name}: {:.0} % of the steps", 100.0 * trainer.share_done()));
                // The curve comes first: what goes beyond where training has come to is cut off again.
                kept.keep_curve(name, &curve)?;
                kept.keep_progress(name, config, data, trainer.progress())?;
                saved = Instant::now();
            }
            if epoch.is_none() {
                line.now(format_args!(""));
                return Err(interrupted());
            }
        }
        line.now(format_args!(""));
        kept.keep_curve(name, &curve)?;
        Ok(trainer.progress().best.clone())
    }
}
