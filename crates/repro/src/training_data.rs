//! Labelled states of problems, made once and stored.

use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use data::DataSet;
use data::label::{self, LabelError, Parts, PartsError, Recipe, Resources, Teacher};

use crate::Context;
use crate::context::interrupted;
use planner::teacher::SearchTeacher;
use planner::{Error, ErrorKind};
use tools::whole_file;

/// The set of `base`, its problems without rows, labelled by a recipe, within `time` if that is given: read from the folder if
/// it is there.
///
/// # Errors
/// When it can't be made or stored; after an interruption, the next call continues.
pub(super) fn labelled(
    name: &str,
    base: &DataSet,
    recipe: &Recipe,
    teacher: &SearchTeacher,
    time: Option<Duration>,
    folder: &Path,
    context: &Context<'_>,
) -> Result<DataSet, Error> {
    let file = folder.join(format!("{name}.parquet"));
    match DataSet::read(&file) {
        Ok(data) if is_made_from(&data, base) => return Ok(data),
        _ => {}
    }
    let parts = parts(&folder.join(format!("{name}.parts")), base, recipe)?;
    let data = make(name, base, recipe, teacher, time, &parts, context)?;
    let bytes = data.to_bytes().map_err(critical)?;
    whole_file::write(&file, |out| out.write_all(&bytes))
        .map_err(|error| Error::unwritable(&file, &error))?;
    parts.remove().map_err(critical)?;
    Ok(data)
}

/// Is it this set, labelled?
fn is_made_from(data: &DataSet, base: &DataSet) -> bool {
    let same = |(one, other): (&data::Problem, &data::Problem)| {
        (&one.name, one.split, &one.text) == (&other.name, other.split, &other.text)
    };
    data.recipes == base.recipes
        && data.domain == base.domain
        && data.problems.len() == base.problems.len()
        && data.problems.iter().zip(&base.problems).all(same)
}

/// The parts that an earlier run has left; those of another set are removed.
fn parts(folder: &Path, base: &DataSet, recipe: &Recipe) -> Result<Parts, Error> {
    match Parts::open(folder, base, recipe) {
        Err(PartsError::OtherSet(_)) => {
            fs::remove_dir_all(folder).map_err(|error| Error::unwritable(folder, &error))?;
            Parts::open(folder, base, recipe).map_err(critical)
        }
        opened => opened.map_err(critical),
    }
}

fn make(
    name: &str,
    base: &DataSet,
    recipe: &Recipe,
    teacher: &SearchTeacher,
    time: Option<Duration>,
    parts: &Parts,
    context: &Context<'_>,
) -> Result<DataSet, Error> {
    let line = context.progress;
    let observe = |progress: label::Progress| {
        line.now(format_args!(
            "{name}: {} of {} parts labelled by {}, {} states",
            progress.jobs,
            progress.of,
            teacher.name(),
            progress.rows
        ));
    };
    let threads = NonZero::new(context.threads).unwrap_or(NonZero::<usize>::MIN);
    let resources = Resources { threads, time, interrupted: Arc::clone(&context.interrupted) };
    let made = label::make(base, recipe, teacher, parts, &resources, &observe);
    line.now(format_args!(""));
    made.map_err(|error| match error {
        LabelError::Interrupted => interrupted(),
        error => critical(error),
    })
}

fn critical(error: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Internal, error)
}
