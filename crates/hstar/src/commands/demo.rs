//! `hstar demo`

use std::time::Instant;

use clap::Args;
use pddl::{Source, Strictness};
use search::{Budget, Limits, Outcome};

use crate::search_kind::Search;
use crate::stats::timed;
use crate::{Exit, Failure, Input, Log, solve};

/// Plan on a small built-in task, step by step
///
/// Shows what plan does: parse, ground, search, validate. Reads and writes no files.
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  hstar demo")]
pub struct Demo {}

const DOMAIN: &str = include_str!("../../../../examples/post/domain.pddl");
const PROBLEM: &str = include_str!("../../../../examples/post/problem.pddl");

impl Demo {
    pub(crate) fn run(&self, process_start: Instant, log: &mut Log) -> Result<Exit, Failure> {
        log.line("A robot with two arms brings the post to where it belongs; some doors are shut.\n");

        log.line("1. Parse the PDDL domain and problem");
        let domain = Source::new("examples/post/domain.pddl", DOMAIN);
        let problem = Source::new("examples/post/problem.pddl", PROBLEM);
        let input = Input::parse(&domain, &problem, Strictness::Strict)?;

        log.line("\n2. Ground: everything that can be reached, as finite-domain variables");
        let task = input.ground(&Budget::unlimited())?;
        log.task(&task);

        let search: Search = "astar(lmcut)".parse().map_err(|error| Failure::new(Exit::SpecError, error))?;
        log.line(format_args!("\n3. Search: {search}"));
        let (report, time) = timed(|| solve::search(&search, &task, &Limits::default(), &mut (), |_, _| {}));
        let report = report.map_err(|error| Failure::new(Exit::Unsupported, error))?;
        let Outcome::Solved { plan, cost } = &report.outcome else {
            return Err(Failure::new(Exit::SearchCritical, "the demo has no solution"));
        };

        log.plan(&task, plan, *cost);
        log.counters(&report);
        log.times(time, process_start);

        log.line("\n4. Validate: execute the plan on the PDDL task itself, not on the ground one");
        solve::checked_plan(&input, &task, plan, *cost)?;
        log.line(format_args!("Plan valid, cost {cost}"));
        Ok(Exit::Success)
    }
}
