//! Trials of models in search.

use search::Budget;
use task::Task;
use tools::threads::in_parallel;

use crate::learned::{Learned, NotUsable};
use crate::model::Model;
use crate::trial::{self, Trial};

/// Searches for plans with a model, evaluating at most `most` states on each task.
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
    try_model_by(model, tasks, threads, |learned, task| trial::search(learned, task, most, budget))
}

/// The same as in the planning code of the paper on bounds: by [`trial::search_as_published`], and linear models use the initial
/// state's number of open goals for every state.
///
/// # Errors
/// When the model can't be a heuristic for one of the tasks.
pub fn try_model_as_published(
    model: &Model,
    tasks: &[Task],
    most: u64,
    threads: usize,
    budget: &Budget,
) -> Result<Trial, NotUsable> {
    try_model_by(model, tasks, threads, |learned, task| {
        learned.count_goals_as_published(task);
        trial::search_as_published(learned, task, most, budget)
    })
}

fn try_model_by(
    model: &Model,
    tasks: &[Task],
    threads: usize,
    search: impl Fn(&mut Learned, &Task) -> Trial + Sync,
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
