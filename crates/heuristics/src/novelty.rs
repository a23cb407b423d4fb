//! Novelty: how small a set of facts is new in a state.

mod pairs;

use std::collections::HashMap;
use std::mem;

use search::{Batch, Estimate, Estimates, Heuristic};
use task::{Space, Task};

use self::pairs::Pairs;

/// The novelty of states among those with the same values of other heuristics: 1 if a state has a fact that none of them had, 2
/// if it has such a pair of facts, else one more than the width. (Lipovetzky & Geffner, *Best-First Width Search*, 2017.)
///
/// Where a task is so large that looking at all pairs of facts of a state would take as long as a heuristic does, facts alone are looked at.
///
/// It is no estimate of a cost, but an open list by novelty first leads a search out of regions in which its heuristics tell
/// states apart no longer.
#[derive(Clone, Debug)]
pub struct Novelty {
    width: Width,
    /// The numbers of the heuristics whose values tell which states are compared.
    of: Vec<usize>,
    /// The variables that are looked at, and the number of the first fact of each. Derived ones follow from the others.
    variables: Vec<(u32, u32)>,
    facts: u32,
    /// By the bits of these values: the number of the states with them.
    groups: HashMap<Box<[u32]>, u32>,
    seen: Vec<Seen>,
    /// By state: the number of its group.
    group_of: Vec<u32>,
    /// The bytes that pairs take in all groups.
    bytes: usize,
    /// The facts of the state at hand, in ascending order; and those among them that its parent lacks.
    now: Vec<u32>,
    new: Vec<u32>,
    key: Vec<u32>,
}

/// The size of the sets of facts that are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// Facts.
    One,
    /// Facts and pairs of facts.
    Two,
}

/// What was seen in the states of a group.
#[derive(Clone, Debug)]
struct Seen {
    facts: Vec<u64>,
    /// `None` if pairs are not looked at.
    pairs: Option<Pairs>,
}

/// States that were not evaluated have no group.
const NO_GROUP: u32 = u32::MAX;

impl Novelty {
    /// The most bytes that pairs may take. Where they take more, the group that asked for more remembers facts only from then on, and so
    /// do groups that are met for the first time.
    const MOST_BYTES: usize = 1 << 29;

    /// About how many words the pairs of facts of a state may be, for them to be looked at.
    const MOST_WORDS: usize = 1 << 13;

    /// For states of `task`, compared to those with equal values of the heuristics that have these numbers in the search.
    pub fn new(task: &Task, width: Width, of: Vec<usize>) -> Self {
        let mut facts = 0;
        let mut variables = Vec::new();
        for (variable, layer) in task.variables.layers.iter().enumerate() {
            if layer.is_none() {
                variables.push((variable as u32, facts));
                facts += task.variables.domain_size(variable) as u32;
            }
        }
        // Each fact of a state has a row of bits for all facts of lower numbers.
        let words = variables.len() * facts as usize / (2 * u64::BITS as usize);
        Self {
            width: if words > Self::MOST_WORDS { Width::One } else { width },
            of,
            variables,
            facts,
            groups: HashMap::new(),
            seen: Vec::new(),
            group_of: Vec::new(),
            bytes: 0,
            now: Vec::new(),
            new: Vec::new(),
            key: Vec::new(),
        }
    }

    /// The novelty that a state has if nothing in it is new.
    fn none(&self) -> u8 {
        match self.width {
            Width::One => 2,
            Width::Two => 3,
        }
    }

    /// The number of the group with the values in `key`.
    fn group(&mut self) -> u32 {
        if let Some(&group) = self.groups.get(&self.key[..]) {
            return group;
        }
        let group = self.seen.len() as u32;
        let looks_at_pairs = self.width == Width::Two && self.bytes < Self::MOST_BYTES;
        let pairs = looks_at_pairs.then(|| Pairs::new(self.facts));
        self.bytes += pairs.as_ref().map_or(0, Pairs::bytes);
        self.seen.push(Seen { facts: vec![0; self.facts.div_ceil(64) as usize], pairs });
        self.groups.insert(self.key.as_slice().into(), group);
        group
    }

