//! Removes values that a variable can never take, and the operators, effects and axioms that need them.

use super::Draft;
use super::change::{self, Change};
use crate::{Axioms, Fact, Rows};

/// The new value for each old value of each variable.
pub(super) struct Kept {
    /// By old variable, by old value.
    values: Rows<NewValue>,
}

/// The replacement of an old value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NewValue {
    /// It is never taken.
    Impossible,
    /// It is the only one the variable takes, so that the variable is not needed.
    Certain,
    /// Its new number.
    Number(u32),
}

impl Kept {
    pub(super) fn new_value(&self, fact: Fact) -> NewValue {
        self.values[fact.variable as usize][fact.value as usize]
    }

    /// Renumbers a condition; `None` if it can't hold.
    fn condition(&self, facts: &[Fact]) -> Option<Vec<Fact>> {
        let mut result = Vec::with_capacity(facts.len());
        for &fact in facts {
            match self.new_value(fact) {
                NewValue::Impossible => return None,
                NewValue::Certain => {}
                NewValue::Number(value) => result.push(Fact { value, ..fact }),
            }
        }
        Some(result)
    }
}

/// Removes values that can't be reached within their own variable (by its domain transition graph), variables
/// left with one value that are not wanted, and operators, effects and axioms that need a removed value.
///
/// Variables keep their numbers; those that are not needed have one value left. `None` if the goal turns out
/// impossible.
pub(super) fn remove_unreachable(draft: &mut Draft) -> Option<Kept> {
    let mut reachable = reachable_values(draft);
    for (values, _) in reachable.iter_mut().zip(&draft.wanted).filter(|&(_, &wanted)| wanted) {
        keep_two(values);
    }
    let kept = Kept { values: reachable.iter().map(|values| renumber(values)).collect() };
    draft.goal = kept.condition(&draft.goal)?;
    for (variable, reachable) in reachable.iter().enumerate() {
        let initial = Fact { variable: variable as u32, value: draft.initial[variable] };
        draft.initial[variable] = match kept.new_value(initial) {
            NewValue::Number(value) => value,
            _ => 0,
        };
        draft.ranges[variable] = reachable.iter().filter(|&&reachable| reachable).count() as u32;
    }
    keep_operators(draft, &kept);
    keep_axioms(draft, &kept);
    Some(kept)
}

/// Keeps a second value of a variable that would have only one left: the last one if possible, which means that none of
/// its facts holds.
fn keep_two(reachable: &mut [bool]) {
    if reachable.iter().filter(|&&reachable| reachable).count() == 1
        && let Some(second) = reachable.iter_mut().rev().find(|reachable| !**reachable)
    {
        *second = true;
    }
}

fn renumber(reachable: &[bool]) -> Vec<NewValue> {
    let only = reachable.iter().filter(|&&reachable| reachable).count() == 1;
    let mut next = 0;
    let mut number = |&reachable: &bool| match (reachable, only) {
        (false, _) => NewValue::Impossible,
        (true, true) => NewValue::Certain,
        (true, false) => {
            next += 1;
            NewValue::Number(next - 1)
        }
    };
    reachable.iter().map(&mut number).collect()
}

/// By variable, by value: can the value be reached from the initial one if only the variable's own value is
/// looked at?
fn reachable_values(draft: &Draft) -> Vec<Vec<bool>> {
    let mut transitions: Vec<Transitions> =
        draft.ranges.iter().map(|&range| Transitions::new(range as usize)).collect();
    let operators = &draft.operators;
    for operator in 0..operators.len() {
        let precondition = &operators.preconditions[operator];
        for effect in &operators.effects[operator] {
            let condition = &operators.effect_conditions[effect.condition as usize];
            let from =
                precondition.iter().chain(condition).find(|fact| fact.variable == effect.fact.variable);
            transitions[effect.fact.variable as usize].add(from.map(|fact| fact.value), effect.fact.value);
        }
    }
    for &head in &draft.axioms.heads {
        transitions[head.variable as usize].add(None, head.value);
    }
    transitions.into_iter().zip(&draft.initial).map(|(graph, &initial)| graph.reachable(initial)).collect()
}

/// A variable's domain transition graph.
struct Transitions {
    /// By value: where it can go. Sorted and without repetition once in a while.
    successors: Vec<Vec<u32>>,
    /// Values that can be reached from every value.
    from_anywhere: Vec<bool>,
}

impl Transitions {
    fn new(range: usize) -> Self {
        Self { successors: vec![Vec::new(); range], from_anywhere: vec![false; range] }
    }

    fn add(&mut self, from: Option<u32>, to: u32) {
        match from {
            None => self.from_anywhere[to as usize] = true,
            Some(from) => {
                let successors = &mut self.successors[from as usize];
                // Operators of one action tend to come together: most repetitions are neighbours.
                if successors.last() != Some(&to) {
                    successors.push(to);
                }
                if successors.len() > 2 * self.from_anywhere.len() {
                    successors.sort_unstable();
                    successors.dedup();
                }
            }
        }
    }

    fn reachable(mut self, initial: u32) -> Vec<bool> {
        let mut queue: Vec<u32> = (0..self.from_anywhere.len() as u32)
            .filter(|&value| self.from_anywhere[value as usize])
            .collect();
        if !std::mem::replace(&mut self.from_anywhere[initial as usize], true) {
            queue.push(initial);
        }
        let mut reachable = self.from_anywhere;
        while let Some(value) = queue.pop() {
            for &next in &self.successors[value as usize] {
                if !std::mem::replace(&mut reachable[next as usize], true) {
                    queue.push(next);
                }
            }
        }
        reachable
    }
}

fn keep_operators(draft: &mut Draft, kept: &Kept) {
    let old = std::mem::take(&mut draft.operators);
    let old_sources = std::mem::take(&mut draft.sources);
    let mut changes: Vec<Change> = Vec::new();
    for (operator, source) in old_sources.into_iter().enumerate() {
        let Some(precondition) = kept.condition(&old.preconditions[operator]) else { continue };
        for effect in &old.effects[operator] {
            let NewValue::Number(value) = kept.new_value(effect.fact) else { continue };
            let condition = kept.condition(&old.effect_conditions[effect.condition as usize]);
            changes
                .extend(condition.map(|condition| Change { fact: Fact { value, ..effect.fact }, condition }));
        }
        if changes.is_empty() {
            continue;
        }
        change::tidy(&mut changes);
        change::push_effects(&mut draft.operators, changes.drain(..));
        draft.operators.preconditions.push(precondition);
        draft.operators.costs.push(old.costs[operator]);
        draft.sources.push(source);
    }
}

fn keep_axioms(draft: &mut Draft, kept: &Kept) {
    let old = std::mem::take(&mut draft.axioms);
    let mut new = Axioms::default();
    for (&head, condition) in old.heads.iter().zip(old.conditions.iter()) {
        if let NewValue::Number(value) = kept.new_value(head)
            && let Some(condition) = kept.condition(condition)
        {
            new.heads.push(Fact { value, ..head });
            new.conditions.push(condition);
        }
    }
    draft.axioms = new;
}
