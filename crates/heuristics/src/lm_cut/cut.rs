//! Cuts: sets of operators of which every relaxed plan needs one.

use std::ops::Range;

use task::Rows;

use super::h_max::HMax;
use crate::relaxed::RelaxedTask;

/// Finds cuts that only have operators with a cost above 0.
///
/// The *goal zone* is a set of facts with the goal in it and no fact of the state. The first operator of a plan that
/// achieves a fact of the zone needs none of its facts, and all its preconditions can be reached without entering the
/// zone. All operators of that kind make up the cut. The zone is grown until none of them is free: a free operator that
/// achieves a fact of the zone brings its most expensive precondition into the zone. So all facts of the zone cost no
/// less than the goal, and every fact that costs less than the goal can be reached without entering the zone. The facts
/// that cost no less than the goal are *doubtful*.
#[derive(Clone, Debug)]
pub(super) struct CutFinder {
    achieved_by: Rows<u32>,
    round: u32,
    fact_marks: Vec<FactMark>,
    operator_marks: Vec<u32>,
    /// Facts of the zone whose achievers are to be looked at.
    pending: Vec<u32>,
    /// Operators that achieve a fact of the zone and are not free.
    cut: Vec<u32>,
    /// Doubtful facts, each leading to the one before, and their achievers (places in `achieved_by`) still to look at.
    path: Vec<(u32, Range<usize>)>,
    /// Pairs of doubtful facts: the second can be reached if the first can.
    implications: Vec<(u32, u32)>,
}

/// The rounds in which a fact got into a set last.
#[derive(Clone, Copy, Debug, Default)]
struct FactMark {
    zone: u32,
    explored: u32,
    reachable: u32,
}

impl CutFinder {
    pub(super) fn new(task: &RelaxedTask) -> Self {
        Self {
            achieved_by: task.achieved_by(),
            round: 0,
            fact_marks: vec![FactMark::default(); task.facts()],
            operator_marks: vec![0; task.costs.len()],
            pending: Vec::new(),
            cut: Vec::new(),
            path: Vec::new(),
            implications: Vec::new(),
        }
    }

    /// A cut, none of whose operators is free. The goal must cost something.
    pub(super) fn find(&mut self, task: &RelaxedTask, h_max: &HMax) -> &[u32] {
        self.begin();
        self.grow_zone(task, h_max);
        self.drop_operators_behind_the_zone(task, h_max);
        &self.cut
    }

    fn begin(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.fact_marks.fill(FactMark::default());
            self.operator_marks.fill(0);
            self.round = 1;
        }
        self.cut.clear();
        self.implications.clear();
    }

    fn grow_zone(&mut self, task: &RelaxedTask, h_max: &HMax) {
        self.enter_zone(task.goal());
        while let Some(fact) = self.pending.pop() {
            for at in self.achieved_by.range(fact as usize) {
                let operator = self.achieved_by.items()[at];
                let Some(supporter) = h_max.supporter(operator) else { continue };
                if std::mem::replace(&mut self.operator_marks[operator as usize], self.round) == self.round {
                    continue;
                }
                if h_max.operator_cost(operator) > 0 {
                    self.cut.push(operator);
                } else if !self.needs_zone(task, operator) {
                    self.enter_zone(border_or(supporter, &task.preconditions[operator as usize], h_max));
                }
            }
        }
    }

    fn enter_zone(&mut self, fact: u32) {
        self.fact_marks[fact as usize].zone = self.round;
        self.pending.push(fact);
    }

    fn needs_zone(&self, task: &RelaxedTask, operator: u32) -> bool {
        let preconditions = &task.preconditions[operator as usize];
        preconditions.iter().any(|&fact| self.fact_marks[fact as usize].zone == self.round)
    }

    fn drop_operators_behind_the_zone(&mut self, task: &RelaxedTask, h_max: &HMax) {
        let mut cut = std::mem::take(&mut self.cut);
        cut.retain(|&operator| !self.needs_zone(task, operator));
        for &operator in &cut {
            if let Some(supporter) = self.doubtful_supporter(operator, h_max) {
                self.explore_backwards(supporter, task, h_max);
            }
        }
        self.follow_implications();
        cut.retain(|&operator| {
            self.doubtful_supporter(operator, h_max).is_none_or(|supporter| self.is_reachable(supporter))
        });
        self.cut = cut;
    }

    /// The operator's most expensive precondition, if it may be reachable only through the zone.
    fn doubtful_supporter(&self, operator: u32, h_max: &HMax) -> Option<u32> {
        h_max.supporter(operator).filter(|&supporter| h_max.cost(supporter) >= h_max.goal_cost())
    }

    fn is_reachable(&self, doubtful: u32) -> bool {
        self.fact_marks[doubtful as usize].reachable == self.round
    }

    /// Looks for a path to a doubtful fact that does not enter the zone, backwards until a fact is certain to have one.
    fn explore_backwards(&mut self, doubtful: u32, task: &RelaxedTask, h_max: &HMax) {
        self.descend(doubtful);
        while let Some((fact, achievers)) = self.path.last_mut() {
            let fact = *fact;
            let Some(at) = achievers.next() else {
                self.path.pop();
                continue;
            };
            let operator = self.achieved_by.items()[at];
            if h_max.supporter(operator).is_none() || self.needs_zone(task, operator) {
                continue;
            }
            match self.doubtful_supporter(operator, h_max) {
                Some(supporter) if !self.is_reachable(supporter) => {
                    self.implications.push((supporter, fact));
                    self.descend(supporter);
                }
                _ => {
                    for (fact, _) in self.path.drain(..) {
                        self.fact_marks[fact as usize].reachable = self.round;
                    }
                }
            }
        }
    }

    fn descend(&mut self, doubtful: u32) {
        let mark = &mut self.fact_marks[doubtful as usize].explored;
        if std::mem::replace(mark, self.round) != self.round {
            self.path.push((doubtful, self.achieved_by.range(doubtful as usize)));
        }
    }

    fn follow_implications(&mut self) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &(from, to) in self.implications.iter().rev() {
                if self.is_reachable(from) && !self.is_reachable(to) {
                    self.fact_marks[to as usize].reachable = self.round;
                    changed = true;
                }
            }
        }
    }
}

/// One of the facts that cost as much as `supporter` but have no free achiever, so that the zone does not grow beyond
/// it; the supporter if there is none.
fn border_or(supporter: u32, facts: &[u32], h_max: &HMax) -> u32 {
    let cost = h_max.cost(supporter);
    let on_border = |fact: &u32| h_max.cost(*fact) >= cost && !h_max.comes_free(*fact);
    facts.iter().copied().find(on_border).unwrap_or(supporter)
}
