//! Trials of models with their searches, on problems that are larger than those they were learned from.

use std::cmp::Ordering;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering as Atomic};
use std::time::{Duration, Instant};

use planner::bundle::{Candidate, NOTHING};
use planner::searches::Search;
use planner::{Error, ErrorKind, ModelFile, PlanningTask, Progress, planning};
use search::{Budget, Exhausted, Limits, Outcome};
use task::Plan;
use tools::ThreadClock;
use tools::threads::in_parallel;
use tools::units;

use super::families::Family;
use super::{Contest, Limit};

/// A model, or none, with a search.
pub(super) struct Entrant<'a> {
    pub(super) name: &'a str,
    pub(super) search: &'a str,
    /// The file of the model.
    pub(super) model: Option<&'a Path>,
    /// How many problems it was learned from.
    pub(super) trained_on: usize,
}

/// Problems to try models on.
pub(super) struct Trials<'a> {
    pub(super) contest: &'a Contest<'a>,
    pub(super) problems: &'a [(String, PlanningTask)],
    /// How long one may take.
    pub(super) share: Option<Duration>,
}

/// How a model did with a search.
pub(super) struct Tried {
    pub(super) candidate: Candidate,
    /// The bytes of the model.
    pub(super) model: Vec<u8>,
    /// How many problems it was learned from.
    pub(super) trained_on: usize,
    /// The plans of the problems that it was tried on and their costs, as far as it found any.
    pub(super) plans: Vec<Option<(Plan, u64)>>,
    /// The logarithms of the seconds that the problems took, where time is what is limited.
    log_seconds: Option<Vec<f64>>,
    /// The place in which it was tried.
    place: usize,
}

/// A plan for one problem.
struct Trial {
    /// The plan and its cost.
    plan: Option<(Plan, u64)>,
    evaluations: u64,
    seconds: f64,
}

/// With so few evaluations for a plan, it is not the search that finds it.
const HARDLY_ANY: u64 = 20;

/// Whoever evaluates so many times fewer states than another one searches far less.
const FAR_LESS: u64 = 5;

/// What takes less than so many times the time takes about the same: trials are short.
const ABOUT_THE_SAME: f64 = 1.2;

/// Whoever ran for this part of the share had a fair trial.
const ENOUGH: f64 = 0.8;

/// Nobody waits longer than so many times the share.
const MOST_PATIENCE: u32 = 16;

/// Differences far below this many seconds are noise, or matter to nobody.
const TICK: f64 = 0.02;

