//! Doing all jobs on several threads, and combining their sets.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tools::threads::{in_parallel, locked};

use super::job::Worker;
use super::{Job, LabelError, Parts, PartsError, Recipe, Teacher};
use crate::DataSet;

/// The progress of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Jobs that are finished.
    pub jobs: usize,
    /// All jobs.
    pub of: usize,
    /// States labelled in this run.
    pub rows: usize,
}

/// Makes the data set of a recipe for `base`, which has the problems without rows. Jobs whose sets are among the parts are not
/// done again. All parts are kept, to be removed by the caller when the set is safe.
///
/// After the time limit, if there is one, no job begins or goes on, and the set has the jobs before the first missing one.
///
/// # Errors
/// When a problem can't be grounded, the teacher does not support it, or the work is interrupted.
pub fn make(
    base: &DataSet,
    recipe: &Recipe,
    teacher: &dyn Teacher,
    parts: &Parts,
    resources: &Resources,
    observe: &(dyn Fn(Progress) + Sync),
) -> Result<DataSet, LabelError> {
    let jobs = recipe.jobs(base.problems.len());
    let rows: Vec<Option<usize>> =
        jobs.iter().map(|job| parts.load(job).map(|part| part.rows.len())).collect();
    let work = Work {
        next: AtomicUsize::new(0),
        tally: Mutex::new(Tally { rows, new_rows: 0 }),
        most: recipe.max_states.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX)),
        end: resources.time.and_then(|time| Instant::now().checked_add(time)),
        interrupted: &resources.interrupted,
        jobs: &jobs,
        parts,
        observe,
    };
    work.tell();
    let threads = resources.threads.get().min(jobs.len()).max(1);
    in_parallel(threads, threads, |_| {
        work.run(Worker::new(base, recipe, teacher, &resources.interrupted, work.end)?)
    })
    .into_iter()
    .collect::<Result<(), LabelError>>()?;
    let wanted = work.wanted();
    combine(base, recipe, &jobs[..wanted], parts)
}

/// The threads and the time for the work.
#[derive(Clone, Debug)]
pub struct Resources {
    /// The number of threads; the set does not depend on it.
    pub threads: NonZero<usize>,
    /// The time after which no job begins or goes on. The result then depends on the machine.
    pub time: Option<Duration>,
    /// Set by the caller to end the work.
    pub interrupted: Arc<AtomicBool>,
}

struct Work<'a> {
    jobs: &'a [Job],
    parts: &'a Parts,
    next: AtomicUsize,
    tally: Mutex<Tally>,
    /// The number of states that are enough.
    most: usize,
    end: Option<Instant>,
    interrupted: &'a AtomicBool,
    observe: &'a (dyn Fn(Progress) + Sync),
}

struct Tally {
    /// The number of rows of each job, once it is done.
    rows: Vec<Option<usize>>,
    /// The number of rows of this run.
    new_rows: usize,
}

impl Tally {
    /// The number of first jobs that make up the set; `None` if one of them is not done.
    fn enough(&self, most: usize) -> Option<usize> {
        let mut sum = 0;
        for (index, rows) in self.rows.iter().enumerate() {
            if sum >= most {
                return Some(index);
            }
            sum += (*rows)?;
        }
        Some(self.rows.len())
    }
}

impl Work<'_> {
    /// Does one job after another until there are no more, there are enough states, or one fails on any thread.
    fn run(&self, mut worker: Worker<'_>) -> Result<(), LabelError> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = self.jobs.get(number) else { return Ok(()) };
            if self.is_over() {
                return Ok(());
            }
            if self.tally().rows[number].is_some() {
                continue;
            }
            let Err(error) = self.finish(number, job, &mut worker) else { continue };
            self.next.store(self.jobs.len(), Ordering::Relaxed);
            let is_over = !self.interrupted.load(Ordering::Relaxed) && self.is_out_of_time();
            return if is_over && matches!(error, LabelError::Interrupted) { Ok(()) } else { Err(error) };
        }
    }

    fn is_out_of_time(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }

    fn is_over(&self) -> bool {
        self.is_out_of_time() || self.tally().enough(self.most).is_some()
    }

    fn finish(&self, number: usize, job: &Job, worker: &mut Worker<'_>) -> Result<(), LabelError> {
        let set = worker.run(job)?;
        let rows = set.rows.len();
        self.parts.save(job, set)?;
        let mut tally = self.tally();
        tally.rows[number] = Some(rows);
        tally.new_rows += rows;
        drop(tally);
        self.tell();
        Ok(())
    }

    /// The number of jobs that make up the set: all, the first that have enough states, or those before the first missing one.
    fn wanted(&self) -> usize {
        let tally = self.tally();
        let done = || tally.rows.iter().position(Option::is_none).unwrap_or(tally.rows.len());
        tally.enough(self.most).unwrap_or_else(done)
    }

    fn tally(&self) -> MutexGuard<'_, Tally> {
        locked(&self.tally)
    }

    fn tell(&self) {
        let tally = self.tally();
        let jobs = tally.rows.iter().flatten().count();
        (self.observe)(Progress { jobs, of: self.jobs.len(), rows: tally.new_rows });
    }
}

/// Merges the parts of all jobs, in order.
fn combine(base: &DataSet, recipe: &Recipe, jobs: &[Job], parts: &Parts) -> Result<DataSet, LabelError> {
    let mut set = base.clone();
    for job in jobs {
        let part =
            parts.load(job).ok_or_else(|| PartsError::Wrong("a part was removed meanwhile".to_owned()))?;
        set.merge(part).map_err(|error| PartsError::Wrong(error.to_string()))?;
    }
    if recipe.deduplicate {
        set.deduplicate();
    }
    Ok(set)
}
