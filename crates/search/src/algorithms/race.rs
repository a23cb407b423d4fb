//! Several searches for a plan of the same task, side by side.

use super::stepwise::Stepwise;
use crate::{Counters, Estimate, Exhausted, Limits, Observer, Outcome, Report, StopReason};

/// Searches side by side, each with states and open lists of its own, until one of them finds a plan. The next to go on is always the one
/// whose effort so far counts least, by [`Heuristic::effort`](crate::Heuristic::effort), so that the same race always ends the same way.
///
/// A search that is stuck makes room for the others: if its effort has grown to `k` times what it was when the values of one of its heuristics last
/// fell by one or more, what it does now counts `k`-fold, up to four times. Of two searches that both get on, or are both stuck, the better one
/// finds its plan in twice the time it takes alone; where the other one has long been stuck, in a quarter more; and at worst, where it is stuck itself
/// and the other one seems to get on, in five times.
///
/// If there is no more memory, the search that has generated most states leaves the race, and the memory of its states to the
/// others.
pub struct Race<'a> {
    limits: &'a Limits,
    /// The searches that are still in the race.
    runners: Vec<Runner<'a>>,
    /// The work of those that have left it.
    before: Counters,
    /// Why the last one left.
    reason: StopReason,
}

struct Runner<'a> {
    search: Stepwise<'a>,
    /// The effort that went into preparing its heuristics.
    preparation: u64,
    /// The values of its heuristics when they last fell by one or more.
    values: Vec<f32>,
    /// Its effort then.
    at_progress: u64,
    /// What its effort counts.
    charged: u64,
    /// The number of its first heuristic among those of all searches.
    first: usize,
    /// Is nothing lost of its open list?
    is_complete: bool,
}

/// How much effort a search makes at a time: about a millisecond.
const TURN: u64 = 10_000;

/// How many times its effort counts for a search that has been stuck for long.
const MOST: u64 = 4;

/// No search is stuck before this effort: about a tenth of a second.
const BEGINNING: u64 = 100 * TURN;

impl<'a> Race<'a> {
    /// A race with no searches yet. All of them together keep to the limits, but for the last states that are evaluated together.
    pub fn new(limits: &'a Limits) -> Self {
        Self { limits, runners: Vec::new(), before: Counters::default(), reason: StopReason::Untrusted }
    }

    /// Adds a search. It took this effort to prepare its heuristics, and the first of them has this number among those of all
    /// searches.
    pub fn enter(&mut self, search: Stepwise<'a>, preparation: u64, first: usize) {
        let (at_progress, charged) = (preparation.max(BEGINNING), preparation);
        self.runners.push(Runner {
            search,
            preparation,
            values: Vec::new(),
            at_progress,
            charged,
            first,
            is_complete: true,
        });
    }

    /// Goes on until the effort of every search counts this much, or it has left. `Some` if the race is over before.
    pub fn run_until(&mut self, effort: u64, observer: &mut dyn Observer) -> Option<Report> {
        let ended = self.go_on(effort, observer).transpose()?;
        Some(self.report(ended))
    }

    /// Goes on until the race is over.
    pub fn run(mut self, observer: &mut dyn Observer) -> Report {
        let ended = self.go_on(u64::MAX, observer).transpose();
        self.report(ended.unwrap_or(Err(self.reason)))
    }

    fn report(&self, ended: Result<Outcome, StopReason>) -> Report {
        let counters = self.counters();
        Report { outcome: ended.unwrap_or_else(Outcome::Stopped), counters, until_last_jump: counters }
    }

