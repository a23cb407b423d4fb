//! Makes data sets from problems: states labelled with their cost-to-go.

mod stored;

use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use data::label::{self, LabelError, Parts, PartsError, Recipe, Resources, Teacher};
use data::{DataSet, Problem, Ratios, Tally, TaskError};
use pddl::Strictness;
use search::Exhausted;
use task::GroundError;
use tools::numbers::counted;
use tools::units;

use crate::problem_files::ProblemFiles;
use crate::teacher::{OPTIMAL, SearchTeacher};
use crate::{Error, ErrorKind, Progress};

pub use self::stored::stored;

/// The sources and options of a data set.
#[derive(Clone)]
pub struct Labelling<'a> {
    /// The domain and its problems.
    pub problems: &'a ProblemFiles,
    /// How states are drawn, and which are kept.
    pub recipe: &'a Recipe,
    /// Whoever finds plans, and so the costs.
    pub teacher: &'a dyn Teacher,
    /// The ratios in which problems are assigned to training, validation and test at random; `None`: by the names of their
    /// folders.
    pub split: Option<Ratios>,
    /// The folder for unfinished parts, so that the same labelling can continue after a stop; `None`: nothing is kept.
    pub folder: Option<&'a Path>,
    /// Throw away what another labelling has left in the folder?
    pub restart: bool,
    /// How many threads search; the set is the same for any number.
    pub threads: usize,
    /// When to stop with the states labelled so far; the set then depends on the speed of the machine.
    pub total_time: Option<Duration>,
    /// Ends it early.
    pub interrupted: Arc<AtomicBool>,
}

/// Labels the states on plans of least cost, without limits.
///
/// # Errors
/// When a problem is wrong, or is not supported.
pub fn label_plans(problems: &ProblemFiles, progress: &dyn Progress) -> Result<DataSet, Error> {
    let labelling = Labelling {
        problems,
        recipe: &Recipe::default(),
        teacher: &SearchTeacher::new(OPTIMAL)?,
        split: Some(Ratios::FOUR_TO_ONE),
        folder: None,
        restart: false,
        threads: std::thread::available_parallelism().map_or(1, NonZero::get),
        total_time: None,
        interrupted: Arc::default(),
    };
    labelling.run(progress)?.remove_parts()
}

/// A data set whose parts are still on disk.
#[derive(Debug)]
pub struct Labelled {
    /// The set.
    pub data: DataSet,
    parts: Parts,
}

impl Labelled {
    /// Removes the parts, once the set is stored.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn remove_parts(self) -> Result<DataSet, Error> {
        self.parts.remove().map_err(parts_error)?;
        Ok(self.data)
    }
}

impl Labelling<'_> {
    /// Labels the states. All PDDL is checked before any work is done.
    ///
    /// # Errors
    /// When a problem is wrong, the teacher can't handle it, or the user interrupts. In the last case, parts are kept.
    pub fn run(&self, progress: &dyn Progress) -> Result<Labelled, Error> {
        let base = self.base(progress)?;
        let parts = self.parts(&base).map_err(parts_error)?;
        match self.label(&base, &parts, progress) {
            Ok(data) => Ok(Labelled { data, parts }),
            Err((error, true)) => Err(error),
            // Other options or files are needed, which what was done so far is of no use for.
            Err((error, false)) => match parts.remove() {
                Ok(()) => Err(error),
                Err(second) => Err(error.and(&parts_error(second))),
            },
        }
    }

    fn parts(&self, base: &DataSet) -> Result<Parts, PartsError> {
        let Some(folder) = self.folder else { return Ok(Parts::in_memory()) };
        open_parts(folder, base, self.recipe, self.restart)
    }

    /// The set without states.
    fn base(&self, progress: &dyn Progress) -> Result<DataSet, Error> {
        let ProblemFiles { domain: text, problems: files, .. } = self.problems;
        let domain = pddl::parse_domain(text, Strictness::Lenient)?;
        domain.warnings.iter().for_each(|warning| progress.warn(format_args!("{warning}")));
        let mut problems = Vec::with_capacity(files.len());
        for file in files {
            let parsed = pddl::parse_problem(&domain.value, &file.source, Strictness::Lenient)?;
            parsed.warnings.iter().for_each(|warning| progress.warn(format_args!("{warning}")));
            problems.push(Problem {
                name: file.name.clone(),
                split: file.split.unwrap_or_default(),
                searches: Tally::default(),
                text: file.source.text.clone(),
            });
        }
        if let Some(ratios) = self.split {
            let splits = ratios.assign(problems.len(), self.recipe.seed);
            problems.iter_mut().zip(splits).for_each(|(problem, split)| problem.split = split);
        }
        Ok(DataSet {
            recipes: vec![serde_json::to_value(self.recipe).map_err(Error::internal)?],
            domain: text.text.clone(),
            problems,
            heuristics: self.recipe.heuristics.clone(),
            rows: Vec::new(),
        })
    }

    /// Labels the states. The error tells whether the parts done so far are worth keeping.
    fn label(
        &self,
        base: &DataSet,
        parts: &Parts,
        progress: &dyn Progress,
    ) -> Result<DataSet, (Error, bool)> {
        let start = Instant::now();
        let (jobs, before) = (AtomicUsize::new(0), OnceLock::new());
        let problems = base.problems.len();
        let observe = |done: label::Progress| {
            jobs.store(done.jobs, Ordering::Relaxed);
            let before = *before.get_or_init(|| done.jobs);
            progress.now(format_args!("{}", status(&done, problems, before, start.elapsed())));
        };
        let resources = Resources {
            threads: NonZero::new(self.threads).unwrap_or(NonZero::<usize>::MIN),
            time: self.total_time,
            interrupted: Arc::clone(&self.interrupted),
        };
        let set = label::make(base, self.recipe, self.teacher, parts, &resources, &observe);
        progress.now(format_args!(""));
        set.map_err(|error| {
            let is_worth_keeping = matches!(error, LabelError::Interrupted | LabelError::Parts(_));
            (label_error(error, jobs.into_inner(), self.folder), is_worth_keeping)
        })
    }
}

