use super::*;
use crate::{Budget, Counters, Estimate, StopReason};
use proptest::prelude::*;
use std::time::Duration;

/// An undirected graph with edges `(a, b, cost)` and a goal.
#[derive(Clone, Debug)]
struct Net {
    edges: Vec<(usize, usize, u32)>,
    goal: usize,
}

/// An edge, and whether it is gone along backwards.
type Step = (usize, bool);

impl Reversible for Net {
    type State = usize;
    type Move = Step;

    fn is_goal(&self, state: &usize) -> bool {
        *state == self.goal
    }

    fn moves(&self, &state: &usize, last: Option<Step>) -> impl Iterator<Item = Step> {
        let steps = self.edges.iter().enumerate().flat_map(move |(edge, &(a, b, _))| {
            [(a == state).then_some((edge, false)), (b == state).then_some((edge, true))]
        });
        let back = last.map(|last| self.inverse(last));
        steps.flatten().filter(move |&step| Some(step) != back)
    }

    fn apply(&self, state: &mut usize, (edge, backwards): Step) {
        let (a, b, _) = self.edges[edge];
        *state = if backwards { a } else { b };
    }

    fn inverse(&self, (edge, backwards): Step) -> Step {
        (edge, !backwards)
    }

    fn cost(&self, (edge, _): Step) -> u32 {
        self.edges[edge].2
    }

    fn cheapest(&self) -> u32 {
        self.edges.iter().map(|edge| edge.2).min().unwrap_or(1)
    }
}

impl Net {
    /// A line of states, the goal at the other end.
    fn line(length: usize, cost: u32) -> Self {
        Self { edges: (0..length).map(|state| (state, state + 1, cost)).collect(), goal: length }
    }

    /// The costs to the goal, by relaxing all edges until nothing changes.
    fn costs(&self) -> Vec<u32> {
        let states = self.edges.iter().map(|&(a, b, _)| a.max(b) + 1).max().unwrap_or(1);
        let mut costs = vec![u32::MAX; states.max(self.goal + 1)];
        costs[self.goal] = 0;
        loop {
            let before = costs.clone();
            for &(a, b, cost) in &self.edges {
                costs[a] = costs[a].min(costs[b].saturating_add(cost));
                costs[b] = costs[b].min(costs[a].saturating_add(cost));
            }
            if before == costs {
                return costs;
            }
        }
    }

    fn length(&self, plan: &[Step]) -> Option<u32> {
        let (mut state, mut cost) = (0, 0);
        for &(edge, backwards) in plan {
            let (a, b, step) = self.edges[edge];
            let (from, to) = if backwards { (b, a) } else { (a, b) };
            if from != state {
                return None;
            }
            (state, cost) = (to, cost + step);
        }
        (state == self.goal).then_some(cost)
    }
}

/// Estimates by state.
#[derive(Clone)]
struct Known<C>(Vec<C>);

impl<C: PathCost + 'static> PathHeuristic<Net> for Known<C> {
    type Value = usize;
    type Cost = C;

    fn begin(&mut self, _: &Net, state: &usize) -> usize {
        *state
    }

    fn step(&mut self, net: &Net, _: usize, before: &usize, made: Step) -> usize {
        let mut state = *before;
        net.apply(&mut state, made);
        state
    }

    fn h(&self, value: usize) -> C {
        self.0[value]
    }
}

fn threads(threads: usize) -> Ida {
    Ida { threads, ..Ida::default() }
}

fn solve<C: PathCost + 'static>(net: &Net, h: Vec<C>, options: &Ida, limits: &Limits) -> Report<Step>
where
    Known<C>: Clone,
{
    ida(net, &Known(h), &0, options, limits, &mut ())
}

fn nets() -> impl Strategy<Value = Net> {
    let edges = prop::collection::vec((0..8_usize, 0..8_usize, 1..6_u32), 1..16);
    (edges, 0..8_usize).prop_map(|(mut edges, goal)| {
        edges.push((7, 0, 5));
        edges.retain(|&(a, b, _)| a != b);
        Net { edges, goal }
    })
}

