//! Sets of operators of which every plan needs one.

use task::Rows;

use super::h_max::HMax;
use crate::relaxed::RelaxedTask;

/// Finds cuts: sets of operators of which every relaxed plan needs one.
///
/// The *goal zone* is a set of facts with the goal in it and no fact of the state. The first operator of a plan that
/// achieves a fact of the zone needs none of its facts, and all it needs can be reached without entering the zone. All
/// operators of that kind make up the cut. The zone is grown until none of them is free: a free operator that
/// achieves a fact of the zone brings its dearest precondition in. So all facts of the zone cost no less than the goal,
/// and what costs less than the goal can be reached without entering the zone.
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
    /// Facts that cost no less than the goal, outside the zone, and whether they can be reached without entering it.
    doubtful: Vec<u32>,
    /// Pairs of doubtful facts: the second can be reached if the first can.
    implications: Vec<(u32, u32)>,
}

/// The rounds in which a fact got into a set last.
#[derive(Clone, Copy, Debug, Default)]
struct FactMark {
    zone: u32,
    doubtful: u32,
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
            doubtful: Vec::new(),
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
        self.doubtful.clear();
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
                    let dear = |fact: &&u32| h_max.cost(**fact) >= h_max.cost(supporter);
                    let preconditions = &task.preconditions[operator as usize];
                    let ends = preconditions.iter().filter(dear).find(|&&fact| !h_max.comes_free(fact));
                    self.enter_zone(ends.copied().unwrap_or(supporter));
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
            self.doubt_supporter(operator, h_max);
        }
        if !self.doubtful.is_empty() {
            self.settle_doubts(task, h_max);
            cut.retain(|&operator| {
                h_max.supporter(operator).is_some_and(|supporter| {
                    let mark = &self.fact_marks[supporter as usize];
                    mark.doubtful != self.round || mark.reachable == self.round
                })
            });
        }
        self.cut = cut;
    }

    /// Takes note if an operator's dearest precondition is doubtful, and returns it then.
    fn doubt_supporter(&mut self, operator: u32, h_max: &HMax) -> Option<u32> {
        let supporter = h_max.supporter(operator)?;
        if h_max.cost(supporter) < h_max.goal_cost() {
            return None;
        }
        let mark = &mut self.fact_marks[supporter as usize].doubtful;
        if std::mem::replace(mark, self.round) != self.round {
            self.doubtful.push(supporter);
        }
        Some(supporter)
    }

    /// Finds out which of the doubtful facts can be reached without entering the zone.
    fn settle_doubts(&mut self, task: &RelaxedTask, h_max: &HMax) {
        let mut next = 0;
        while let Some(&fact) = self.doubtful.get(next) {
            next += 1;
            for at in self.achieved_by.range(fact as usize) {
                let operator = self.achieved_by.items()[at];
                if h_max.supporter(operator).is_none() || self.needs_zone(task, operator) {
                    continue;
                }
                match self.doubt_supporter(operator, h_max) {
                    Some(supporter) => self.implications.push((supporter, fact)),
                    None => {
                        self.fact_marks[fact as usize].reachable = self.round;
                        break;
                    }
                }
            }
        }
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &(from, to) in self.implications.iter().rev() {
                if self.fact_marks[from as usize].reachable == self.round
                    && std::mem::replace(&mut self.fact_marks[to as usize].reachable, self.round)
                        != self.round
                {
                    changed = true;
                }
            }
        }
    }
}
