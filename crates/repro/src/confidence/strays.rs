//! States that a network is to know nothing of: real ones, where noise is drawn fact by fact.

use data::label::walk_ends;
use learn::features::FeatureRows;
use task::Task;

use super::bench::{Bench, fold};
use super::effort::WALK_LENGTH;
use crate::Context;
use planner::{Error, ErrorKind, strays};

/// The origin of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strays {
    /// What searches by ff evaluate that are given up.
    Searches,
    /// The ends of short random walks from states on plans.
    Walks,
    /// The ends of random walks in other problems of the domain, with those of their facts that the task has, too.
    Problems,
}

/// How many searches there are.
const SEARCHES: u32 = 20;

/// The most states of a kind.
const MOST: usize = 10_000;

/// The most actions of a walk away from a plan.
const ASTRAY: u32 = 20;

const SEED: u64 = 4;

impl Strays {
    /// Such states as inputs of a network: as many as there are to learn from, and at most [`MOST`].
    pub(super) fn rows(
        self,
        bench: &Bench,
        network: usize,
        context: &Context<'_>,
    ) -> Result<FeatureRows, Error> {
        let (task, data) = (&bench.ground, fold(&bench.data, network as u32));
        let signature = &bench.prepared[network].signature;
        let most = MOST.min(data.rows.len());
        let mut rows = signature.rows();
        let mut add = |task: &Task, states: &[Vec<u32>]| {
            signature.add(task, states, &mut rows).map_err(|error| Error::new(ErrorKind::Unsupported, error))
        };
        match self {
            Self::Searches => {
                // A tenth of what a teacher may evaluate.
                let evaluations = bench.effort.teacher.max_evaluations.map_or(10_000, |most| most / 10);
                let beginnings = walk_ends(task, WALK_LENGTH, SEARCHES, SEED);
                let states = strays::of_searches(task, &beginnings, evaluations, &context.budget)?;
                let states = strays::unknown(task, states, &data);
                let step = states.len().div_ceil(most.max(1)).max(1);
                add(task, &states.into_iter().step_by(step).collect::<Vec<_>>())?;
            }
            Self::Walks => {
                let states = strays::of_walks(task, &data, most, ASTRAY, SEED)?;
                add(task, &strays::unknown(task, states, &data))?;
            }
            Self::Problems => {
                let others = bench.task.others()?;
                let walks = (WALK_LENGTH, most.div_ceil(others.len().max(1)) as u32);
                for text in others {
                    let (other, states) =
                        strays::of_problem(&data.domain, &text, walks, SEED, &context.budget)?;
                    add(&other, &states)?;
                }
            }
        }
        if rows.is_empty() {
            let message = format!("{}: there are no states to know nothing of, {self:?}", bench.task.name);
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        Ok(rows)
    }
}
