//! The operators that make a landmark true.

use search::Action;
use task::{Fact, Rows, Space};

use super::graph::Landmark;
use super::rules::{RuleId, Rules};

/// The operators that make a landmark true, in an index that finds the applicable ones without trying all.
#[derive(Clone, Debug, Default)]
pub(super) struct Achievers {
    /// What all of them need.
    shared: Vec<Fact>,
    /// What the others of them need of one variable that most of them need something of.
    switch: Option<Switch>,
    /// Those that need nothing of that variable.
    rest: Group,
}

#[derive(Clone, Debug)]
struct Switch {
    variable: u32,
    /// By ascending value.
    groups: Vec<(u32, Group)>,
}

/// Operators with what else they need.
#[derive(Clone, Debug, Default)]
struct Group {
    operators: Vec<Action>,
    conditions: Rows<Fact>,
}

impl Achievers {
    pub(super) fn new(landmark: &Landmark, rules: &Rules) -> Self {
        let mut all: Vec<RuleId> =
            landmark.facts.iter().flat_map(|&fact| &rules.achievers[fact as usize]).copied().collect();
        all.retain(|&rule| rules.operator(rule).is_some());
        all.sort_unstable();
        all.dedup();
        let condition = |rule: RuleId| rules.conditions[rule as usize].iter().map(|&fact| rules.fact(fact));
        let Some((&first, others)) = all.split_first() else { return Self::default() };
        let mut shared: Vec<Fact> = condition(first).collect();
        for &rule in others {
            shared.retain(|&fact| condition(rule).any(|other| other == fact));
        }
        let open: Vec<(Action, Vec<Fact>)> = all
            .iter()
            .filter_map(|&rule| {
                let needs = condition(rule).filter(|fact| !shared.contains(fact)).collect();
                Some((rules.operator(rule)?, needs))
            })
            .collect();
        let variable = most_frequent_variable(&open);
        let mut achievers = Self { shared, ..Self::default() };
        let mut by_value: Vec<(u32, Action, Vec<Fact>)> = Vec::new();
        for (operator, mut needs) in open {
            match needs.iter().position(|fact| Some(fact.variable) == variable) {
                Some(index) => by_value.push((needs.remove(index).value, operator, needs)),
                None => achievers.rest.push(operator, needs),
            }
        }
        by_value.sort_by_key(|&(value, ..)| value);
        let groups = by_value.chunk_by(|a, b| a.0 == b.0).map(|chunk| {
            let mut group = Group::default();
            chunk.iter().for_each(|(_, operator, needs)| group.push(*operator, needs.iter().copied()));
            (chunk[0].0, group)
        });
        achievers.switch = variable.map(|variable| Switch { variable, groups: groups.collect() });
        achievers
    }

    /// Calls `visit` with each that is applicable.
    pub(super) fn applicable(&self, space: &Space, state: &[u64], visit: &mut impl FnMut(Action)) {
        if !all_hold(space, state, &self.shared) {
            return;
        }
        self.rest.applicable(space, state, visit);
        if let Some(Switch { variable, groups }) = &self.switch {
            let value = space.value(state, *variable);
            if let Ok(index) = groups.binary_search_by_key(&value, |group| group.0) {
                groups[index].1.applicable(space, state, visit);
            }
        }
    }
}

impl Group {
    fn push(&mut self, operator: Action, needs: impl IntoIterator<Item = Fact>) {
        self.operators.push(operator);
        self.conditions.push(needs);
    }

    fn applicable(&self, space: &Space, state: &[u64], visit: &mut impl FnMut(Action)) {
        for (&operator, condition) in self.operators.iter().zip(self.conditions.iter()) {
            if all_hold(space, state, condition) {
                visit(operator);
            }
        }
    }
}

fn all_hold(space: &Space, state: &[u64], facts: &[Fact]) -> bool {
    facts.iter().all(|fact| space.value(state, fact.variable) == fact.value)
}

fn most_frequent_variable(open: &[(Action, Vec<Fact>)]) -> Option<u32> {
    let mut variables: Vec<u32> =
        open.iter().flat_map(|(_, needs)| needs).map(|fact| fact.variable).collect();
    variables.sort_unstable();
    let longest = variables.chunk_by(|a, b| a == b).max_by_key(|chunk| chunk.len())?;
    longest.first().copied()
}
