//! Keys of results: checksums of everything that a result depends on.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tools::Checksum;

use crate::folder::Folder;
use crate::run::{Run, Word};

/// The keys of runs: two runs with the same key have the same result, except for measured times and memory.
#[derive(Debug)]
pub struct Keys {
    /// The checksum of the program.
    program: String,
    /// The checksums of the files and folders seen so far.
    inputs: BTreeMap<PathBuf, String>,
}

impl Keys {
    /// For runs of this program.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn new(program: &Path) -> io::Result<Self> {
        Ok(Self { program: of_path(program).map_err(|(_, error)| error)?, inputs: BTreeMap::new() })
    }

    /// A short checksum that distinguishes this program from others of the same version.
    pub fn build(&self) -> &str {
        &self.program[..8]
    }

    /// The keys of all runs of an experiment, of which none needs a later one. Where `kept` has another key of a run, that is
    /// used: runs that need it depend on what was made under that key.
    ///
    /// # Errors
    /// When an input can't be read; the error names it.
    pub fn of_all(
        &mut self,
        runs: &[Run],
        kept: impl Fn(&Run) -> Option<String>,
    ) -> Result<Vec<String>, (PathBuf, io::Error)> {
        let mut keys: Vec<String> = Vec::with_capacity(runs.len());
        for run in runs {
            let key = self.of(run, &keys)?;
            keys.push(kept(run).unwrap_or(key));
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
        Ok(Checksum::of_parts(&parts).to_string())
    }

    fn of_input(&mut self, path: &Path) -> Result<String, (PathBuf, io::Error)> {
        if let Some(known) = self.inputs.get(path) {
            return Ok(known.clone());
        }
        let checksum = of_path(path)?;
        self.inputs.insert(path.to_owned(), checksum.clone());
        Ok(checksum)
    }
}

/// The checksum of a file, or of all files in a folder.
fn of_path(path: &Path) -> Result<String, (PathBuf, io::Error)> {
    let named = |error: io::Error| (path.to_owned(), error);
    if !path.is_dir() {
        return Checksum::of_file(path).map(|checksum| checksum.to_string()).map_err(named);
    }
    let entries: io::Result<Vec<PathBuf>> =
        fs::read_dir(path).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    let mut entries = entries.map_err(named)?;
    entries.sort();
    let mut parts = Vec::new();
    for entry in entries {
        // Pipes and links to nowhere have nothing in them; and what an experiment makes does not go into it.
        if entry.is_file() || entry.is_dir() && !Folder::is_at(&entry) {
            parts.push(entry.file_name().unwrap_or_default().to_string_lossy().into_owned());
            parts.push(of_path(&entry)?);
        }
    }
    Ok(Checksum::of_parts(&parts).to_string())
}

#[cfg(all(test, unix))]
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
    fn what_depends_on_something_kept_depends_on_the_key_it_was_made_under() {
        let job = Run { name: "job".to_owned(), ..run(vec![Word::Text("learn".to_owned())]) };
        let user = run(vec![Word::Made("model".to_owned(), 0)]);
        let program = std::env::current_exe().unwrap();
        let keys = |kept: Option<&str>| {
            let kept = |run: &Run| kept.filter(|_| run.name == "job").map(str::to_owned);
            Keys::new(&program).unwrap().of_all(&[job.clone(), user.clone()], kept).unwrap()
        };
        assert_eq!(keys(Some("old"))[0], "old");
        assert_ne!(keys(Some("old"))[1], keys(None)[1]);
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
            Keys::new(&root.join("program")).unwrap().of_all(&[text, input, made], |_| None).unwrap()
        };
        let first = keys();
        assert_eq!(first, keys());
        write("folder/input", "two");
        let second = keys();
        let changed = |one: &[String], other: &[String]| -> Vec<bool> {
            one.iter().zip(other).map(|(one, other)| one != other).collect()
        };
        assert_eq!(changed(&first, &second), [false, true, true]);
        fs::create_dir_all(root.join("folder/experiment.run/runs")).unwrap();
        fs::write(root.join("folder/experiment.run/runs.json"), "[]").unwrap();
        std::os::unix::fs::symlink("nowhere", root.join("folder/link")).unwrap();
        assert_eq!(second, keys(), "results and links to nowhere don't count");
        write("program", "two");
        assert_eq!(changed(&second, &keys()), [true, true, true]);
        fs::remove_dir_all(root).unwrap();
    }
}
