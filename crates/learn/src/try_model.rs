//! A model's trial in search.

use search::{Budget, Heuristic, in_parallel};
use task::{Space, Task};

use crate::learned::{Learned, NotUsable};
use crate::model::Model;
use crate::trial::{self, Trial};

/// Searches for plans with a model, evaluating so many states on each task at most.
///
/// # Errors
/// When the model can't be a heuristic for one of the tasks.
pub fn try_model(
    model: &Model,
    tasks: &[Task],
    most: u64,
    threads: usize,
    budget: &Budget,
) -> Result<Trial, NotUsable> {
    try_model_by(model, tasks, threads, &|heuristic, task| trial::search(heuristic, task, most, budget))
}

/// Searches for plans with a model, in a way of the caller's.
///
/// # Errors
/// When the model can't be a heuristic for one of the tasks.
pub fn try_model_by(
    model: &Model,
    tasks: &[Task],
    threads: usize,
    search: &(dyn Fn(&mut dyn Heuristic<Space>, &Task) -> Trial + Sync),
) -> Result<Trial, NotUsable> {
    let results: Vec<Result<Trial, NotUsable>> = in_parallel(tasks.len(), threads, |task| {
        let task = &tasks[task];
        let mut learned = Learned::new(model, model.about.head.usual_reading(), task)?;
        Ok(search(&mut learned, task))
    });
    let mut sum = Trial::default();
    for result in results {
        sum.add(&result?);
    }
    Ok(sum)
}
