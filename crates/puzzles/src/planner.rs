//! Solving PDDL by the planner, for tests.

use pddl::{Source, Strictness, parse_domain, parse_problem};
use search::{Blind, Budget, Limits, Outcome, astar};

/// The cost of a cheapest plan.
pub(crate) fn least_cost(domain: &str, problem: &str) -> u64 {
    let domain = parse_domain(&Source::new("domain", domain), Strictness::Strict).unwrap().value;
    let problem = parse_problem(&domain, &Source::new("problem", problem), Strictness::Strict).unwrap().value;
    let task = task::ground(&domain, &problem, &Budget::unlimited()).unwrap();
    let report = astar(&task::Space::new(&task), &mut Blind::new(1), 1.0, &Limits::default(), &mut ());
    match report.outcome {
        Outcome::Solved { cost, .. } => cost,
        other => panic!("{other:?}"),
    }
}
