//! Data sets from files.

use std::path::{Path, PathBuf};

use learn::data::DataSet;

use crate::{Exit, Failure};

/// Reads a data set.
///
/// # Errors
/// When the file can't be read or is no data set.
pub fn read(path: &Path) -> Result<DataSet, Failure> {
    DataSet::read(path)
        .map_err(|error| Failure::new(Exit::InputError, format_args!("data set {}: {error}", path.display())))
}

/// Reads data sets and makes one of them.
///
/// # Errors
/// When a file can't be read, is no data set, or does not fit the others.
pub fn read_all(paths: &[PathBuf]) -> Result<DataSet, Failure> {
    let mut all: Option<DataSet> = None;
    for path in paths {
        let set = read(path)?;
        match &mut all {
            None => all = Some(set),
            Some(all) => all.merge(set).map_err(|error| {
                Failure::new(
                    Exit::InputError,
                    format_args!("{} does not fit the others: {error}", path.display()),
                )
            })?,
        }
    }
    all.ok_or_else(|| Failure::new(Exit::Usage, "no data set is given"))
}
