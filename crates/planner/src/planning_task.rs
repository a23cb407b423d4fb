//! Planning tasks as they are given: PDDL or SAS+, as texts or files.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use pddl::{Diagnostic, Domain, Parsed, Problem, Severity, Source, Strictness, domain_file};
use search::Budget;
use task::{GroundError, Keep, Plan, Task, ValidateError, Verdict};

use crate::file_kind::is_domain;
use crate::{Error, ErrorKind, Progress, file_kind, files};

/// A planning task as it was given.
#[derive(Clone, Debug)]
pub enum PlanningTask {
    /// In PDDL.
    Lifted {
        /// The domain.
        domain: Domain,
        /// The problem.
        problem: Problem,
        /// The problem's text.
        source: Source,
        /// How to treat questionable PDDL.
        strictness: Strictness,
    },
    /// In SAS+.
    Ground(Task),
}

/// The text of a planning task.
#[derive(Clone, Debug)]
pub enum TaskText {
    /// In PDDL.
    Pddl {
        /// The domain.
        domain: Source,
        /// The problem.
        problem: Source,
    },
    /// In SAS+.
    Sas(String),
}

impl PlanningTask {
    /// A task by the texts of its domain and its problem.
    ///
    /// # Errors
    /// Says which text is wrong, and where.
    pub fn from_pddl(domain: &str, problem: &str) -> Result<Self, Error> {
        let (domain, source) = (Source::new("domain", domain), Source::new("problem", problem));
        let strictness = Strictness::Lenient;
        let (domain, problem) = parse(&domain, &source, strictness, &())?;
        Ok(Self::Lifted { domain, problem, source, strictness })
    }

    /// A task in SAS+, version 3.
    ///
    /// # Errors
    /// Says where the text is wrong.
    pub fn from_sas(text: &str) -> Result<Self, Error> {
        Self::read_sas("task", text)
    }

    /// A task by the files of its domain and its problem.
    ///
    /// # Errors
    /// When a file can't be read, or its content is wrong.
    pub fn from_files(domain: impl AsRef<Path>, problem: impl AsRef<Path>) -> Result<Self, Error> {
        Self::read(Some(domain.as_ref()), problem.as_ref(), Strictness::Lenient, &())
    }

    /// Reads a problem with its domain, a problem whose domain is to be found, or a SAS+ file. The domain that was found and
    /// warnings go to `progress`.
    ///
    /// # Errors
    /// When a file can't be read, or its content is wrong.
    pub fn read(
        domain: Option<&Path>,
        problem: &Path,
        strictness: Strictness,
        progress: &dyn Progress,
    ) -> Result<Self, Error> {
        match TaskText::read(domain, problem, progress)? {
            TaskText::Pddl { domain, problem: source } => {
                let (domain, problem) = parse(&domain, &source, strictness, progress)?;
                Ok(Self::Lifted { domain, problem, source, strictness })
            }
            TaskText::Sas(text) => Self::read_sas(&files::input_name(problem), &text),
        }
    }

    fn read_sas(name: &str, text: &str) -> Result<Self, Error> {
        let wrong = |error| Error::new(ErrorKind::Input, format_args!("{name}: {error}"));
        task::sas::read(text).map(Self::Ground).map_err(wrong)
    }

    /// The ground task.
    ///
    /// # Errors
    /// When the budget does not suffice or the task is ill-defined.
    pub fn ground(&self, budget: &Budget) -> Result<Cow<'_, Task>, Error> {
        self.ground_keeping(Keep::Atoms(&[]), budget)
    }

    /// The ground task, with what is to be kept beyond all that can matter for the goal.
    ///
    /// # Errors
    /// When the budget does not suffice or the task is ill-defined.
    pub fn ground_keeping(&self, keep: Keep<'_>, budget: &Budget) -> Result<Cow<'_, Task>, Error> {
        let nothing_done = |limit| GroundError::Exhausted { limit, progress: "nothing done".to_owned() };
        budget.check().map_err(nothing_done)?;
        match self {
            Self::Lifted { domain, problem, strictness, .. } => {
                let task = task::ground_keeping(keep, domain, problem, budget)?;
                match self.left_out(&task)? {
                    Some(left_out) if *strictness == Strictness::Strict => Err(left_out.into()),
                    _ => Ok(Cow::Owned(task)),
                }
            }
            Self::Ground(task) => Ok(Cow::Borrowed(task)),
        }
    }

    /// Does each action cost one, since no metric says otherwise?
    pub fn is_unit_cost(&self) -> bool {
        match self {
            Self::Lifted { problem, .. } => problem.metric == pddl::Metric::PlanLength,
            Self::Ground(task) => !task.has_costs,
        }
    }

    /// The warning, or error if strict, for a ground task that lacks actions since their cost is undefined.
    ///
    /// # Errors
    /// When the place of the costs is not to be found in the text.
    pub fn left_out(&self, task: &Task) -> Result<Option<Diagnostic>, Error> {
        let (Self::Lifted { source, strictness, .. }, Some(unvalued)) = (self, &task.unvalued) else {
            return Ok(None);
        };
        let severity = match strictness {
            Strictness::Lenient => Severity::Warning,
            Strictness::Strict => Severity::Error,
        };
        Ok(Some(Diagnostic {
            severity,
            message: unvalued.to_string(),
            place: Box::new(pddl::init_place(source)?),
            label: "without it, the action can't be applied".to_owned(),
            help: Some(format!("add what it costs: `(= {} NUMBER)`", unvalued.cost)),
        }))
    }

    /// Executes a plan on the task as it was given.
    ///
    /// # Errors
    /// When the plan can't be judged.
    pub fn validate(&self, plan: &Plan) -> Result<Verdict, ValidateError> {
        match self {
            Self::Lifted { domain, problem, .. } => task::validate(domain, problem, plan),
            Self::Ground(task) => task::validate_ground(task, plan),
        }
    }

    /// Executes a plan on the task as it was given, and tells all that happens on the way.
    ///
    /// # Errors
    /// When the plan can't be judged.
    pub fn trace(&self, plan: &Plan) -> Result<trace::Trace, ValidateError> {
        match self {
            Self::Lifted { domain, problem, .. } => trace::of_pddl(domain, problem, plan),
            Self::Ground(task) => trace::of_ground(task, plan),
        }
    }
}

