//! Calibrates a heuristic that was grown for a planning task: on plans from where walks from the initial state end.
//!
//! Plans are cheapest ones where an admissible heuristic finds them soon. Where it does not, they begin somewhere along a plan that
//! a greedy search finds from there, or else from the initial state (as where a walk ends in a dead end): otherwise the dial would be fitted to
//! the easy walks alone, and promise of the hard ones what is true of those. Where that gives too few, the others are the heuristic's own: first by its mean, which
//! finds plans quickly, and once it is calibrated on these, at a probability at which few plans cost more than the cheapest; what it believes
//! of such plans is what it is calibrated on in the end.

use std::collections::HashSet;

use belief::{Calibration, Reading, Value};
use data::label::walk_ends;
use heuristics::{CostKind, Entry};
use learn::{Learned, Model};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Budget, Greedy, Heuristic, Limits, Outcome, Report, StateSpace, StopReason};
use task::{Space, Task, searches};
use task_growth::costs_along;
use tools::numbers::counted;
use tools::threads::in_parallel_with;

use super::Growing;
use super::calibration::{self, Compared, TOLD};
use crate::{Error, ErrorKind, Progress};

/// How many walks there are, and how many actions each has at most: fewer where most ends have no plan.
const WALKS: u32 = 200;
const LENGTHS: [u32; 4] = [200, 50, 12, 3];

/// The admissible heuristics to find cheapest plans with: the first that can handle the task.
const ADMISSIBLE: [&str; 2] = ["lmcut", "max"];

/// How much effort they may take for each plan, as [`Heuristic::effort`] counts it, and how many states at least and at most.
const EFFORT: u64 = 20_000_000;
const EVALUATIONS: [u64; 2] = [5_000, 200_000];

/// How many places along a greedy plan are tried where the end of the walk is too far from the goal, each behind the last.
const PLACES: usize = 2;

/// The heuristics of greedy searches: from the initial state both, from where walks end, which may be many, the first.
const GREEDY: [&str; 2] = ["ff", "landmarks"];

/// So many cheapest plans tell enough: what other plans cost is only known to be at least what is to be learned, and a dial fitted to them
/// promises too much.
const ENOUGH: usize = 30;

/// The probability at which the grown heuristic is read where they don't suffice, before it is calibrated and then.
const BEFORE: f64 = 0.5;
const THEN: f64 = 0.95;

/// The states of a plan, each with its cost-to-go; at least one.
type Path = Vec<(Vec<u64>, u32)>;

/// A plan.
struct Known {
    path: Path,
    is_cheapest: bool,
    source: Source,
}

/// Where a plan begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// Where a walk ends, or along a greedy plan from there.
    Walk,
    /// Along the initial state's greedy plan.
    Initial,
}

impl Known {
    fn start(&self) -> &[u64] {
        &self.path[0].0
    }

    fn cost(&self) -> u32 {
        self.path[0].1
    }
}

/// What a search for a cheapest plan came to.
enum Tried {
    Found(Known),
    /// There is no plan.
    Dead,
    /// It took too long.
    Far,
}

impl Tried {
    fn is_dead(&self) -> bool {
        matches!(self, Self::Dead)
    }

    fn found(self) -> Option<Known> {
        match self {
            Self::Found(known) => Some(known),
            Self::Dead | Self::Far => None,
        }
    }
}

/// The calibration of a model on states that it has not learned from.
pub(super) fn calibration(
    task: &Task,
    model: &Model,
    growing: &Growing<'_>,
    progress: &dyn Progress,
) -> Result<Calibration, Error> {
    let (options, budget, threads) = (growing.options, growing.budget, growing.threads);
    let bench =
        Bench { task, space: &Space::new(task), nodes: options.nodes, seed: options.seed, threads, budget };
    progress.now(format_args!("Calibrating on {WALKS} plans"));
    let (starts, tried) = bench.after_walks()?;
    let are_dead: Vec<bool> = tried.iter().map(Tried::is_dead).collect();
    let from_initial = bench.greedy(&bench.initial(), &GREEDY)?;
    let mut plans = bench.further_on(&starts, tried, from_initial.as_deref())?;
    if independent(&plans) < ENOUGH {
        bench.beside(&starts, &are_dead, model, BEFORE, &mut plans)?;
        let roughly = Model { calibration: bench.compared(&plans, model)?.calibration(), ..model.clone() };
        bench.beside(&starts, &are_dead, &roughly, THEN, &mut plans)?;
    }
    progress.now(format_args!(""));
    let found = counted(plans.iter().flatten().count(), "plan");
    let cheapest = plans.iter().flatten().filter(|known| known.is_cheapest).count();
    let independent = independent(&plans);
    let compared = bench.compared(&plans, model)?;
    compared.tell(
        &format!("on {found}, {cheapest} of them cheapest ones, from where walks end or along greedy plans,"),
        progress,
    );
    if independent > 0 && (independent + 1) as f64 * TOLD > independent as f64 {
        progress.warn(format_args!(
            "warning: these plans are too few to vouch for {TOLD}: read at it, the model tells no more than its lower bound"
        ));
    }
    Ok(compared.calibration_on_plans(independent, are_near(&plans, from_initial.as_deref())))
}

