//! All jobs on several threads, and the set that comes out.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tools::threads::{in_parallel, locked};

use super::job::Worker;
use super::{Job, LabelError, Parts, PartsError, Recipe, Teacher};
use crate::data::DataSet;

/// How far the work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Jobs that are finished.
    pub jobs: usize,
    /// All jobs.
    pub of: usize,
    /// States labelled in this run.
    pub rows: usize,
}

/// Makes the data set of `base`, its problems without rows, by a recipe. Jobs whose sets are among the parts are not
/// done again; the parts are all there in the end, to be removed when the set is safe.
///
/// If there is a time limit, no job begins when it has passed, and the set is of the jobs before the first that is missing.
///
/// # Errors
/// When a problem or the teacher is not up to it, or the work is interrupted.
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
        jobs: &jobs,
        parts,
        observe,
    };
    work.tell();
    let threads = resources.threads.get().min(jobs.len()).max(1);
    in_parallel(threads, threads, |_| work.run(Worker::new(base, recipe, teacher, &resources.interrupted)?))
        .into_iter()
        .collect::<Result<(), LabelError>>()?;
    let wanted = work.wanted();
    combine(base, recipe, &jobs[..wanted], parts)
}

/// Who works, and how long.
#[derive(Clone, Debug)]
pub struct Resources {
    /// How many threads; the set is the same for any number.
    pub threads: NonZero<usize>,
    /// After which time no further job begins. What comes out then depends on the machine.
    pub time: Option<Duration>,
    /// Set from outside to end the work.
    pub interrupted: Arc<AtomicBool>,
}

struct Work<'a> {
    jobs: &'a [Job],
    parts: &'a Parts,
    next: AtomicUsize,
    tally: Mutex<Tally>,
    /// As many states are enough.
    most: usize,
    end: Option<Instant>,
    observe: &'a (dyn Fn(Progress) + Sync),
}

struct Tally {
    /// Of each job, once it is done.
    rows: Vec<Option<usize>>,
    /// Those of this run.
    new_rows: usize,
}

impl Tally {
    /// How many of the first jobs make up the set; `None` if some that are needed are not done.
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
    /// Does one job after the other until there are no more or enough states, or one fails on any thread.
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
            if let Err(error) = self.finish(number, job, &mut worker) {
                self.next.store(self.jobs.len(), Ordering::Relaxed);
                return Err(error);
            }
        }
    }

    fn is_over(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end) || self.tally().enough(self.most).is_some()
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

    /// The jobs that make up the set: all, the first that have enough states, or those before the first that is missing.
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

/// The parts of all jobs, in order.
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
