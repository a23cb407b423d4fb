//! Reproduces the figures of a table.

use std::io;
use std::path::Path;
use std::time::Instant;

use planner::Error;

use crate::{Context, Done, Ledger, Scale, Step, Table, Value};

/// Reproduces the figures of a table.
pub trait Measure {
    /// The scales at which it can be done.
    fn scales(&self) -> &[Scale] {
        &Scale::USUAL
    }

    /// The departures from the paper at this scale, a sentence each.
    fn departures(&self, scale: Scale) -> Vec<String>;

    /// The steps at this scale, in the order in which they are to be done.
    fn steps(&self, scale: Scale) -> Vec<Step>;

    /// Is told which steps will be done, so that what several of them need can be made at the same time.
    fn announce(&mut self, _: &[Step]) {}

    /// Does a step. Results that other steps can use may be stored in the folder.
    ///
    /// # Errors
    /// When it can't be done, or was interrupted.
    fn measure(
        &mut self,
        step: &Step,
        scale: Scale,
        folder: &Path,
        context: &Context<'_>,
    ) -> Result<Vec<Value>, Error>;
}

/// The reason for which the work was not done.
#[derive(Debug)]
pub enum RunError {
    /// A step failed.
    Step(Error),
    /// Values can't be stored.
    File(io::Error),
    /// A step gave a value that the table has no place for.
    NoPlace(Value),
}

/// Does all wanted steps that the ledger does not have yet.
///
/// # Errors
/// When a step fails, or its values can't be stored. Steps done before stay in the ledger.
pub fn measure(
    table: &Table,
    scale: Scale,
    work: &mut dyn Measure,
    ledger: &mut Ledger,
    folder: &Path,
    context: &Context<'_>,
    is_wanted: &dyn Fn(&Step) -> bool,
) -> Result<(), RunError> {
    let steps: Vec<Step> = work.steps(scale).into_iter().filter(|step| is_wanted(step)).collect();
    let of = steps.len();
    let missing: Vec<Step> = steps.into_iter().filter(|step| ledger.find(step).is_none()).collect();
    work.announce(&missing);
    for (index, step) in missing.iter().enumerate() {
        let number = of - missing.len() + index + 1;
        context.progress.now(format_args!("{number} of {of}: {}", step.name));
        let start = Instant::now();
        let values = work.measure(step, scale, folder, context).map_err(RunError::Step)?;
        let has_place = |value: &&Value| table.place(&value.part, &value.row, &value.column).is_some();
        if let Some(stray) = values.iter().find(|value| !has_place(value)) {
            return Err(RunError::NoPlace(stray.clone()));
        }
        let seconds = start.elapsed().as_secs_f64();
        let done = Done {
            step: step.name.clone(),
            inputs: step.inputs.clone(),
            program: ledger.program().to_owned(),
            seconds,
            values,
        };
        ledger.add(done).map_err(RunError::File)?;
    }
    Ok(())
}