    fn go_on(&mut self, until: u64, observer: &mut dyn Observer) -> Result<Option<Outcome>, StopReason> {
        loop {
            let charged = self.runners.iter().map(|runner| runner.charged).zip(0..);
            let Some((_, next)) = charged.min().filter(|(charged, _)| *charged < until) else {
                return Ok(None);
            };
            let others = self.counters_without(next);
            let end = self.runners[next].effort().saturating_add(TURN);
            while self.runners[next].effort() < end {
                match self.runners[next].step(&others, observer) {
                    Ok(Some(Outcome::Unsolvable)) if !self.runners[next].is_complete => {
                        self.leave(next, Exhausted::Memory.into());
                        break;
                    }
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

    /// Lets a search leave, if the others can go on after one has stopped.
    ///
    /// # Errors
    /// With the reason, if they can't.
    fn go_on_after(&mut self, reason: StopReason, stopped: usize) -> Result<(), StopReason> {
        let leaving = match reason {
            // It has pruned what others have not.
            StopReason::Untrusted | StopReason::Cost => stopped,
            // It may have lost the state it was about to expand.
            StopReason::Exhausted(Exhausted::Memory) => {
                self.runners[stopped].is_complete = false;
                let states = |&runner: &usize| self.runners[runner].search.counters().generated;
                (0..self.runners.len()).max_by_key(states).unwrap_or(stopped)
            }
            _ => return Err(reason),
        };
        self.leave(leaving, reason);
        Ok(())
    }

    fn leave(&mut self, runner: usize, reason: StopReason) {
        self.before.add(self.runners.remove(runner).search.counters());
        self.reason = reason;
    }

    fn counters(&self) -> Counters {
        self.counters_without(usize::MAX)
    }

    fn counters_without(&self, left_out: usize) -> Counters {
        let mut total = self.before;
        let others = self.runners.iter().enumerate().filter(|(runner, _)| *runner != left_out);
        others.for_each(|(_, runner)| total.add(runner.search.counters()));
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

    /// One step, while the other searches stand where they are.
    fn step(
        &mut self,
        others: &Counters,
        observer: &mut dyn Observer,
    ) -> Result<Option<Outcome>, StopReason> {
        let before = self.effort();
        let Self { search, values, first, .. } = self;
        let mut among_others = AmongOthers { observer, first: *first, others, values, has_progress: false };
        let ended = search.step(&mut among_others)?;
        let has_progress = among_others.has_progress;
        let effort = self.effort();
        if has_progress {
            self.at_progress = self.at_progress.max(effort);
        }
        let weighted = |by: u64| effort.saturating_sub(before).saturating_mul(by);
        let counted = (weighted(effort) / self.at_progress).clamp(weighted(1), weighted(MOST));
        self.charged = self.charged.saturating_add(counted);
        Ok(ended)
    }
}

/// Reports the progress of one search as that of all.
struct AmongOthers<'a> {
    observer: &'a mut dyn Observer,
    first: usize,
    others: &'a Counters,
    /// The values of the search's heuristics when they last fell by one or more.
    values: &'a mut Vec<f32>,
    /// Has one fallen so far again?
    has_progress: bool,
}

impl Observer for AmongOthers<'_> {
    fn initial_estimate(&mut self, heuristic: usize, estimate: Estimate) {
        self.observer.initial_estimate(self.first + heuristic, estimate);
    }

    fn estimate_fell(&mut self, heuristic: usize, h: f32, counters: &Counters) {
        let count = self.values.len().max(heuristic + 1);
        self.values.resize(count, f32::INFINITY);
        let known = &mut self.values[heuristic];
        // Values of models may creep down for ever.
        if h <= *known - 1.0 {
            *known = h;
            self.has_progress = true;
        }
        let mut all = *counters;
        all.add(self.others);
        self.observer.estimate_fell(self.first + heuristic, h, &all);
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
        race.enter(stepwise_gbfs(graph, &mut first, Greedy::default(), limits), 0, 0);
        race.enter(stepwise_lazy(graph, &mut second, Greedy::default(), limits), 0, 1);
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
    fn a_search_that_is_stuck_makes_room() {
        let graph = line(1000);
        let guiding = Table((0..=1000).map(|state| Some(1000 - state)).collect());
        let report = race_of(
            &graph,
            Slow(blind(&graph), 100_000, true),
            Slow(guiding, 100_000, true),
            &Limits::default(),
        );
        // The second needs a thousand evaluations, and the first, whose values never fall, has a fourth of that by then.
        assert!(matches!(report.outcome, Outcome::Solved { cost: 1000, .. }));
        assert!((1250..1280).contains(&report.counters.evaluated), "{:?}", report.counters);
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
    fn a_search_that_leaves_early_is_followed_by_one_that_enters_late() {
        let (graph, limits) = (line(1000), Limits::default());
        let (mut early, mut late) = (Slow(blind(&graph), 1000, false), Slow(blind(&graph), 1000, true));
        let mut early: [&mut dyn Heuristic<Graph>; 1] = [&mut early];
        let mut late: [&mut dyn Heuristic<Graph>; 1] = [&mut late];
        let mut race = Race::new(&limits);
        assert_eq!(race.run_until(500_000, &mut ()), None);
        race.enter(stepwise_gbfs(&graph, &mut early, Greedy::default(), &limits), 0, 0);
        assert_eq!(race.run_until(500_000, &mut ()), None);
        assert!(race.runners.is_empty());
        race.enter(stepwise_gbfs(&graph, &mut late, Greedy::default(), &limits), 500_000, 1);
        assert!(matches!(race.run(&mut ()).outcome, Outcome::Solved { .. }));
    }

    #[test]
    fn the_effort_of_preparation_counts() {
        let (graph, limits) = (line(1000), Limits::default());
        let [mut first, mut second] = [(); 2].map(|()| Slow(blind(&graph), 1000, true));
        let mut first: [&mut dyn Heuristic<Graph>; 1] = [&mut first];
        let mut second: [&mut dyn Heuristic<Graph>; 1] = [&mut second];
        let mut race = Race::new(&limits);
        race.enter(stepwise_gbfs(&graph, &mut first, Greedy::default(), &limits), 0, 0);
        race.enter(stepwise_gbfs(&graph, &mut second, Greedy::default(), &limits), 500_000, 1);
        assert_eq!(race.run_until(600_000, &mut ()), None);
        let evaluated = |runner: usize| race.runners[runner].search.counters().evaluated;
        assert!((595..611).contains(&evaluated(0)), "{}", evaluated(0));
        assert!((95..111).contains(&evaluated(1)), "{}", evaluated(1));
    }

    #[test]
    fn where_memory_ends_the_search_with_most_states_leaves() {
        let (graph, limits) = (line(1000), Limits::default());
        let [mut first, mut second] = [10, 1000].map(|effort| Slow(blind(&graph), effort, true));
        let mut first: [&mut dyn Heuristic<Graph>; 1] = [&mut first];
        let mut second: [&mut dyn Heuristic<Graph>; 1] = [&mut second];
        let mut race = Race::new(&limits);
        race.enter(stepwise_gbfs(&graph, &mut second, Greedy::default(), &limits), 0, 0);
        race.enter(stepwise_gbfs(&graph, &mut first, Greedy::default(), &limits), 0, 1);
        assert_eq!(race.run_until(5_000, &mut ()), None);
        let memory = StopReason::Exhausted(Exhausted::Memory);
        assert_eq!(race.go_on_after(memory, 0), Ok(()));
        assert!(race.runners.len() == 1 && race.runners[0].first == 0 && !race.runners[0].is_complete);
        assert!(matches!(race.run(&mut ()).outcome, Outcome::Solved { .. }));
    }

    #[test]
    fn a_search_that_may_have_lost_a_state_proves_nothing() {
        let graph = Graph { goal: 9, ..detour() };
        let limits = Limits::default();
        let mut slow = Slow(Table(vec![Some(1); 6]), 1, true);
        let mut heuristics: [&mut dyn Heuristic<Graph>; 1] = [&mut slow];
        let mut race = Race::new(&limits);
        race.enter(stepwise_gbfs(&graph, &mut heuristics, Greedy::default(), &limits), 0, 0);
        race.runners[0].is_complete = false;
        assert_eq!(race.run(&mut ()).outcome, Outcome::Stopped(StopReason::Exhausted(Exhausted::Memory)));
    }
}
