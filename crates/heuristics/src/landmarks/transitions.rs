//! Domain transition graphs, and the values that every path in them passes through.

use std::collections::VecDeque;

use task::{Rows, Task};

use super::rules::{RuleId, Rules};

/// The domain transition graphs of all variables.
#[derive(Clone, Debug)]
pub(super) struct Transitions {
    of_variable: Rows<Transition>,
}

#[derive(Clone, Copy, Debug)]
struct Transition {
    /// `None`: from any value.
    from: Option<u32>,
    to: u32,
    rule: RuleId,
}

impl Transitions {
    pub(super) fn new(task: &Task, rules: &Rules) -> Self {
        let mut of_variable: Vec<Vec<Transition>> = vec![Vec::new(); task.variables.len()];
        for rule in 0..rules.len() {
            for &effect in &rules.effects[rule] {
                let to = rules.fact(effect);
                let conditions = rules.conditions[rule].iter().map(|&condition| rules.fact(condition));
                let from = conditions.into_iter().find(|from| from.variable == to.variable);
                let transition =
                    Transition { from: from.map(|from| from.value), to: to.value, rule: rule as RuleId };
                of_variable[to.variable as usize].push(transition);
            }
        }
        Self { of_variable: of_variable.into_iter().collect() }
    }

    /// The number of transitions of a variable.
    pub(super) fn count(&self, variable: u32) -> usize {
        self.of_variable.range(variable as usize).len()
    }

    /// The values that a variable must take on every path from one value to another by the allowed rules.
    pub(super) fn passed_values(
        &self,
        variable: u32,
        (start, end): (u32, u32),
        domain_size: usize,
        allows: impl Fn(RuleId) -> bool,
    ) -> Vec<u32> {
        let mut targets: Vec<Vec<u32>> = vec![Vec::new(); domain_size];
        for transition in &self.of_variable[variable as usize] {
            // A transition from any value can be taken at the start already.
            let from = transition.from.unwrap_or(start);
            if transition.to != from && allows(transition.rule) {
                targets[from as usize].push(transition.to);
            }
        }
        inner_bottlenecks(&targets, start, end)
    }
}

/// The nodes that lie on every path from `start` to `end`, those two excepted.
///
/// All of them lie on any one shortest path; a node of that path is no bottleneck if and only if some detour leads around it.
fn inner_bottlenecks(targets: &[Vec<u32>], start: u32, end: u32) -> Vec<u32> {
    let path = shortest_path(targets, start, end);
    let mut position_on_path = vec![None; targets.len()];
    for (position, &node) in path.iter().enumerate() {
        position_on_path[node as usize] = Some(position);
    }
    let mut bottlenecks = Vec::new();
    let mut is_seen = vec![false; targets.len()];
    let mut furthest = 0;
    for (position, &node) in path.iter().enumerate() {
        if furthest == position && node != start && node != end {
            bottlenecks.push(node);
        }
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            for &target in &targets[node as usize] {
                match position_on_path[target as usize] {
                    Some(position) => furthest = furthest.max(position),
                    None if is_seen[target as usize] => {}
                    None => {
                        is_seen[target as usize] = true;
                        pending.push(target);
                    }
                }
            }
        }
    }
    bottlenecks
}

/// A shortest path from `start` to `end`; empty if there is none.
fn shortest_path(targets: &[Vec<u32>], start: u32, end: u32) -> Vec<u32> {
    let mut previous: Vec<Option<u32>> = vec![None; targets.len()];
    previous[start as usize] = Some(start);
    let mut queue = VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        for &target in &targets[node as usize] {
            if previous[target as usize].is_none() {
                previous[target as usize] = Some(node);
                queue.push_back(target);
            }
        }
    }
    let mut path = Vec::new();
    let mut node = end;
    while let Some(before) = previous[node as usize] {
        path.push(node);
        if node == start {
            break;
        }
        node = before;
    }
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_leads_through_the_bottlenecks() {
        // 0 → 1 → {2, 3} → 4 → 5, and a detour 5 → 6 → 0 that leads nowhere new
        let targets = [vec![1], vec![2, 3], vec![4], vec![4], vec![5], vec![6], vec![0]].map(Vec::from);
        assert_eq!(inner_bottlenecks(&targets, 0, 5), [1, 4]);
        assert_eq!(inner_bottlenecks(&targets, 2, 1), [4, 5, 6, 0]);
        assert_eq!(inner_bottlenecks(&targets, 0, 1), [0; 0]);
    }

    #[test]
    fn a_detour_around_several_nodes_leaves_no_bottleneck() {
        let targets = [vec![1, 4], vec![2], vec![3], vec![], vec![5], vec![3]];
        assert_eq!(inner_bottlenecks(&targets, 0, 3), [0; 0]);
    }

    #[test]
    fn without_a_way_there_are_no_bottlenecks() {
        assert_eq!(inner_bottlenecks(&[vec![], vec![0]], 0, 1), [0; 0]);
    }
}