impl Trials<'_> {
    /// Tries a model on all problems; `None` if the time does not suffice for all of them.
    pub(super) fn run(
        &self,
        entrant: &Entrant<'_>,
        place: usize,
        budget: &Budget,
        progress: &dyn Progress,
    ) -> Result<Option<Tried>, Error> {
        let search: Search = entrant.search.parse()?;
        let model = entrant.model.map(ModelFile::read).transpose()?;
        let done = AtomicUsize::new(0);
        let trials = in_parallel(self.problems.len(), self.contest.threads, |number| {
            let number_done = done.fetch_add(1, Atomic::Relaxed);
            progress.now(format_args!(
                "Trying {} with {}: {number_done} of {}{}",
                entrant.name,
                entrant.search,
                self.problems.len(),
                time_left(budget)
            ));
            self.trial(&search, model.as_ref(), &self.problems[number].1, budget)
        });
        progress.now(format_args!(""));
        let trials: Vec<Trial> = trials.into_iter().collect::<Result<_, _>>()?;
        if budget.check().is_err() {
            return Ok(None);
        }
        let is_timed = matches!(self.contest.limit, Limit::Time(_));
        let log_seconds = is_timed.then(|| trials.iter().map(|trial| (trial.seconds + TICK).ln()).collect());
        let candidate = Candidate {
            name: entrant.name.to_owned(),
            search: entrant.search.to_owned(),
            solved: trials.iter().filter(|trial| trial.plan.is_some()).count(),
            evaluations: trials.iter().map(|trial| trial.evaluations).sum(),
            cost: trials.iter().filter_map(|trial| Some(trial.plan.as_ref()?.1)).sum(),
            seconds: is_timed.then(|| trials.iter().map(|trial| trial.seconds).sum()),
        };
        let Candidate { name, search, solved, evaluations, .. } = &candidate;
        let seconds = candidate.seconds.map_or(String::new(), |seconds| format!(" in {seconds:.2} s"));
        progress.line(format_args!(
            "{name}, {search}: {solved} of {} solved with {evaluations} evaluations{seconds}",
            trials.len()
        ));
        let model = match entrant.model {
            Some(file) => fs::read(file).map_err(|error| {
                Error::new(ErrorKind::Input, format_args!("cannot read {}: {error}", file.display()))
            })?,
            None => Vec::new(),
        };
        let plans = trials.into_iter().map(|trial| trial.plan).collect();
        Ok(Some(Tried { candidate, model, trained_on: entrant.trained_on, plans, log_seconds, place }))
    }

    /// Plans for a problem, with its share of the time. On a machine that is busy with other things, that may be hardly any: then it is tried again
    /// with more patience.
    fn trial(
        &self,
        search: &Search,
        model: Option<&ModelFile>,
        problem: &PlanningTask,
        budget: &Budget,
    ) -> Result<Trial, Error> {
        let mut patience = self.share;
        loop {
            let (clock, start) = (ThreadClock::start(), Instant::now());
            let trial = self.attempt(search, model, problem, budget, patience)?;
            let (Some(share), Some(waited)) = (self.share, patience) else { return Ok(trial) };
            if waited > share && clock.elapsed() > share {
                return Ok(Trial { plan: None, seconds: 2.0 * share.as_secs_f64(), ..trial });
            }
            let is_starved = start.elapsed() >= waited && clock.elapsed() < share.mul_f64(ENOUGH);
            if trial.plan.is_some()
                || !is_starved
                || waited >= share * MOST_PATIENCE
                || budget.check().is_err()
            {
                return Ok(trial);
            }
            patience = Some(waited * 4);
        }
    }

    /// Plans for a problem within a time. That a model can't be used, or memory does not suffice, is no plan.
    fn attempt(
        &self,
        search: &Search,
        model: Option<&ModelFile>,
        problem: &PlanningTask,
        budget: &Budget,
        patience: Option<Duration>,
    ) -> Result<Trial, Error> {
        let clock = ThreadClock::start();
        let left = budget.time_left();
        let time = patience.map(|patience| left.map_or(patience, |left| left.min(patience)));
        let own = time.map_or(budget.clone(), |time| budget.clone().with_time(time));
        let max_evaluations = match self.contest.limit {
            Limit::Time(_) => None,
            Limit::Evaluations(most) => Some(most),
        };
        let limits = Limits { budget: own, max_expansions: None, max_evaluations };
        let found = planning::plan(problem, search, model, &limits, &mut ());
        let most = self.share.map_or(0.0, |share| share.as_secs_f64());
        let unsolved = |evaluations| Trial { plan: None, evaluations, seconds: 2.0 * most };
        match found {
            Ok(found) => {
                let evaluations = found.ended.report.counters.evaluated;
                match (found.plan, found.ended.report.outcome) {
                    (Some(plan), Outcome::Solved { cost, .. }) => {
                        let seconds = clock.elapsed().as_secs_f64();
                        Ok(Trial { plan: Some((plan, cost)), evaluations, seconds })
                    }
                    _ => Ok(unsolved(max_evaluations.unwrap_or(evaluations))),
                }
            }
            Err(error) => match error.kind() {
                ErrorKind::Exhausted(Exhausted::Time | Exhausted::Memory)
                | ErrorKind::BeforeSearch(Exhausted::Time | Exhausted::Memory)
                | ErrorKind::Unsupported => Ok(unsolved(max_evaluations.unwrap_or(0))),
                ErrorKind::Exhausted(Exhausted::Interrupted)
                | ErrorKind::BeforeSearch(Exhausted::Interrupted) => Ok(unsolved(0)),
                _ => Err(error),
            },
        }
    }
}

/// How much time is left of all, in words.
pub(super) fn time_left(budget: &Budget) -> String {
    let left = budget.time_left().map(|left| units::spoken_time(Duration::from_secs(left.as_secs())));
    left.map_or(String::new(), |left| format!(" · {left} left at most"))
}

impl Tried {
    /// The name of its family, without the number of problems that one of an earlier round has after it.
    pub(super) fn family(&self) -> &str {
        self.candidate.name.split(',').next().unwrap_or_default()
    }