    /// Reads the facts of a state, and which of them its parent lacks.
    fn read(&mut self, space: &Space, state: &[u64], parent: Option<&[u64]>) {
        self.now.clear();
        self.new.clear();
        for &(variable, first) in &self.variables {
            let value = space.value(state, variable);
            self.now.push(first + value);
            if parent.is_none_or(|parent| space.value(parent, variable) != value) {
                self.new.push(first + value);
            }
        }
    }

    /// The novelty of the state at hand in a group, which remembers it.
    fn judge(&mut self, group: u32) -> u8 {
        let none = self.none();
        let Self { seen, now, new, bytes, .. } = self;
        let Seen { facts, pairs: pairs_of_group } = &mut seen[group as usize];
        let mut novelty = none;
        if let Some(pairs) = pairs_of_group {
            let before = pairs.bytes();
            if pairs.insert(now, new) {
                novelty = 2;
            }
            let after = pairs.bytes();
            *bytes += after - before;
            if after > before && *bytes > Self::MOST_BYTES {
                *bytes -= after;
                *pairs_of_group = None;
            }
        }
        for &fact in &*new {
            let (word, bit) = (fact as usize / 64, 1 << (fact % 64));
            if facts[word] & bit == 0 {
                facts[word] |= bit;
                novelty = 1;
            }
        }
        novelty
    }

    /// Judges the states of a batch; the values that tell which states are compared come from `values`, by the index of the state.
    fn judge_batch(
        &mut self,
        space: &Space,
        batch: &Batch,
        values: impl Fn(usize, &mut Vec<u32>),
        estimates: &mut Estimates,
    ) {
        let parent = batch.parent().map(|parent| &batch.states()[parent]);
        let group_of_parent = batch.parent().and_then(|parent| self.group_of.get(parent as usize).copied());
        for (id, state, _) in batch.iter() {
            let is_known = self.group_of.get(id as usize).is_some_and(|&group| group != NO_GROUP);
            if is_known && batch.parent().is_none() {
                estimates.push(Estimate::new(f32::from(self.none())));
                continue;
            }
            self.key.clear();
            values(estimates.estimates().len(), &mut self.key);
            let group = self.group();
            // In the group of its parent, only what the parent lacks can be new.
            self.read(space, state, parent.filter(|_| group_of_parent == Some(group)));
            let novelty = self.judge(group);
            if self.group_of.len() <= id as usize {
                self.group_of.resize(id as usize + 1, NO_GROUP);
            }
            self.group_of[id as usize] = group;
            estimates.push(Estimate::new(f32::from(novelty)));
        }
    }
}

impl Heuristic<Space> for Novelty {
    /// Compares states to all others.
    fn estimate(&mut self, space: &Space, batch: &Batch, estimates: &mut Estimates) {
        self.judge_batch(space, batch, |_, _| (), estimates);
    }

    fn estimate_after(
        &mut self,
        space: &Space,
        batch: &Batch,
        earlier: &[Estimates],
        estimates: &mut Estimates,
    ) {
        let of = mem::take(&mut self.of);
        let values = |index: usize, key: &mut Vec<u32>| {
            let said = of.iter().map(|&number| earlier.get(number)?.estimates().get(index));
            key.extend(said.map(|estimate| estimate.map_or(f32::INFINITY, |estimate| estimate.h).to_bits()));
        };
        self.judge_batch(space, batch, values, estimates);
        self.of = of;
    }

    fn estimates_cost(&self) -> bool {
        false
    }

    fn begin_search(&mut self) {
        self.groups.clear();
        self.seen.clear();
        self.group_of.clear();
        self.bytes = 0;
    }

    fn effort(&self) -> u64 {
        1 + self.variables.len() as u64 / 10
    }
}

#[cfg(test)]
mod tests;
