//! States whose cost nobody knows, for models that are to learn where they know nothing.

use std::collections::BTreeSet;

use data::label::{walk_ends, walks_from};
use data::{DataSet, Split, StateText};
use heuristics::{CostKind, Entry};
use pddl::{Source, Strictness};
use search::{Batch, Budget, Estimates, Greedy, Heuristic, Limits, Outcome};
use task::searches::stepwise_gbfs;
use task::{Keep, Space, Task};

use crate::{Error, ErrorKind};

/// The states that searches by `gbfs(ff)` evaluate if they are given up, by the values of all variables: of those from these
/// beginnings, after `most` evaluations. Where all find a plan until then, they are given up after half as many, and so on.
///
/// # Errors
/// When ff does not support the task. When the budget is spent, there are only those states met so far.
pub fn of_searches(
    task: &Task,
    beginnings: &[Vec<u32>],
    most: u64,
    budget: &Budget,
) -> Result<Vec<Vec<u32>>, Error> {
    let ff = Entry::find("ff").ok_or_else(|| Error::internal("ff"))?;
    let mut limits = Limits { max_evaluations: Some(most), budget: budget.clone(), ..Limits::default() };
    loop {
        let mut strays = Vec::new();
        for initial in beginnings {
            let task = Task { initial: initial.clone(), ..task.clone() };
            let inner = ff
                .make(&task, CostKind::Normal)
                .map_err(|error| Error::new(ErrorKind::Unsupported, error))?;
            let mut recorder = Recorder { inner, values: vec![0; task.variables.len()], met: Vec::new() };
            let space = Space::new(&task);
            let found = stepwise_gbfs(&space, &mut [&mut recorder], Greedy::default(), &limits).run(&mut ());
            if !matches!(found.outcome, Outcome::Solved { .. }) {
                strays.append(&mut recorder.met);
            }
        }
        limits.max_evaluations = limits.max_evaluations.map(|most| most / 2);
        if !strays.is_empty() || limits.max_evaluations == Some(0) {
            return Ok(strays);
        }
    }
}

/// The ends of random walks of 1 to `longest` actions from about `most` of the states that a set has for training on its first
/// problem, which `task` is, evenly spread over them.
///
/// # Errors
/// When a text is not a state of the task.
pub fn of_walks(
    task: &Task,
    data: &DataSet,
    most: usize,
    longest: u32,
    seed: u64,
) -> Result<Vec<Vec<u32>>, Error> {
    let text = StateText::new(task);
    let rows: Vec<_> = data.rows_of(Split::Train).collect();
    let step = rows.len().div_ceil(most.max(1)).max(1);
    let states: Result<Vec<_>, _> = rows.iter().step_by(step).map(|row| text.read(&row.state)).collect();
    Ok(walks_from(task, &states.map_err(Error::internal)?, longest, seed))
}

/// Another problem of the domain, with the ends of random walks in it. All is kept that can change there, whether it matters for its
/// goal or not: for the goal of the task that is learned about it may.
///
/// # Errors
/// When the PDDL is wrong, or the problem can't be grounded.
pub fn of_problem(
    domain: &str,
    problem: &str,
    (length, count): (u32, u32),
    seed: u64,
    budget: &Budget,
) -> Result<(Task, Vec<Vec<u32>>), Error> {
    let domain = pddl::parse_domain(&Source::new("domain", domain), Strictness::Lenient)?.value;
    let source = Source::new("another problem of the domain", problem);
    let problem = pddl::parse_problem(&domain, &source, Strictness::Lenient)?.value;
    let task = task::ground_keeping(Keep::Changing, &domain, &problem, budget)
        .map_err(|error| Error::new(ErrorKind::Unsupported, error))?;
    let ends = walk_ends(&task, length, count, seed);
    Ok((task, ends))
}

/// Those of the states of a task that a set of its states does not have.
pub fn unknown(task: &Task, mut states: Vec<Vec<u32>>, data: &DataSet) -> Vec<Vec<u32>> {
    let known: BTreeSet<&str> = data.rows.iter().map(|row| &*row.state).collect();
    let text = StateText::new(task);
    states.retain(|state| !known.contains(&*text.write(state)));
    states
}

/// A heuristic that records the states it evaluates.
struct Recorder {
    inner: Box<dyn Heuristic<Space> + Send>,
    values: Vec<u32>,
    met: Vec<Vec<u32>>,
}

impl Heuristic<Space> for Recorder {
    fn estimate(&mut self, space: &Space, batch: &Batch<'_>, estimates: &mut Estimates) {
        for (_, state, _) in batch.iter() {
            space.values(state, &mut self.values);
            self.met.push(self.values.clone());
        }
        self.inner.estimate(space, batch, estimates);
    }

    fn begin_search(&mut self) {
        self.inner.begin_search();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use generators::{Generator, Size};

    #[test]
    fn searches_that_find_no_plan_in_time_leave_the_states_they_met() {
        let blocks = generators::find("blocksworld").unwrap();
        let domain = pddl::parse_domain(&pddl::Source::new("domain", blocks.pddl), pddl::Strictness::Lenient);
        let domain = domain.unwrap().value;
        let text = Generator::new(blocks, Size::Small).problem(1, 1).unwrap();
        let problem = pddl::parse_problem(&domain, &pddl::Source::new("p", text), pddl::Strictness::Lenient);
        let task = task::ground(&domain, &problem.unwrap().value, &Budget::unlimited()).unwrap();
        let beginnings = walk_ends(&task, 30, 3, 1);
        let few = of_searches(&task, &beginnings, 3, &Budget::unlimited()).unwrap();
        assert!(few.len() >= beginnings.len() && few.iter().all(|state| state.len() == task.variables.len()));
        assert!(beginnings.iter().any(|beginning| few.contains(beginning)));
        // All are solved in time: it is fewer evaluations after which they are given up.
        assert!(!of_searches(&task, &beginnings, 1_000_000, &Budget::unlimited()).unwrap().is_empty());
    }
}
