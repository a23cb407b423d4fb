//! The files of a planning task.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use pddl::{Diagnostic, Domain, GroundAtom, Parsed, Problem, Severity, Source, Strictness};
use search::Budget;
use task::{GroundError, Plan, Task, ValidateError, Verdict};

use crate::{Exit, Failure, Log, domain_file, file_kind, files, log};

/// A planning task as it was given.
#[derive(Clone, Debug)]
pub enum Input {
    /// In PDDL.
    Lifted {
        /// The domain.
        domain: Domain,
        /// The problem.
        problem: Problem,
        /// The problem's text.
        source: Source,
        /// What to do about what is questionable.
        strictness: Strictness,
    },
    /// In SAS+.
    Ground(Task),
}

/// The text of a planning task.
#[derive(Clone, Debug)]
pub(crate) enum TaskText {
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

impl Input {
    /// Reads a problem with its domain, a problem whose domain is to be found, or a SAS+ file. Which domain
    /// is found goes to the log, warnings to standard error.
    ///
    /// # Errors
    /// When a file can't be read, or what is in it.
    pub fn read(
        domain: Option<&Path>,
        problem: &Path,
        strictness: Strictness,
        log: &mut Log,
    ) -> Result<Self, Failure> {
        match TaskText::read(domain, problem, log)? {
            TaskText::Pddl { domain, problem: source } => {
                let (domain, problem) = parse(&domain, &source, strictness, log)?;
                Ok(Self::Lifted { domain, problem, source, strictness })
            }
            TaskText::Sas(text) => Self::read_sas(problem, &text),
        }
    }

    fn read_sas(path: &Path, text: &str) -> Result<Self, Failure> {
        let task = task::sas::read(text).map_err(|error| {
            Failure::new(Exit::InputError, format_args!("{}: {error}", files::input_name(path)))
        })?;
        Ok(Self::Ground(task))
    }

    /// The ground task. That actions are left out since their cost has no value is a warning.
    ///
    /// # Errors
    /// When the budget does not suffice or the task is ill-defined.
    pub fn ground(&self, budget: &Budget) -> Result<Cow<'_, Task>, Failure> {
        self.ground_keeping(&[], budget)
    }

    /// The ground task, in which it shows of each of these facts whether it holds.
    ///
    /// # Errors
    /// When the budget does not suffice or the task is ill-defined.
    pub fn ground_keeping(&self, facts: &[GroundAtom], budget: &Budget) -> Result<Cow<'_, Task>, Failure> {
        let nothing_done = |limit| GroundError::Exhausted { limit, progress: "nothing done".to_owned() };
        budget.check().map_err(|limit| ground_failure(nothing_done(limit)))?;
        match self {
            Self::Lifted { domain, problem, source, strictness } => {
                let task = task::ground_keeping(facts, domain, problem, budget).map_err(ground_failure)?;
                check_values(&task, source, *strictness)?;
                Ok(Cow::Owned(task))
            }
            Self::Ground(task) => Ok(Cow::Borrowed(task)),
        }
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
}

impl TaskText {
    /// Reads the files of a task, as [`Input::read`] does.
    pub(crate) fn read(domain: Option<&Path>, problem: &Path, log: &mut Log) -> Result<Self, Failure> {
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
                log.line(format_args!("Domain: {}", found.display()));
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

/// Parses a domain and a problem. Warnings go to standard error.
pub(crate) fn parse(
    domain: &Source,
    problem: &Source,
    strictness: Strictness,
    log: &Log,
) -> Result<(Domain, Problem), Failure> {
    let domain = with_warnings(pddl::parse_domain(domain, strictness)?, log);
    let problem = with_warnings(pddl::parse_problem(&domain, problem, strictness)?, log);
    Ok((domain, problem))
}

/// Reads a file as text, whatever its encoding: names outside ASCII only matter in comments.
///
/// # Errors
/// When the file can't be read.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    match files::read(path) {
        Ok(bytes) => Ok(String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())),
        Err(error) => Err(Failure::new(
            Exit::InputError,
            format_args!("cannot read {}: {error}", files::input_name(path)),
        )),
    }
}

