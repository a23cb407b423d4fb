//! The saved state of learning, from which a stopped run continues.

use std::fs;
use std::io;
use std::path::PathBuf;

use rules::Source;
use rules::ladder;
use rules::puzzle8::{ABOUT, Label, Learning, LearningOptions, Puzzle8, State};
use serde::{Deserialize, Serialize};

use super::write;
use crate::{Error, ErrorKind};

/// The file in which learning is saved after each cost.
pub(super) struct LearningFile<'a> {
    path: PathBuf,
    puzzle: &'a Puzzle8,
    /// The options of the run, without the number of threads, which does not matter.
    course: String,
}

/// The content of the file.
#[derive(Deserialize, Serialize)]
struct Kept {
    course: String,
    cost: u32,
    rules: String,
    /// States as digits, each with a cost, and whether that is only a bound.
    states: Vec<(String, u32, bool)>,
}

impl<'a> LearningFile<'a> {
    pub(super) fn new(path: PathBuf, puzzle: &'a Puzzle8, course: &LearningOptions) -> Self {
        let mut without_threads = *course;
        without_threads.effort.threads = 0;
        let bias = &puzzle.vocabulary.frame().bias;
        let course =
            format!("{without_threads:?}, {} variables, {} literals", bias.max_variables, bias.max_body);
        Self { path, puzzle, course }
    }

    pub(super) fn keep(&self, learning: &Learning) -> Result<(), Error> {
        let digits = |state: &State| state.squares().map(|tile| char::from(b'0' + tile)).iter().collect();
        let states = learning.labels.iter().map(|(state, label)| match *label {
            Label::Cost(cost) => (digits(state), cost, false),
            Label::AtLeast(cost) => (digits(state), cost, true),
        });
        let kept = Kept {
            course: self.course.clone(),
            cost: learning.cost,
            rules: ladder::write(&learning.ladder, &self.puzzle.vocabulary, ABOUT),
            states: states.collect(),
        };
        let text = serde_json::to_string(&kept).map_err(|error| self.unusable(&error.to_string()))?;
        write(&self.path, &text)
    }

    /// Continues from the saved state, if there is one.
    pub(super) fn restore(&self, learning: &mut Learning) -> Result<bool, Error> {
        let text = match fs::read_to_string(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(error) => return Err(self.unusable(&error.to_string())),
        };
        let kept: Kept = serde_json::from_str(&text).map_err(|error| self.unusable(&error.to_string()))?;
        if kept.course != self.course {
            return Err(self.unusable("it was made with other options"));
        }
        let source = Source { name: "rules", text: &kept.rules };
        learning.ladder = ladder::parse(source, &self.puzzle.vocabulary)?;
        learning.cost = kept.cost;
        for (digits, cost, is_bound) in kept.states {
            let state: State =
                digits.parse().map_err(|error| self.unusable(&format!("`{digits}`: {error}")))?;
            learning.labels.insert(state, if is_bound { Label::AtLeast(cost) } else { Label::Cost(cost) });
        }
        Ok(true)
    }

    pub(super) fn remove(&self) -> Result<(), Error> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(self.unusable(&error.to_string())),
            _ => Ok(()),
        }
    }

    fn unusable(&self, why: &str) -> Error {
        let message = format!(
            "cannot go on from {}: {why}\n  = help: --restart begins anew, --out DIR works elsewhere",
            self.path.display()
        );
        Error::new(ErrorKind::Input, message)
    }
}
