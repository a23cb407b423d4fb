//! A\*: cheapest plans first.

use crate::{
    Action, Counters, Exhausted, Heuristic, Limits, Observer, OpenList, Outcome, Report, StateId, StateSpace,
    States, StopReason,
};

/// Searches for a plan of least cost. The plan's cost is least if the heuristic never overestimates;
/// it need not be consistent.
pub fn astar<S: StateSpace>(
    space: &S,
    heuristic: &mut impl Heuristic<S>,
    limits: &Limits,
    observer: &mut impl Observer,
) -> Report {
    let mut search = AStar {
        space,
        heuristic,
        limits,
        states: States::new(space.words()),
        nodes: Vec::new(),
        open: OpenList::new(),
        counters: Counters::default(),
        until_last_jump: Counters::default(),
    };
    let outcome = search.run(observer).unwrap_or_else(Outcome::Stopped);
    Report { outcome, counters: search.counters, until_last_jump: search.until_last_jump }
}

struct AStar<'a, S, H> {
    space: &'a S,
    heuristic: &'a mut H,
    limits: &'a Limits,
    states: States,
    /// By state.
    nodes: Vec<Node>,
    open: OpenList,
    counters: Counters,
    until_last_jump: Counters,
}

/// What is known of a state.
struct Node {
    path: Path,
    h: u32,
    status: Status,
}

/// The cheapest known path to a state.
#[derive(Clone, Copy)]
struct Path {
    cost: u64,
    /// The state before the last, and the action from there; meaningless for the initial state.
    parent: StateId,
    action: Action,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Open,
    Closed,
    DeadEnd,
}

