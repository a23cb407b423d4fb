use super::super::testing::{Graph, Table, detour};
use super::*;
use crate::{Limits, Outcome, Report, gbfs, lazy};

/// The reports of both greedy searches.
fn search_both(graph: &Graph, tables: &[Vec<Option<u32>>], options: Greedy) -> [Report; 2] {
    [gbfs::<Graph>, lazy::<Graph>].map(|search| {
        let mut tables: Vec<Table> = tables.iter().cloned().map(Table).collect();
        let mut heuristics: Vec<&mut dyn Heuristic<Graph>> =
            tables.iter_mut().map(|table| table as &mut dyn Heuristic<Graph>).collect();
        search(graph, &mut heuristics, options.clone(), &Limits::default(), &mut ())
    })
}

/// Leads straight to the goal by the way with fewest actions.
fn guide() -> Vec<Option<u32>> {
    vec![Some(9), Some(4), Some(5), Some(2), Some(0), Some(9)]
}

#[test]
fn the_lowest_estimate_leads() {
    for report in search_both(&detour(), &[guide()], Greedy::default()) {
        assert_eq!(report.outcome, Outcome::Solved { plan: vec![0, 3, 4], cost: 13 });
    }
}

#[test]
fn what_one_heuristic_calls_a_dead_end_is_left_alone() {
    let tables = [vec![Some(1); 6], vec![Some(1), None, None, Some(1), Some(0), Some(1)]];
    for report in search_both(&detour(), &tables, Greedy::default()) {
        assert_eq!(report.outcome, Outcome::Unsolvable);
        assert_eq!(report.counters.dead_ends, 2);
    }
}

#[test]
fn plans_that_cost_the_bound_or_more_are_not_looked_at() {
    let options = Greedy { bound: Some(10), ..Greedy::default() };
    for report in search_both(&detour(), &[guide()], options) {
        assert_eq!(report.outcome, Outcome::Unsolvable);
    }
}

/// Estimates by state, with whether they are trusted.
struct Unsure(Vec<(u32, bool)>, WhenUntrusted);

impl Heuristic<Graph> for Unsure {
    fn estimate(&mut self, _: &Graph, batch: &Batch, estimates: &mut Estimates) {
        for (_, state, _) in batch.iter() {
            let (h, trusted) = self.0[state[0] as usize];
            estimates.push(Estimate { trusted, ..Estimate::from_cost(u64::from(h)) });
        }
    }

    fn when_untrusted(&self) -> WhenUntrusted {
        self.1
    }
}

fn unsure(untrusted: &[usize]) -> Vec<(u32, bool)> {
    let values = [9, 4, 5, 2, 0, 9];
    values.into_iter().enumerate().map(|(state, h)| (h, !untrusted.contains(&state))).collect()
}

fn search_both_with(
    unsure: &[(u32, bool)],
    when: WhenUntrusted,
    other: Option<Vec<Option<u32>>>,
) -> [Report; 2] {
    [gbfs::<Graph>, lazy::<Graph>].map(|search| {
        let mut first = Unsure(unsure.to_vec(), when);
        let mut second = other.clone().map(Table);
        let mut heuristics: Vec<&mut dyn Heuristic<Graph>> = vec![&mut first];
        heuristics.extend(second.as_mut().map(|table| table as &mut dyn Heuristic<Graph>));
        search(&detour(), &mut heuristics, Greedy::default(), &Limits::default(), &mut ())
    })
}

#[test]
fn untrusted_states_are_left_out_and_then_nothing_is_proved() {
    for report in search_both_with(&unsure(&[1]), WhenUntrusted::Prune, None) {
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Untrusted));
        assert!(report.counters.untrusted > 0);
    }
}

/// A queue by several criteria takes no state that one of them prunes, even if another one trusts its estimate.
#[test]
fn what_no_queue_takes_is_not_proved_to_be_unsolvable() {
    let order = vec![Criterion::Heuristic(0), Criterion::Heuristic(1)];
    for search in [gbfs::<Graph>, lazy::<Graph>] {
        let mut unsure = Unsure(unsure(&[1]), WhenUntrusted::Prune);
        let mut table = Table(guide());
        let mut heuristics: [&mut dyn Heuristic<Graph>; 2] = [&mut unsure, &mut table];
        let options = Greedy { orders: vec![order.clone()], ..Greedy::default() };
        let report = search(&detour(), &mut heuristics, options, &Limits::default(), &mut ());
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Untrusted));
    }
}

