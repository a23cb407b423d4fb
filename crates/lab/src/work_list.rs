//! The runs of an experiment that are still to be done.

use std::io;
use std::path::{Path, PathBuf};

use crate::{Folder, Keys, Run};

/// Which runs that have a result are done again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Again {
    /// Those that failed.
    pub failed: bool,
    /// Those that were done by another program or from other files. Where they failed, something may have been mended, so that
    /// they are done again in any case.
    pub outdated: bool,
    /// Are results kept as they are that were made by another program or from other files?
    pub keep: bool,
}

/// All runs of an experiment, with those that are still to be done.
#[derive(Debug)]
pub struct WorkList {
    /// All runs, of which none needs a later one.
    pub runs: Vec<Run>,
    /// Their keys. Where results are kept, they are those of the results.
    pub keys: Vec<String>,
    /// The numbers of the runs that are to be done.
    pub left: Vec<usize>,
    /// How many results were made by another program or from other files, and are not made again.
    pub outdated: usize,
    again: Again,
}

/// A file that can't be read or removed, and why.
pub type FileError = (PathBuf, io::Error);

impl WorkList {
    /// The work that these runs of a program leave to do in a folder.
    ///
    /// # Errors
    /// When the program or an input of a run can't be read.
    pub fn new(program: &Path, folder: &Folder, mut runs: Vec<Run>, again: Again) -> Result<Self, FileError> {
        let (keys, build) = keys(program, folder, &runs, again.keep)?;
        runs.iter_mut().for_each(|run| run.is_done_by(&build));
        let (mut left, mut outdated) = (Vec::new(), 0);
        for (number, (run, key)) in runs.iter().zip(&keys).enumerate() {
            let Some(outcome) = folder.outcome(run) else {
                left.push(number);
                continue;
            };
            let is_outdated = outcome.key != *key;
            let is_wanted = match is_outdated {
                true => again.outdated || outcome.is_failure,
                false => again.failed && outcome.is_failure,
            };
            if is_wanted {
                left.push(number);
            } else {
                outdated += usize::from(is_outdated);
            }
        }
        Ok(Self { runs, keys, left, outdated, again })
    }

    /// Removes the results of runs whose files have changed since they began. Returns their number.
    ///
    /// # Errors
    /// When a file can't be read, or a result can't be removed.
    pub fn forget_changed(&self, program: &Path, folder: &Folder) -> Result<usize, FileError> {
        let (now, _) = keys(program, folder, &self.runs, self.again.keep)?;
        let changed = self.left.iter().filter(|&&number| now[number] != self.keys[number]);
        let mut count = 0;
        for &number in changed.filter(|&&number| folder.outcome(&self.runs[number]).is_some()) {
            folder.forget(&self.runs[number]).map_err(|error| (folder.path().to_owned(), error))?;
            count += 1;
        }
        Ok(count)
    }
}

/// The keys of all runs, and the checksum of the program.
fn keys(
    program: &Path,
    folder: &Folder,
    runs: &[Run],
    keep: bool,
) -> Result<(Vec<String>, String), FileError> {
    let mut keys = Keys::new(program).map_err(|error| (program.to_owned(), error))?;
    let kept = |run: &Run| {
        let outcome = keep.then(|| folder.outcome(run)).flatten()?;
        (!outcome.is_failure).then_some(outcome.key)
    };
    Ok((keys.of_all(runs, kept)?, keys.build().to_owned()))
}
