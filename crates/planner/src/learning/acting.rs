//! Learns rules that act from problems without labels.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use pddl::Strictness;
use policy::example::{Effort, Example};
use policy::learn::learn;
use policy::moves::moves;
use policy::notebook::Notebook;
use policy::schema::Schemas;
use policy::text;
use policy::world::NoConjunction;
use search::{Budget, Exhausted};
use task::GroundError;
use tools::numbers::counted;
use tools::{Checksum, whole_file};

use super::run_folder;
use crate::planning_task::parse;
use crate::problem_files::{ProblemFile, ProblemFiles};
use crate::{Error, ErrorKind, Progress};

/// Learning of rules that act.
pub struct ActLearning<'a> {
    /// The domain and the problems to learn from.
    pub problems: &'a ProblemFiles,
    /// The file of the rules.
    pub model: &'a Path,
    /// For the orders in which goals are achieved.
    pub seed: u64,
    /// How many threads search.
    pub threads: usize,
    /// Time, memory, and Ctrl-C.
    pub budget: &'a Budget,
}

/// Grounding takes at most this part of the time.
const GROUNDING: u32 = 4;

impl ActLearning<'_> {
    /// Learns, and writes the rules. Returns the limit that stopped it early, if one did.
    ///
    /// # Errors
    /// When a problem is wrong, none can be learned from, or the rules can't be written.
    pub fn run(&self, progress: &dyn Progress) -> Result<Option<Exhausted>, Error> {
        whole_file::check(self.model).map_err(|error| Error::unwritable(self.model, &error))?;
        let start = Instant::now();
        let mut domain = None;
        let mut examples = Vec::new();
        let mut problems: Vec<&ProblemFile> = self.problems.problems.iter().collect();
        problems.sort_by_key(|problem| problem.source.text.len());
        let to_ground = self.budget.part(GROUNDING);
        for problem in problems {
            let (own, parsed) = parse(&self.problems.domain, &problem.source, Strictness::Lenient, progress)?;
            let task = match task::ground(&own, &parsed, &to_ground) {
                Ok(task) => task,
                // What takes too long to ground teaches nothing, but the smaller ones do.
                Err(GroundError::Exhausted { .. }) if !examples.is_empty() => break,
                Err(error) => return Err(error.into()),
            };
            if task::conjuncts(&parsed.goal).is_none() {
                let message = format_args!("{} can't be learned from: {NoConjunction}", problem.name);
                return Err(Error::new(ErrorKind::Unsupported, message));
            }
            examples.push((problem, Example { problem: parsed, task }));
            domain = Some(own);
        }
        let Some(domain) = domain else {
            return Err(Error::new(ErrorKind::Input, "no problem is given"));
        };
        // What the small ones teach is enough, mostly.
        examples.sort_by_key(|(_, example)| example.task.operators.costs.len());
        let (files, examples): (Vec<&ProblemFile>, Vec<Example>) = examples.into_iter().unzip();
        let effort = Effort { seed: self.seed, ..Effort::default() };
        let notes = self.notes()?;
        let notebook = Notebook::open(&notes, &self.inputs(&files, &effort))
            .map_err(|error| Error::unwritable(&notes, &error))?;
        if notebook.searches() > 0 {
            let known = counted(notebook.searches(), "search");
            progress.line(format_args!("Going on: what {known} found is known"));
        }
        let tell = |line: &str| progress.line(format_args!("{line}"));
        let lesson = learn(&domain, &examples, &effort, self.threads, self.budget, &notebook, tell);
        let stopped = self.budget.check().err();
        if lesson.given_up > 0 {
            progress.line(format_args!(
                "{} given up: the searches for them took too long",
                counted(lesson.given_up, "goal")
            ));
        }
        let schemas = Schemas::new(&domain);
        self.warn_of_left_out(&domain, &schemas, progress);
        if lesson.strategy.rules.is_empty() {
            return Err(nothing_learned(stopped, lesson.given_up));
        }
        let remarks = [
            "where the condition of a rule holds and its goal is open, its steps achieve the goal at its cost,".to_owned(),
            "paths and chains of the condition added; the cheapest rule acts, its first step first".to_owned(),
            format!(
                "without search, these rules solve {} of the {} problems they were learned from",
                lesson.solved,
                examples.len()
            ),
        ];
        let text = text::write(&lesson.strategy, &domain, &moves(&schemas), &remarks);
        whole_file::write(self.model, |out| out.write_all(text.as_bytes()))
            .map_err(|error| Error::unwritable(self.model, &error))?;
        progress.line(format_args!(
            "Rules: {}, {} of goals; learned in {:.1} s",
            lesson.strategy.rules.len(),
            counted(lesson.strategy.orders.len(), "order"),
            start.elapsed().as_secs_f64()
        ));
        progress.line(format_args!("Model: {}", self.model.display()));
        if stopped.is_none() {
            // What can't be removed does no harm: with other problems, it is begun anew.
            let _ = fs::remove_file(&notes);
            let _ = notes.parent().map(fs::remove_dir);
        }
        Ok(stopped)
    }

    /// The file of what searches found, in the run folder.
    fn notes(&self) -> Result<PathBuf, Error> {
        let folder = run_folder::of(self.model).map_err(|error| Error::unwritable(self.model, &error))?;
        Ok(folder.join("searches.jsonl"))
    }

    /// All that searches depend on, in a line.
    fn inputs(&self, problems: &[&ProblemFile], effort: &Effort) -> String {
        let domain = &self.problems.domain;
        let sources = [domain].into_iter().chain(problems.iter().map(|problem| &problem.source));
        let texts = Checksum::of_parts(sources.map(|source| &source.text));
        format!("hstar {}, {effort:?}, {texts}", env!("CARGO_PKG_VERSION"))
    }

    fn warn_of_left_out(&self, domain: &pddl::Domain, schemas: &Schemas, progress: &dyn Progress) {
        for (action, _) in domain.actions.iter().zip(&schemas.actions).filter(|(_, schema)| schema.is_none())
        {
            progress.warn(format_args!(
                "warning: rules can't take the action `{}`: its condition is no conjunction of literals, or asks about a derived \
                 predicate, or an effect is conditional",
                action.name
            ));
        }
    }
}

/// Why there is no rule: it is not the domain's fault where searches were cut off.
fn nothing_learned(stopped: Option<Exhausted>, given_up: usize) -> Error {
    match stopped {
        Some(limit @ Exhausted::Time) => {
            let message = format_args!(
                "{limit} before a rule was learned\n  = help: give more time, or smaller problems"
            );
            Error::new(ErrorKind::Exhausted(limit), message)
        }
        Some(limit) => {
            Error::new(ErrorKind::Exhausted(limit), format_args!("{limit} before a rule was learned"))
        }
        None if given_up > 0 => {
            let message = format_args!(
                "no rule was learned: searches gave {} up\n  = help: give smaller problems",
                counted(given_up, "goal")
            );
            Error::new(ErrorKind::Unsupported, message)
        }
        None => {
            let message = "no rule was learned: no goal could be achieved by actions that rules can be regressed through";
            Error::new(ErrorKind::Unsupported, message)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_is_not_blamed_where_time_was_over() {
        let error = nothing_learned(Some(Exhausted::Time), 0);
        assert_eq!(error.kind(), ErrorKind::Exhausted(Exhausted::Time));
        assert!(!error.to_string().contains("regressed"), "{error}");
        assert!(nothing_learned(None, 3).to_string().contains("3 goals up"));
        assert!(nothing_learned(None, 0).to_string().contains("regressed"));
    }
}
