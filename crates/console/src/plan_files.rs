//! The files that plans are written to.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use task::Plan;

use planner::Error;

use crate::files;

/// Where a run writes its plans: to a file or, for an anytime search, to `FILE.1`, `FILE.2` and so on. Only the best
/// plan is written to standard output, at the end.
#[derive(Clone, Copy, Debug)]
pub struct PlanFiles<'a> {
    /// The file, or the beginning of its name.
    pub file: &'a Path,
    /// Does each plan have a file of its own?
    pub is_anytime: bool,
}

impl PlanFiles<'_> {
    /// Removes an earlier run's plans, which could be taken for this run's: the file itself, and those of an anytime
    /// search, whose names have a number and whose text is that of a plan with its cost.
    pub fn remove_stale(self) {
        if files::is_standard(self.file) {
            return;
        }
        // A file that can't be removed can't be written either, and that will be reported.
        if self.file.is_file() {
            let _ = fs::remove_file(self.file);
        }
        self.numbered().iter().filter(|path| is_plan(path)).for_each(|path| {
            let _ = fs::remove_file(path);
        });
    }

    /// The regular files whose names are that of the file with a number after it.
    fn numbered(self) -> Vec<PathBuf> {
        let Some(name) = self.file.file_name() else { return Vec::new() };
        let folder = match self.file.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let mut prefix = name.as_encoded_bytes().to_vec();
        prefix.push(b'.');
        let is_numbered = |entry: &fs::DirEntry| {
            let name = entry.file_name();
            let number = name.as_encoded_bytes().strip_prefix(&prefix[..]).unwrap_or_default();
            let is_number = matches!(number, [b'1'..=b'9', rest @ ..] if rest.iter().all(u8::is_ascii_digit));
            is_number && entry.file_type().is_ok_and(|kind| kind.is_file())
        };
        let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
        entries.flatten().filter(is_numbered).map(|entry| entry.path()).collect()
    }

    /// Checks that a plan could be written.
    ///
    /// # Errors
    /// Says why it could not.
    pub fn check(self) -> Result<(), Error> {
        let path = self.path(1);
        files::check(&path).map_err(|error| Error::unwritable(&path, &error))
    }

    /// Writes the plan of this number, from 1.
    ///
    /// # Errors
    /// Says why the file can't be written.
    pub fn write(self, number: usize, plan: &impl Display) -> Result<(), Error> {
        let path = self.path(number);
        files::write(&path, |out| write!(out, "{plan}")).map_err(|error| Error::unwritable(&path, &error))
    }

    /// The file of the plan of this number.
    pub fn path(self, number: usize) -> PathBuf {
        let mut path = self.file.as_os_str().to_owned();
        if self.is_anytime && !files::is_standard(self.file) {
            path.push(format!(".{number}"));
        }
        path.into()
    }
}

/// Is it a plan file with the cost at the end, as planners write it?
fn is_plan(path: &Path) -> bool {
    fs::read_to_string(path).is_ok_and(|text| Plan::parse(&text).is_ok_and(|plan| plan.cost.is_some()))
}
