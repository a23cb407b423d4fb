//! Searches as teachers: their plans label the states of data sets.

use data::label::Teacher;
use search::{Limits, Report};
use task::Task;

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