fn is_sas(text: &str) -> bool {
    text.trim_start().starts_with("begin_version")
}

/// Does the text begin as a PDDL domain does, with `(define (domain`?
pub(crate) fn is_domain(text: &str) -> bool {
    defines(text, "domain")
}

/// Does the text begin as a PDDL problem does, with `(define (problem`?
pub(crate) fn is_problem(text: &str) -> bool {
    defines(text, "problem")
}

fn defines(text: &str, what: &str) -> bool {
    let code = text.lines().filter_map(|line| line.split(';').next());
    let words = code.flat_map(|line| line.split(|c: char| c.is_whitespace() || "()\u{feff}".contains(c)));
    let mut words = words.filter(|word| !word.is_empty()).map(str::to_ascii_lowercase);
    words.next().as_deref() == Some("define") && words.next().as_deref() == Some(what)
}

fn lacks_problem(domain: &Path) -> Failure {
    let domain = domain.display();
    let message = format!(
        "{domain} is a domain, and no problem is given\n  = help: give the problem after the domain: hstar \
         COMMAND {domain} PROBLEM"
    );
    Failure::new(Exit::InputError, message)
}

fn stands_alone(sas: &Path, other: &Path) -> Failure {
    let (sas, other) = (sas.display(), other.display());
    let message = format!("{sas} is a SAS+ file, which is a whole task by itself: leave out {other}");
    Failure::new(Exit::InputError, message)
}

pub(crate) fn find_domain(problem: &Path) -> Result<PathBuf, Failure> {
    domain_file::find(problem).map_err(|tried| {
        let tried: Vec<String> = tried.iter().map(|path| format!("\n  {}", path.display())).collect();
        let problem = problem.display();
        let message = format!(
            "no domain given, and none found for {problem}; tried:{}\n  = help: give the domain first: \
             hstar COMMAND DOMAIN {problem}",
            tried.concat()
        );
        Failure::new(Exit::InputError, message)
    })
}

fn source(path: &Path, text: String) -> Source {
    Source::new(files::input_name(path), text)
}

fn with_warnings<T>(parsed: Parsed<T>, log: &Log) -> T {
    parsed.warnings.iter().for_each(|warning| log.warn(warning));
    parsed.value
}

/// Complains of an action that is left out since its cost has no value.
fn check_values(task: &Task, source: &Source, strictness: Strictness) -> Result<(), Failure> {
    let Some(unvalued) = &task.unvalued else { return Ok(()) };
    let severity = match strictness {
        Strictness::Lenient => Severity::Warning,
        Strictness::Strict => Severity::Error,
    };
    let diagnostic = Diagnostic {
        severity,
        message: unvalued.to_string(),
        place: Box::new(pddl::init_place(source)?),
        label: "without it, the action can't be applied".to_owned(),
        help: Some(format!("add what it costs: `(= {} NUMBER)`", unvalued.cost)),
    };
    match strictness {
        Strictness::Lenient => log::complain(diagnostic),
        Strictness::Strict => return Err(diagnostic.into()),
    }
    Ok(())
}

/// Why a task can't be ground.
pub(crate) fn ground_failure(error: GroundError) -> Failure {
    let exit = match &error {
        GroundError::Exhausted { limit, .. } => Exit::before_search(*limit),
        GroundError::Input(_) => Exit::InputError,
        GroundError::Unsupported(_) => Exit::Unsupported,
    };
    Failure::new(exit, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_is_told_from_a_problem() {
        assert!(is_domain("(define (domain d))"));
        assert!(is_domain("\u{feff}; (define (problem p))\n\n( DEFINE ; x\n\t(Domain\nd"));
        assert!(!is_domain("(define (problem domain) (:domain d))"));
        assert!(!is_domain("; (define (domain d))"));
        assert!(!is_domain(""));
    }
}
