//! Experiments on a cluster that Slurm looks after: what is to be run is submitted as job arrays, and every result goes to
//! where it would go on this machine. The cluster's nodes have to see the same folders.
//!
//! ```text
//! slurm.json                what was submitted, and the numbers of its jobs
//! slurm/hstar               the program, as it was when it was submitted
//! slurm/PLAN.json           all runs, as they were then
//! slurm/ROUND/tasks.json    who does which of them
//! slurm/ROUND/ARRAY.sh      as `sbatch` got it
//! slurm/ROUND/ARRAY-TASK.log  what a task had to say
//! ```

mod arrays;
mod follow;
mod journal;
mod options;
mod scheduler;
mod script;
mod work;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use serde_json::json;

use crate::run::Run;
use crate::{Folder, whole_file};
use journal::{Assignment, Journal, Plan, Round, Tasks};
use script::Place;

pub use follow::{Follow, Followed};
pub use options::Options;
pub use scheduler::{Queue, SlurmError};
pub use work::{Task, work};

/// Submits runs to the cluster that this machine belongs to.
#[derive(Debug)]
pub struct Cluster<'a> {
    /// The program.
    pub program: &'a Path,
    /// The experiment's folder.
    pub folder: &'a Folder,
    /// All runs of the experiment.
    pub runs: &'a [Run],
    /// Their keys.
    pub keys: &'a [String],
    /// What is asked for.
    pub options: &'a Options,
}

/// What was submitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The numbers of the jobs, one for each array.
    pub jobs: Vec<u64>,
    /// How many tasks they have together.
    pub tasks: usize,
}

impl Cluster<'_> {
    /// What Slurm calls the jobs of this experiment.
    pub fn job_name(&self) -> String {
        journal::job_name(self.folder)
    }

    /// What has not ended.
    ///
    /// # Errors
    /// When Slurm is not there or does not answer.
    pub fn queue(&self) -> Result<Queue, SlurmError> {
        scheduler::queue(&self.job_name())
    }

    /// Was the last that was submitted the experiment as it is now?
    ///
    /// # Errors
    /// Those of the file system.
    pub fn is_submitted(&self) -> io::Result<bool> {
        let journal = Journal::read(self.folder)?;
        Ok(journal.rounds.last().is_some_and(|round| round.plan == journal::of_keys(self.keys)))
    }

    /// Submits the runs of these numbers, each to begin after those that it needs. Those that are neither among them nor
    /// in the queue are taken to be done.
    ///
    /// # Errors
    /// When Slurm refuses an array: those before it are submitted then. And those of the file system.
    pub fn submit(&self, numbers: &[usize], queue: &Queue) -> Result<Submission, SlurmError> {
        let arrays = arrays::arrays(self.runs, numbers, self.options.chunk, scheduler::largest_array()?);
        let mut job_of: BTreeMap<usize, u64> = BTreeMap::new();
        for (number, Assignment { job, task, .. }) in self.assignments()? {
            if queue.has(job, task) {
                job_of.insert(number, job);
            }
        }
        journal::keep_program(self.folder, self.program)?;
        let plan = Plan::keep(self.folder, self.runs, self.keys)?;
        let mut journal = Journal::read(self.folder)?;
        let round = journal.rounds.len() + 1;
        let tasks = arrays.iter().map(|array| array.tasks.clone()).collect();
        Tasks { plan: plan.clone(), arrays: tasks }.write(self.folder, round)?;
        journal.rounds.push(Round { plan, jobs: Vec::new() });
        journal.write(self.folder)?;
        let mut jobs: Vec<u64> = Vec::new();
        for (number, array) in arrays.iter().enumerate() {
            let after = array.needs.iter().filter_map(|need| job_of.get(need).copied()).collect();
            let place = Place { round, array: number };
            let script = script::script(&self.job_name(), place, array, &after, self.options);
            let path = journal::script_path(place);
            whole_file::write(&self.folder.path().join(&path), |out| out.write_all(script.as_bytes()))?;
            let job = scheduler::submit(self.folder.path(), &path)?;
            jobs.push(job);
            job_of.extend(array.tasks.iter().flatten().map(|&number| (number, job)));
            if let Some(last) = journal.rounds.last_mut() {
                last.jobs.clone_from(&jobs);
            }
            journal.write(self.folder)?;
        }
        let tasks = arrays.iter().map(|array| array.tasks.len()).sum();
        self.folder.tell("submitted", json!({"round": round, "jobs": jobs, "runs": numbers.len()}))?;
        Ok(Submission { jobs, tasks })
    }

    fn assignments(&self) -> io::Result<BTreeMap<usize, Assignment>> {
        Journal::read(self.folder)?.assignments(self.folder, &journal::of_keys(self.keys))
    }
}

fn is_assigned(assignments: &BTreeMap<usize, Assignment>, number: usize, queue: &Queue) -> bool {
    assignments.get(&number).is_some_and(|assignment| queue.has(assignment.job, assignment.task))
}

/// What has not ended of what was submitted from a folder; nothing, if nothing was.
///
/// # Errors
/// When Slurm is not there or does not answer, and those of the file system.
pub fn queue(folder: &Folder) -> Result<Queue, SlurmError> {
    if Journal::read(folder)?.rounds.is_empty() {
        return Ok(Queue::default());
    }
    scheduler::queue(&journal::job_name(folder))
}

/// What Slurm calls the jobs that are submitted from a folder.
pub fn job_name(folder: &Folder) -> String {
    journal::job_name(folder)
}
