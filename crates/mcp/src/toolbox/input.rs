//! Tasks, plans and models that are given to tools.

use std::fmt::Arguments as Text;
use std::path::PathBuf;
use std::sync::Mutex;

use pddl::{Source, Strictness};
use planner::planning_task::{parse, read_text};
use planner::{ModelFile, PlanningTask, Progress};
use search::Budget;
use serde_json::{Value, json};
use task::Plan;
use tools::threads::locked;

use super::{Request, message};
use crate::arguments::{Parameter, ParameterKind};

/// The arguments that say what the task is.
pub(super) const TASK: &[Parameter] = &[
    Parameter { name: "domain", kind: ParameterKind::Text, help: "The domain, as PDDL text" },
    Parameter {
        name: "problem",
        kind: ParameterKind::Text,
        help: "The problem, as PDDL text; or a whole task as SAS+ text, without a domain",
    },
    Parameter {
        name: "domain_file",
        kind: ParameterKind::File,
        help: "Instead of domain: a file in the server's folder",
    },
    Parameter {
        name: "problem_file",
        kind: ParameterKind::File,
        help: "Instead of problem: a file in the server's folder",
    },
];

/// The longest text and the largest model, in bytes.
const LONGEST_TEXT: u64 = 16 << 20;
const LARGEST_MODEL: u64 = 1 << 30;

/// Keeps warnings, to be told with the answer.
#[derive(Default)]
pub(super) struct Warnings(Mutex<Vec<String>>);

impl Warnings {
    pub(super) fn json(&self) -> Value {
        json!(*locked(&self.0))
    }
}

impl Progress for Warnings {
    fn warn(&self, warning: Text<'_>) {
        locked(&self.0).push(warning.to_string());
    }
}

impl Request<'_> {
    /// The limits on this call.
    pub(super) fn budget(&self) -> Budget {
        self.means.budget(self.arguments.seconds("time_limit"), self.cancelled)
    }

    /// The task.
    pub(super) fn task(&self, warnings: &Warnings) -> Result<PlanningTask, String> {
        let problem =
            self.source("problem", "problem_file")?.ok_or("give the problem, as text or as a file")?;
        let domain = self.source("domain", "domain_file")?;
        if problem.text.trim_start().starts_with("begin_version") {
            return match domain {
                None => PlanningTask::from_sas(&problem.text).map_err(message),
                Some(_) => {
                    Err("the problem is SAS+, which is a whole task by itself: leave out the domain"
                        .to_owned())
                }
            };
        }
        let domain = domain.ok_or("give the domain, as text or as a file")?;
        let strictness = Strictness::Lenient;
        let (domain, problem, source) = {
            let (domain, parsed) = parse(&domain, &problem, strictness, warnings).map_err(message)?;
            (domain, parsed, problem)
        };
        Ok(PlanningTask::Lifted { domain, problem, source, strictness })
    }

    /// The plan.
    pub(super) fn plan(&self) -> Result<Plan, String> {
        let source = self.source("plan", "plan_file")?.ok_or("give the plan, as text or as a file")?;
        Plan::parse(&source.text).map_err(|error| format!("error: {}: {error}", source.name))
    }

    /// The model, if one is given.
    pub(super) fn model(&self) -> Result<Option<ModelFile>, String> {
        let file =
            self.arguments.text("model_file").map(|path| self.file(path, LARGEST_MODEL)).transpose()?;
        file.map(|file| ModelFile::read(&file).map_err(message)).transpose()
    }

    /// A file of the folder.
    pub(super) fn text_file(&self, path: &str) -> Result<PathBuf, String> {
        self.file(path, LONGEST_TEXT)
    }

    /// Writes a file of the folder.
    pub(super) fn write(&self, path: &str, text: &str) -> Result<(), String> {
        self.means.folder.as_ref().ok_or(NO_FOLDER)?.write(path, text)
    }

    fn file(&self, path: &str, most: u64) -> Result<PathBuf, String> {
        self.means.folder.as_ref().ok_or(NO_FOLDER)?.file(path, most)
    }

    /// A text that is given as such, or as a file.
    fn source(&self, text: &str, file: &str) -> Result<Option<Source>, String> {
        match (self.arguments.text(text), self.arguments.text(file)) {
            (Some(_), Some(_)) => Err(format!("give {text} or {file}, not both")),
            (Some(given), None) if given.len() as u64 > LONGEST_TEXT => {
                Err(format!("{text} is too long: {LONGEST_TEXT} bytes are the most"))
            }
            (Some(given), None) => Ok(Some(Source::new(text, given))),
            (None, Some(path)) => {
                let content = read_text(&self.text_file(path)?).map_err(message)?;
                Ok(Some(Source::new(path, content)))
            }
            (None, None) => Ok(None),
        }
    }
}

const NO_FOLDER: &str = "this server has no folder for files (hstar mcp --folder DIR): give text instead";
