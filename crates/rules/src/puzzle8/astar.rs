//! A\* as the paper uses it to label states and to solve tests: with weighted path costs and a limit on expansions.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::State;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A solution of this cost.
    Cost(u32),
    /// None yet; if the heuristic is admissible, none costs less than this.
    AtLeast(u32),
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The cost found, or a bound.
    pub answer: Answer,
    /// How many nodes it took from the open list, the goal among them.
    pub expansions: u32,
}

/// The memory of searches, reused from one to the next.
#[derive(Clone, Debug)]
pub struct AStar {
    seen: Vec<Seen>,
    /// The number of the search; 0 is none.
    search: u32,
    /// All nodes that were ever open in this search, in order of generation.
    nodes: Vec<Node>,
    /// The bits of estimated costs, and numbers of nodes.
    open: BinaryHeap<Reverse<(u64, u32)>>,
    children: Vec<State>,
    estimates: Vec<u32>,
}

/// The cheapest path to a state in the search in which it was last seen.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    search: u32,
    path: u32,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    state: State,
    path: u32,
    estimate: u32,
}

impl AStar {
    /// Memory for searches.
    pub fn new() -> Self {
        Self {
            seen: vec![Seen::default(); State::COUNT],
            search: 0,
            nodes: Vec::new(),
            open: BinaryHeap::new(),
            children: Vec::new(),
            estimates: Vec::new(),
        }
    }

    /// Searches in the order of `weight` times the cost of the path plus the estimate, first in, first out among equals, until
    /// the goal is expanded or `limit` nodes have been. States are reopened whenever a cheaper path is found. The estimate of
    /// the goal is taken to be 0. `weight` must not be negative.
    ///
    /// The heuristic estimates the successors of a node together, as far as they are new or reached more cheaply.
    pub fn search(
        &mut self,
        start: &State,
        weight: f64,
        limit: u32,
        mut heuristic: impl FnMut(&[State], &mut [u32]),
    ) -> Outcome {
        self.forget();
        self.reach(*start, 0);
        self.open_children(0, weight, &mut heuristic);
        for expansions in 1..=limit {
            let Some(Reverse((_, number))) = self.open.pop() else { break };
            let Node { state, path, .. } = self.nodes[number as usize];
            if state == State::GOAL {
                return Outcome { answer: Answer::Cost(path), expansions };
            }
            for child in state.neighbours() {
                self.reach(child, path + 1);
            }
            self.open_children(path + 1, weight, &mut heuristic);
        }
        Outcome { answer: Answer::AtLeast(self.bound()), expansions: limit }
    }

    fn forget(&mut self) {
        self.nodes.clear();
        self.open.clear();
        if self.search == u32::MAX {
            self.seen.fill(Seen::default());
            self.search = 0;
        }
        self.search += 1;
    }

    fn reach(&mut self, state: State, path: u32) {
        let seen = &mut self.seen[state.number()];
        if seen.search != self.search || seen.path > path {
            *seen = Seen { search: self.search, path };
            self.children.push(state);
        }
    }

    fn open_children(&mut self, path: u32, weight: f64, heuristic: &mut impl FnMut(&[State], &mut [u32])) {
        self.estimates.resize(self.children.len(), 0);
        heuristic(&self.children, &mut self.estimates);
        for (state, &estimate) in self.children.drain(..).zip(&self.estimates) {
            let estimate = if state == State::GOAL { 0 } else { estimate };
            // Costs are not whole, and how they are rounded decides which are equal. Those of floating-point numbers
            // that are not negative are in the order of their bits.
            let cost = weight * f64::from(path) + f64::from(estimate);
            self.open.push(Reverse((cost.to_bits(), self.nodes.len() as u32)));
            self.nodes.push(Node { state, path, estimate });
        }
    }

    /// The least estimated cost on the open list: every solution goes through an open node.
    fn bound(&self) -> u32 {
        let through = |Reverse((_, number)): &Reverse<(u64, u32)>| {
            let node = &self.nodes[*number as usize];
            node.path.saturating_add(node.estimate)
        };
        self.open.iter().map(through).min().unwrap_or(u32::MAX)
    }
}

impl Default for AStar {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Space, State, each, manhattan};
    use super::{AStar, Answer, Outcome};

    fn some_states(space: &Space) -> impl Iterator<Item = &State> {
        space.states().iter().step_by(997)
    }

    #[test]
    fn heuristics_that_never_overestimate_give_shortest_solutions() {
        let (space, mut astar) = (Space::new(), AStar::new());
        // Between nothing and all of the cost, so that estimates jump between neighbours and states open again.
        let jumpy = |state: &State| space.cost(state) * (state.number() as u32 * 7919 % 5) / 4;
        for state in some_states(&space) {
            let cost = Answer::Cost(space.cost(state));
            assert_eq!(astar.search(state, 1.0, u32::MAX, each(manhattan)).answer, cost);
            assert_eq!(astar.search(state, 1.0, u32::MAX, each(jumpy)).answer, cost);
        }
    }

    #[test]
    fn the_bound_of_unfinished_searches_holds_and_grows_with_the_limit() {
        let (space, mut astar) = (Space::new(), AStar::new());
        for state in some_states(&space) {
            let mut last = 0;
            for limit in [0, 1, 10, 100, 1000] {
                if let Answer::AtLeast(bound) = astar.search(state, 1.0, limit, each(manhattan)).answer {
                    assert!((last.max(manhattan(state))..=space.cost(state)).contains(&bound));
                    last = bound;
                }
                if let Answer::AtLeast(bound) = astar.search(state, 0.8, limit, each(manhattan)).answer {
                    assert!(bound <= space.cost(state));
                }
            }
        }
    }

    #[test]
    fn the_goal_may_be_the_last_node_of_the_limit() {
        let mut astar = AStar::new();
        let state: State = "[3, 1, 2, 7, 5, 6, 8, 0, 4]".parse().unwrap();
        let solved = astar.search(&state, 0.8, u32::MAX, each(manhattan));
        assert_eq!(astar.search(&state, 0.8, solved.expansions, each(manhattan)), solved);
        let short = astar.search(&state, 0.8, solved.expansions - 1, each(manhattan));
        assert_eq!(short.answer, Answer::AtLeast(13));
        assert_eq!(short.expansions, solved.expansions - 1);
    }

    #[test]
    fn the_estimate_of_the_goal_is_nothing() {
        let far = each(|_| u32::MAX);
        let outcome = AStar::new().search(&State::GOAL, 1.0, 1, far);
        assert_eq!(outcome, Outcome { answer: Answer::Cost(0), expansions: 1 });
    }

    #[test]
    fn the_memory_of_one_search_does_not_show_in_the_next() {
        let space = Space::new();
        let mut used = AStar::new();
        used.search = u32::MAX - 3;
        for state in some_states(&space).take(50) {
            let fresh = AStar::new().search(state, 0.8, 1000, each(manhattan));
            assert_eq!(used.search(state, 0.8, 1000, each(manhattan)), fresh);
        }
    }
}
