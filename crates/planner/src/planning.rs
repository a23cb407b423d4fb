//! From a task to a validated plan.

use belief::Reading;
use heuristics::Novelty;
use search::{
    Action, Anytime, Heuristic, Largest, Limits, Observer, Outcome, Race, Report, Stepwise, StopReason,
};
use task::{Plan, Space, Task, Verdict, searches};

use crate::guide::ModelFile;
use crate::searches::{GreedyKind, HeuristicKind, Search};
use crate::{Error, ErrorKind, PlanningTask, Progress, acting};

/// The error for a search that names a model where none is given.
pub const NO_MODEL: &str =
    "the search names a model, and none is given\n  = help: give its file: --model FILE";

/// What `model` stands for in a search: a [`Guide`](crate::Guide), or heuristics of your own.
pub trait Modelled {
    /// The heuristic by a reading of beliefs, or by the usual one.
    ///
    /// # Errors
    /// When the task can't be handled, or there is no such reading.
    fn heuristic(
        &self,
        reading: Option<Reading>,
        task: &Task,
    ) -> Result<Box<dyn Heuristic<Space> + '_>, Error>;
}

/// How a search ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// The outcome, with counters.
    pub report: Report,
    /// Is there a plan, and is it certain that none costs less?
    pub is_optimal: bool,
    /// Were actions left out, so that the plan is at best a cheapest one of those without them?
    pub is_pruned: bool,
    /// The limit that ended an anytime search.
    pub stopped: Option<StopReason>,
}

/// The result of planning.
#[derive(Clone, Debug)]
pub struct Found {
    /// The best plan. It has been validated on the task as it was given or, where that can't be judged there, on the ground task.
    pub plan: Option<Plan>,
    /// How the search ended.
    pub ended: Ended,
}

