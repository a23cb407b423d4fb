//! What a result depends on, as one number.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use twox_hash::XxHash3_128;

use crate::run::{Run, Word};

/// The keys of runs: two runs with the same key come to the same result, but for what is measured.
#[derive(Debug)]
pub struct Keys {
    /// The checksum of the program.
    program: String,
    /// Of the files and folders seen so far.
    inputs: BTreeMap<PathBuf, String>,
}

impl Keys {
    /// For runs of this program.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn new(program: &Path) -> io::Result<Self> {
        Ok(Self { program: of_path(program)?, inputs: BTreeMap::new() })
    }

    /// The keys of all runs of an experiment, of which none needs a later one.
    ///
    /// # Errors
    /// When an input can't be read, which is named.
    pub fn of_all(&mut self, runs: &[Run]) -> Result<Vec<String>, (PathBuf, io::Error)> {
        let mut keys: Vec<String> = Vec::with_capacity(runs.len());
        for run in runs {
            let key = self.of(run, &keys)?;
            keys.push(key);
        }
        Ok(keys)
    }

    /// The key of a run, given those of all before it.
    pub(crate) fn of(&mut self, run: &Run, earlier: &[String]) -> Result<String, (PathBuf, io::Error)> {
        let mut parts = vec![self.program.clone()];
        for word in &run.words {
            let (kind, part) = match word {
                Word::Text(text) | Word::Own(text) => ("text", text.clone()),
                Word::Input(path) => ("input", self.of_input(path)?),
                // What a job makes is as its key; of what it makes itself only the name counts.
                Word::Made(name, maker) => {
                    ("made", earlier.get(*maker).map_or(name.clone(), |key| format!("{name} {key}")))
                }
            };
            parts.extend([kind.to_owned(), part]);
        }
        Ok(of_parts(&parts))
    }

    fn of_input(&mut self, path: &Path) -> Result<String, (PathBuf, io::Error)> {
        if let Some(known) = self.inputs.get(path) {
            return Ok(known.clone());
        }
        let checksum = of_path(path).map_err(|error| (path.to_owned(), error))?;
        self.inputs.insert(path.to_owned(), checksum.clone());
        Ok(checksum)
    }
}

fn of_parts(parts: &[String]) -> String {
    let mut hash = XxHash3_128::new();
    for part in parts {
        hash.write(&(part.len() as u64).to_le_bytes());
        hash.write(part.as_bytes());
    }
    format!("{:032x}", hash.finish_128())
}

/// Of a file, or of all that is in a folder.
fn of_path(path: &Path) -> io::Result<String> {
    if !path.is_dir() {
        return Ok(format!("{:032x}", XxHash3_128::oneshot(&fs::read(path)?)));
    }
    let mut entries: Vec<PathBuf> =
        fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    entries.sort();
    let mut parts = Vec::new();
    for entry in entries {
        parts.push(entry.file_name().unwrap_or_default().to_string_lossy().into_owned());
        parts.push(of_path(&entry)?);
    }
    Ok(of_parts(&parts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Purpose;

    fn run(words: Vec<Word>) -> Run {
        Run {
            name: String::new(),
            words,
            purpose: Purpose::Make(Vec::new()),
            needs: Vec::new(),
            time: None,
            memory: None,
        }
    }

    #[test]
    fn a_key_changes_with_program_words_and_what_is_in_files_and_folders() {
        let root = std::env::temp_dir().join(format!("hstar-lab-key-{}", std::process::id()));
        fs::create_dir_all(root.join("folder")).unwrap();
        let write = |name: &str, text: &str| fs::write(root.join(name), text).unwrap();
        write("program", "one");
        write("folder/input", "one");
        let keys = || {
            let text = run(vec![Word::Text("plan".to_owned())]);
            let input = run(vec![Word::Input(root.join("folder"))]);
            let made = run(vec![Word::Made("file".to_owned(), 1)]);
            Keys::new(&root.join("program")).unwrap().of_all(&[text, input, made]).unwrap()
        };
        let first = keys();
        assert_eq!(first, keys());
        write("folder/input", "two");
        let second = keys();
        let changed = |one: &[String], other: &[String]| -> Vec<bool> {
            one.iter().zip(other).map(|(one, other)| one != other).collect()
        };
        assert_eq!(changed(&first, &second), [false, true, true]);
        write("program", "two");
        assert_eq!(changed(&second, &keys()), [true, true, true]);
        fs::remove_dir_all(root).unwrap();
    }
}