/// The parts that an earlier run has left; those of another set are thrown away if that is asked for.
fn open_parts(folder: &Path, base: &DataSet, recipe: &Recipe, restart: bool) -> Result<Parts, PartsError> {
    match Parts::open(folder, base, recipe) {
        Err(PartsError::OtherSet(_)) if restart => {
            Parts::discard(folder).and_then(|()| Parts::open(folder, base, recipe))
        }
        opened => opened,
    }
}

/// The progress of labelling, some of whose jobs were done before this run.
fn status(progress: &label::Progress, problems: usize, before: usize, elapsed: Duration) -> String {
    let label::Progress { jobs, of, rows } = *progress;
    // Jobs are done in the order of the problems, and all problems have as many.
    let done = problems * jobs / of.max(1);
    let mut text =
        format!("Labelling · {} · {done} of {}", counted(rows, "state"), counted(problems, "problem"));
    if jobs > before {
        let left = elapsed.mul_f64((of - jobs) as f64 / (jobs - before) as f64);
        text += &format!(" · about {} left", units::spoken_time(Duration::from_secs(left.as_secs())));
    }
    text
}

fn label_error(error: LabelError, jobs: usize, folder: Option<&Path>) -> Error {
    match error {
        LabelError::Interrupted => {
            let message = folder.map_or("interrupted".to_owned(), |folder| {
                format!(
                    "interrupted; what is finished ({}) is kept in {}\n  = help: the same command goes on from there",
                    counted(jobs, "part"),
                    folder.display()
                )
            });
            Error::new(ErrorKind::Exhausted(Exhausted::Interrupted), message)
        }
        LabelError::Task { error: TaskError::Pddl(diagnostic), .. } => (*diagnostic).into(),
        LabelError::Task { problem, error: TaskError::Ground(error) } => {
            let kind = match *error {
                GroundError::Unsupported(_) => ErrorKind::Unsupported,
                _ => ErrorKind::Input,
            };
            Error::new(kind, format_args!("{problem}: {error}"))
        }
        LabelError::Teacher { .. } => Error::new(ErrorKind::Unsupported, error),
        LabelError::UnknownHeuristic(_) => Error::new(ErrorKind::Argument, error),
        LabelError::Parts(error) => parts_error(error),
    }
}

fn parts_error(error: PartsError) -> Error {
    match error {
        PartsError::OtherSet(_) => {
            let help = "--restart throws them away, another --out keeps them";
            Error::new(ErrorKind::Argument, format_args!("{error}\n  = help: {help}"))
        }
        PartsError::NoParts(_) => {
            Error::new(ErrorKind::Argument, format_args!("{error}\n  = help: another --out leaves it alone"))
        }
        PartsError::File(..) | PartsError::Wrong(_) => Error::internal(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labelling_tells_states_problems_and_the_time_left() {
        let elapsed = Duration::from_secs(60);
        let progress = label::Progress { jobs: 30, of: 120, rows: 12_300 };
        let line = status(&progress, 40, 10, elapsed);
        assert_eq!(line, "Labelling · 12,300 states · 10 of 40 problems · about 4 min 30 s left");
        let line = status(&progress, 40, 30, elapsed);
        assert_eq!(line, "Labelling · 12,300 states · 10 of 40 problems");
    }
}
