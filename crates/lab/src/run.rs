//! One run of the program: its command line, and the runs that it needs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Record;

/// One run of the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Its name, unique in the experiment; also that of its folder.
    pub name: String,
    /// The words of its command line.
    pub words: Vec<Word>,
    /// Its purpose.
    pub purpose: Purpose,
    /// The numbers of the runs that have to be done before.
    pub needs: Vec<usize>,
    /// The time after which it is stopped from outside, if it has not stopped by itself.
    pub time: Option<Duration>,
    /// The memory beyond which it is stopped from outside.
    pub memory: Option<u64>,
}

/// The purpose of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// To solve problems, with the attributes of the result that are known beforehand.
    Solve(Record),
    /// To make files for other runs.
    Make(Vec<String>),
}

/// A word of a command line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// As it is.
    Text(String),
    /// An existing file or folder; its content is part of the key.
    Input(PathBuf),
    /// A file that a run makes, with the number of that run.
    Made(String, usize),
    /// A file in the run's own folder.
    Own(String),
}

impl Run {
    /// The words of the command line, with the paths of an experiment's folder.
    pub fn command_line(&self, folder: &Path) -> Vec<PathBuf> {
        let resolve = |word: &Word| match word {
            Word::Text(text) => PathBuf::from(text),
            Word::Input(path) => path.clone(),
            Word::Made(name, _) => folder.join(MADE).join(name),
            Word::Own(name) => folder.join(RUNS).join(&self.name).join(name),
        };
        self.words.iter().map(resolve).collect()
    }

    /// Records the version of the program, for the results.
    pub fn is_done_by(&mut self, build: &str) {
        if let Purpose::Solve(record) = &mut self.purpose {
            record.set("version", format!("{} (build {build})", env!("CARGO_PKG_VERSION")));
        }
    }

    /// Does it solve any number of instances of a puzzle, instead of one problem?
    pub(crate) fn has_instances(&self) -> bool {
        matches!(self.words.first(), Some(Word::Text(command)) if command == "solve")
    }

    /// The files that it makes for others.
    pub fn makes(&self) -> &[String] {
        match &self.purpose {
            Purpose::Solve(_) => &[],
            Purpose::Make(files) => files,
        }
    }
}

/// The folder for files that runs make for others.
pub(crate) const MADE: &str = "made";

/// The folder for the folders of the runs.
pub(crate) const RUNS: &str = "runs";
