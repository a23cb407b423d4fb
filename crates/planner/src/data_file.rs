//! Data sets from files.

use std::path::{Path, PathBuf};

use data::{DataFileError, DataSet};

use crate::file_kind::{self, mistaken};
use crate::{Error, ErrorKind, files};

/// Reads a data set.
///
/// # Errors
/// When the file can't be read or is no data set.
pub fn read(path: &Path) -> Result<DataSet, Error> {
    files::read(path).map_err(DataFileError::Unreadable).and_then(DataSet::from_bytes).map_err(|error| {
        let message = format_args!("data set {}: {error}", files::input_name(path));
        let own = || Error::new(ErrorKind::Input, message);
        // What begins as a data set is a damaged one.
        if file_kind::is_data_set(path) { own() } else { mistaken(path, "a data set").unwrap_or_else(own) }
    })
}

/// Reads data sets and makes one of them.
///
/// # Errors
/// When a file can't be read, is no data set, or does not fit the others.
pub fn read_all(paths: &[PathBuf]) -> Result<DataSet, Error> {
    let mut all: Option<DataSet> = None;
    for path in paths {
        let set = read(path)?;
        match &mut all {
            None => all = Some(set),
            Some(all) => all.merge(set).map_err(|error| {
                Error::new(
                    ErrorKind::Input,
                    format_args!("{} does not fit the others: {error}", path.display()),
                )
            })?,
        }
    }
    all.ok_or_else(|| Error::new(ErrorKind::Argument, "no data set is given"))
}
