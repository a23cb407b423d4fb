//! The labelled states that models of a domain learn from.

use std::path::Path;
use std::time::Duration;

use lab::repro::Scale;
use learn::data::{DataSet, Source};
use learn::label::{Recipe, SearchLimits, Teacher};

use crate::repro::problem_set::ProblemSet;
use crate::repro::training_data;
use crate::teacher::SearchTeacher;
use crate::{Exit, Failure};

/// What knows the costs, as in the paper.
const TEACHER: &str = "astar(lmcut)";

/// How long a search for a label may take. But for the paper's own, limits don't depend on the machine.
pub(super) fn limits(scale: Scale) -> SearchLimits {
    let evaluations = |most| SearchLimits { max_evaluations: Some(most), ..SearchLimits::default() };
    match scale {
        Scale::Smoke => evaluations(10_000),
        Scale::Laptop => evaluations(200_000),
        Scale::Full => SearchLimits {
            time: Some(Duration::from_secs(300)),
            memory: Some(8 << 30),
            ..SearchLimits::default()
        },
    }
}

/// The states on the optimal plans of the problems, with their costs: read from the folder if they are there.
///
/// # Errors
/// When they can't be made or kept; when it is interrupted, the next call goes on.
pub(super) fn labelled(set: &ProblemSet, scale: Scale, folder: &Path) -> Result<DataSet, Failure> {
    let teacher = SearchTeacher::new(TEACHER)?;
    let recipe = Recipe {
        source: Source::Plans,
        teacher: teacher.name().to_owned(),
        labels_walks_back: false,
        walks: None,
        walk_length: None,
        heuristics: Vec::new(),
        unit_cost: false,
        deduplicate: false,
        max_states: None,
        seed: 1,
        limits: limits(scale),
    };
    let json = serde_json::to_value(&recipe).map_err(|error| Failure::new(Exit::SearchCritical, error))?;
    let base = DataSet {
        recipes: vec![json],
        domain: set.domain_text().to_owned(),
        problems: set.problems(scale)?,
        heuristics: Vec::new(),
        rows: Vec::new(),
    };
    training_data::labelled(set.domain, &base, &recipe, &teacher, None, folder)
}