impl<S: StateSpace, H: Heuristic<S>> AStar<'_, S, H> {
    const INITIAL: StateId = 0;
    /// Successors looked at between two looks at the clock.
    const STRIDE: u64 = 4096;

    fn run(&mut self, observer: &mut impl Observer) -> Result<Outcome, StopReason> {
        let mut scratch = self.space.scratch();
        let mut state = vec![0; self.space.words()];
        self.space.initial(&mut state);
        self.reach(&state, Path { cost: 0, parent: Self::INITIAL, action: 0 })?;
        observer.initial_estimate(self.nodes.first().filter(|n| n.status == Status::Open).map(|n| n.h));

        let mut bound = None;
        let mut next_check = 0;
        while let Some((f, id)) = self.open.pop() {
            let node = &mut self.nodes[id as usize];
            if node.status == Status::Closed {
                continue;
            }
            node.status = Status::Closed;
            let cost = node.path.cost;
            if bound < Some(f) {
                bound = Some(f);
                self.until_last_jump = self.counters;
                observer.bound_rose(f, &self.counters);
            }
            if self.limits.max_expansions.is_some_and(|limit| self.counters.expanded >= limit) {
                return Err(StopReason::Expansions);
            }
            if self.counters.generated >= next_check {
                self.check_budget()?;
                next_check = self.counters.generated + Self::STRIDE;
            }
            self.counters.expanded += 1;
            state.copy_from_slice(&self.states[id]);
            if self.space.is_goal(&state) {
                return Ok(Outcome::Solved { plan: self.actions_to(id), cost });
            }
            self.expand(id, cost, &state, &mut scratch)?;
        }
        Ok(Outcome::Unsolvable)
    }

    fn expand(
        &mut self,
        id: StateId,
        cost: u64,
        state: &[u64],
        scratch: &mut S::Scratch,
    ) -> Result<(), StopReason> {
        let space = self.space;
        let mut result = Ok(());
        space.successors(state, scratch, |action, successor| {
            if result.is_ok() {
                self.counters.generated += 1;
                let cost = cost + u64::from(space.cost(action));
                result = self.reach(successor, Path { cost, parent: id, action });
            }
        });
        result
    }

    /// Takes note of a path to a state.
    fn reach(&mut self, state: &[u64], path: Path) -> Result<(), StopReason> {
        let (id, is_new) = self.states.insert(state);
        if is_new {
            return self.evaluate(id, state, path);
        }
        let node = &mut self.nodes[id as usize];
        if path.cost < node.path.cost && node.status != Status::DeadEnd {
            self.counters.reopened += u64::from(node.status == Status::Closed);
            node.status = Status::Open;
            node.path = path;
            self.open.push(path.cost + u64::from(node.h), node.h, id);
        }
        Ok(())
    }

    fn evaluate(&mut self, id: StateId, state: &[u64], path: Path) -> Result<(), StopReason> {
        if self.limits.max_evaluations.is_some_and(|limit| self.counters.evaluated >= limit) {
            return Err(StopReason::Evaluations);
        }
        self.counters.evaluated += 1;
        let node = match self.heuristic.estimate(self.space, state) {
            Some(h) => {
                self.open.push(path.cost + u64::from(h), h, id);
                Node { path, h, status: Status::Open }
            }
            None => {
                self.counters.dead_ends += 1;
                Node { path, h: 0, status: Status::DeadEnd }
            }
        };
        self.nodes.push(node);
        Ok(())
    }

    fn check_budget(&self) -> Result<(), Exhausted> {
        if self.states.len() > States::MOST {
            return Err(Exhausted::Memory);
        }
        self.limits.budget.check()
    }

    fn actions_to(&self, mut id: StateId) -> Vec<Action> {
        let mut actions = Vec::new();
        while id != Self::INITIAL {
            let path = self.nodes[id as usize].path;
            actions.push(path.action);
            id = path.parent;
        }
        actions.reverse();
        actions
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Blind, Budget};

    /// A graph with states `0..n`, numbered edges `(from, to, cost)`, from 0 to the last state.
    struct Graph {
        edges: Vec<(u64, u64, u32)>,
        goal: u64,
    }

    impl StateSpace for Graph {
        type Scratch = ();

        fn scratch(&self) {}

        fn words(&self) -> usize {
            1
        }

        fn initial(&self, state: &mut [u64]) {
            state[0] = 0;
        }

        fn is_goal(&self, state: &[u64]) -> bool {
            state[0] == self.goal
        }

        fn successors(&self, state: &[u64], (): &mut (), mut visit: impl FnMut(Action, &[u64])) {
            for (action, &(from, to, _)) in self.edges.iter().enumerate() {
                if from == state[0] {
                    visit(action as Action, &[to]);
                }
            }
        }

        fn cost(&self, action: Action) -> u32 {
            self.edges[action as usize].2
        }
    }

    /// Estimates by state.
    struct Table(Vec<Option<u32>>);

    impl Heuristic<Graph> for Table {
        fn estimate(&mut self, _: &Graph, state: &[u64]) -> Option<u32> {
            self.0[state[0] as usize]
        }
    }

    /// Two ways from 0 to 1, the dearer with fewer actions; from there 1 → 3, and a way into nothing.
    fn detour() -> Graph {
        Graph { edges: vec![(0, 1, 5), (0, 2, 1), (2, 1, 1), (1, 3, 4), (3, 4, 4), (0, 5, 1)], goal: 4 }
    }

    #[test]
    fn the_cheapest_plan_is_found_not_the_shortest() {
        let report = astar(&detour(), &mut Blind::new(1), &Limits::default(), &mut ());
        assert_eq!(report.outcome, Outcome::Solved { plan: vec![1, 2, 3, 4], cost: 10 });
        assert_eq!(report.counters.reopened, 0);
    }

    #[test]
    fn states_are_reopened_where_the_heuristic_is_inconsistent() {
        let h = vec![Some(0), Some(0), Some(8), Some(0), Some(0), Some(9)];
        let report = astar(&detour(), &mut Table(h), &Limits::default(), &mut ());
        assert_eq!(report.outcome, Outcome::Solved { plan: vec![1, 2, 3, 4], cost: 10 });
        assert_eq!(report.counters.reopened, 2);
    }

    #[test]
    fn dead_ends_are_not_expanded() {
        let h = vec![Some(1), Some(1), None, Some(1), Some(0), None];
        let report = astar(&detour(), &mut Table(h), &Limits::default(), &mut ());
        assert_eq!(report.outcome, Outcome::Solved { plan: vec![0, 3, 4], cost: 13 });
        assert_eq!(report.counters.dead_ends, 2);
        assert_eq!(report.counters.expanded, 4);
    }

    #[test]
    fn an_exhausted_space_is_unsolvable() {
        let graph = Graph { goal: 9, ..detour() };
        let report = astar(&graph, &mut Blind::new(1), &Limits::default(), &mut ());
        assert_eq!(report.outcome, Outcome::Unsolvable);
        assert_eq!(report.counters.expanded, 6);
    }

    #[test]
    fn a_goal_at_the_start_needs_no_action() {
        let graph = Graph { goal: 0, ..detour() };
        let report = astar(&graph, &mut Blind::new(1), &Limits::default(), &mut ());
        assert_eq!(report.outcome, Outcome::Solved { plan: vec![], cost: 0 });
        assert_eq!(report.counters, Counters { expanded: 1, evaluated: 1, ..Counters::default() });
    }

    #[test]
    fn each_limit_stops_the_search_and_says_so() {
        let stop = |limits: Limits| astar(&detour(), &mut Blind::new(1), &limits, &mut ());
        let report = stop(Limits { max_expansions: Some(2), ..Limits::default() });
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Expansions));
        assert_eq!(report.counters.expanded, 2);
        let report = stop(Limits { max_evaluations: Some(2), ..Limits::default() });
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Evaluations));
        assert_eq!(report.counters.evaluated, 2);
        let budget = Budget::unlimited().with_time(std::time::Duration::ZERO);
        let report = stop(Limits { budget, ..Limits::default() });
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Exhausted(Exhausted::Time)));
    }

    #[test]
    fn an_observer_sees_the_bound_rise() {
        #[derive(Default)]
        struct Bounds(Option<u32>, Vec<u64>);
        impl Observer for Bounds {
            fn initial_estimate(&mut self, h: Option<u32>) {
                self.0 = h;
            }
            fn bound_rose(&mut self, bound: u64, _: &Counters) {
                self.1.push(bound);
            }
        }
        let mut bounds = Bounds::default();
        let report = astar(&detour(), &mut Blind::new(1), &Limits::default(), &mut bounds);
        assert_eq!(bounds.0, Some(1));
        assert_eq!(bounds.1, [1, 2, 3, 7, 10]);
        assert_eq!(report.until_last_jump.expanded, 5);
    }
}
