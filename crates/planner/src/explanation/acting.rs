//! Explains rules that act: the rules, or what they do on a problem.

use std::path::PathBuf;
use std::sync::Arc;

use pddl::Strictness;
use policy::act::{Actor, Ended};
use policy::ready::Ready;
use tools::numbers::counted;

use super::rules::show;
use super::{Explanation, Question};
use crate::guide::ModelFile;
use crate::{Error, ErrorKind, PlanningTask};

/// Shows the rules, or on a problem how often each was taken, and which made which step.
pub(super) fn explain(
    file: &ModelFile,
    text: &str,
    question: &Question<'_>,
    told: &mut Explanation,
) -> Result<(), Error> {
    if question.wants_page {
        return Err(Error::new(
            ErrorKind::Argument,
            "--report is not for rules that act: they are explained as text",
        ));
    }
    let (domain, problem) = match question.inputs {
        [] => {
            show(text, told);
            return Ok(());
        }
        [problem] => (None, problem),
        [domain, problem] => (Some(domain), problem),
        _ => return Err(Error::new(ErrorKind::Argument, "give a domain and a problem")),
    };
    let domain = domain.map(PathBuf::as_path);
    let input = PlanningTask::read(domain, problem, Strictness::Lenient, question.progress)?;
    let PlanningTask::Lifted { domain, problem, .. } = &input else {
        return Err(Error::new(ErrorKind::Unsupported, "rules need the PDDL of domain and problem"));
    };
    let rules = file.acting_rules(domain)?;
    let world = rules.world(domain, problem)?;
    let ready = Arc::new(Ready::new(&rules.strategy, Arc::clone(&rules.moves), &world));
    let mut actor = Actor::new(world, ready);
    let ended = actor.run(|| question.budget.check().is_err());
    let how = match ended {
        Ended::Solved => "all goals hold".to_owned(),
        Ended::NoRule => {
            format!("no rule matches any more; {} left", counted(actor.world.open_goals(), "open goal"))
        }
        Ended::Cycle => {
            format!("a state came up again; {} left", counted(actor.world.open_goals(), "open goal"))
        }
        Ended::Stopped => "stopped".to_owned(),
    };
    told.line(format_args!("{}: after {} by rules, {how}", problem.name, counted(actor.taken.len(), "step")));
    let mut counts = vec![0_usize; rules.strategy.rules.len()];
    for (rule, _) in actor.taken.iter().filter_map(|taken| taken.by) {
        counts[rule] += 1;
    }
    told.line("\nRules, by how often they were taken");
    let mut order: Vec<usize> = (0..counts.len()).filter(|&rule| counts[rule] > 0).collect();
    order.sort_by_key(|&rule| std::cmp::Reverse(counts[rule]));
    for rule in order {
        let words = policy::text::in_words(&rules.strategy.rules[rule], domain, &rules.moves);
        told.line(format_args!("{:>6} × rule {}: {words}", counts[rule], rule + 1));
    }
    told.line("\nSteps");
    for taken in &actor.taken {
        if let Some((rule, goal)) = taken.by {
            let goal = actor.world.atom_text(actor.world.goals[goal]);
            told.line(format_args!(
                "  {}   by rule {}, for {goal}",
                actor.world.text(&taken.action),
                rule + 1
            ));
        }
    }
    Ok(())
}
