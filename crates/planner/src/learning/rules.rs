//! Learns rules from a data set.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use data::{DataSet, Split};
use learn::metrics::{Judged, Metrics};
use rules::domain::{self, Background, DomainRules, Example, Judge, Material, Size, Subject};
use rules::ladder::Effort;
use search::{Budget, Exhausted};
use tools::numbers::counted;
use tools::whole_file;

use super::goal_costs::{GoalCosts, goal_costs};
use super::rule_data::{self, LabelledProblem};
use crate::{Error, ErrorKind, Progress};

/// The kind of rules: about a subject, or `None` for those that act.
pub type RuleKind = Option<Subject>;

/// The kind of rules of this name.
///
/// # Errors
/// Says which there are.
pub fn rule_kind(name: &str) -> Result<RuleKind, String> {
    if name == "act" { Ok(None) } else { name.parse().map(Some).map_err(|error| format!("{error}, act")) }
}

/// Learning of rules.
pub struct RuleLearning<'a> {
    /// The data to learn from.
    pub data: &'a DataSet,
    /// The subject of the rules.
    pub subject: Subject,
    /// How large they may be.
    pub size: Size,
    /// Limits on the search for rules.
    pub effort: Effort,
    /// The most examples to learn from; of more, evenly spaced ones are taken.
    pub most_examples: usize,
    /// The file of the rules.
    pub model: &'a Path,
    /// Time, memory, and Ctrl-C.
    pub budget: &'a Budget,
}

impl RuleLearning<'_> {
    /// Learns, and writes the rules. Returns the limit that stopped it early, if one did.
    pub fn run(&self, progress: &dyn Progress) -> Result<Option<Exhausted>, Error> {
        whole_file::check(self.model).map_err(|error| Error::unwritable(self.model, &error))?;
        let start = Instant::now();
        let domain = rule_data::domain(self.data)?;
        let background = Background::new(&domain, self.subject);
        warn_of_left_out(&background.left_out, "it has too many arguments", progress);
        let problems =
            rule_data::problems(self.data, &domain, &background, self.effort.threads, self.budget)?;
        let examples = self.examples(&problems, progress);
        if examples.is_empty() {
            let message = "the data has no labelled states to train on\n  = help: hstar data show FILE tells what it has";
            return Err(Error::new(ErrorKind::Input, message));
        }
        let worlds: Vec<_> = problems.iter().map(|problem| problem.world.clone()).collect();
        let material = Material::new(&background, &worlds, examples, self.size)
            .map_err(|error| Error::new(ErrorKind::Input, error))?;
        warn_of_left_out(&material.left_out, "there are too many objects", progress);
        let to_train_on = problems.iter().filter(|problem| problem.split == Split::Train).count();
        progress.line(format_args!("Examples: {} of {}", material.len(), counted(to_train_on, "problem")));
        let is_over = || self.budget.check().is_err();
        let (rules, lesson) = domain::learn(&material, &self.effort, &is_over);
        let stopped = self.budget.check().err();
        progress.line(format_args!(
            "Rules: {}, from {}; {} tried in {:.1} s",
            rules.len(),
            counted(lesson.conditions, "condition"),
            counted(lesson.tried, "body"),
            start.elapsed().as_secs_f64()
        ));
        let text = rules.write(&self.remarks(&material));
        whole_file::write(self.model, |out| out.write_all(text.as_bytes()))
            .map_err(|error| Error::unwritable(self.model, &error))?;
        for split in [Split::Train, Split::Validation, Split::Test] {
            let Some(metrics) = Metrics::new(&judged(&rules, &problems, split)) else { continue };
            progress.line(format_args!(
                "On {}: mse {:.4}, above the cost in {:.1} %",
                counted(metrics.states, &format!("{split} state")),
                metrics.mse,
                100.0 * metrics.share_above
            ));
        }
        progress.line(format_args!("Model: {}", self.model.display()));
        Ok(stopped)
    }

    fn examples(&self, problems: &[LabelledProblem], progress: &dyn Progress) -> Vec<Example> {
        let mut examples = match self.subject {
            Subject::States => of_states(problems),
            Subject::Goals => {
                let GoalCosts { examples, given_up } = goal_costs(problems, self.effort.threads, self.budget);
                if given_up > 0 {
                    progress.line(format_args!(
                        "{} left out: the searches for their costs took too long",
                        counted(given_up, "goal")
                    ));
                }
                examples
            }
        };
        let every = examples.len().div_ceil(self.most_examples.max(1)).max(1);
        if every > 1 {
            progress.line(format_args!("Of {} examples, one in {every} is looked at", examples.len()));
            examples = examples.into_iter().step_by(every).collect();
        }
        examples
    }

    /// Remarks for readers of the rules.
    fn remarks(&self, material: &Material) -> Vec<String> {
        let goal = match self.subject {
            Subject::States => "the goal",
            Subject::Goals => "the goal wanted",
        };
        let is_optimal = self.data.rows_of(Split::Train).all(|row| row.optimal || row.target.is_none());
        let costs =
            if is_optimal || self.subject == Subject::Goals { "least costs" } else { "teacher's costs" };
        vec![
            format!("where the body of a rule holds, {goal} is at least as far as its name says:"),
            format!("true of all {} examples, by their {costs}, and a guess elsewhere", material.len()),
        ]
    }
}

/// The states to train on, with their costs.
fn of_states(problems: &[LabelledProblem]) -> Vec<Example> {
    let to_train_on = problems.iter().enumerate().filter(|(_, problem)| problem.split == Split::Train);
    to_train_on
        .flat_map(|(world, problem)| {
            problem.states.iter().map(move |(values, cost)| Example {
                cost: *cost as u32,
                world,
                values: values.clone(),
                goal: None,
            })
        })
        .collect()
}

/// The values that rules give the states of a split, beside their costs.
pub fn judged(rules: &DomainRules, problems: &[LabelledProblem], split: Split) -> Vec<Judged> {
    let mut all = Vec::new();
    for problem in problems.iter().filter(|problem| problem.split == split) {
        let mut judge = Judge::new(rules, problem.world.clone());
        problem.states.iter().for_each(|(values, _)| judge.push(values));
        let verdicts = judge.verdicts().iter().zip(&problem.states);
        all.extend(verdicts.map(|(verdict, (_, target))| Judged::of_value(verdict.value.into(), *target)));
    }
    all
}

fn warn_of_left_out(predicates: &[String], why: &str, progress: &dyn Progress) {
    for predicate in predicates {
        progress.warn(format_args!("warning: rules can't speak of `{predicate}`: {why}"));
    }
}