/// Plans: grounds the task, searches as specified, with the model given where the search names one, and validates the plan. The
/// observer is told the progress of the search, and every plan.
///
/// # Errors
/// When the budget does not suffice for grounding, the task is ill-defined, or the model or a heuristic can't handle it.
pub fn plan(
    given: &PlanningTask,
    search: &Search,
    model: Option<&ModelFile>,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Found, Error> {
    if let (Search::Act, Some(model)) = (search, model) {
        return acting::act(given, model, limits);
    }
    let task = match model {
        Some(model) => model.ground(given, &limits.budget)?,
        None => given.ground(&limits.budget)?,
    };
    let guide = model.map(|model| model.guide(given, &task)).transpose()?;
    let ended = self::search(search, guide.as_ref().map(|guide| guide as _), &task, limits, observer)?;
    let plan = match &ended.report.outcome {
        Outcome::Solved { plan, cost } => Some(checked_plan(given, &task, plan, *cost, &())?),
        Outcome::Unsolvable | Outcome::Stopped(_) => None,
    };
    Ok(Found { plan, ended })
}

/// Searches as specified, with what is given where the search names a model. The observer is told every plan.
///
/// # Errors
/// When a heuristic can't handle the task.
pub fn search(
    search: &Search,
    model: Option<&dyn Modelled>,
    task: &Task,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Ended, Error> {
    search_with(search, model, task, limits, observer, &|heuristic| heuristic)
}

/// Puts something around a heuristic, such as whoever watches its estimates.
pub type Around<'a, 'h> = dyn Fn(Box<dyn Heuristic<Space> + 'h>) -> Box<dyn Heuristic<Space> + 'h> + 'a;

/// The same with something around the first heuristic of each search.
///
/// # Errors
/// When a heuristic can't handle the task.
pub fn search_with<'h>(
    search: &Search,
    model: Option<&'h dyn Modelled>,
    task: &Task,
    limits: &Limits,
    observer: &mut dyn Observer,
    around: &Around<'_, 'h>,
) -> Result<Ended, Error> {
    let space = Space::new(task);
    let make_all = |kinds: &[HeuristicKind]| {
        let mut made = heuristics(kinds, model, task)?.into_iter();
        Ok(made.next().map(around).into_iter().chain(made).collect::<Vec<_>>())
    };
    let mut is_pruned = false;
    let report = match search {
        Search::AStar { heuristic, weight, pruned: None } => {
            let mut heuristics = make_all(std::slice::from_ref(heuristic))?;
            searches::astar(&space, &mut *heuristics[0], *weight, limits, observer)
        }
        Search::AStar { heuristic, weight, pruned: Some(prefers) } => {
            let mut made = make_all(&[heuristic.clone(), prefers.clone()])?;
            let [one, other] = &mut made[..] else { unreachable!("two heuristics were made") };
            let both: [&mut dyn Heuristic<Space>; 2] = [&mut **one, &mut **other];
            let searched = searches::pruned_astar(&space, both, *weight, limits, observer);
            is_pruned = searched.is_pruned;
            searched.report
        }
        Search::Greedy(kind) => {
            let mut heuristics = make_all(&kind.heuristics)?;
            begin(kind, &space, &mut references(&mut heuristics), limits).run(observer)
        }
        Search::Act => {
            let message = "rules act on the task as it is given, and here it is ground";
            return Err(Error::new(ErrorKind::Unsupported, message));
        }
        Search::Race(kinds) => race(kinds, (task, &space), limits, observer, make_all)?,
        Search::Anytime(kind) => {
            let mut heuristics = make_all(&kind.heuristics)?;
            let Anytime { report, stopped } =
                searches::anytime(&space, &mut references(&mut heuristics), kind.options(), limits, observer);
            let is_optimal = stopped.is_none() && matches!(report.outcome, Outcome::Solved { .. });
            return Ok(Ended { report, is_optimal, is_pruned: false, stopped });
        }
    };
    let mut is_optimal = false;
    if let Outcome::Solved { plan, cost } = &report.outcome {
        is_optimal = match search {
            // All actions were searched in the end.
            Search::AStar { heuristic, weight, .. } if !is_pruned => {
                Search::AStar { heuristic: heuristic.clone(), weight: *weight, pruned: None }.is_optimal()
            }
            _ => search.is_optimal(),
        };
        observer.plan_found(plan, *cost);
    }
    Ok(Ended { report, is_optimal, is_pruned, stopped: None })
}

/// The search at its beginning.
pub(crate) fn begin<'a>(
    kind: &GreedyKind,
    space: &'a Space,
    heuristics: &'a mut [&mut dyn Heuristic<Space>],
    limits: &'a Limits,
) -> Stepwise<'a> {
    let begin = if kind.is_lazy { searches::stepwise_lazy } else { searches::stepwise_gbfs };
    begin(space, heuristics, kind.options(), limits)
}

/// Races searches. Those with more to prepare enter later: the others may have a plan by then.
fn race<'h>(
    kinds: &[GreedyKind],
    (task, space): (&Task, &Space),
    limits: &Limits,
    observer: &mut dyn Observer,
    make: impl Fn(&[HeuristicKind]) -> Result<Vec<Box<dyn Heuristic<Space> + 'h>>, Error>,
) -> Result<Report, Error> {
    let mut first = 0;
    let entrant = |kind| {
        let entrant = Entrant { kind, preparation: preparation(kind, task), first };
        first += kind.heuristics.len();
        entrant
    };
    let mut entrants: Vec<Entrant> = kinds.iter().map(entrant).collect();
    entrants.sort_by_key(|entrant| entrant.preparation);
    let mut made: Vec<Vec<Box<dyn Heuristic<Space> + 'h>>> = kinds.iter().map(|_| Vec::new()).collect();
    let mut borrowed: Vec<Vec<&mut dyn Heuristic<Space>>> = kinds.iter().map(|_| Vec::new()).collect();
    let mut race = Race::new(limits);
    for (entrant, (made, borrowed)) in entrants.iter().zip(made.iter_mut().zip(&mut borrowed)) {
        if let Some(report) = race.run_until(entrant.preparation, observer) {
            return Ok(report);
        }
        *made = make(&entrant.kind.heuristics)?;
        *borrowed = references(made);
        race.enter(begin(entrant.kind, space, borrowed, limits), entrant.preparation, entrant.first);
    }
    Ok(race.run(observer))
}

