//! The sets of finished jobs, stored until all are done.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::fs::{self, DirEntry};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tools::threads::locked;
use tools::{Checksum, whole_file};

use super::{Job, Recipe};
use crate::{DataFileError, DataSet};

/// The sets of finished jobs.
#[derive(Debug)]
pub struct Parts(Kept);

#[derive(Debug)]
enum Kept {
    InFolder(PathBuf),
    /// By name.
    InMemory(Mutex<BTreeMap<String, DataSet>>),
}

/// Why parts can't be stored or used.
#[derive(Debug)]
pub enum PartsError {
    /// The folder holds parts of another set: other options, or other problems.
    OtherSet(PathBuf),
    /// The folder holds something else than parts.
    NoParts(PathBuf),
    /// A file can't be read or written.
    File(PathBuf, io::Error),
    /// A set can't be written, or parts don't fit together.
    Wrong(String),
}

/// The file that identifies the set that the parts belong to.
const LABEL: &str = "set";

impl Parts {
    /// Parts in memory, lost when the process ends.
    pub fn in_memory() -> Self {
        Self(Kept::InMemory(Mutex::default()))
    }

    /// The parts of the set of `recipe` for `base`, which has the problems without rows: in a folder that may hold some of them
    /// already.
    ///
    /// # Errors
    /// When the folder holds something else or can't be written to.
    pub fn open(folder: &Path, base: &DataSet, recipe: &Recipe) -> Result<Self, PartsError> {
        let label = label(base, recipe)?;
        match found(folder)? {
            Some(text) if text == label => {}
            Some(_) => return Err(PartsError::OtherSet(folder.to_owned())),
            None => {
                fs::create_dir_all(folder).map_err(|error| PartsError::File(folder.to_owned(), error))?;
                write(&folder.join(LABEL), label.as_bytes())?;
            }
        }
        Ok(Self(Kept::InFolder(folder.to_owned())))
    }

    /// Removes a folder of parts, if there is one, whatever set they belong to.
    ///
    /// # Errors
    /// When the folder holds something else or can't be removed.
    pub fn discard(folder: &Path) -> Result<(), PartsError> {
        if found(folder)?.is_some() { Self(Kept::InFolder(folder.to_owned())).remove() } else { Ok(()) }
    }

    /// Removes all parts.
    ///
    /// # Errors
    /// When they can't be removed.
    pub fn remove(self) -> Result<(), PartsError> {
        match self.0 {
            Kept::InFolder(folder) => {
                fs::remove_dir_all(&folder).map_err(|error| PartsError::File(folder, error))
            }
            Kept::InMemory(_) => Ok(()),
        }
    }

    /// The set of a finished job; `None` if it is missing or damaged, so that the job has to be done again.
    pub(super) fn load(&self, job: &Job) -> Option<DataSet> {
        match &self.0 {
            Kept::InFolder(folder) => DataSet::read(&folder.join(name(job))).ok(),
            Kept::InMemory(sets) => locked(sets).get(&name(job)).cloned(),
        }
    }

    /// Stores the set of a job.
    pub(super) fn save(&self, job: &Job, set: DataSet) -> Result<(), PartsError> {
        match &self.0 {
            Kept::InFolder(folder) => {
                let bytes =
                    set.to_bytes().map_err(|error: DataFileError| PartsError::Wrong(error.to_string()))?;
                write(&folder.join(name(job)), &bytes)
            }
            Kept::InMemory(sets) => {
                locked(sets).insert(name(job), set);
                Ok(())
            }
        }
    }
}

/// The label of a folder of parts; `None` if there is no folder, or it is empty.
fn found(folder: &Path) -> Result<Option<String>, PartsError> {
    let file = folder.join(LABEL);
    match fs::read_to_string(&file) {
        Ok(text) => return Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(PartsError::File(file, error)),
    }
    let is_left =
        |entry: io::Result<DirEntry>| entry.is_ok_and(|entry| whole_file::is_left_of(&entry.path(), &file));
    match fs::read_dir(folder).map(|mut entries| entries.all(is_left)) {
        Ok(true) => Ok(None),
        Ok(false) => Err(PartsError::NoParts(folder.to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(PartsError::File(folder.to_owned(), error)),
    }
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), PartsError> {
    whole_file::write(file, |out| out.write_all(bytes))
        .map_err(|error| PartsError::File(file.to_owned(), error))
}

fn name(job: &Job) -> String {
    format!("{:06}-{:08}.parquet", job.problem, job.walks.start)
}

/// A checksum of everything that the set depends on.
fn label(base: &DataSet, recipe: &Recipe) -> Result<String, PartsError> {
    let json = |json: serde_json::Result<Vec<u8>>| json.map_err(|error| PartsError::Wrong(error.to_string()));
    let mut checksum = Checksum::new();
    checksum.add(base.domain.as_bytes());
    checksum.add(&json(serde_json::to_vec(&base.problems))?);
    checksum.add(&json(serde_json::to_vec(&base.recipes))?);
    checksum.add(&json(serde_json::to_vec(recipe))?);
    Ok(format!("{checksum}\n"))
}

impl Display for PartsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherSet(folder) => {
                write!(f, "{} holds parts of a set with other options or problems", folder.display())
            }
            Self::NoParts(folder) => {
                write!(f, "{} holds something else than parts of a set", folder.display())
            }
            Self::File(path, error) => write!(f, "cannot read or write {}: {error}", path.display()),
            Self::Wrong(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for PartsError {}