impl TaskText {
    /// Reads the files of a task, as [`PlanningTask::read`] does.
    pub fn read(domain: Option<&Path>, problem: &Path, progress: &dyn Progress) -> Result<Self, Error> {
        domain.into_iter().chain([problem]).try_for_each(file_kind::check_task)?;
        let text = read_text(problem)?;
        if is_sas(&text) {
            return match domain {
                None => Ok(Self::Sas(text)),
                Some(domain) => Err(stands_alone(problem, domain)),
            };
        }
        let domain = match domain {
            Some(domain) => domain.to_owned(),
            None if is_domain(&text) => return Err(lacks_problem(problem)),
            None => {
                let found = find_domain(problem)?;
                progress.line(format_args!("Domain: {}", found.display()));
                found
            }
        };
        let domain_text = read_text(&domain)?;
        if is_sas(&domain_text) {
            return Err(stands_alone(&domain, problem));
        }
        Ok(Self::Pddl { domain: source(&domain, domain_text), problem: source(problem, text) })
    }
}

/// Parses a domain and a problem. Warnings go to `progress`.
pub fn parse(
    domain: &Source,
    problem: &Source,
    strictness: Strictness,
    progress: &dyn Progress,
) -> Result<(Domain, Problem), Error> {
    let domain = with_warnings(pddl::parse_domain(domain, strictness)?, progress);
    let problem = with_warnings(pddl::parse_problem(&domain, problem, strictness)?, progress);
    Ok((domain, problem))
}

/// Reads a file as text, whatever its encoding: names outside ASCII only matter in comments.
///
/// # Errors
/// When the file can't be read.
pub fn read_text(path: &Path) -> Result<String, Error> {
    match files::read(path) {
        Ok(bytes) => Ok(String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())),
        Err(error) => Err(Error::new(
            ErrorKind::Input,
            format_args!("cannot read {}: {error}", files::input_name(path)),
        )),
    }
}

fn is_sas(text: &str) -> bool {
    text.trim_start().starts_with("begin_version")
}

fn lacks_problem(domain: &Path) -> Error {
    let domain = domain.display();
    let message = format!(
        "{domain} is a domain, and no problem is given\n  = help: give the problem after the domain: hstar \
         COMMAND {domain} PROBLEM"
    );
    Error::new(ErrorKind::Input, message)
}

fn stands_alone(sas: &Path, other: &Path) -> Error {
    let (sas, other) = (sas.display(), other.display());
    let message = format!("{sas} is a SAS+ file, which is a whole task by itself: leave out {other}");
    Error::new(ErrorKind::Input, message)
}

/// The domain file of a problem file, by the conventions of benchmark collections.
///
/// # Errors
/// Says where it was looked for.
pub fn find_domain(problem: &Path) -> Result<PathBuf, Error> {
    domain_file::find(problem).map_err(|tried| {
        let tried: Vec<String> = tried.iter().map(|path| format!("\n  {}", path.display())).collect();
        let problem = problem.display();
        let message = format!(
            "no domain given, and none found for {problem}; tried:{}\n  = help: give the domain first: \
             hstar COMMAND DOMAIN {problem}",
            tried.concat()
        );
        Error::new(ErrorKind::Input, message)
    })
}

fn source(path: &Path, text: String) -> Source {
    Source::new(files::input_name(path), text)
}

fn with_warnings<T>(parsed: Parsed<T>, progress: &dyn Progress) -> T {
    parsed.warnings.iter().for_each(|warning| progress.warn(format_args!("{warning}")));
    parsed.value
}
