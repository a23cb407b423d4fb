//! All jobs on several threads, and the set that comes out.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

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
/// # Errors
/// When a problem or the teacher is not up to it, or the work is interrupted.
pub fn make(
    base: &DataSet,
    recipe: &Recipe,
    teacher: &dyn Teacher,
    parts: &Parts,
    threads: NonZero<usize>,
    interrupted: &Arc<AtomicBool>,
    observe: &(dyn Fn(Progress) + Sync),
) -> Result<DataSet, LabelError> {
    let jobs = recipe.jobs(base.problems.len());
    let work = Work {
        todo: jobs.iter().filter(|job| parts.load(job).is_none()).collect(),
        all: jobs.len(),
        parts,
        next: AtomicUsize::new(0),
        finished: Mutex::default(),
        observe,
    };
    work.tell(0, 0);
    thread::scope(|scope| {
        let run = || work.run(Worker::new(base, recipe, teacher, interrupted)?);
        let threads: Vec<_> = (1..threads.get().min(work.todo.len())).map(|_| scope.spawn(run)).collect();
        let own = run();
        let others = threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        others.fold(own, |first, other| first.and(other))
    })?;
    combine(base, recipe, &jobs, parts)
}

struct Work<'a> {
    todo: Vec<&'a Job>,
    all: usize,
    parts: &'a Parts,
    next: AtomicUsize,
    /// Jobs and rows.
    finished: Mutex<(usize, usize)>,
    observe: &'a (dyn Fn(Progress) + Sync),
}

impl Work<'_> {
    /// Does one job after the other until there are no more, or one fails on any thread.
    fn run(&self, mut worker: Worker<'_>) -> Result<(), LabelError> {
        while let Some(job) = self.todo.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(error) = self.finish(job, &mut worker) {
                self.next.store(self.todo.len(), Ordering::Relaxed);
                return Err(error);
            }
        }
        Ok(())
    }

    fn finish(&self, job: &Job, worker: &mut Worker<'_>) -> Result<(), LabelError> {
        let set = worker.run(job)?;
        let rows = set.rows.len();
        self.parts.save(job, set)?;
        self.tell(1, rows);
        Ok(())
    }

    fn tell(&self, jobs: usize, rows: usize) {
        let mut finished = self.finished.lock().unwrap_or_else(PoisonError::into_inner);
        finished.0 += jobs;
        finished.1 += rows;
        let jobs = self.all - self.todo.len() + finished.0;
        (self.observe)(Progress { jobs, of: self.all, rows: finished.1 });
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
