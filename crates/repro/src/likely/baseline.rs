//! Classical heuristics on the paper's puzzles.

use std::path::Path;

use crate::Scale;
use puzzles::tables::Tables;
use search::{Exhausted, Ida, Observer, Outcome, StopReason};

use super::diary::{Diary, Found};
use super::kept::Kept;
use super::limits;
use super::sums::Sums;
use crate::Context;
use crate::context::interrupted;
use planner::Error;
use planner::puzzle::{self, AnySpace, Instance, Resources, Search, Solver};
use tools::timed;

/// A row of a table without learning: instances of a puzzle solved by IDA\* with a classical heuristic.
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
    /// Its result on an instance. Tables are stored in the folder.
    pub(super) fn solve(
        &self,
        space: &str,
        instance: &Instance,
        tables: Option<&Path>,
        context: &Context<'_>,
    ) -> Result<Found, Error> {
        let (_, space) = puzzle::open(space)?;
        let mut solver = self.solver(&*space, tables, None, context)?;
        self.found(&*space, &mut *solver, instance, context)
    }

    /// Its results on instances, one after the other on a GPU. `None` if there is no GPU, or GPUs can't run the search.
    pub(super) fn solve_on_gpu(
        &self,
        name: &str,
        space: &str,
        instances: &[Instance],
        diary: &Diary,
        kept: &Kept<'_>,
        context: &Context<'_>,
    ) -> Option<Result<Sums, Error>> {
        let gpu = kept.gpu?;
        let suits = Search::parse(self.search).is_ok_and(|search| search.suits_gpus(space));
        suits.then(|| {
            let (_, space) = puzzle::open(space)?;
            let mut solver = self.solver(&*space, Some(&kept.tables()), Some(gpu), context)?;
            Sums::one_by_one(name, instances, diary, context, |instance| {
                self.found(&*space, &mut *solver, instance, context)
            })
        })
    }

    fn solver<'a>(
        &self,
        space: &'a dyn AnySpace,
        tables: Option<&Path>,
        gpu: Option<usize>,
        context: &Context<'_>,
    ) -> Result<Box<dyn Solver + 'a>, Error> {
        let tables = tables.map_or_else(Tables::in_memory, Tables::kept_in);
        // All cores are busy with other instances, if it is not a GPU that solves them.
        let threads = if gpu.is_some() { context.threads } else { 1 };
        let resources = &mut Resources {
            tables: &tables,
            threads,
            budget: &context.budget,
            gpu,
            watch: &mut puzzle::warner(context.progress),
        };
        Search::parse(self.search)?.solver(space, resources)
    }

    fn found(
        &self,
        space: &dyn AnySpace,
        solver: &mut dyn Solver,
        instance: &Instance,
        context: &Context<'_>,
    ) -> Result<Found, Error> {
        let limits = limits(context, self.nodes);
        let mut reason = Reason::default();
        let (report, time) = timed(|| solver.solve(&instance.start, &Ida::default(), &limits, &mut reason));
        let (generated, is_optimal) = (report.counters.generated, solver.is_optimal());
        let failed = |what: &str| {
            let message = format_args!("{} {what} instance {}{}", self.search, instance.number, reason.0);
            Err(Error::internal(message))
        };
        let cost = match report.outcome {
            Outcome::Solved { plan, cost } if space.replay(&instance.start, &plan) == Ok(cost) => Some(cost),
            Outcome::Stopped(StopReason::Exhausted(Exhausted::Interrupted)) => {
                return Err(interrupted());
            }
            Outcome::Stopped(StopReason::Device) => return failed("fails on the GPU for"),
            Outcome::Stopped(_) => None,
            Outcome::Solved { .. } | Outcome::Unsolvable => return failed("has no valid plan for"),
        };
        Ok(Found { cost, optimal: instance.optimal.or(cost.filter(|_| is_optimal)), generated, time })
    }
}

/// Why a device has failed, if it has.
#[derive(Default)]
struct Reason(String);

impl Observer for Reason {
    fn device_failed(&mut self, reason: &str) {
        self.0 = format!(": {reason}");
    }
}
