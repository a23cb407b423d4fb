//! Data sets in the form from which rules are learned and on which they are measured.

use data::{DataSet, Row, Split, StateText, TaskError};
use learn::PrepareError;
use pddl::{Domain, Source, Strictness};
use rules::domain::{Background, World};
use search::{Budget, StateSpace};
use task::{Space, Task};
use tools::threads::in_parallel;

use super::preparing;
use crate::Error;

/// A problem of a data set, with the states whose costs are known.
pub struct LabelledProblem {
    /// The split that its states belong to.
    pub split: Split,
    /// The ground task.
    pub task: Task,
    /// The task in the vocabulary of rules.
    pub world: World,
    /// The states: the values of the task's variables, and the cost.
    pub states: Vec<(Vec<u32>, f64)>,
}

/// The domain of a data set.
pub fn domain(data: &DataSet) -> Result<Domain, Error> {
    Ok(pddl::parse_domain(&Source::new("domain", &*data.domain), Strictness::Lenient)?.value)
}

/// The problems of a data set, in the vocabulary of rules with this background.
pub fn problems(
    data: &DataSet,
    domain: &Domain,
    background: &Background,
    threads: usize,
    budget: &Budget,
) -> Result<Vec<LabelledProblem>, Error> {
    let mut rows: Vec<Vec<&Row>> = vec![Vec::new(); data.problems.len()];
    data.rows.iter().for_each(|row| rows[row.problem as usize].push(row));
    let problems = in_parallel(data.problems.len(), threads, |number| {
        labelled(data, domain, background, number, &rows[number], budget)
    });
    problems.into_iter().collect::<Result<_, _>>().map_err(preparing)
}

fn labelled(
    data: &DataSet,
    domain: &Domain,
    background: &Background,
    number: usize,
    rows: &[&Row],
    budget: &Budget,
) -> Result<LabelledProblem, PrepareError> {
    let problem = &data.problems[number];
    let wrong = |error| PrepareError::Task(problem.name.clone(), error);
    let source = Source::new(&*problem.name, &*problem.text);
    let parsed = pddl::parse_problem(domain, &source, Strictness::Lenient)
        .map_err(|diagnostic| wrong(TaskError::Pddl(Box::new(diagnostic))))?
        .value;
    let task =
        task::ground(domain, &parsed, budget).map_err(|error| wrong(TaskError::Ground(Box::new(error))))?;
    let world = World::new(background, domain, &parsed, &task);
    let (space, text) = (Space::new(&task), StateText::new(&task));
    let (mut scratch, mut words) = (space.scratch(), vec![0; space.words()]);
    let mut states = Vec::new();
    for (row, cost) in rows.iter().filter_map(|row| Some((row, row.target?))) {
        let mut values =
            text.read(&row.state).map_err(|error| PrepareError::State(problem.name.clone(), error))?;
        // Derived variables get their values from the others.
        space.pack(&values, &mut scratch, &mut words);
        space.values(&words, &mut values);
        states.push((values, cost));
    }
    Ok(LabelledProblem { split: problem.split, task, world, states })
}