/// The planner names the order of every open list, also where each is by one heuristic.
#[test]
fn plain_orders_do_not_make_a_quick_search_store_all_states() {
    use super::super::testing::Quick;
    let options = Greedy { orders: vec![vec![Criterion::Heuristic(0)]], ..Greedy::default() };
    assert!(options.has_plain_orders());
    let limits = Limits::default();
    let search = |options| gbfs(&detour(), &mut [&mut Quick(Table(guide()))], options, &limits, &mut ());
    assert_eq!(search(options), search(Greedy::default()));
    let mixed = vec![vec![Criterion::Heuristic(0), Criterion::Cost]];
    assert!(!Greedy { orders: mixed, ..Greedy::default() }.has_plain_orders());
}

#[test]
fn the_initial_state_is_never_left_out() {
    for report in search_both_with(&unsure(&[0]), WhenUntrusted::Prune, None) {
        assert!(matches!(report.outcome, Outcome::Solved { .. }));
    }
}

#[test]
fn other_queues_keep_untrusted_states() {
    for report in search_both_with(&unsure(&[1, 3]), WhenUntrusted::Prune, Some(guide())) {
        assert!(matches!(report.outcome, Outcome::Solved { .. }));
        assert_eq!(report.counters.untrusted, 0);
    }
}

#[test]
fn a_heuristic_that_is_trusted_leads_alone_and_one_that_is_not_gives_way() {
    let misleading = vec![Some(1), Some(9), Some(9), Some(9), Some(0), Some(1)];
    let [trusted, _] = search_both_with(&unsure(&[]), WhenUntrusted::Yield, Some(misleading.clone()));
    // 0, 1, 3 and the goal: the other queue would have taken up 5.
    assert_eq!(trusted.counters.expanded, 4);
    let [doubted, _] = search_both_with(&unsure(&[1]), WhenUntrusted::Yield, Some(misleading));
    assert_eq!(doubted.counters.expanded, 5);
}

/// Counts the states that it is asked about.
struct Asked<'a>(Table, &'a std::cell::Cell<usize>);

impl Heuristic<Graph> for Asked<'_> {
    fn estimate(&mut self, graph: &Graph, batch: &Batch, estimates: &mut Estimates) {
        self.1.set(self.1.get() + batch.iter().count());
        self.0.estimate(graph, batch, estimates);
    }
}

#[test]
fn a_scout_is_not_asked_about_every_state() {
    let graph = Graph { goal: 9, ..detour() };
    let search = |scout| {
        let (mut constant, asked) = (Table(vec![Some(1); 6]), std::cell::Cell::new(0));
        let mut model = Asked(Table(guide()), &asked);
        let options = Greedy { scout, preferred: true, boost: 1000, ..Greedy::default() };
        let report = lazy(&graph, &mut [&mut constant, &mut model], options, &Limits::default(), &mut ());
        assert_eq!(report.outcome, Outcome::Unsolvable);
        assert_eq!(report.counters.evaluated, 6);
        asked.get()
    };
    assert_eq!(search(None), 6);
    assert_eq!(search(Some(100)), 2);
}

#[test]
fn a_weight_that_makes_values_overflow_loses_no_state() {
    let options = Greedy { weight: Some(1e38), ..Greedy::default() };
    let [_, report] = search_both(&detour(), &[guide()], options);
    assert!(matches!(report.outcome, Outcome::Solved { .. }), "{:?}", report.outcome);
}

#[test]
fn an_exhausted_space_is_unsolvable() {
    let graph = Graph { goal: 9, ..detour() };
    for report in search_both(&graph, &[vec![Some(1); 6]], Greedy::default()) {
        assert_eq!(report.outcome, Outcome::Unsolvable);
        assert_eq!(report.counters.expanded, 6);
    }
}