    /// The order among those that do about the same: first what plans without search, then what needs no model, then all others, which have to be
    /// clearly better than that.
    pub(super) fn rank(&self) -> (u8, usize) {
        let is_other = self.candidate.name != NOTHING;
        (if self.is_without_search() { 0 } else { 1 + u8::from(is_other) }, self.place)
    }

    /// Did it find its plans nearly without evaluating a state?
    fn is_without_search(&self) -> bool {
        let Candidate { solved, evaluations, .. } = self.candidate;
        solved > 0 && evaluations <= HARDLY_ANY * solved as u64
    }

    /// The better first.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let by_solved = other.candidate.solved.cmp(&self.candidate.solved);
        let by_effort = match (&self.log_seconds, &other.log_seconds) {
            (Some(own), Some(other)) => own.iter().sum::<f64>().total_cmp(&other.iter().sum()),
            _ => self.candidate.evaluations.cmp(&other.candidate.evaluations),
        };
        by_solved.then(by_effort).then(self.rank().cmp(&other.rank()))
    }

    /// Does it solve as many in less time by more than chance, or more without being slower on the whole, or as many in about the same time by far
    /// less search? One problem more, solved just before its share of the time was over, is no reason to take twice the time for all others.
    /// (Evaluations are exact: where these are what is limited, one problem more is better.)
    pub(super) fn is_clearly_better_than(&self, other: &Self) -> bool {
        let (own, others) = (self.candidate.solved, other.candidate.solved);
        let lead = other.lead(self);
        let is_quicker = match (&self.log_seconds, &other.log_seconds) {
            (Some(_), Some(_)) => {
                let ratios = self.log_ratios(other);
                let ratio = mean_ratio(&ratios);
                highest_ratio(&ratios) < lead
                    || own > others && ratio < 1.0
                    || self.searches_far_less_than(other) && ratio < ABOUT_THE_SAME
            }
            _ => {
                let most = lead * other.candidate.evaluations as f64;
                own > others || (self.candidate.evaluations as f64) < most
            }
        };
        own >= others && is_quicker
    }

    /// The logarithms of the ratios of times to those of another one, where either found a plan: the others tell nothing.
    fn log_ratios(&self, other: &Self) -> Vec<f64> {
        let [own_times, other_times] = [self, other].map(|tried| tried.log_seconds.iter().flatten());
        let is_solved =
            self.plans.iter().zip(&other.plans).map(|(own, other)| own.is_some() || other.is_some());
        let ratios = own_times.zip(other_times).map(|(own, other)| own - other);
        ratios.zip(is_solved).filter(|(_, is_solved)| *is_solved).map(|(ratio, _)| ratio).collect()
    }

    /// Does it plan by rules, and evaluate so many fewer states beside that it will be the faster one on larger problems? Numbers of states grow faster
    /// with the problems than anything else. (That a search evaluates few of them is often chance, where there are few problems.)
    fn searches_far_less_than(&self, other: &Self) -> bool {
        let Candidate { search, solved, evaluations, .. } = &self.candidate;
        Family::Acting.searches().contains(&search.as_str())
            && *solved > 0
            && *solved >= other.candidate.solved
            && FAR_LESS * evaluations <= other.candidate.evaluations
    }

    /// The share of its time that another one has to stay below, as far as the trials can tell. What plans without search, or with far less of it,
    /// takes time by the length of the plan; searches, by numbers of states: what is a little slower on those it was tried on will be faster on
    /// larger ones.
    fn lead(&self, other: &Self) -> f64 {
        if self.is_without_search() || self.searches_far_less_than(other) { 0.2 } else { 0.9 }
    }
}

/// The geometric mean of the ratios of times.
fn mean_ratio(log_ratios: &[f64]) -> f64 {
    (log_ratios.iter().sum::<f64>() / log_ratios.len().max(1) as f64).exp()
}