proptest! {
    #[test]
    fn plans_are_cheapest_with_whole_and_real_estimates_and_any_number_of_threads(
        net in nets(), share in 0.0..1.0_f32,
    ) {
        let costs = net.costs();
        prop_assume!(costs[0] != u32::MAX);
        let real: Vec<f32> = costs.iter().map(|&cost| cost as f32 * share).collect();
        let whole: Vec<u32> = costs.iter().map(|&cost| (f64::from(cost) * f64::from(share)) as u32).collect();
        let first = solve(&net, whole.clone(), &threads(1), &Limits::default());
        for report in [
            first.clone(),
            solve(&net, whole.clone(), &threads(2), &Limits::default()),
            solve(&net, whole, &threads(5), &Limits::default()),
            solve(&net, real, &threads(2), &Limits::default()),
        ] {
            let Outcome::Solved { plan, cost } = report.outcome else { panic!("{report:?}") };
            prop_assert_eq!(cost, u64::from(costs[0]));
            prop_assert_eq!(net.length(&plan), Some(costs[0]));
        }
    }

    #[test]
    fn threads_change_neither_the_plan_nor_the_work(net in nets()) {
        prop_assume!(net.costs()[0] != u32::MAX);
        let zero = vec![0_u32; 8];
        let [one, three] = [1, 3].map(|count| solve(&net, zero.clone(), &threads(count), &Limits::default()));
        prop_assert_eq!(one, three);
    }

    #[test]
    fn tables_of_any_size_change_nothing_but_the_work(net in nets(), share in 0.0..1.0_f32) {
        let costs = net.costs();
        prop_assume!(costs[0] != u32::MAX);
        let real: Vec<f32> = costs.iter().map(|&cost| cost as f32 * share).collect();
        let whole: Vec<u32> = costs.iter().map(|&cost| (f64::from(cost) * f64::from(share)) as u32).collect();
        let plain = solve(&net, whole.clone(), &Ida::default(), &Limits::default());
        let plain_real = solve(&net, real.clone(), &Ida::default(), &Limits::default());
        for (count, bytes) in [(1, ONE_BUCKET), (1, 1 << 14), (2, ONE_BUCKET), (3, 1 << 14)] {
            let options = Ida { table: Some(bytes), ..threads(count) };
            let report = solve(&net, whole.clone(), &options, &Limits::default());
            prop_assert_eq!(&report.outcome, &plain.outcome);
            prop_assert!(count > 1 || report.counters.generated <= plain.counters.generated);
            prop_assert!(count > 1 || report.counters.expanded <= plain.counters.expanded);
            prop_assert_eq!(report, solve(&net, whole.clone(), &options, &Limits::default()));
            let report = solve(&net, real.clone(), &options, &Limits::default());
            prop_assert_eq!(report.outcome, plain_real.outcome.clone());
        }
    }
}

/// No table is smaller.
const ONE_BUCKET: usize = 1;

#[test]
fn states_met_again_in_an_iteration_are_not_followed() {
    let around =
        Net { edges: vec![(0, 1, 1), (1, 2, 1), (0, 3, 1), (3, 2, 1), (2, 4, 1), (4, 5, 1)], goal: 5 };
    let expanded = |table| {
        let report = solve(&around, vec![0_u32; 6], &Ida { table, ..Ida::default() }, &Limits::default());
        assert!(matches!(report.outcome, Outcome::Solved { cost: 4, .. }));
        report.until_last_jump.expanded
    };
    assert_eq!(expanded(None), 1 + 3 + 5 + 9, "for each bound");
    assert_eq!(expanded(Some(1 << 14)), 1 + 3 + 4 + 6, "state 3 again at a lower cost, but not what follows");
}

