//! The results of the runs of an experiment, in the form that Downward Lab stores and reads.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The status in hstar's statistics, and the error of the run, where a model can't be used: this does not count as unsolved.
pub(crate) const MODEL_REFUSED: &str = "model-refused";

/// Errors of runs with wrong inputs: nothing was tried, so that they say nothing about the algorithm.
pub(crate) const REFUSED: [&str; 4] =
    [MODEL_REFUSED, "translate-input-error", "search-input-error", "usage-error"];

/// The results of the runs of an experiment, by the name of the run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Properties {
    /// By the name of the run, `ALGORITHM-DOMAIN-PROBLEM`.
    pub runs: BTreeMap<String, Record>,
}

/// The result of a run: attributes by their names, which are Lab's where Lab has them: `algorithm`, `domain`, `problem`,
/// `coverage` (0 or 1), `cost`, `plan_length`, `expansions`, `evaluations`, `generated`, `search_time`, `total_time` (in
/// seconds), `memory` (in kilobytes), `error`, `planner_exit_code`. Two more are `configuration`, which is the algorithm
/// without the seed, and `seed`, if the experiment has several seeds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Record {
    /// By their names.
    pub attributes: Map<String, Value>,
}

impl Properties {
    /// Reads the file.
    ///
    /// # Errors
    /// Those of the file system; and when the file is not of that form.
    pub fn read(path: &Path) -> io::Result<Self> {
        serde_json::from_slice(&fs::read(path)?).map_err(io::Error::from)
    }

    /// The text of the file: the same for the same runs, in whatever order they were made.
    pub fn to_json(&self) -> String {
        // Maps with names for keys can always be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

impl Record {
    /// An attribute that is text; empty if there is none.
    pub fn text(&self, name: &str) -> &str {
        self.attributes.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    /// An attribute that is a number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.attributes.get(name).and_then(Value::as_f64)
    }

    /// Is there a plan?
    pub fn is_solved(&self) -> bool {
        self.number("coverage") == Some(1.0)
    }

    /// Did it end before it tried anything, since its inputs are wrong?
    pub fn was_refused(&self) -> bool {
        REFUSED.contains(&self.text("error"))
    }

    /// The algorithm without the seed, or where there is none, the algorithm.
    pub fn configuration(&self) -> &str {
        match self.text("configuration") {
            "" => self.text("algorithm"),
            configuration => configuration,
        }
    }

    /// Its seed, if the experiment has several.
    pub fn seed(&self) -> Option<u64> {
        self.attributes.get("seed").and_then(Value::as_u64)
    }

    /// Sets an attribute.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.attributes.insert(name.to_owned(), value.into());
    }
}
