//! The results of instances so far, so that a row that takes hours continues where it was stopped.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tools::threads::locked;

use planner::Error;
use planner::puzzle::Instance;

/// The result of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Found {
    /// The cost of the plan, if there is one.
    pub(super) cost: Option<u64>,
    /// The cost of a cheapest plan, if it is known.
    pub(super) optimal: Option<u64>,
    pub(super) generated: u64,
    pub(super) time: Duration,
}

/// The instances of a row that are done.
pub(super) struct Diary {
    path: PathBuf,
    /// A text of everything that results depend on; those with another key are not used.
    key: String,
    before: BTreeMap<usize, Found>,
    file: Mutex<File>,
}

/// A line of its file.
#[derive(Serialize, Deserialize)]
struct Line {
    key: String,
    instance: usize,
    found: Found,
}

impl Diary {
    /// That of a row, in a folder. Lines that can't be read are left out: the last one may have been cut off.
    pub(super) fn open(folder: &Path, row: &str, key: String) -> Result<Self, Error> {
        let path = folder.join(format!("done-{}.jsonl", row.replace(", ", "-").replace([' ', '/'], "-")));
        let text = fs::read_to_string(&path).unwrap_or_default();
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
        let before = lines.filter(|line| line.key == key).map(|line| (line.instance, line.found)).collect();
        let opened =
            fs::create_dir_all(folder).and_then(|()| File::options().append(true).create(true).open(&path));
        // A line that was cut off ends here.
        let begun = opened.and_then(|mut file| writeln!(file).map(|()| file));
        let file = Mutex::new(begun.map_err(|error| Error::unwritable(&path, &error))?);
        Ok(Self { path, key, before, file })
    }

    /// The result of an instance from the diary; or its result now, which is added.
    pub(super) fn recall(
        &self,
        instance: &Instance,
        solve: impl FnOnce(&Instance) -> Result<Found, Error>,
    ) -> Result<Found, Error> {
        if let Some(found) = self.before.get(&instance.number) {
            return Ok(*found);
        }
        let found = solve(instance)?;
        let line = Line { key: self.key.clone(), instance: instance.number, found };
        let line = serde_json::to_string(&line).map_err(io::Error::from);
        let mut file = locked(&self.file);
        line.and_then(|line| writeln!(file, "{line}"))
            .map_err(|error| Error::unwritable(&self.path, &error))?;
        Ok(found)
    }

    /// Removes the diary: the row is done, and about to be stored elsewhere.
    pub(super) fn close(self) {
        // One that stays does no harm.
        let _ = fs::remove_file(self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn instance(number: usize) -> Instance {
        Instance { number, start: Vec::new(), optimal: None }
    }

    fn found(generated: u64) -> Found {
        Found { cost: Some(3), optimal: None, generated, time: Duration::from_millis(1500) }
    }

    #[test]
    fn what_is_done_is_not_done_again_unless_something_has_changed() {
        let folder = std::env::temp_dir().join(format!("hstar-diary-{}", std::process::id()));
        let open = |key: &str| Diary::open(&folder, "24-puzzle, N/A, run 1", key.to_owned()).unwrap();
        let diary = open("one");
        for number in [1, 2] {
            assert_eq!(
                diary.recall(&instance(number), |_| Ok(found(number as u64))),
                Ok(found(number as u64))
            );
        }
        drop(diary);
        // A process was killed while it wrote.
        let path = open("one").path.clone();
        fs::write(&path, fs::read_to_string(&path).unwrap() + "{\"key\": \"one\", \"inst").unwrap();
        let diary = open("one");
        assert_eq!(diary.recall(&instance(2), |_| Ok(found(9))), Ok(found(2)));
        assert_eq!(diary.recall(&instance(3), |_| Ok(found(9))), Ok(found(9)));
        assert_eq!(open("one").recall(&instance(3), |_| Ok(found(7))), Ok(found(9)));
        assert_eq!(open("another").recall(&instance(1), |_| Ok(found(7))), Ok(found(7)));
        diary.close();
        assert!(!path.exists());
        fs::remove_dir_all(folder).unwrap();
    }
}
