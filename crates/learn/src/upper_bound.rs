//! Upper bounds on the cost.

use heuristics::Lookahead;
use pddl::{Diagnostic, Domain, Problem, Source, Strictness};
use policy::acting_rules::ActingRules;
use policy::heuristic::Adviser;
use policy::world::NoConjunction;
use serde::{Deserialize, Serialize};
use task::{Space, Task};

use data::DataSet;

/// A source of upper bounds on the cost from a state to the goal: the costs of plans, if some are found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UpperBound {
    /// Plans found by lookahead along the relaxed plans of ff.
    Lookahead,
    /// Plans by rules that act, of which this is the text.
    Rules(String),
}

/// Upper bounds for the states of a task.
#[derive(Clone, Debug)]
pub(crate) enum UpperBounds<'a> {
    Nothing,
    Lookahead { lookahead: Box<Lookahead>, effort: u64 },
    Rules { adviser: Box<Adviser<'a, 'a>>, values: Vec<u32> },
}

impl<'a> UpperBounds<'a> {
    pub(crate) fn lookahead(task: &Task) -> Self {
        // Some relaxed plans are followed, one after the other.
        let effort = 10 * heuristics::reading_effort(task);
        Self::Lookahead { lookahead: Box::new(Lookahead::new(task)), effort }
    }

    pub(crate) fn rules(adviser: Adviser<'a, 'a>) -> Self {
        Self::Rules { values: vec![0; adviser.variables()], adviser: Box::new(adviser) }
    }

    /// Is there no source?
    pub(crate) fn is_none(&self) -> bool {
        matches!(self, Self::Nothing)
    }

    /// The effort for a state, as [`search::Heuristic::effort`] counts it.
    pub(crate) fn effort(&self) -> u64 {
        match self {
            Self::Nothing => 0,
            Self::Lookahead { effort, .. } => *effort,
            // About five microseconds for each goal, at each of some steps.
            Self::Rules { adviser, .. } => 500 * adviser.goals() as u64,
        }
    }

    /// The upper bound on a state's cost; ∞ if there is none.
    pub(crate) fn of(&mut self, space: &Space, state: &[u64]) -> f32 {
        let cost = match self {
            Self::Nothing => None,
            Self::Lookahead { lookahead, .. } => lookahead.plan_cost(space, state),
            Self::Rules { adviser, values } => {
                space.values(state, values);
                adviser.plan_cost(values)
            }
        };
        cost.map_or(f32::INFINITY, not_below)
    }
}

/// Rules that act, and the PDDL of a problem that they are asked about.
pub(crate) struct RulesForProblem {
    rules: ActingRules,
    domain: Domain,
    problem: Problem,
}

impl RulesForProblem {
    /// The rules in a text, for a problem of a data set.
    pub(crate) fn new(text: &str, data: &DataSet, problem: usize) -> Result<Self, Box<Diagnostic>> {
        let domain = Source::new("domain", &*data.domain);
        let domain = pddl::parse_domain(&domain, Strictness::Lenient)?.value;
        let problem = &data.problems[problem];
        let problem = Source::new(&*problem.name, &*problem.text);
        let problem = pddl::parse_problem(&domain, &problem, Strictness::Lenient)?.value;
        let rules = ActingRules::parse(policy::Source { name: "the rules of --upper", text }, &domain)?;
        Ok(Self { rules, domain, problem })
    }

    /// What they say of the states of the ground task.
    pub(crate) fn bounds(&self, task: &Task) -> Result<UpperBounds<'_>, NoConjunction> {
        let actor = self.rules.actor(&self.domain, &self.problem)?;
        Ok(UpperBounds::rules(Adviser::new(actor, task)))
    }
}

/// A cost as an `f32`, rounded up.
fn not_below(cost: u64) -> f32 {
    let nearest = cost as f32;
    if (nearest as u64) < cost { nearest.next_up() } else { nearest }
}

#[cfg(test)]
mod tests {
    use super::not_below;

    #[test]
    fn rounding_leaves_upper_bounds_bounds() {
        assert_eq!([0, 7, 1 << 24].map(not_below), [0.0, 7.0, 16_777_216.0]);
        assert_eq!(not_below((1 << 24) + 1), 16_777_218.0);
    }
}
