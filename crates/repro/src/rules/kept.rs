//! Learned rules, stored for other tables.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::Scale;
use rules::Source;
use rules::ladder::{self, Clause, Ladder};
use rules::puzzle8::{ABOUT, Puzzle8};
use serde::{Deserialize, Serialize};

use super::bench::Bench;
use super::bench::Learned;
use super::program::Program;
use crate::Context;
use planner::Error;
use tools::whole_file;

/// The folder of learned rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept<'a> {
    pub(super) folder: &'a Path,
    /// The checksum of the program that learns them: rules learned by another one are not used.
    pub(super) build: &'a str,
}

/// The record of stored rules, besides their text.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Record {
    build: String,
    inputs: String,
    seconds: f64,
}

/// The file of the few rules for people to read.
pub(super) const READABLE_FILE: &str = "first-rules.pl";

impl Kept<'_> {
    /// A program, which is learned unless the same was learned before.
    pub(super) fn learned(
        &self,
        program: &Program,
        scale: Scale,
        bench: &Bench,
        context: &Context<'_>,
    ) -> Result<Learned, Error> {
        let [text, record] = ["pl", "json"].map(|ending| self.path(&program.name(), ending));
        let inputs = program.described(scale);
        let puzzle = program.puzzle();
        if let Some(learned) = self.found(&text, &record, &inputs, &puzzle) {
            return Ok(learned);
        }
        let learned = program.learn(scale, bench, context)?;
        let entry = Record { build: self.build.to_owned(), inputs, seconds: learned.seconds };
        let entry = serde_json::to_string(&entry).map_err(Error::internal)?;
        // Without its record a text is not used: it comes last.
        let _ = fs::remove_file(&record);
        write(&text, &ladder::write(&learned.ladder, &puzzle.vocabulary, ABOUT))?;
        write(&record, &entry)?;
        Ok(learned)
    }

    fn found(&self, text: &Path, record: &Path, inputs: &str, puzzle: &Puzzle8) -> Option<Learned> {
        let record: Record = serde_json::from_str(&fs::read_to_string(record).ok()?).ok()?;
        if record.build != self.build || record.inputs != inputs {
            return None;
        }
        let source = fs::read_to_string(text).ok()?;
        let source = Source { name: &text.display().to_string(), text: &source };
        let ladder = ladder::parse(source, &puzzle.vocabulary).ok()?;
        Some(Learned { ladder, seconds: record.seconds })
    }

    /// Stores the few rules for people to read.
    pub(super) fn readable(&self, puzzle: &Puzzle8, clauses: &[Clause]) -> Result<(), Error> {
        let ladder = Ladder::new(clauses.to_vec());
        let text = ladder::write(&ladder, &puzzle.vocabulary, ABOUT);
        write(&self.folder.join(READABLE_FILE), &text)
    }

    fn path(&self, name: &str, ending: &str) -> PathBuf {
        self.folder.join(format!("rules-{}.{ending}", name.replace(", ", "-").replace(' ', "-")))
    }
}

fn write(path: &Path, content: &str) -> Result<(), Error> {
    whole_file::write(path, |out| out.write_all(content.as_bytes()))
        .map_err(|error| Error::unwritable(path, &error))
}