/// A search that is about to enter a race.
struct Entrant<'a> {
    kind: &'a GreedyKind,
    preparation: u64,
    /// The number of its first heuristic among those of all searches.
    first: usize,
}

/// About how much effort it takes to make a search's heuristics.
fn preparation(kind: &GreedyKind, task: &Task) -> u64 {
    fn of(heuristic: &HeuristicKind, task: &Task) -> u64 {
        match heuristic {
            HeuristicKind::Declared { entry, .. } => entry.preparation(task),
            HeuristicKind::Largest(several) => several.iter().map(|one| of(one, task)).sum(),
            HeuristicKind::Model(_) | HeuristicKind::Novelty { .. } => 0,
        }
    }
    kind.heuristics.iter().map(|heuristic| of(heuristic, task)).sum()
}

pub(crate) fn references<'a>(
    heuristics: &'a mut [Box<dyn Heuristic<Space> + '_>],
) -> Vec<&'a mut dyn Heuristic<Space>> {
    heuristics.iter_mut().map(|heuristic| &mut **heuristic as _).collect()
}

/// The heuristics of a search.
pub(crate) fn heuristics<'g>(
    kinds: &[HeuristicKind],
    model: Option<&'g dyn Modelled>,
    task: &Task,
) -> Result<Vec<Box<dyn Heuristic<Space> + 'g>>, Error> {
    let number = |kind: &HeuristicKind| kinds.iter().position(|other| other == kind);
    let make = |kind: &HeuristicKind| -> Result<Box<dyn Heuristic<Space> + 'g>, Error> {
        match (kind, model) {
            (HeuristicKind::Declared { entry, cost }, _) => {
                let made = entry.make(task, *cost).map_err(|error| Error::new(ErrorKind::Unsupported, error));
                Ok(made?)
            }
            (HeuristicKind::Model(reading), Some(model)) => model.heuristic(*reading, task),
            (HeuristicKind::Model(_), None) => Err(Error::new(ErrorKind::Argument, NO_MODEL)),
            (HeuristicKind::Largest(of), _) => Ok(Box::new(Largest::new(heuristics(of, model, task)?))),
            (HeuristicKind::Novelty { of, width }, _) => {
                Ok(Box::new(Novelty::new(task, *width, of.iter().filter_map(number).collect())))
            }
        }
    };
    kinds.iter().map(make).collect()
}

/// The plan, after validation of its steps and its cost.
pub fn checked_plan(
    given: &PlanningTask,
    task: &Task,
    operators: &[Action],
    cost: u64,
    progress: &dyn Progress,
) -> Result<Plan, Error> {
    let plan: Plan = operators.iter().map(|&operator| &task.operators.names[operator as usize]).collect();
    let verdict = given.validate(&plan).or_else(|error| {
        progress.warn(format_args!("warning: the plan is checked on the ground task only: {error}"));
        task::validate_ground(task, &plan)
    });
    match verdict {
        Ok(Verdict::Valid { cost: actual, .. }) if actual == cost => Ok(plan),
        Ok(Verdict::Valid { cost: actual, .. }) => Err(bug(format!("it costs {actual}, not {cost}"), &plan)),
        Ok(verdict @ Verdict::Invalid(_)) => Err(bug(verdict.to_string(), &plan)),
        Err(error) => Err(bug(error.to_string(), &plan)),
    }
}

/// Do all operators cost 1?
pub fn is_unit_cost(task: &Task) -> bool {
    task.operators.costs.iter().all(|&cost| cost == 1)
}

pub(crate) fn bug(reason: String, plan: &Plan) -> Error {
    let message = format!("the search found a plan that does not stand up to validation: {reason}\n{plan}");
    Error::new(ErrorKind::Internal, message)
}
