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
    let results: Vec<Result<Trial, NotUsable>> = in_parallel(tasks.len(), threads, |task| {
        let task = &tasks[task];
        let mut learned = Learned::new(model, model.about.head.usual_reading(), task)?;
        Ok(trial::search(&mut learned, task, most, budget))
    });
    let mut sum = Trial::default();
    for result in results {
        sum.add(&result?);
    }
    Ok(sum)
}
