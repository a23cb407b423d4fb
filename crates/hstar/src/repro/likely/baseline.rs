//! What heuristics that nobody has to learn do on the paper's puzzles.

use std::path::Path;

use lab::repro::Scale;
use puzzles::tables::Tables;
use search::{Exhausted, Ida, Outcome, StopReason};

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

impl Baseline {
    /// What it does on an instance. Tables are kept in the folder.
    pub(super) fn solve(
        &self,
        space: &str,
        instance: &Instance,
        tables: Option<&Path>,
    ) -> Result<Found, Failure> {
        let (_, space) = puzzle::open(space)?;
        let (tables, budget) = (tables.map_or_else(Tables::in_memory, Tables::kept_in), budget());
        let means = &mut Means { tables: &tables, threads: 1, budget: &budget, watch: &mut puzzle::warn };
        let search = Search::parse(self.search)?;
        let mut solver = search.solver(&*space, means)?;
        let limits = limits(&budget, self.nodes);
        let (report, time) = timed(|| solver.solve(&instance.start, &Ida::default(), &limits, &mut ()));
        let (generated, is_optimal) = (report.counters.generated, solver.is_optimal());
        let cost = match report.outcome {
            Outcome::Solved { plan, cost } if space.replay(&instance.start, &plan) == Ok(cost) => Some(cost),
            Outcome::Stopped(StopReason::Exhausted(reason @ Exhausted::Interrupted)) => {
                return Err(interrupted(reason));
            }
            Outcome::Stopped(_) => None,
            Outcome::Solved { .. } | Outcome::Unsolvable => {
                let message =
                    format_args!("{} has no valid plan for instance {}", self.search, instance.number);
                return Err(Failure::new(Exit::SearchCritical, message));
            }
        };
        Ok(Found { cost, optimal: instance.optimal.or(cost.filter(|_| is_optimal)), generated, time })
    }
}
