//! The folder of an experiment: its plan, its results, and a log of events.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tools::whole_file;

use crate::expand::STATS;
use crate::process::COMPLAINTS;
use crate::record::{self, Ending};
use crate::report::Material;
use crate::run::{MADE, Purpose, RUNS, Run};
use crate::{Properties, Record, curves};

/// The folder of an experiment.
///
/// ```text
/// experiment.toml   what was asked for
/// runs.json         the runs that follow from it
/// events.jsonl      what happened when
/// made/             files that jobs make
/// runs/NAME/        of each run: output.log, complaints.log, stats.json, sas_plan, and when it is done, result.json
/// properties        what came of all runs, in Lab's form
/// ```
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The key of its inputs.
    pub key: String,
    /// Did something go wrong that may go well another time?
    pub is_failure: bool,
    /// The time of the whole process in seconds.
    pub seconds: f64,
    /// The records of the problems that it tried to solve.
    #[serde(default)]
    pub properties: Properties,
}

/// The attribute for the folder of a run, within that of the experiment; the name is Lab's.
pub(crate) const RUN_DIR: &str = "run_dir";

const EXPERIMENT: &str = "experiment.toml";
const LIST: &str = "runs.json";
const EVENTS: &str = "events.jsonl";
const PROPERTIES: &str = "properties";
const LOCK: &str = "lock";
const KEY: &str = "key";
const RESULT: &str = "result.json";