#[test]
fn a_table_for_which_there_is_no_memory_stops_the_search_before_the_first_bound() {
    let outcome = Outcome::Stopped(StopReason::Exhausted(Exhausted::Memory));
    let counters = Counters { evaluated: 1, ..Counters::default() };
    let stopped = Report { outcome, counters, until_last_jump: Counters::default() };
    let table = |bytes, limits: &Limits| {
        let options = Ida { table: Some(bytes), ..Ida::default() };
        solve(&Net::line(3, 1), vec![0_u32; 4], &options, limits)
    };
    assert_eq!(table(usize::MAX, &Limits::default()), stopped);
    if crate::resident_memory().is_some() {
        let budget = Budget::unlimited().with_memory(1 << 40);
        assert_eq!(table(1 << 40, &Limits { budget, ..Limits::default() }), stopped);
    }
}

#[test]
fn bounds_rise_to_the_least_f_above() {
    #[derive(Default)]
    struct Bounds(Vec<u64>);
    impl Observer for Bounds {
        fn initial_estimate(&mut self, _: usize, estimate: Estimate) {
            assert_eq!(estimate.h, 1.5);
        }
        fn bound_rose(&mut self, bound: u64, _: &Counters) {
            self.0.push(bound);
        }
    }
    let net = Net::line(3, 4);
    let mut bounds = Bounds::default();
    let h = vec![1.5_f32, 2.5, 0.25, 0.0];
    let report = ida(&net, &Known(h), &0, &Ida::default(), &Limits::default(), &mut bounds);
    assert!(matches!(report.outcome, Outcome::Solved { cost: 12, .. }));
    assert_eq!(bounds.0, [2, 7, 9, 12], "1.5, 6.5, 8.25, 12, rounded up");
    assert_eq!(report.counters.expanded, 1 + 2 + 3 + 4);
    assert_eq!(report.counters.generated, 1 + 2 + 3 + 3);
}

#[test]
fn a_goal_counts_only_within_the_bound() {
    let report = solve(&Net::line(1, 1), vec![0_u32, 7], &Ida::default(), &Limits::default());
    assert!(matches!(report.outcome, Outcome::Solved { cost: 1, .. }));
    assert_eq!(report.until_last_jump.generated, 1);
}

#[test]
fn what_cannot_be_reached_is_unsolvable_if_the_heuristic_knows() {
    let net = Net { edges: vec![(0, 1, 1)], goal: 2 };
    for count in [1, 2] {
        let report = solve(&net, vec![1_u32, u32::MAX, 0], &threads(count), &Limits::default());
        assert_eq!(report.outcome, Outcome::Unsolvable);
        let report = solve(&net, vec![1_f32, f32::INFINITY, 0.0], &threads(count), &Limits::default());
        assert_eq!(report.outcome, Outcome::Unsolvable);
    }
}

#[test]
fn estimates_that_are_no_numbers_or_below_zero_count_as_zero() {
    let report = solve(&Net::line(2, 1), vec![f32::NAN, -5.0, 0.0], &Ida::default(), &Limits::default());
    assert!(matches!(report.outcome, Outcome::Solved { cost: 2, .. }));
}

#[test]
fn deep_paths_have_a_stack_that_is_deep_enough() {
    let net = Net::line(5000, 3);
    for count in [1, 2] {
        let h = (0..=5000).rev().map(|steps| 3 * steps).collect();
        let report = solve::<u32>(&net, h, &threads(count), &Limits::default());
        assert!(matches!(report.outcome, Outcome::Solved { cost: 15_000, .. }));
    }
}

#[test]
fn paths_too_deep_for_the_stack_are_not_followed() {
    let h = (0..=10_000).rev().collect();
    let report = solve::<u32>(&Net::line(10_000, 1), h, &Ida::default(), &Limits::default());
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Cost));
}

#[test]
fn each_limit_stops_the_search_and_says_so() {
    let net = Net::line(50, 1);
    let stop = |options: Ida, limits: Limits| solve(&net, vec![0_u32; 51], &options, &limits);
    for count in [1, 2] {
        let report = stop(threads(count), Limits { max_expansions: Some(100), ..Limits::default() });
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Expansions));
        assert!(count > 1 || report.counters.expanded == 100, "{report:?}");
        let report = stop(threads(count), Limits { max_evaluations: Some(100), ..Limits::default() });
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Evaluations));
        let report = stop(Ida { max_cost: 20, ..threads(count) }, Limits::default());
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Cost));
        let budget = Budget::unlimited().with_time(Duration::ZERO);
        let report = stop(threads(count), Limits { budget, ..Limits::default() });
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Exhausted(Exhausted::Time)));
    }
}

