//! Calls Slurm's programs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

/// An error of Slurm.
#[derive(Debug)]
pub enum SlurmError {
    /// One of its programs is not found.
    Missing(&'static str),
    /// One of its programs refuses, with its message.
    Refused(&'static str, String),
    /// The output of one of its programs is not understood.
    Unclear(&'static str, String),
    /// It has these jobs of the experiment that the experiment's folder does not know, so that it is not known which runs they
    /// do.
    Stray(Vec<u64>),
    /// Something in the experiment's folder can't be read or written.
    Folder(io::Error),
}

/// The tasks of an experiment that have not ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    /// How many run, or are being cleaned up.
    pub running: usize,
    /// How many wait, by the reason.
    pub waiting: BTreeMap<String, usize>,
    /// The job and the number of each; without a number, all tasks of the job.
    tasks: BTreeSet<(u64, Option<usize>)>,
}

impl Queue {
    /// Has everything ended?
    pub fn is_empty(&self) -> bool {
        self.running == 0 && self.waiting.is_empty()
    }

    /// Has a task of a job not ended?
    pub(crate) fn has(&self, job: u64, task: usize) -> bool {
        self.tasks.contains(&(job, Some(task))) || self.tasks.contains(&(job, None))
    }

    /// The jobs that have tasks here.
    pub(crate) fn jobs(&self) -> BTreeSet<u64> {
        self.tasks.iter().map(|&(job, _)| job).collect()
    }

    pub(super) fn parse(text: &str) -> Self {
        let mut queue = Self::default();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let mut fields = line.split('|').map(str::trim);
            let mut next = || fields.next().unwrap_or_default();
            let (task, state, reason) = (next(), next(), next());
            queue.tasks.extend(task_id(task));
            if state == "PENDING" {
                *queue.waiting.entry(reason.to_owned()).or_default() += 1;
            } else {
                queue.running += 1;
            }
        }
        queue
    }
}

/// From `12_3`.
fn task_id(text: &str) -> Option<(u64, Option<usize>)> {
    let (job, task) = text.split_once('_').unwrap_or((text, ""));
    Some((job.parse().ok()?, task.parse().ok()))
}

/// Are all programs there that are needed, and does Slurm answer?
pub(crate) fn check() -> Result<(), SlurmError> {
    for program in ["squeue", "sbatch"] {
        ask(program, &["--version"], None)?;
    }
    largest_array().map(|_| ())
}

/// The tasks of the jobs with a name that have not ended.
pub(crate) fn queue(name: &str) -> Result<Queue, SlurmError> {
    let filter = format!("--name={name}");
    let said = ask("squeue", &["--noheader", "--array", &filter, "--format=%i|%T|%r"], None)?;
    Ok(Queue::parse(&said))
}

/// Submits a script of a folder, and returns the number of the job.
pub(crate) fn submit(folder: &Path, script: &str) -> Result<u64, SlurmError> {
    let said = ask("sbatch", &["--parsable", script], Some(folder))?;
    job(&said).ok_or_else(|| SlurmError::Unclear("sbatch", said.trim().to_owned()))
}

/// The job in the output of `sbatch --parsable`, which on some clusters ends with the cluster's name.
fn job(said: &str) -> Option<u64> {
    said.lines().next()?.split(';').next()?.trim().parse().ok()
}

/// How many tasks an array may have.
pub(crate) fn largest_array() -> Result<usize, SlurmError> {
    Ok(array_size(&ask("scontrol", &["show", "config"], None)?).unwrap_or(USUAL_ARRAY))
}

/// Slurm's default.
const USUAL_ARRAY: usize = 1001;

fn array_size(configuration: &str) -> Option<usize> {
    let line = configuration.lines().find(|line| line.trim_start().starts_with("MaxArraySize"))?;
    line.split('=').nth(1)?.trim().parse().ok()
}

fn ask(program: &'static str, words: &[&str], folder: Option<&Path>) -> Result<String, SlurmError> {
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::null());
    folder.map(|folder| command.current_dir(folder));
    let output = command.output().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => SlurmError::Missing(program),
        _ => SlurmError::Refused(program, error.to_string()),
    })?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let complaints = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(SlurmError::Refused(program, complaints))
    }
}

impl Display for SlurmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(program) => write!(
                f,
                "there is no Slurm here: `{program}` is not found\n  = help: go to a node of the cluster from which jobs \
                 are submitted, or leave --on slurm away"
            ),
            Self::Refused(program, why) => write!(f, "{program} says: {why}"),
            Self::Unclear(program, said) => write!(f, "{program} says what is not understood: {said}"),
            Self::Stray(jobs) => {
                let jobs: Vec<String> = jobs.iter().map(u64::to_string).collect();
                let (listed, words) = (jobs.join(", "), jobs.join(" "));
                write!(
                    f,
                    "Slurm has jobs of this experiment of which its folder does not say what they do: {listed}\n  = help: \
                     hstar was stopped while it submitted them; wait until they have ended, or cancel them: scancel {words}; \
                     then give the same command again"
                )
            }
            Self::Folder(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for SlurmError {}

impl From<io::Error> for SlurmError {
    fn from(error: io::Error) -> Self {
        Self::Folder(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_is_read() {
        let queue = Queue::parse(
            "1_0|RUNNING|None\n1_2|PENDING|Resources\n1_3|PENDING|Resources\n1_4|COMPLETING|None\n\n2_[0-7]|PENDING|\n?",
        );
        assert_eq!(queue.running, 3);
        assert_eq!(queue.waiting, BTreeMap::from([(String::new(), 1), ("Resources".to_owned(), 2)]));
        let has = [(1, 0), (1, 1), (1, 2), (2, 7), (3, 0)].map(|(job, task)| queue.has(job, task));
        assert_eq!(has, [true, false, true, true, false]);
        assert!(Queue::parse("\n").is_empty());
    }

    #[test]
    fn the_number_of_a_job_is_read_with_and_without_a_cluster() {
        assert_eq!(job("12\n"), Some(12));
        assert_eq!(job("12;cluster\n"), Some(12));
        assert_eq!(job("Submitted batch job 12\n"), None);
        assert_eq!(job(""), None);
    }

    #[test]
    fn the_size_of_arrays_is_read() {
        assert_eq!(array_size("MaxArrayTasks = 7\nMaxArraySize            = 1001\n"), Some(1001));
        assert_eq!(array_size("MaxArraySize\n"), None);
    }
}
