//! Labelled states of a set of problems, made once and kept.

use std::fs;
use std::io::Write;
use std::num::NonZero;
use std::path::Path;
use std::time::Duration;

use lab::repro::Scale;
use learn::data::{DataSet, Source};
use learn::label::{self, LabelError, Parts, PartsError, Recipe, SearchLimits, Teacher};

use super::problem_set::ProblemSet;
use crate::progress::Progress;
use crate::teacher::SearchTeacher;
use crate::{Exit, Failure, interrupt, threads, whole_file};

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
    let recipe = recipe(&teacher, scale);
    let base = DataSet {
        recipes: vec![serde_json::to_value(&recipe).map_err(critical)?],
        domain: set.domain_text().to_owned(),
        problems: set.problems(scale)?,
        heuristics: Vec::new(),
        rows: Vec::new(),
    };
    let file = folder.join(format!("{}.parquet", set.domain));
    match DataSet::read(&file) {
        Ok(data) if is_made_from(&data, &base) => return Ok(data),
        _ => {}
    }
    let parts = parts(&folder.join(format!("{}.parts", set.domain)), &base, &recipe)?;
    let data = make(set, &base, &recipe, &teacher, &parts)?;
    let bytes = data.to_bytes().map_err(critical)?;
    whole_file::write(&file, |out| out.write_all(&bytes))
        .map_err(|error| Failure::unwritable(Exit::SearchCritical, &file, &error))?;
    parts.remove().map_err(critical)?;
    Ok(data)
}

fn recipe(teacher: &SearchTeacher, scale: Scale) -> Recipe {
    Recipe {
        source: Source::Plans,
        teacher: teacher.name().to_owned(),
        labels_walks_back: false,
        walks: None,
        walk_length: None,
        heuristics: Vec::new(),
        deduplicate: false,
        seed: 1,
        limits: limits(scale),
    }
}

/// Is it this set, labelled?
fn is_made_from(data: &DataSet, base: &DataSet) -> bool {
    let same = |(one, other): (&learn::data::Problem, &learn::data::Problem)| {
        (&one.name, one.split, &one.text) == (&other.name, other.split, &other.text)
    };
    data.recipes == base.recipes
        && data.domain == base.domain
        && data.problems.len() == base.problems.len()
        && data.problems.iter().zip(&base.problems).all(same)
}

/// What an earlier run has left; what it left of another set is thrown away.
fn parts(folder: &Path, base: &DataSet, recipe: &Recipe) -> Result<Parts, Failure> {
    match Parts::open(folder, base, recipe) {
        Err(PartsError::OtherSet(_)) => {
            fs::remove_dir_all(folder)
                .map_err(|error| Failure::unwritable(Exit::SearchCritical, folder, &error))?;
            Parts::open(folder, base, recipe).map_err(critical)
        }
        opened => opened.map_err(critical),
    }
}

fn make(
    set: &ProblemSet,
    base: &DataSet,
    recipe: &Recipe,
    teacher: &SearchTeacher,
    parts: &Parts,
) -> Result<DataSet, Failure> {
    let line = Progress::new();
    let observe = |progress: label::Progress| {
        line.show(format_args!(
            "{}: {} of {} problems labelled by {TEACHER}, {} states",
            set.domain, progress.jobs, progress.of, progress.rows
        ));
    };
    let threads = NonZero::new(threads::or_all(None)).unwrap_or(NonZero::<usize>::MIN);
    let made = label::make(base, recipe, teacher, parts, threads, &interrupt::flag(), &observe);
    line.clear();
    made.map_err(|error| match error {
        LabelError::Interrupted => Failure::new(Exit::Interrupted, "interrupted"),
        error => critical(error),
    })
}

fn critical(error: impl std::fmt::Display) -> Failure {
    Failure::new(Exit::SearchCritical, error)
}