#[test]
fn no_threads_are_one_thread() {
    let report = solve(&Net::line(3, 1), vec![0_u32; 4], &threads(0), &Limits::default());
    assert!(matches!(report.outcome, Outcome::Solved { cost: 3, .. }));
}

/// A device of one, who goes all ways by recursion.
struct Walker<'a> {
    net: &'a Net,
    h: &'a [u32],
    bound: u64,
    least_above: u64,
    expanded: u64,
    generated: u64,
}

impl Walker<'_> {
    fn is_solved(&mut self, state: usize, so_far: u32, last: Option<Step>) -> bool {
        self.expanded += 1;
        if self.net.is_goal(&state) {
            return true;
        }
        let moves: Vec<Step> = self.net.moves(&state, last).collect();
        moves.into_iter().any(|made| {
            self.generated += 1;
            let mut after = state;
            self.net.apply(&mut after, made);
            let so_far = so_far + self.net.cost(made);
            let total = u64::from(so_far) + u64::from(self.h[after]);
            if total > self.bound {
                self.least_above = self.least_above.min(total);
                return false;
            }
            self.is_solved(after, so_far, Some(made))
        })
    }
}

impl Device<Net> for Walker<'_> {
    fn search(
        &mut self,
        bound: u64,
        roots: &[SubtreeRoot<Net>],
        budget: &Budget,
    ) -> Result<Searched, StopReason> {
        budget.check()?;
        (self.bound, self.least_above) = (bound, u64::from(u32::MAX));
        let (mut work, mut solved) = (Vec::new(), None);
        for (number, root) in roots.iter().enumerate() {
            (self.expanded, self.generated) = (0, 0);
            if self.is_solved(root.state, root.so_far, root.last) {
                solved = solved.or(Some(number));
            }
            work.push((self.expanded, self.generated));
        }
        Ok(Searched { work, least_above: self.least_above, solved })
    }
}

fn solve_on_device(net: &Net, h: &[u32], limits: &Limits) -> Report<Step> {
    let mut walker = Walker { net, h, bound: 0, least_above: 0, expanded: 0, generated: 0 };
    ida_on_device(net, &Known(h.to_vec()), &0, &Ida::default(), limits, &mut (), &mut walker)
}

proptest! {
    #[test]
    fn a_device_changes_neither_the_plan_nor_the_work(net in nets(), share in 0.0..1.5_f32) {
        let costs = net.costs();
        prop_assume!(costs[0] != u32::MAX);
        let h: Vec<u32> = costs.iter().map(|&cost| (f64::from(cost) * f64::from(share)) as u32).collect();
        let (one, device) =
            (solve(&net, h.clone(), &threads(1), &Limits::default()), solve_on_device(&net, &h, &Limits::default()));
        prop_assert_eq!(one, device);
    }

    #[test]
    fn a_device_gives_up_when_one_thread_does(net in nets(), evaluations in 1..200_u64) {
        prop_assume!(net.costs()[0] != u32::MAX);
        let zero = vec![0_u32; 8];
        let unlimited = solve(&net, zero.clone(), &threads(1), &Limits::default());
        let limits = Limits { max_evaluations: Some(evaluations), ..Limits::default() };
        let report = solve_on_device(&net, &zero, &limits);
        if unlimited.counters.generated < evaluations {
            prop_assert_eq!(report, unlimited);
        } else if unlimited.until_last_jump.generated >= evaluations {
            prop_assert_eq!(report.outcome, Outcome::Stopped(StopReason::Evaluations));
        }
    }
}

#[test]
fn a_device_stops_when_the_budget_is_exhausted() {
    let budget = Budget::unlimited().with_time(Duration::ZERO);
    let report = solve_on_device(&Net::line(50, 1), &[0; 51], &Limits { budget, ..Limits::default() });
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Exhausted(Exhausted::Time)));
}
