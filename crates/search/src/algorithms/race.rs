//! Several searches for a plan of the same task, side by side.

use super::stepwise::Stepwise;
use crate::{Counters, Estimate, Exhausted, Limits, Observer, Outcome, Report, StopReason};

/// Searches side by side, each with states and open lists of its own, until one of them finds a plan: where one of two would be
/// lost, the other one still finds its plan in twice the time. The next to go on is always the one with least effort so far, by
/// [`Heuristic::effort`](crate::Heuristic::effort), so that the same race always ends the same way.
///
/// A search that would take more memory than there is leaves the race, and its memory to the others.
pub struct Race<'a> {
    limits: &'a Limits,
    /// The searches that are still in the race.
    runners: Vec<Runner<'a>>,
    /// The work of those that have left it.
    before: Counters,
    /// The number of heuristics of all searches.
    heuristics: usize,
}

struct Runner<'a> {
    search: Stepwise<'a>,
    /// The effort that went into preparing its heuristics.
    preparation: u64,
    /// The number of its first heuristic among those of all searches.
    first: usize,
    /// Is nothing lost of its open list?
    is_complete: bool,
}

/// How much effort a search makes at a time: about a millisecond.
const TURN: u64 = 10_000;

impl<'a> Race<'a> {
    /// A race with no searches yet. All of them together keep to the limits.
    pub fn new(limits: &'a Limits) -> Self {
        Self { limits, runners: Vec::new(), before: Counters::default(), heuristics: 0 }
    }

    /// Adds a search with so many heuristics, for the preparation of which it took this effort.
    pub fn enter(&mut self, search: Stepwise<'a>, heuristics: usize, preparation: u64) {
        self.runners.push(Runner { search, preparation, first: self.heuristics, is_complete: true });
        self.heuristics += heuristics;
    }

    /// Goes on until every search has had this effort. `Some` if the race is over before.
    pub fn run_until(&mut self, effort: u64, observer: &mut dyn Observer) -> Option<Report> {
        let ended = self.go_on(effort, observer).transpose()?;
        Some(self.report(ended))
    }

    /// Goes on until the race is over.
    pub fn run(mut self, observer: &mut dyn Observer) -> Report {
        let ended = self.go_on(u64::MAX, observer).transpose();
        self.report(ended.unwrap_or(Err(StopReason::Untrusted)))
    }

    fn report(&self, ended: Result<Outcome, StopReason>) -> Report {
        let counters = self.counters();
        Report { outcome: ended.unwrap_or_else(Outcome::Stopped), counters, until_last_jump: counters }
    }

    fn go_on(&mut self, until: u64, observer: &mut dyn Observer) -> Result<Option<Outcome>, StopReason> {
        loop {
            let efforts = self.runners.iter().map(Runner::effort).zip(0..);
            let Some((effort, next)) = efforts.min().filter(|(effort, _)| *effort < until) else {
                return Ok(None);
            };
            while self.runners[next].effort() < effort.saturating_add(TURN) {
                match self.runners[next].step(observer) {
                    Ok(Some(outcome)) => return Ok(Some(outcome)),
                    Ok(None) => self.check_counts()?,
                    Err(reason) => {
                        self.go_on_after(reason, next)?;
                        break;
                    }
                }
            }
        }
    }

    /// What is left of the race when a search has stopped.
    ///
    /// # Errors
    /// With the reason, if no search can go on.
    fn go_on_after(&mut self, reason: StopReason, stopped: usize) -> Result<(), StopReason> {
        let leaving = match reason {
            // It has seen all that it can see.
            StopReason::Untrusted | StopReason::NotWhole | StopReason::Cost => stopped,
            // The one with most states leaves; the one that has stopped may have lost the state it was about to expand.
            StopReason::Exhausted(Exhausted::Memory) => {
                self.runners[stopped].is_complete = false;
                let states = |&runner: &usize| self.runners[runner].search.counters().evaluated;
                (0..self.runners.len()).max_by_key(states).unwrap_or(stopped)
            }
            _ => return Err(reason),
        };
        if self.runners.len() == 1 {
            return Err(reason);
        }
        self.before.add(self.runners.remove(leaving).search.counters());
        Ok(())
    }

    fn counters(&self) -> Counters {
        let mut total = self.before;
        self.runners.iter().for_each(|runner| total.add(runner.search.counters()));
        total
    }

    fn check_counts(&self) -> Result<(), StopReason> {
        let Limits { max_expansions, max_evaluations, .. } = self.limits;
        if max_expansions.is_some_and(|most| self.counters().expanded >= most) {
            return Err(StopReason::Expansions);
        }
        if max_evaluations.is_some_and(|most| self.counters().evaluated > most) {
            return Err(StopReason::Evaluations);
        }
        Ok(())
    }
}

impl Runner<'_> {
    fn effort(&self) -> u64 {
        self.preparation.saturating_add(self.search.effort())
    }

    fn step(&mut self, observer: &mut dyn Observer) -> Result<Option<Outcome>, StopReason> {
        match self.search.step(&mut Numbered { observer, first: self.first }) {
            Ok(Some(Outcome::Unsolvable)) if !self.is_complete => Err(Exhausted::Memory.into()),
            ended => ended,
        }
    }
}

/// Numbers the heuristics of one search among those of all.
struct Numbered<'a> {
    observer: &'a mut dyn Observer,
    first: usize,
}

