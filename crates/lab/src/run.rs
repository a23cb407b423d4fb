//! One run of the program: what it is told, and what it needs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::Record;

/// One run of the program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// No other run of the experiment has it; its folder is called so.
    pub name: String,
    /// What the program is told.
    pub words: Vec<Word>,
    /// What it is for.
    pub purpose: Purpose,
    /// The numbers of the runs that have to be done before.
    pub needs: Vec<usize>,
    /// After which time it is stopped from outside, if it has not stopped by itself.
    pub time: Option<Duration>,
    /// Beyond which memory it is stopped from outside.
    pub memory: Option<u64>,
}

/// What a run is for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// To solve problems, and to tell what came of it; with what is known of that beforehand.
    Solve(Record),
    /// To make files for other runs.
    Make(Vec<String>),
}

/// A word of a command line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Word {
    /// As it stands.
    Text(String),
    /// A file or folder that is there before; what counts is what is in it.
    Input(PathBuf),
    /// A file that a run makes, with the number of that run.
    Made(String, usize),
    /// A file in the run's own folder.
    Own(String),
}

impl Run {
    /// The words of the command line, in an experiment's folder.
    pub fn command_line(&self, folder: &Path) -> Vec<PathBuf> {
        let resolve = |word: &Word| match word {
            Word::Text(text) => PathBuf::from(text),
            Word::Input(path) => path.clone(),
            Word::Made(name, _) => folder.join(MADE).join(name),
            Word::Own(name) => folder.join(RUNS).join(&self.name).join(name),
        };
        self.words.iter().map(resolve).collect()
    }

    /// Says which program does it, for what is told of its results.
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

/// Where the files go that runs make for others.
pub(crate) const MADE: &str = "made";

/// Where the folders of the runs are.
pub(crate) const RUNS: &str = "runs";
