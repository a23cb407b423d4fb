//! The paper's learning of rules for the 8-puzzle, cost by cost (its algorithms 1 and 2).

use std::collections::BTreeMap;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{AStar, Answer, Puzzle8, Rules, Space, State, Walk};
use crate::ladder::{Effort, Ladder, LearnedRules, Lookup, learn_one};

/// How rules are learned from states whose costs are found by search with the rules so far.
#[derive(Clone, Copy, Debug)]
pub struct LearningOptions {
    /// How many states are drawn for each cost.
    pub states: usize,
    /// How they are drawn.
    pub walk: Walk,
    /// How many states a search for the cost of one may expand.
    pub expansions: u32,
    /// The label of a state whose search did not find its cost.
    pub unfinished: Unfinished,
    /// Are states of lower costs kept? The paper draws anew for each cost.
    pub keeps_states: bool,
    /// Which cost comes next.
    pub next: Next,
    /// May rules call those of the cost before?
    pub reuses: bool,
    /// Are rules of a cost kept only if they cover all states that cost at least so much? The paper says so; its authors'
    /// program keeps them in any case.
    pub only_complete: bool,
    /// How values are read from rules, also in the searches that find costs.
    pub reading: Lookup,
    /// Limits on the search for rules.
    pub effort: Effort,
    /// The seed of random numbers.
    pub seed: u64,
}

/// The label of a state whose search did not find its cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unfinished {
    /// It gets no label.
    #[default]
    Nothing,
    /// Its cost is at least the smallest estimated cost on the open list.
    AtLeast,
}

/// Which cost comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Next {
    /// Each in turn, as the authors' program has it.
    #[default]
    Each,
    /// The smallest that a state was found to have, above all that have rules, as the paper has it.
    SmallestFound,
}

/// What is known about the cost of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// A plan of this cost was found.
    Cost(u32),
    /// It costs at least this.
    AtLeast(u32),
}

/// Rules being learned.
#[derive(Debug)]
pub struct Learning<'a> {
    options: LearningOptions,
    puzzle: &'a Puzzle8,
    /// The rules so far.
    pub ladder: Ladder,
    /// The states so far that later costs are learned from.
    pub labels: BTreeMap<State, Label>,
    /// The last cost that was learned.
    pub cost: u32,
    astar: AStar,
}

/// A summary of the learning for one cost.
#[derive(Clone, Debug)]
pub struct Done {
    /// The cost.
    pub cost: u32,
    /// How many states were learned from.
    pub states: usize,
    /// How many of these cost at least `cost`.
    pub positive: usize,
    /// The rules that were learned.
    pub lesson: LearnedRules,
}

impl<'a> Learning<'a> {
    /// Nothing learned yet.
    pub fn new(puzzle: &'a Puzzle8, options: LearningOptions) -> Self {
        let (ladder, labels) = (Ladder::default(), BTreeMap::new());
        Self { options, puzzle, ladder, labels, cost: 0, astar: AStar::new() }
    }

    /// Learns rules for the next cost; `None` when all costs are done, or when `is_over`.
    pub fn step(&mut self, is_over: &(dyn Fn() -> bool + Sync)) -> Option<Done> {
        if self.cost >= Space::LARGEST_COST {
            return None;
        }
        // Chance depends on the cost alone, so that what was stopped goes on in the same way.
        let mut rng = ChaCha8Rng::seed_from_u64(self.options.seed);
        rng.set_stream(u64::from(self.cost) + 1);
        let drawn = self.options.walk.states(self.options.states, &mut rng);
        if !self.options.keeps_states {
            self.labels.clear();
        }
        self.label(&drawn, is_over);
        let cost = self.next_cost()?;
        let mut states: Vec<(State, u32)> =
            self.labels.iter().filter_map(|(state, label)| Some((*state, label.in_view_of(cost)?))).collect();
        states.sort_by_key(|(_, cost)| *cost);
        let positive = states.iter().filter(|(_, own)| *own >= cost).count();
        let last = self.ladder.clauses.last().map(|clause| clause.cost).filter(|_| self.options.reuses);
        let callable: Vec<u32> = (0_u32..)
            .zip(&self.ladder.clauses)
            .filter(|(_, clause)| Some(clause.cost) == last)
            .map(|(number, _)| number)
            .collect();
        let facts = self.puzzle.facts(&states);
        let called = (&self.ladder, callable.as_slice());
        let effort = &self.options.effort;
        let lesson = learn_one(&self.puzzle.vocabulary, &facts, cost, called, effort, is_over);
        if is_over() {
            return None;
        }
        self.cost = cost;
        if !self.options.only_complete || lesson.uncovered == 0 {
            self.ladder.clauses.extend(lesson.clauses.iter().cloned());
        }
        Some(Done { cost, states: states.len(), positive, lesson })
    }

    fn next_cost(&self) -> Option<u32> {
        match self.options.next {
            Next::Each => Some(self.cost + 1),
            Next::SmallestFound => {
                let costs = self.labels.values().map(|label| match label {
                    Label::Cost(cost) | Label::AtLeast(cost) => *cost,
                });
                costs.filter(|&cost| cost > self.cost).min()
            }
        }
    }

    /// Labels states with their costs, as far as searches with the rules so far find them.
    fn label(&mut self, states: &[State], is_over: &(dyn Fn() -> bool + Sync)) {
        // Rules that can't be asked leave searches blind.
        let mut rules = Rules::new(self.puzzle, &self.ladder, self.options.reading).ok();
        for state in states {
            if is_over() {
                return;
            }
            let heuristic = |states: &[State], values: &mut [u32]| match &mut rules {
                Some(rules) => rules.values(states, values),
                None => values.fill(0),
            };
            let label = match self.astar.search(state, 1.0, self.options.expansions, heuristic).answer {
                Answer::Cost(cost) => Label::Cost(cost),
                Answer::AtLeast(cost) if self.options.unfinished == Unfinished::AtLeast => {
                    Label::AtLeast(cost)
                }
                Answer::AtLeast(_) => continue,
            };
            self.labels.entry(*state).and_modify(|known| *known = known.with(label)).or_insert(label);
        }
    }
}

impl Label {
    /// The better of two labels: the cheaper plan found, or else the higher bound.
    fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::Cost(one), Self::Cost(other)) => Self::Cost(one.min(other)),
            (Self::AtLeast(one), Self::AtLeast(other)) => Self::AtLeast(one.max(other)),
            (Self::Cost(cost), _) | (_, Self::Cost(cost)) => Self::Cost(cost),
        }
    }

    /// The cost to learn from, if it decides whether the state costs at least `cost`.
    fn in_view_of(self, cost: u32) -> Option<u32> {
        match self {
            Self::Cost(own) => Some(own),
            Self::AtLeast(own) => (own >= cost).then_some(own),
        }
    }
}
