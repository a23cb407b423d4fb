//! What heuristics that nobody has to learn do on the paper's puzzles.

use std::path::Path;
use std::time::Duration;

use lab::repro::Scale;
use puzzles::tables::Tables;
use search::{Action, Exhausted, Ida, Outcome, StopReason};

use super::sums::Found;
use super::{budget, interrupted, limits};
use crate::puzzle::{self, Instance, Means, Search};
use crate::stats::timed;
use crate::{Exit, Failure};

/// A row of a table that needs no learning: instances of a puzzle solved by IDA\* with a classical heuristic.
#[derive(Debug)]
pub(super) struct Baseline {
    pub(super) row: &'static str,
    pub(super) search: &'static str,
    /// The scales at which it is measured.
    pub(super) scales: &'static [Scale],
    /// How many states may be generated for an instance.
    pub(super) nodes: Option<u64>,
}

/// What came of an instance.
pub(super) struct Solved {
    /// A plan that has been played, if one was found.
    pub(super) plan: Option<Vec<Action>>,
    /// What it costs.
    cost: Option<u64>,
    is_optimal: bool,
    generated: u64,
    time: Duration,
}

impl Baseline {
    /// Searches for a plan. Tables are kept in the folder.
    pub(super) fn plan(
        &self,
        space: &str,
        instance: &Instance,
        tables: Option<&Path>,
    ) -> Result<Solved, Failure> {
        let (_, space) = puzzle::open(space)?;
        let (tables, budget) = (tables.map_or_else(Tables::in_memory, Tables::kept_in), budget());
        let means = &mut Means { tables: &tables, threads: 1, budget: &budget, watch: &mut puzzle::warn };
        let search = Search::parse(self.search)?;
        let mut solver = search.solver(&*space, means)?;
        let limits = limits(&budget, self.nodes);
        let (report, time) = timed(|| solver.solve(&instance.start, &Ida::default(), &limits, &mut ()));
        let (generated, is_optimal) = (report.counters.generated, solver.is_optimal());
        let (plan, cost) = match report.outcome {
            Outcome::Solved { plan, cost } if space.replay(&instance.start, &plan) == Ok(cost) => {
                (Some(plan), Some(cost))
            }
            Outcome::Stopped(StopReason::Exhausted(reason @ Exhausted::Interrupted)) => {
                return Err(interrupted(reason));
            }
            Outcome::Stopped(_) => (None, None),
            Outcome::Solved { .. } | Outcome::Unsolvable => {
                let message =
                    format_args!("{} has no valid plan for instance {}", self.search, instance.number);
                return Err(Failure::new(Exit::SearchCritical, message));
            }
        };
        Ok(Solved { plan, cost, is_optimal, generated, time })
    }

    /// What it does on an instance.
    pub(super) fn solve(
        &self,
        space: &str,
        instance: &Instance,
        tables: Option<&Path>,
    ) -> Result<Found, Failure> {
        let Solved { cost, is_optimal, generated, time, .. } = self.plan(space, instance, tables)?;
        Ok(Found { cost, optimal: instance.optimal.or(cost.filter(|_| is_optimal)), generated, time })
    }
}