impl Observer for Numbered<'_> {
    fn initial_estimate(&mut self, heuristic: usize, estimate: Estimate) {
        self.observer.initial_estimate(self.first + heuristic, estimate);
    }

    fn estimate_fell(&mut self, heuristic: usize, h: f32, counters: &Counters) {
        self.observer.estimate_fell(self.first + heuristic, h, counters);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Graph, Table, detour};
    use super::*;
    use crate::{Batch, Budget, Estimates, Greedy, Heuristic, stepwise_gbfs, stepwise_lazy};

    /// A table that takes this effort, and trusts its estimates or not.
    struct Slow(Table, u64, bool);

    impl Heuristic<Graph> for Slow {
        fn estimate(&mut self, graph: &Graph, batch: &Batch, estimates: &mut Estimates) {
            let Self(table, _, trusted) = self;
            let mut all = Estimates::new(false);
            table.estimate(graph, batch, &mut all);
            all.estimates()
                .iter()
                .for_each(|estimate| estimates.push(Estimate { trusted: *trusted, ..*estimate }));
        }

        fn effort(&self) -> u64 {
            self.1
        }
    }

    /// A line of states, with a goal at its end.
    fn line(length: u64) -> Graph {
        Graph { edges: (0..length).map(|state| (state, state + 1, 1)).collect(), goal: length }
    }

    fn blind(graph: &Graph) -> Table {
        Table(vec![Some(1); graph.goal as usize + 1])
    }

    /// Races an eager search with one heuristic against a lazy one with the other.
    fn race_of(graph: &Graph, mut first: Slow, mut second: Slow, limits: &Limits) -> Report {
        let mut first: [&mut dyn Heuristic<Graph>; 1] = [&mut first];
        let mut second: [&mut dyn Heuristic<Graph>; 1] = [&mut second];
        let mut race = Race::new(limits);
        race.enter(stepwise_gbfs(graph, &mut first, Greedy::default(), limits), 1, 0);
        race.enter(stepwise_lazy(graph, &mut second, Greedy::default(), limits), 1, 0);
        race.run(&mut ())
    }

    #[test]
    fn searches_have_equal_effort() {
        let graph = line(1000);
        let report = race_of(
            &graph,
            Slow(blind(&graph), 100_000, true),
            Slow(blind(&graph), 1_000_000, true),
            &Limits::default(),
        );
        // The first needs a thousand evaluations; the second has a tenth of that by then.
        assert!(matches!(report.outcome, Outcome::Solved { cost: 1000, .. }));
        assert!((1099..1103).contains(&report.counters.evaluated), "{:?}", report.counters);
    }

    #[test]
    fn a_search_that_can_prove_nothing_leaves_the_race() {
        let graph = line(50);
        let report = race_of(
            &graph,
            Slow(blind(&graph), 1, false),
            Slow(blind(&graph), 1000, true),
            &Limits::default(),
        );
        assert!(matches!(report.outcome, Outcome::Solved { .. }), "{:?}", report.outcome);
        let report =
            race_of(&graph, Slow(blind(&graph), 1, false), Slow(blind(&graph), 1, false), &Limits::default());
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Untrusted));
    }

    #[test]
    fn what_one_search_proves_is_proved() {
        let graph = Graph { goal: 9, ..detour() };
        let table = || Table(vec![Some(1); 6]);
        let report = race_of(&graph, Slow(table(), 1, false), Slow(table(), 1, true), &Limits::default());
        assert_eq!(report.outcome, Outcome::Unsolvable);
    }

    #[test]
    fn limits_hold_for_all_searches_together() {
        let graph = line(1000);
        let heuristic = || Slow(blind(&graph), 10_000, true);
        let limits = Limits { max_evaluations: Some(100), ..Limits::default() };
        let report = race_of(&graph, heuristic(), heuristic(), &limits);
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Evaluations));
        assert!(report.counters.evaluated <= 102);
        let limits = Limits { max_expansions: Some(100), ..Limits::default() };
        let report = race_of(&graph, heuristic(), heuristic(), &limits);
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Expansions));
        assert!(report.counters.expanded <= 100);
    }

    #[test]
    fn a_race_without_memory_ends_so() {
        let limits = Limits { budget: Budget::unlimited().with_memory(1), ..Limits::default() };
        let graph = line(10);
        let report = race_of(&graph, Slow(blind(&graph), 1, true), Slow(blind(&graph), 1, true), &limits);
        if crate::resident_memory().is_some() {
            assert_eq!(report.outcome, Outcome::Stopped(StopReason::Exhausted(Exhausted::Memory)));
        }
    }

    #[test]
    fn a_search_enters_when_the_others_have_had_the_effort_of_its_preparation() {
        let (graph, limits) = (line(1000), Limits::default());
        let mut slow = Slow(blind(&graph), 1000, true);
        let mut heuristics: [&mut dyn Heuristic<Graph>; 1] = [&mut slow];
        let mut race = Race::new(&limits);
        assert_eq!(race.run_until(500_000, &mut ()), None);
        race.enter(stepwise_gbfs(&graph, &mut heuristics, Greedy::default(), &limits), 1, 0);
        assert_eq!(race.run_until(500_000, &mut ()), None);
        assert!((499..511).contains(&race.counters().evaluated), "{:?}", race.counters());
    }
}
