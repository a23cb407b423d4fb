//! Stores measured values in a file.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tools::{Checksum, whole_file};

use super::{Measured, Step, Table, Value};

/// Measured values, stored in a file: a line of JSON for each step. Invalid lines are ignored.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    program: String,
    done: Vec<Done>,
}

/// A step that is done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Done {
    /// Its name.
    pub step: String,
    /// A text of everything that the values depend on, except the program.
    pub inputs: String,
    /// The checksum of the program that did it.
    pub program: String,
    /// How long it took.
    pub seconds: f64,
    /// Its values.
    pub values: Vec<Value>,
}

impl Ledger {
    /// The ledger in a file, new or existing, for steps that a program does now.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn open(path: &Path, program: &Path) -> io::Result<Self> {
        let program = Checksum::of_file(program)?.to_string();
        let text = match fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let done = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        Ok(Self { path: path.to_owned(), program, done })
    }

    /// Removes the values of steps.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn forget(&mut self, steps: &[Step]) -> io::Result<()> {
        self.done.retain(|done| steps.iter().all(|step| step.name != done.step));
        self.write()
    }

    /// The checksum of the program that does steps now.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// The entry of a step, if it was done with the same inputs.
    pub fn find(&self, step: &Step) -> Option<&Done> {
        self.done.iter().find(|done| done.step == step.name && done.inputs == step.inputs)
    }

    /// The values of these steps.
    pub fn measured(&self, table: &Table, steps: &[Step]) -> Measured {
        let mut measured = Measured::default();
        let values = steps.iter().filter_map(|step| self.find(step)).flat_map(|done| &done.values);
        for value in values {
            // What has no place was refused when it was measured; a file that others wrote may hold anything.
            let _ = measured.add(table, value);
        }
        measured
    }

    /// The seconds that the steps among these that are done took.
    pub fn seconds(&self, steps: &[Step]) -> f64 {
        steps.iter().filter_map(|step| self.find(step)).map(|done| done.seconds).sum()
    }

    /// How many of these steps are done.
    pub fn count(&self, steps: &[Step]) -> usize {
        steps.iter().filter(|step| self.find(step).is_some()).count()
    }

    /// How many of these steps were done by another build of the program.
    pub fn by_others(&self, steps: &[Step]) -> usize {
        let done = steps.iter().filter_map(|step| self.find(step));
        done.filter(|done| done.program != self.program).count()
    }

    /// Stores a step, replacing one of the same name with other inputs.
    pub(super) fn add(&mut self, done: Done) -> io::Result<()> {
        self.done.retain(|other| other.step != done.step);
        self.done.push(done);
        self.write()
    }

    fn write(&self) -> io::Result<()> {
        whole_file::write(&self.path, |file| {
            self.done.iter().try_for_each(|done| {
                serde_json::to_writer(&mut *file, done)?;
                file.write_all(b"\n")
            })
        })
    }
}
