//! Explains the values that rules give states of problems and data sets.

use std::path::{Path, PathBuf};

use pddl::Strictness;
use rules::domain::{DomainRules, Judge, Subject, World};
use search::StateSpace;
use task::Space;

use super::acting;
use super::usage::Usages;
use super::{Explanation, Question};
use crate::guide::ModelFile;
use crate::learning::rounds::are_data_sets;
use crate::learning::rule_data::{self, LabelledProblem};
use crate::{Error, ErrorKind, PlanningTask, data_file};
use tools::numbers::counted;

/// Shows the rules, or how they apply to the problem or the data sets given.
pub(super) fn explain(
    file: &ModelFile,
    text: &str,
    question: &Question<'_>,
    told: &mut Explanation,
) -> Result<(), Error> {
    if policy::text::about(text).is_some() {
        return acting::explain(file, text, question, told);
    }
    let inputs = question.inputs;
    let is_data = are_data_sets(inputs);
    if question.wants_page && !is_data {
        return Err(Error::new(ErrorKind::Argument, "--report is about data sets, and none is given"));
    }
    match inputs {
        [] => {
            show(text, told);
            Ok(())
        }
        _ if is_data => explain_data(file, text, question, told),
        [problem] => explain_problem(file, text, None, problem, question, told),
        [domain, problem] => explain_problem(file, text, Some(domain), problem, question, told),
        _ => Err(Error::new(ErrorKind::Argument, "give a domain and a problem, or data sets")),
    }
}

/// Shows rules as they stand in the file, which people may have edited.
pub(super) fn show(text: &str, told: &mut Explanation) {
    let rules = text.lines().filter(|line| line.contains(":-")).count();
    told.line(counted(rules, "rule"));
    let title_ends = text.find('\n').map_or(text.len(), |end| end + 1);
    told.line(text[title_ends..].trim_end());
}

/// Shows the rules that hold in the initial state of a problem, and for which objects.
fn explain_problem(
    file: &ModelFile,
    text: &str,
    domain: Option<&PathBuf>,
    problem: &Path,
    question: &Question<'_>,
    told: &mut Explanation,
) -> Result<(), Error> {
    let progress = question.progress;
    let input = PlanningTask::read(domain.map(PathBuf::as_path), problem, Strictness::Lenient, progress)?;
    let task = input.ground(question.budget)?;
    if let Some(warning) = input.left_out(&task)? {
        progress.warn(format_args!("{warning}"));
    }
    let PlanningTask::Lifted { domain, problem, .. } = &input else {
        return Err(Error::new(ErrorKind::Unsupported, "rules need the PDDL of domain and problem"));
    };
    let rules = file.rules(text, domain)?;
    let names = rules.names();
    let mut judge = Judge::new(&rules, World::new(rules.background(), domain, problem, &task));
    let space = Space::new(&task);
    let (mut words, mut values) = (vec![0; space.words()], vec![0; task.variables.len()]);
    space.initial(&mut words);
    space.values(&words, &mut values);
    judge.push(&values);
    let value = judge.verdicts().first().map_or(0, |verdict| verdict.value);
    told.line(format_args!(
        "At the start of {}, the rules estimate {value}: {}",
        problem.name,
        match rules.background().subject() {
            Subject::States => {
                "the largest cost of a rule that holds. It fits the states that rules were learned from, by what was known \
                 of their costs, and may be too high elsewhere"
            }
            Subject::Goals => {
                "the sum over the open goals, each as if it were the only one. It may be too high, as where an \
                 action serves several of them"
            }
        }
    ));
    let mut firings = judge.firings().to_vec();
    firings.sort_by_key(|firing| firing.goal);
    for firing in firings {
        let what = firing.goal.map_or("the goal", |goal| judge.world().goal(goal)).to_owned();
        let why = match firing.rule {
            None => "by no rule: an action is needed".to_owned(),
            Some(rule) => format!("by {}: {}", names[rule], judge.reasons(&values, firing).join(", ")),
        };
        told.line(format_args!("  {what}: {}, {why}", firing.value));
    }
    Ok(())
}

fn explain_data(
    file: &ModelFile,
    text: &str,
    question: &Question<'_>,
    told: &mut Explanation,
) -> Result<(), Error> {
    let data = data_file::read_all(question.inputs)?;
    let domain = rule_data::domain(&data)?;
    let rules = file.rules(text, &domain)?;
    let problems =
        rule_data::problems(&data, &domain, rules.background(), question.threads, question.budget)?;
    let usages = firings(&rules, &problems);
    let says = |rule: Option<usize>| match rule {
        Some(number) => rules.rule(number),
        None => "an action is needed".to_owned(),
    };
    usages.tell(&rules.names(), says, question.wants_page, told);
    Ok(())
}

/// How often each rule decides a value.
fn firings(rules: &DomainRules, problems: &[LabelledProblem]) -> Usages {
    let states = problems.iter().map(|problem| problem.states.len()).sum();
    let mut usages = Usages::new(rules.len(), states);
    for problem in problems {
        let mut judge = Judge::new(rules, problem.world.clone());
        problem.states.iter().for_each(|(values, _)| judge.push(values));
        for firing in judge.firings() {
            usages.count(firing.rule, problem.states[firing.state].1, firing.value);
        }
    }
    usages
}
