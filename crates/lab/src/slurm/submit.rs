//! Submits runs as jobs.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

use serde_json::json;
use tools::whole_file;

use super::arrays::{self, Array};
use super::journal::{self, Assignment, Journal, Plan, Tasks};
use super::script::{self, Place};
use super::{Cluster, Queue, SlurmError, scheduler};

/// A submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// The numbers of the jobs, one for each array.
    pub jobs: Vec<u64>,
    /// How many tasks they have together.
    pub tasks: usize,
}

impl Cluster<'_> {
    /// Submits the runs of these numbers, each to begin after those that it needs. Needed runs that are neither among them nor
    /// in the queue are taken to be done.
    ///
    /// # Errors
    /// When the queue has jobs of the experiment that are not in the journal: nothing is submitted then. When Slurm refuses an
    /// array: those before it are submitted then. And errors of the file system.
    pub fn submit(&self, numbers: &[usize], queue: &Queue) -> Result<Submission, SlurmError> {
        let mut journal = Journal::read(self.folder)?;
        refuse_strays(&journal, queue)?;
        let arrays = arrays::arrays(self.runs, numbers, self.options.chunk, scheduler::largest_array()?);
        let mut job_of = self.jobs_in(queue)?;
        let round = self.begin_round(&mut journal, &arrays)?;
        let mut jobs = Vec::new();
        for (number, array) in arrays.iter().enumerate() {
            let after = array.needs.iter().filter_map(|need| job_of.get(need).copied()).collect();
            let job = self.submit_array(Place { round, array: number }, array, &after)?;
            journal.add(self.folder, job)?;
            job_of.extend(array.tasks.iter().flatten().map(|&number| (number, job)));
            jobs.push(job);
        }
        self.folder.tell("submitted", json!({"round": round, "jobs": jobs, "runs": numbers.len()}))?;
        Ok(Submission { jobs, tasks: arrays.iter().map(|array| array.tasks.len()).sum() })
    }

    /// The runs that tasks in the queue are going to do, with their jobs.
    fn jobs_in(&self, queue: &Queue) -> io::Result<BTreeMap<usize, u64>> {
        let assignments = self.assignments()?.into_iter();
        let queued = assignments.filter(|(_, Assignment { job, task, .. })| queue.has(*job, *task));
        Ok(queued.map(|(number, assignment)| (number, assignment.job)).collect())
    }

    /// Stores everything that the tasks of a round need, and returns its number.
    fn begin_round(&self, journal: &mut Journal, arrays: &[Array]) -> io::Result<usize> {
        journal::keep_program(self.folder, self.program)?;
        let plan = Plan::keep(self.folder, self.runs, self.keys)?;
        let arrays = arrays.iter().map(|array| array.tasks.clone()).collect();
        Tasks { plan: plan.clone(), arrays }.write(self.folder, journal.rounds.len() + 1)?;
        journal.begin(self.folder, plan)
    }

    /// Submits an array to begin after some jobs, and returns the number of its own.
    fn submit_array(&self, place: Place, array: &Array, after: &BTreeSet<u64>) -> Result<u64, SlurmError> {
        let script = script::script(&self.job_name(), place, array, after, self.options);
        let path = journal::script_path(place);
        whole_file::write(&self.folder.path().join(&path), |out| out.write_all(script.as_bytes()))?;
        scheduler::submit(self.folder.path(), &path)
    }
}

/// A submitter that is killed between `sbatch` and the entry in the journal leaves unknown jobs: their runs would be done
/// twice.
fn refuse_strays(journal: &Journal, queue: &Queue) -> Result<(), SlurmError> {
    let strays: Vec<u64> = queue.jobs().into_iter().filter(|&job| !journal.knows(job)).collect();
    if strays.is_empty() { Ok(()) } else { Err(SlurmError::Stray(strays)) }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::Folder;
    use crate::slurm::Options;

    #[test]
    fn nothing_is_submitted_beside_jobs_that_were_not_written_down() {
        let root = std::env::temp_dir().join(format!("hstar-lab-submit-{}", std::process::id()));
        let folder = Folder::create(&root).unwrap();
        let mut journal = Journal::default();
        journal.begin(&folder, "plan".to_owned()).unwrap();
        journal.add(&folder, 5).unwrap();
        let before = fs::read(folder.path().join("slurm.json")).unwrap();
        let options = Options::default();
        let cluster =
            Cluster { program: Path::new(""), folder: &folder, runs: &[], keys: &[], options: &options };
        let queue =
            Queue::parse("5_0|RUNNING|None\n7_0|RUNNING|None\n7_1|PENDING|Resources\n8_[0-3]|PENDING|\n");
        let refused = cluster.submit(&[], &queue).unwrap_err();
        assert!(matches!(&refused, SlurmError::Stray(jobs) if *jobs == [7, 8]), "{refused}");
        assert!(refused.to_string().contains("scancel 7 8"), "{refused}");
        assert_eq!(fs::read(folder.path().join("slurm.json")).unwrap(), before);
        assert!(refuse_strays(&journal, &Queue::parse("5_0|RUNNING|None\n")).is_ok());
        fs::remove_dir_all(root).unwrap();
    }
}
