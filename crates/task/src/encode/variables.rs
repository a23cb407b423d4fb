//! Partitions the facts into variables.

use crate::Fact;
use crate::propositional::{FactId, Literal, Propositional};
use crate::rows::Rows;

/// A condition may be split into at most this many alternatives because of its negated literals.
pub(super) const MOST_ALTERNATIVES: f64 = 1000.0;

/// A partition of the facts into variables.
pub(super) struct Encoding {
    /// The facts of each variable; its value number is the place here, and one more value means none of them.
    pub variables: Rows<FactId>,
    /// By fact: the variable and value that stand for it.
    pub places: Vec<Fact>,
}

impl Encoding {
    /// Chooses variables for a task. Some facts get variables of their own, so that their negation is a value: those
    /// whose negation is a goal, and those that would split a condition into too many alternatives.
    pub(super) fn choose(groups: &Rows<FactId>, ground: &Propositional, goal: &[Literal]) -> Self {
        let mut alone = vec![false; ground.facts.len()];
        for literal in goal.iter().filter(|literal| literal.is_negated()) {
            alone[literal.fact() as usize] = true;
        }
        loop {
            let encoding = Self::cover(groups, &alone);
            let operators = &ground.operators;
            let conditions = operators.preconditions.iter().chain(operators.effect_conditions.iter());
            let mut changed = false;
            for condition in conditions.chain(ground.axioms.conditions.iter()) {
                if encoding.alternatives(condition) > MOST_ALTERNATIVES {
                    for literal in condition.iter().filter(|literal| literal.is_negated()) {
                        changed |= !std::mem::replace(&mut alone[literal.fact() as usize], true);
                    }
                }
            }
            if !changed {
                return encoding;
            }
        }
    }

    /// An upper bound on the number of alternatives that a condition is split into.
    fn alternatives(&self, condition: &[Literal]) -> f64 {
        let negated = condition.iter().filter(|literal| literal.is_negated());
        let ways = negated.map(|literal| f64::from(self.none_of_those(self.place(literal.fact()).variable)));
        ways.product()
    }

    /// Covers the facts with groups, greedily taking the one that covers most of the facts left, the last such one if
    /// there are several. Facts in no group, and those to be `alone`, get variables of their own.
    fn cover(groups: &Rows<FactId>, alone: &[bool]) -> Self {
        let facts = alone.len();
        let mut covered = alone.to_vec();
        let remaining = |group: usize, covered: &[bool]| {
            groups[group].iter().filter(|&&fact| !covered[fact as usize]).count()
        };
        let mut by_size: Vec<Vec<usize>> = Vec::new();
        for group in 0..groups.len() {
            let size = remaining(group, &covered);
            by_size.resize_with(by_size.len().max(size + 1), Vec::new);
            by_size[size].push(group);
        }
        let mut chosen: Vec<Vec<FactId>> = Vec::new();
        for size in (2..by_size.len()).rev() {
            while let Some(group) = by_size[size].pop() {
                // Others may have taken some of its facts since it was filed here.
                let left = remaining(group, &covered);
                if left < size {
                    by_size[left].push(group);
                    continue;
                }
                let free = groups[group].iter().copied().filter(|&fact| !covered[fact as usize]);
                let facts: Vec<FactId> = free.collect();
                for &fact in &facts {
                    covered[fact as usize] = true;
                }
                chosen.push(facts);
            }
        }
        let mut is_grouped = vec![false; facts];
        for &fact in chosen.iter().flatten() {
            is_grouped[fact as usize] = true;
        }
        let single = (0..facts).filter(|&fact| !is_grouped[fact]).map(|fact| vec![fact as FactId]);
        chosen.extend(single);
        chosen.sort_unstable();

        let mut places = vec![Fact { variable: 0, value: 0 }; facts];
        for (variable, facts) in chosen.iter().enumerate() {
            for (value, &fact) in facts.iter().enumerate() {
                places[fact as usize] = Fact { variable: variable as u32, value: value as u32 };
            }
        }
        Self { variables: chosen.into_iter().collect(), places }
    }

    pub(super) fn place(&self, fact: FactId) -> Fact {
        self.places[fact as usize]
    }

    /// By variable: the number of values.
    pub(super) fn ranges(&self) -> Vec<u32> {
        self.variables.iter().map(|facts| facts.len() as u32 + 1).collect()
    }

    /// The value that means that none of the variable's facts holds.
    pub(super) fn none_of_those(&self, variable: u32) -> u32 {
        self.variables[variable as usize].len() as u32
    }

    /// By variable: is one of its facts wanted?
    pub(super) fn wanted(&self, facts: &[bool]) -> Vec<bool> {
        self.variables.iter().map(|variable| variable.iter().any(|&fact| facts[fact as usize])).collect()
    }

    /// By variable: its value at the start.
    pub(super) fn initial(&self, holds: &[bool]) -> Vec<u32> {
        let value = |facts: &[FactId]| facts.iter().position(|&fact| holds[fact as usize]);
        self.variables.iter().map(|facts| value(facts).unwrap_or(facts.len()) as u32).collect()
    }
}