/// How many plans can be told apart: those from the initial state's greedy plan are parts of one.
fn independent(plans: &[Option<Known>]) -> usize {
    let of = |source: Source| plans.iter().flatten().filter(|known| known.source == source).count();
    of(Source::Walk) + of(Source::Initial).min(1)
}

/// Do plans cost less than half of one from the initial state, in the mean? Where that has none to compare with, they may.
fn are_near(plans: &[Option<Known>], from_initial: Option<&[(Vec<u64>, u32)]>) -> bool {
    let (mut costs, mut known) = (0, 0);
    for plan in plans.iter().flatten() {
        costs += u64::from(plan.cost());
        known += 1;
    }
    from_initial.and_then(<[_]>::first).is_none_or(|&(_, initial)| 2 * costs < known * u64::from(initial))
}

/// A task to search in, and the limits of a search.
#[derive(Clone, Copy)]
struct Bench<'a> {
    task: &'a Task,
    space: &'a Space,
    nodes: Option<u64>,
    seed: u64,
    threads: usize,
    budget: &'a Budget,
}

impl Bench<'_> {
    /// An admissible heuristic that can handle the task.
    fn admissible(self) -> Option<Box<dyn Heuristic<Space> + Send>> {
        let entries = ADMISSIBLE.iter().filter_map(|name| Entry::find(name));
        entries.filter_map(|entry| entry.make(self.task, CostKind::Normal).ok()).next()
    }

    /// The states that walks from the initial state end in, and what searches for cheapest plans from them come to. The walks are the longest
    /// of which half do not end in dead ends.
    fn after_walks(self) -> Result<(Vec<Vec<u64>>, Vec<Tried>), Error> {
        let (mut starts, mut tried) = (Vec::new(), Vec::new());
        for length in LENGTHS {
            starts = self.ends_of_walks(length);
            let cheapest = in_parallel_with(
                starts.len(),
                self.threads,
                || self.admissible(),
                |admissible, number| self.cheapest(&starts[number], admissible.as_deref_mut()),
            );
            tried = cheapest.into_iter().collect::<Result<Vec<_>, Error>>()?;
            if 2 * tried.iter().filter(|tried| tried.is_dead()).count() <= starts.len() {
                break;
            }
        }
        Ok((starts, tried))
    }

    fn ends_of_walks(self, length: u32) -> Vec<Vec<u64>> {
        let start = |values: Vec<u32>| {
            let mut start = vec![0; self.space.words()];
            self.space.pack(&values, &mut self.space.scratch(), &mut start);
            start
        };
        walk_ends(self.task, length, WALKS, calibration::seed(self.seed)).into_iter().map(start).collect()
    }

    /// The plans that were found, and others that begin along greedy plans where none was.
    fn further_on(
        self,
        starts: &[Vec<u64>],
        tried: Vec<Tried>,
        from_initial: Option<&[(Vec<u64>, u32)]>,
    ) -> Result<Vec<Option<Known>>, Error> {
        let tails = in_parallel_with(
            starts.len(),
            self.threads,
            || self.admissible(),
            |admissible, number| {
                let path = match &tried[number] {
                    Tried::Found(_) => return Ok(None),
                    Tried::Dead => None,
                    Tried::Far => self.greedy(&starts[number], &GREEDY[..1])?,
                };
                let source = if path.is_some() { Source::Walk } else { Source::Initial };
                let Some(path) = path.as_deref().or(from_initial) else { return Ok(None) };
                let mut random = ChaCha8Rng::seed_from_u64(calibration::seed(self.seed));
                random.set_stream(number as u64);
                self.tail(path, source, admissible.as_deref_mut(), &mut random)
            },
        );
        let mut plans: Vec<Option<Known>> = tried.into_iter().map(Tried::found).collect();
        let mut begun: HashSet<Vec<u64>> =
            plans.iter().flatten().map(|known| known.start().to_vec()).collect();
        for (plan, tail) in plans.iter_mut().zip(tails) {
            // The same state again tells nothing new.
            *plan = plan.take().or(tail?.filter(|tail| begun.insert(tail.start().to_vec())));
        }
        Ok(plans)
    }

    /// Adds the heuristic's own plans where no cheapest one is known, if they cost less than what is.
    fn beside(
        self,
        starts: &[Vec<u64>],
        are_dead: &[bool],
        model: &Model,
        alpha: f64,
        plans: &mut [Option<Known>],
    ) -> Result<(), Error> {
        let own = in_parallel_with(
            starts.len(),
            self.threads,
            || learned(model, alpha, self.task),
            |own, number| match &plans[number] {
                Some(known) if known.is_cheapest => Ok(None),
                _ if are_dead[number] => Ok(None),
                _ => self.own(&starts[number], own),
            },
        );
        for (plan, own) in plans.iter_mut().zip(own) {
            let own = own?;
            let is_better = |own: &Known| plan.as_ref().is_none_or(|plan| own.cost() < plan.cost());
            if own.as_ref().is_some_and(is_better) {
                *plan = own;
            }
        }
        Ok(())
    }

    fn initial(self) -> Vec<u64> {
        let mut initial = vec![0; self.space.words()];
        self.space.initial(&mut initial);
        initial
    }

    /// Searches for a cheapest plan from a state, by an admissible heuristic if there is one.
    fn cheapest(
        self,
        start: &[u64],
        admissible: Option<&mut (dyn Heuristic<Space> + Send + 'static)>,
    ) -> Result<Tried, Error> {
        let Some(admissible) = admissible else { return Ok(Tried::Far) };
        let evaluations = evaluations(admissible);
        Ok(match self.search(start, admissible, Some(evaluations))? {
            Outcome::Unsolvable => Tried::Dead,
            outcome => {
                let path = self.path(start, outcome);
                path.map_or(Tried::Far, |path| {
                    Tried::Found(Known { path, is_cheapest: true, source: Source::Walk })
                })
            }
        })
    }

    /// A cheapest plan from somewhere along a path.
    fn tail(
        self,
        path: &[(Vec<u64>, u32)],
        source: Source,
        mut admissible: Option<&mut (dyn Heuristic<Space> + Send + 'static)>,
        random: &mut ChaCha8Rng,
    ) -> Result<Option<Known>, Error> {
        let mut from = 0;
        for _ in 0..PLACES {
            // Between its ends: the last state is a goal, and the first is too far from it.
            if from + 2 >= path.len() {
                break;
            }
            from = random.random_range(from + 1..path.len() - 1);
            if let Tried::Found(known) = self.cheapest(&path[from].0, admissible.as_deref_mut())? {
                return Ok(Some(Known { source, ..known }));
            }
        }
        Ok(None)
    }

    /// The states of a plan that a greedy search soon finds.
    fn greedy(self, start: &[u64], names: &[&str]) -> Result<Option<Path>, Error> {
        let made = names.iter().filter_map(|name| Entry::find(name)?.make(self.task, CostKind::One).ok());
        let mut heuristics: Vec<_> = made.collect();
        let Some(evaluations) = heuristics.iter().map(|heuristic| evaluations(&**heuristic)).min() else {
            return Ok(None);
        };
        let mut guides: Vec<&mut dyn Heuristic<Space>> = Vec::new();
        for heuristic in &mut heuristics {
            guides.push(&mut **heuristic);
        }
        let limits = self.limits(Some(evaluations));
        let options = Greedy { preferred: true, ..Greedy::default() };
        let space = self.space.starting_from(start);
        let report = searches::stepwise_lazy(&space, &mut guides, options, &limits).run(&mut ());
        Ok(self.path(start, ended(report)?))
    }

    /// A plan from a state by the grown heuristic, if it finds one.
    fn own(self, start: &[u64], own: &mut Result<Learned, Error>) -> Result<Option<Known>, Error> {
        match own {
            Ok(learned) => {
                let path = self.path(start, self.search(start, learned, self.nodes)?);
                Ok(path.map(|path| Known { path, is_cheapest: false, source: Source::Walk }))
            }
            Err(error) => Err(error.clone()),
        }
    }

    fn search(
        self,
        start: &[u64],
        heuristic: &mut dyn Heuristic<Space>,
        evaluations: Option<u64>,
    ) -> Result<Outcome, Error> {
        let limits = self.limits(evaluations);
        ended(searches::astar(&self.space.starting_from(start), heuristic, 1.0, &limits, &mut ()))
    }

    fn limits(self, max_evaluations: Option<u64>) -> Limits {
        Limits { budget: self.budget.clone(), max_evaluations, ..Limits::default() }
    }

    /// The states of the plan, if one was found.
    fn path(self, start: &[u64], outcome: Outcome) -> Option<Path> {
        let Outcome::Solved { plan, .. } = outcome else { return None };
        costs_along(self.space, start, &plan)
    }

    /// The model's beliefs about the states of plans.
    fn compared(self, plans: &[Option<Known>], model: &Model) -> Result<Compared, Error> {
        let (mut learned, mut compared) = (learned(model, BEFORE, self.task)?, Compared::default());
        for (state, cost) in plans.iter().flatten().flat_map(|known| &known.path) {
            learned.believe(self.space, state, |belief| compared.push(belief, (*cost).into()));
        }
        Ok(compared)
    }
}

/// How many states may be evaluated for a plan.
fn evaluations(heuristic: &dyn Heuristic<Space>) -> u64 {
    let [least, most] = EVALUATIONS;
    (EFFORT / heuristic.effort().max(1)).clamp(least, most)
}

/// How a search ended, unless the budget ended it.
fn ended(report: Report<u32>) -> Result<Outcome, Error> {
    match report.outcome {
        Outcome::Stopped(StopReason::Exhausted(reason)) => {
            Err(Error::new(ErrorKind::Exhausted(reason), "stopped while it was calibrated"))
        }
        outcome => Ok(outcome),
    }
}

fn learned(model: &Model, alpha: f64, task: &Task) -> Result<Learned<'static>, Error> {
    Learned::new(model, Reading::of(Value::Quantile(alpha)), task)
        .map_err(|error| Error::new(ErrorKind::Unsupported, error))
}
