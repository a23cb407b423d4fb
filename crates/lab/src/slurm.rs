//! Experiments on a Slurm cluster: runs are submitted as job arrays, and every result goes to the same place as on this
//! machine. The cluster's nodes have to share the folder's file system.
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
mod submit;
mod work;

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use crate::Folder;
use crate::run::Run;
use journal::{Assignment, Journal, Plan};

pub use follow::{Follow, Followed};
pub use options::Options;
pub use scheduler::{Queue, SlurmError};
pub use submit::Submission;
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
    /// The options for the cluster.
    pub options: &'a Options,
}

impl Cluster<'_> {
    /// The name of the jobs of this experiment in Slurm.
    pub fn job_name(&self) -> String {
        journal::job_name(self.folder)
    }

    /// The tasks that have not ended.
    ///
    /// # Errors
    /// When Slurm is not there or does not answer.
    pub fn queue(&self) -> Result<Queue, SlurmError> {
        scheduler::queue(&self.job_name())
    }

    /// Was the experiment in its current form the last that was submitted?
    ///
    /// # Errors
    /// Those of the file system.
    pub fn is_submitted(&self) -> io::Result<bool> {
        let (journal, plan) = (Journal::read(self.folder)?, Plan::name(self.runs, self.keys)?);
        Ok(journal.rounds.last().is_some_and(|round| round.plan == plan))
    }

    fn assignments(&self) -> io::Result<BTreeMap<usize, Assignment>> {
        Journal::read(self.folder)?.assignments(self.folder, &Plan::name(self.runs, self.keys)?)
    }
}

fn is_assigned(assignments: &BTreeMap<usize, Assignment>, number: usize, queue: &Queue) -> bool {
    assignments.get(&number).is_some_and(|assignment| queue.has(assignment.job, assignment.task))
}

/// Does this machine belong to a cluster to which runs can be submitted now?
///
/// # Errors
/// When Slurm is not there or does not answer.
pub fn check() -> Result<(), SlurmError> {
    scheduler::check()
}

/// The tasks submitted from a folder that have not ended; none if nothing was submitted, or where there is no Slurm.
///
/// # Errors
/// When Slurm does not answer, and those of the file system.
pub fn queue(folder: &Folder) -> Result<Queue, SlurmError> {
    if Journal::read(folder)?.rounds.is_empty() {
        return Ok(Queue::default());
    }
    nothing_without_slurm(scheduler::queue(&journal::job_name(folder)))
}

/// Without Slurm there are no tasks; if Slurm just does not answer, there may be some.
fn nothing_without_slurm(answer: Result<Queue, SlurmError>) -> Result<Queue, SlurmError> {
    match answer {
        Err(SlurmError::Missing(_)) => Ok(Queue::default()),
        answer => answer,
    }
}

/// The name of the jobs submitted from a folder.
pub fn job_name(folder: &Folder) -> String {
    journal::job_name(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slurm_that_does_not_answer_may_have_tasks() {
        let silent = SlurmError::Refused("squeue", "Unable to contact slurm controller".to_owned());
        assert!(matches!(nothing_without_slurm(Err(silent)), Err(SlurmError::Refused(..))));
        let missing = SlurmError::Missing("squeue");
        assert!(nothing_without_slurm(Err(missing)).is_ok_and(|queue| queue.is_empty()));
    }
}
