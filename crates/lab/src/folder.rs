//! The folder of an experiment: what is to be run, what came of it, and what happened when.

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

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// What it depends on.
    pub key: String,
    /// Did something go wrong that may go well another time?
    pub is_failure: bool,
    /// Seconds, with all that is around the run.
    pub seconds: f64,
    /// What it tells of the problems it tried to solve.
    #[serde(default)]
    pub properties: Properties,
}

/// The attribute that says where a run is at home, within the folder; Lab's name for it.
pub(crate) const RUN_DIR: &str = "run_dir";

const EXPERIMENT: &str = "experiment.toml";
const LIST: &str = "runs.json";
const EVENTS: &str = "events.jsonl";
const PROPERTIES: &str = "properties";
const LOCK: &str = "lock";
const KEY: &str = "key";
const RESULT: &str = "result.json";

impl Folder {
    /// The folder at a path, which is made where there is none.
    ///
    /// # Errors
    /// When it can't be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        fs::create_dir_all(path.join(RUNS))?;
        fs::create_dir_all(path.join(MADE))?;
        Self::open(path)
    }

    /// A folder that is there.
    ///
    /// # Errors
    /// When there is none, or what is there is not of an experiment.
    pub fn open(path: &Path) -> io::Result<Self> {
        if !path.join(RUNS).is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "this is not the folder of an experiment"));
        }
        // Processes may look at it from elsewhere.
        Ok(Self { path: fs::canonicalize(path)? })
    }

    /// Is there one at a path?
    pub(crate) fn is_at(path: &Path) -> bool {
        path.join(LIST).is_file() && path.join(RUNS).is_dir()
    }

    /// Where the files go that jobs make.
    pub fn made(&self) -> PathBuf {
        self.path.join(MADE)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Nobody else may run the experiment while the file returned is open; `None` if somebody does.
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

    /// Keeps what was asked for, and what follows from it.
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

    /// What came of a run, if it is done and what it made is there.
    pub fn outcome(&self, run: &Run) -> Option<Outcome> {
        let outcome: Outcome = serde_json::from_slice(&fs::read(self.of(run).join(RESULT)).ok()?).ok()?;
        (outcome.is_failure || self.has_made(run)).then_some(outcome)
    }

    /// Is all there that a run makes?
    fn has_made(&self, run: &Run) -> bool {
        run.makes().iter().all(|name| self.path.join(MADE).join(name).exists())
    }

    /// Forgets what came of a run.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn forget(&self, run: &Run) -> io::Result<()> {
        [RESULT, COMPLAINTS].into_iter().try_for_each(|name| remove(&self.of(run).join(name)))
    }

    /// Makes place for a run. What an earlier try with the same key has made stays: it may go on from there.
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

    /// Keeps what came of a run.
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

    /// Adds to what happened when.
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

    /// What came of all runs that are done.
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

    /// Writes what came of all runs that are done to the file that Lab's reports read.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn write_properties(&self) -> io::Result<Properties> {
        let all = self.properties()?;
        whole_file::write(&self.path.join(PROPERTIES), |out| out.write_all(all.to_json().as_bytes()))?;
        Ok(all)
    }

    /// What a report is made from, in the folder of an experiment or one of Downward Lab's, which has results and nothing
    /// else that is known here.
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

    /// What a report is made from.
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

    /// What is missing.
    fn notes(&self, runs: &[Run]) -> Vec<String> {
        let missing = runs.iter().filter(|run| self.outcome(run).is_none()).count();
        let note = format!("{missing} of {} runs are not done yet.", runs.len());
        if missing > 0 { vec![note] } else { Vec::new() }
    }

    /// The last words that a run complained with.
    pub fn complaints(&self, run: &Run) -> String {
        let bytes = fs::read(self.of(run).join(COMPLAINTS)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).trim().to_owned()
    }

    /// Where a run is at home.
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
