//! Labelled states of problems that are made once and stored, for whoever needs the same set again and again.

use std::io::Write;
use std::path::Path;

use data::label::{self, Recipe, Resources, Teacher};
use data::{DataSet, Problem};
use tools::whole_file;

use super::{label_error, open_parts, parts_error};
use crate::{Error, Progress};

/// The set of `base`, its problems without rows, labelled by a recipe: read from `NAME.parquet` in the folder if it is there, and
/// stored there if not. What another recipe has left is replaced.
///
/// # Errors
/// When it can't be made or stored; after an interruption, the next call continues.
pub fn stored(
    (folder, name): (&Path, &str),
    base: &DataSet,
    recipe: &Recipe,
    teacher: &dyn Teacher,
    resources: &Resources,
    progress: &dyn Progress,
) -> Result<DataSet, Error> {
    let file = folder.join(format!("{name}.parquet"));
    match DataSet::read(&file) {
        Ok(data) if is_made_from(&data, base) => return Ok(data),
        _ => {}
    }
    let place = folder.join(format!("{name}.parts"));
    let parts = open_parts(&place, base, recipe, true).map_err(parts_error)?;
    let observe = |label::Progress { jobs, of, rows }: label::Progress| {
        let teacher = teacher.name();
        progress.now(format_args!("{name}: {jobs} of {of} parts labelled by {teacher}, {rows} states"));
    };
    let made = label::make(base, recipe, teacher, &parts, resources, &observe);
    progress.now(format_args!(""));
    let data = made.map_err(|error| label_error(error, 0, None))?;
    let bytes = data.to_bytes().map_err(Error::internal)?;
    whole_file::write(&file, |out| out.write_all(&bytes))
        .map_err(|error| Error::unwritable(&file, &error))?;
    parts.remove().map_err(parts_error)?;
    Ok(data)
}

/// Is it this set, labelled?
fn is_made_from(data: &DataSet, base: &DataSet) -> bool {
    let same = |(one, other): (&Problem, &Problem)| {
        (&one.name, one.split, &one.text) == (&other.name, other.split, &other.text)
    };
    data.recipes == base.recipes
        && data.domain == base.domain
        && data.problems.len() == base.problems.len()
        && data.problems.iter().zip(&base.problems).all(same)
}