/// The geometric mean of the ratios of times, as high as it may well be on other problems: by 1.5 standard errors. Few problems tell
/// little, so that the spread of the ratios is not believed to be small before these have shown it: it counts one more ratio, [`SPREAD`] off.
fn highest_ratio(log_ratios: &[f64]) -> f64 {
    const ERRORS: f64 = 1.5;
    const SPREAD: f64 = 0.5;
    let count = log_ratios.len().max(1) as f64;
    let mean = log_ratios.iter().sum::<f64>() / count;
    let deviations = log_ratios.iter().map(|ratio| (ratio - mean).powi(2)).sum::<f64>();
    let variance = (deviations + SPREAD * SPREAD) / count;
    (mean + ERRORS * (variance / count).sqrt()).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_problems_tell_less_than_ten() {
        let ratio = |count: usize| highest_ratio(&vec![0.7_f64.ln(); count]);
        assert!(ratio(2) > 0.9 && ratio(10) < 0.8, "{} {}", ratio(2), ratio(10));
        assert!(highest_ratio(&[0.1_f64.ln(), 4.9_f64.ln()]) > 1.0);
    }

    /// Tried on ten problems, of which it solved the first in so many seconds each; the others had 20.
    fn tried(solved: usize, seconds: f64) -> Tried {
        let time = |number| if number < solved { seconds } else { 20.0 };
        Tried {
            candidate: Candidate {
                name: "fast".to_owned(),
                search: String::new(),
                solved,
                evaluations: 1_000,
                cost: 4,
                seconds: None,
            },
            model: Vec::new(),
            trained_on: 1,
            plans: (0..10).map(|number| (number < solved).then(|| (Plan::default(), 1))).collect(),
            log_seconds: Some((0..10).map(|number| time(number).ln()).collect()),
            place: 0,
        }
    }

    #[test]
    fn problems_that_nobody_solves_tell_nothing_of_speed() {
        assert!(tried(4, 0.1).is_clearly_better_than(&tried(4, 1.0)));
        assert!(!tried(4, 1.0).is_clearly_better_than(&tried(4, 0.1)));
    }

    #[test]
    fn one_problem_more_does_not_make_up_for_twice_the_time_on_all_others() {
        assert!(!tried(9, 2.0).is_clearly_better_than(&tried(8, 1.0)));
        assert!(tried(9, 1.1).is_clearly_better_than(&tried(8, 1.0)));
        assert!(tried(10, 2.0).is_clearly_better_than(&tried(4, 1.0)));
        assert!(!tried(8, 0.1).is_clearly_better_than(&tried(9, 1.0)), "fewer are never better");
    }

    #[test]
    fn rules_that_search_far_less_are_left_only_for_what_is_far_quicker() {
        let by_rules = |solved, evaluations, seconds| {
            let mut tried = tried(solved, seconds);
            tried.candidate.search = "act(model)".to_owned();
            tried.candidate.evaluations = evaluations;
            tried
        };
        let searched = |evaluations, seconds| {
            let mut tried = tried(10, seconds);
            tried.candidate.evaluations = evaluations;
            tried
        };
        assert!(by_rules(10, 400, 1.1).is_clearly_better_than(&searched(4_000, 1.0)));
        assert!(!by_rules(10, 400, 1.3).is_clearly_better_than(&searched(4_000, 1.0)));
        assert!(!by_rules(10, 4_000, 1.0).is_clearly_better_than(&searched(4_100, 1.0)));
        // Nor does what searches more take its place by a third of the time.
        assert!(!searched(4_000, 0.3).is_clearly_better_than(&by_rules(10, 400, 1.0)));
        assert!(searched(4_000, 0.1).is_clearly_better_than(&by_rules(10, 400, 1.0)));
        // What solves nothing evaluates nothing, perhaps.
        assert!(!by_rules(0, 0, 1.0).is_clearly_better_than(&tried(0, 1.0)));
    }

    #[test]
    fn few_states_of_a_search_may_be_chance() {
        let searched = |evaluations| {
            let mut tried = tried(10, 1.0);
            tried.candidate.evaluations = evaluations;
            tried
        };
        assert!(!searched(400).is_clearly_better_than(&searched(4_000)));
    }

    #[test]
    fn an_evaluation_less_is_no_evidence() {
        let counted = |evaluations| {
            let mut tried = tried(4, 1.0);
            tried.candidate.evaluations = evaluations;
            Tried { log_seconds: None, ..tried }
        };
        assert!(!counted(999).is_clearly_better_than(&counted(1_000)));
        assert!(counted(800).is_clearly_better_than(&counted(1_000)));
    }
}
