//! Searches as teachers: their plans label the states of data sets.

use std::collections::HashMap;

use data::label::Teacher;
use search::{Action, Counters, Limits, Outcome, Report, StateSpace};
use task::{Plan, Space, Task};

use crate::searches::Search;
use crate::{Error, ErrorKind, planning};

/// A search as a teacher.
#[derive(Clone, Debug)]
pub struct SearchTeacher {
    /// `None` for the best search for plans of least cost, which depends on the task.
    search: Option<Search>,
    name: String,
}

/// The name of the teacher that finds plans of least cost by the best search for each task.
pub const OPTIMAL: &str = "optimal";

impl SearchTeacher {
    /// The teacher of a specification.
    ///
    /// # Errors
    /// When the specification is wrong, or names a model.
    pub fn new(spec: &str) -> Result<Self, Error> {
        if spec == OPTIMAL {
            return Ok(Self { search: None, name: OPTIMAL.to_owned() });
        }
        let search: Search = spec.parse()?;
        if search.needs_model() {
            let message = format!("the teacher can't be a model: {search}");
            return Err(Error::new(ErrorKind::Specification, message));
        }
        Ok(Self { name: search.to_string(), search: Some(search) })
    }
}

impl Teacher for SearchTeacher {
    fn name(&self) -> &str {
        &self.name
    }

    fn name_for(&self, task: &Task) -> String {
        self.search.as_ref().map_or_else(|| Search::optimal(task).to_string(), Search::to_string)
    }

    fn is_optimal(&self) -> bool {
        self.search.as_ref().is_none_or(Search::is_optimal)
    }

    fn search(&self, task: &Task, limits: &Limits) -> Result<Report, String> {
        let search = self.search.clone().unwrap_or_else(|| Search::optimal(task));
        planning::search(&search, None, task, limits, &mut ())
            .map(|found| found.report)
            .map_err(|error| error.to_string())
    }
}

/// A plan that is known already, as the teacher of its task.
#[derive(Clone, Copy, Debug)]
pub struct KnownPlan<'a>(pub &'a Plan);

impl KnownPlan<'_> {
    /// The operators of its steps, and their cost; `None` if they lead to no goal. Of operators with the same name, the first that can be
    /// applied is taken.
    fn operators(&self, task: &Task) -> Option<(Vec<Action>, u64)> {
        let mut named: HashMap<String, Vec<Action>> =
            self.0.steps.iter().map(|step| (step.to_string(), Vec::new())).collect();
        for (operator, name) in (0..).zip(task.operators.names.iter()) {
            if let Some(operators) = named.get_mut(&format!("({name})")) {
                operators.push(operator);
            }
        }
        let space = Space::new(task);
        let (mut state, mut after) = (vec![0; space.words()], vec![0; space.words()]);
        let (mut scratch, mut applicable) = (space.scratch(), Vec::new());
        space.initial(&mut state);
        let (mut operators, mut cost) = (Vec::new(), 0);
        for step in &self.0.steps {
            applicable.clear();
            space.applicable(&state, &mut scratch, &mut applicable);
            let operator =
                *named.get(&step.to_string())?.iter().find(|operator| applicable.contains(operator))?;
            space.apply(&state, operator, &mut scratch, &mut after);
            state.clone_from(&after);
            cost += u64::from(space.cost(operator));
            operators.push(operator);
        }
        space.is_goal(&state).then_some((operators, cost))
    }
}

impl Teacher for KnownPlan<'_> {
    fn name(&self) -> &str {
        "known plan"
    }

    fn is_optimal(&self) -> bool {
        false
    }

    fn search(&self, task: &Task, _: &Limits) -> Result<Report, String> {
        let (plan, cost) = self.operators(task).ok_or("the plan is not one of this task")?;
        let (counters, until_last_jump) = (Counters::default(), Counters::default());
        Ok(Report { outcome: Outcome::Solved { plan, cost }, counters, until_last_jump })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_optimal_by_astar_with_an_admissible_heuristic_alone() {
        let is_optimal = |spec| SearchTeacher::new(spec).unwrap().is_optimal();
        assert!(is_optimal(OPTIMAL));
        assert!(is_optimal("astar(lmcut)") && is_optimal("astar(blind)") && is_optimal("wastar(hmax, w=1)"));
        for spec in ["astar(ff)", "astar(lmcut(cost=one))", "wastar(lmcut)", "gbfs(lmcut)", "lama"] {
            assert!(!is_optimal(spec), "{spec}");
        }
    }

    #[test]
    fn models_are_no_teachers() {
        assert_eq!(SearchTeacher::new("gbfs(model)").unwrap_err().kind(), ErrorKind::Specification);
    }
}
