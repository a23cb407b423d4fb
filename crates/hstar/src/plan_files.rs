//! The files that plans are written to.

use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::{Exit, Failure, whole_file};

/// Where a run writes its plans: into a file, or for an anytime search into `FILE.1`, `FILE.2` and so on.
#[derive(Clone, Copy, Debug)]
pub struct PlanFiles<'a> {
    /// The file, or the beginning of its name.
    pub file: &'a Path,
    /// Does each plan have a file of its own?
    pub is_anytime: bool,
}

impl PlanFiles<'_> {
    /// Removes an earlier run's plans, which could be taken for this run's.
    pub fn remove_stale(self) {
        // What can't be removed can't be written either, and that will be told.
        if self.file.is_file() {
            let _ = fs::remove_file(self.file);
        }
        if self.is_anytime {
            let earlier = (1..).map(|number| self.path(number)).take_while(|path| path.is_file());
            let _ = earlier.map(fs::remove_file).find(Result::is_err);
        }
    }

    /// Checks that a plan could be written.
    ///
    /// # Errors
    /// Says why it could not.
    pub fn check(self) -> Result<(), Failure> {
        let path = self.path(1);
        whole_file::check(&path).map_err(|error| Failure::unwritable(Exit::SearchCritical, &path, &error))
    }

    /// Writes the plan of this number, from 1.
    ///
    /// # Errors
    /// Says why the file can't be written.
    pub fn write(self, number: usize, plan: &impl Display) -> Result<(), Failure> {
        let path = self.path(number);
        whole_file::write(&path, |out| write!(out, "{plan}"))
            .map_err(|error| Failure::unwritable(Exit::SearchCritical, &path, &error))
    }

    fn path(self, number: usize) -> PathBuf {
        let mut path = self.file.as_os_str().to_owned();
        if self.is_anytime {
            path.push(format!(".{number}"));
        }
        path.into()
    }
}