impl Folder {
    /// The folder at a path, which is made if there is none.
    ///
    /// # Errors
    /// When it can't be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        fs::create_dir_all(path.join(RUNS))?;
        fs::create_dir_all(path.join(MADE))?;
        Self::open(path)
    }

    /// An existing folder.
    ///
    /// # Errors
    /// When there is none, or it is not that of an experiment.
    pub fn open(path: &Path) -> io::Result<Self> {
        if !path.join(RUNS).is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "this is not the folder of an experiment"));
        }
        // Processes may look at it from elsewhere.
        Ok(Self { path: fs::canonicalize(path)? })
    }

    /// Is the folder of an experiment at a path?
    pub(crate) fn is_at(path: &Path) -> bool {
        path.join(LIST).is_file() && path.join(RUNS).is_dir()
    }

    /// Where the files of jobs go.
    pub fn made(&self) -> PathBuf {
        self.path.join(MADE)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Locks the experiment against other runners until the returned file is closed; `None` if another one holds the lock.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn lock(&self) -> io::Result<Option<File>> {
        let file = File::create(self.path.join(LOCK))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Stores the text of the experiment, and the runs that follow from it.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write_plan(&self, experiment: &str, runs: &[Run]) -> io::Result<()> {
        whole_file::write(&self.path.join(EXPERIMENT), |out| out.write_all(experiment.as_bytes()))?;
        whole_file::write(&self.path.join(LIST), |out| {
            serde_json::to_writer(out, runs).map_err(io::Error::from)
        })
    }

    /// The runs.
    ///
    /// # Errors
    /// When they can't be read.
    pub fn runs(&self) -> io::Result<Vec<Run>> {
        serde_json::from_slice(&fs::read(self.path.join(LIST))?).map_err(io::Error::from)
    }

    /// The result of a run, if it is done and the files that it made exist.
    pub fn outcome(&self, run: &Run) -> Option<Outcome> {
        let outcome: Outcome = serde_json::from_slice(&fs::read(self.of(run).join(RESULT)).ok()?).ok()?;
        (outcome.is_failure || self.has_made(run)).then_some(outcome)
    }

    /// Do all files exist that a run makes?
    fn has_made(&self, run: &Run) -> bool {
        run.makes().iter().all(|name| self.path.join(MADE).join(name).exists())
    }

    /// Removes the result of a run.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn forget(&self, run: &Run) -> io::Result<()> {
        [RESULT, COMPLAINTS].into_iter().try_for_each(|name| remove(&self.of(run).join(name)))
    }

    /// Prepares the folder of a run. Files of an earlier try with the same key stay: the run may continue from them.
    pub(crate) fn begin(&self, run: &Run, key: &str) -> io::Result<PathBuf> {
        let own = self.of(run);
        if fs::read_to_string(own.join(KEY)).ok().as_deref() != Some(key) {
            for made in run.makes().iter().flat_map(|name| [name.clone(), format!("{name}.run")]) {
                remove(&self.path.join(MADE).join(made))?;
            }
        }
        remove(&own)?;
        fs::create_dir_all(&own)?;
        whole_file::write(&own.join(KEY), |out| out.write_all(key.as_bytes()))?;
        Ok(own)
    }

    /// Stores the result of a run.
    pub(crate) fn finish(&self, run: &Run, key: &str, ending: Ending, seconds: f64) -> io::Result<Outcome> {
        let own = self.of(run);
        let complaints = fs::read(own.join(COMPLAINTS)).unwrap_or_default();
        let complaints = String::from_utf8_lossy(&complaints);
        let properties = match &run.purpose {
            Purpose::Solve(known) => {
                let stats = fs::read(own.join(STATS)).unwrap_or_default();
                record::records(known, run.has_instances(), &stats, ending, &complaints)
            }
            Purpose::Make(_) => Properties::default(),
        };
        let has_result = match run.purpose {
            Purpose::Solve(_) => {
                ending != Ending::Exited(0) || properties.runs.values().all(Record::is_solved)
            }
            Purpose::Make(_) => ending == Ending::Exited(0) && self.has_made(run),
        };
        let is_failure = ending.is_failure() || !has_result;
        let outcome = Outcome { key: key.to_owned(), is_failure, seconds, properties };
        whole_file::write(&own.join(RESULT), |out| Ok(serde_json::to_writer_pretty(out, &outcome)?))?;
        Ok(outcome)
    }

    /// Appends to the log of events.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn tell(&self, event: &str, mut what: Value) -> io::Result<()> {
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64());
        if let Some(object) = what.as_object_mut() {
            object.insert("event".to_owned(), json!(event));
            object.insert("time".to_owned(), json!(time));
        }
        // One write for a line, so that lines of several processes don't mix.
        File::options()
            .create(true)
            .append(true)
            .open(self.path.join(EVENTS))?
            .write_all(format!("{what}\n").as_bytes())
    }

    /// The records of all runs that are done.
    ///
    /// # Errors
    /// When the list of runs can't be read.
    pub fn properties(&self) -> io::Result<Properties> {
        let mut all = Properties::default();
        for run in self.runs()? {
            let (Purpose::Solve(known), Some(outcome)) = (&run.purpose, self.outcome(&run)) else { continue };
            for mut record in outcome.properties.runs.into_values() {
                record::update(&mut record, known);
                record.set(RUN_DIR, format!("{RUNS}/{}", run.name));
                all.runs.insert(record::name_of(&record), record);
            }
        }
        Ok(all)
    }

    /// Writes the records of all runs that are done to the file that Lab's reports read.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write_properties(&self) -> io::Result<Properties> {
        let all = self.properties()?;
        whole_file::write(&self.path.join(PROPERTIES), |out| out.write_all(all.to_json().as_bytes()))?;
        Ok(all)
    }

    /// The material of a report, in the folder of an experiment or one of Downward Lab's, of which only the file of results is
    /// read.
    ///
    /// # Errors
    /// When it is neither, or can't be read.
    pub fn material_in(path: &Path) -> io::Result<Material> {
        let error = match Self::open(path) {
            Ok(folder) => return folder.material(),
            Err(error) => error,
        };
        let file = path.join("properties");
        let properties = if file.is_file() { Properties::read(&file) } else { Err(error) };
        let title = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Material { title, properties: properties?, ..Material::default() })
    }

    /// The material of a report.
    ///
    /// # Errors
    /// When the list of runs can't be read.
    pub fn material(&self) -> io::Result<Material> {
        let (made, runs) = (self.made(), self.runs()?);
        let name = self.path.file_stem().unwrap_or_default();
        Ok(Material {
            title: name.to_string_lossy().into_owned(),
            properties: self.properties()?,
            training: curves::training(&made, &runs),
            calibration: curves::calibration(&made, &runs),
            notes: self.notes(&runs),
            folder: None,
        })
    }

    /// Notes on runs without a result, and on those whose result can't be read.
    fn notes(&self, runs: &[Run]) -> Vec<String> {
        let without = || runs.iter().filter(|run| self.outcome(run).is_none());
        let damaged: Vec<_> = without().filter(|run| self.is_damaged(run)).collect();
        let missing = without().count() - damaged.len();
        let mut notes = Vec::new();
        if missing > 0 {
            notes.push(format!("{missing} of {} runs are not done yet.", runs.len()));
        }
        if let Some(first) = damaged.first() {
            let number = damaged.len();
            notes.push(format!(
                "The results of {number} of {} runs are damaged and left out, as {RUNS}/{}/{RESULT}: hstar lab run does them \
                 again.",
                runs.len(),
                first.name
            ));
        }
        notes
    }

    /// Is there a result of a run that can't be read?
    fn is_damaged(&self, run: &Run) -> bool {
        let path = self.of(run).join(RESULT);
        let read = || fs::read(&path).ok().and_then(|bytes| serde_json::from_slice::<Outcome>(&bytes).ok());
        path.exists() && read().is_none()
    }

    /// The messages of a run on standard error.
    pub fn complaints(&self, run: &Run) -> String {
        let bytes = fs::read(self.of(run).join(COMPLAINTS)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).trim().to_owned()
    }

    /// The folder of a run.
    pub fn of(&self, run: &Run) -> PathBuf {
        self.path.join(RUNS).join(&run.name)
    }
}

/// Removes a file or a folder, if it is there.
fn remove(path: &Path) -> io::Result<()> {
    let result = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    match result {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
