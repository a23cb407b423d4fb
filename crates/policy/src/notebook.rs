//! What searches for examples have found, in a file: learning that was stopped does not search again.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searched {
    /// The operators of the plan, if there is one.
    pub plan: Option<Vec<u32>>,
    /// How many states were evaluated for it.
    pub evaluated: u64,
}

/// What was searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// One goal after the other, in several orders.
    EachGoal,
    /// All goals at once.
    AllGoals,
}

/// What searches for examples have found.
#[derive(Debug, Default)]
pub struct Notebook {
    known: BTreeMap<(usize, Wanted), Vec<Searched>>,
    /// Where more is kept; `None` if nowhere.
    file: Option<Mutex<File>>,
}

/// A line of the file. The first line has the inputs.
#[derive(Serialize, Deserialize)]
struct Line {
    example: usize,
    wanted: Wanted,
    searched: Vec<Searched>,
}

impl Notebook {
    /// Opens the file, or begins it. What was found with other inputs is forgotten.
    ///
    /// # Errors
    /// When it can't be read or written.
    pub fn open(path: &Path, inputs: &str) -> io::Result<Self> {
        let text = match fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error),
        };
        let known = known(&text, inputs);
        let mut file = File::options().create(true).append(true).open(path)?;
        match &known {
            None => {
                file.set_len(0)?;
                writeln!(file, "{inputs}")?;
            }
            // After a line that a kill has cut off.
            Some(_) if !text.ends_with('\n') => writeln!(file)?,
            Some(_) => (),
        }
        Ok(Self { known: known.unwrap_or_default(), file: Some(Mutex::new(file)) })
    }

    /// How many searches it knows.
    pub fn searches(&self) -> usize {
        self.known.values().map(Vec::len).sum()
    }

    /// What is known of an example, in the order of the searches.
    pub fn known(&self, example: usize, wanted: Wanted) -> &[Searched] {
        self.known.get(&(example, wanted)).map_or(&[], Vec::as_slice)
    }

    /// Keeps what all searches for an example have found. Where that can't be written, it has to be found again after a stop: no reason
    /// not to go on.
    pub fn keep(&self, example: usize, wanted: Wanted, searched: &[Searched]) {
        if searched.len() <= self.known(example, wanted).len() {
            return;
        }
        let line = Line { example, wanted, searched: searched.to_vec() };
        if let (Some(file), Ok(mut text)) = (&self.file, serde_json::to_string(&line)) {
            text.push('\n');
            let _ = file.lock().unwrap_or_else(PoisonError::into_inner).write_all(text.as_bytes());
        }
    }
}

/// What the text of a file knows; `None` if it is about other inputs. Lines that were cut off are left out.
fn known(text: &str, inputs: &str) -> Option<BTreeMap<(usize, Wanted), Vec<Searched>>> {
    let mut lines = text.lines();
    lines.next().filter(|&line| line == inputs)?;
    let whole = lines.filter_map(|line| serde_json::from_str(line).ok());
    Some(whole.map(|line: Line| ((line.example, line.wanted), line.searched)).collect())
}
