//! Rules compiled for evaluation on many states: conditions that rules share are evaluated once, and sixty-four states at a
//! time are one word.

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::ground::{self, Ground};
use super::{Facts, Ladder, Vocabulary};

/// How the value of a state is looked up among the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lookup {
    /// The largest cost of a rule that holds.
    #[default]
    Largest,
    /// By binary search over the costs that have rules, as in the paper: right if every rule holds only where one of each
    /// smaller cost does, and otherwise often too small.
    Bisected,
}

/// Compiled rules.
#[derive(Clone, Debug)]
pub struct Compiled {
    reading: Lookup,
    atoms: usize,
    /// For each condition the end of its choices, and for each choice the end of its atoms.
    conditions: Vec<u32>,
    choices: Vec<u32>,
    needed: Vec<u32>,
    /// Rules as trees of conditions, each node before its children, those with the best rules first.
    nodes: Vec<Node>,
    /// Where the tree of each rank ends, if each has its own.
    ends: Vec<u32>,
    /// The cost of each rank; that of rank 0 is 0.
    costs: Vec<u32>,
}

/// A condition to be tested after those above it.
#[derive(Clone, Copy, Debug)]
struct Node {
    condition: u32,
    /// The number of the node after all below it.
    end: u32,
    /// The best rank of this and all below it.
    most: u16,
    /// The rank of the rule that is complete here, if there is one.
    rank: u16,
}

/// States to be evaluated together, and buffers for it.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// For each ground atom the states in which it holds.
    atoms: Vec<u64>,
    /// For each condition the states in which it holds.
    conditions: Vec<u64>,
    /// For each rank the states that have not reached it.
    below: Vec<u64>,
    count: usize,
}

/// How many states fit.
pub const LANES: usize = 64;

impl Lanes {
    /// No states.
    pub fn clear(&mut self) {
        self.atoms.fill(0);
        self.count = 0;
    }

    /// Adds a state; `describe` has to call its argument with each ground atom that holds. At most [`LANES`] fit.
    pub fn push(&mut self, describe: impl FnOnce(&mut dyn FnMut(usize))) {
        let lane = 1 << (self.count % LANES);
        describe(&mut |atom| self.atoms[atom] |= lane);
        self.count += 1;
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl Compiled {
    /// Compiles rules; `None` if a condition has too many instances. `typical` states tell which conditions seldom hold:
    /// testing those first settles most rules at once.
    pub fn new(ladder: &Ladder, vocabulary: &Vocabulary, reading: Lookup, typical: &Facts) -> Option<Self> {
        let mut numbers: HashMap<Ground, u32, FxBuildHasher> = HashMap::default();
        let mut grounds = Vec::new();
        let mut costs = ladder.costs();
        costs.insert(0, 0);
        let mut rules: Vec<(Vec<u32>, u16)> = Vec::new();
        for clause in &ladder.clauses {
            let rank = costs.partition_point(|&cost| cost < clause.cost) as u16;
            let mut conditions = Vec::new();
            for part in ladder.unfolded(clause).iter().flat_map(|body| ground::parts(body)) {
                let ground = Ground::new(vocabulary, &part)?;
                let next = numbers.len() as u32;
                let number = *numbers.entry(ground).or_insert_with_key(|ground| {
                    grounds.push(ground.clone());
                    next
                });
                conditions.push(number);
            }
            conditions.sort_unstable();
            conditions.dedup();
            rules.push((conditions, rank));
        }
        let mut compiled = Self {
            reading,
            atoms: vocabulary.atoms(),
            conditions: Vec::new(),
            choices: Vec::new(),
            needed: Vec::new(),
            nodes: Vec::new(),
            ends: Vec::new(),
            costs,
        };
        compiled.write_conditions(&grounds);
        let frequencies: Vec<usize> = grounds.iter().map(|ground| ground.covers(typical).len()).collect();
        compiled.write_tree(rules, &frequencies);
        Some(compiled)
    }

    /// Buffers for states.
    pub fn lanes(&self) -> Lanes {
        Lanes {
            atoms: vec![0; self.atoms],
            conditions: vec![0; self.conditions.len()],
            below: vec![0; self.costs.len()],
            count: 0,
        }
    }

    /// The value of each state, appended to `values`.
    pub fn values(&self, lanes: &mut Lanes, values: &mut Vec<u32>) {
        self.look_at_conditions(lanes);
        lanes.below.fill(u64::MAX >> (LANES - lanes.count.clamp(1, LANES)));
        match self.reading {
            Lookup::Largest => {
                let all = lanes.below[0];
                self.climb(lanes, 0, self.nodes.len(), all);
                for lane in 0..lanes.count {
                    let rank = lanes.below.iter().rposition(|below| below >> lane & 1 == 0).unwrap_or(0);
                    values.push(self.costs[rank]);
                }
            }
            Lookup::Bisected => {
                let mut found = [0; LANES];
                let all = lanes.below[0];
                self.bisect(lanes, (1, self.costs.len()), all, &mut found);
                values.extend_from_slice(&found[..lanes.count.min(LANES)]);
            }
        }
    }

    fn look_at_conditions(&self, lanes: &mut Lanes) {
        let Lanes { atoms, conditions, .. } = lanes;
        let (mut choice, mut need) = (0, 0);
        for (holds, &end) in conditions.iter_mut().zip(&self.conditions) {
            *holds = 0;
            for &needed_end in &self.choices[choice..end as usize] {
                let needed = &self.needed[need..needed_end as usize];
                *holds |= needed.iter().fold(u64::MAX, |all, &atom| all & atoms[atom as usize]);
                need = needed_end as usize;
            }
            choice = end as usize;
        }
    }

    /// Raises states to the ranks of the rules below some nodes, without the states that no rule there can raise.
    fn climb(&self, lanes: &mut Lanes, from: usize, to: usize, states: u64) {
        let mut at = from;
        while at < to {
            let node = self.nodes[at];
            // The best come first.
            if states & lanes.below[usize::from(node.most)] == 0 {
                return;
            }
            let holds = states & lanes.conditions[node.condition as usize];
            if holds & lanes.below[usize::from(node.most)] != 0 {
                if holds & lanes.below[usize::from(node.rank)] != 0 && node.rank > 0 {
                    lanes.below[..=usize::from(node.rank)].iter_mut().for_each(|below| *below &= !holds);
                }
                self.climb(lanes, at + 1, node.end as usize, holds);
            }
            at = node.end as usize;
        }
    }

    /// The paper's algorithm 3, for states that took the same branches so far.
    fn bisect(&self, lanes: &mut Lanes, (low, end): (usize, usize), states: u64, found: &mut [u32; LANES]) {
        if states == 0 || low >= end {
            return;
        }
        let middle = (low + end - 1) / 2;
        lanes.below.fill(states);
        self.climb(lanes, self.ends[middle - 1] as usize, self.ends[middle] as usize, states);
        let missed = states & lanes.below[middle];
        let held = states & !missed;
        for (lane, found) in found.iter_mut().enumerate() {
            if held >> lane & 1 == 1 {
                *found = self.costs[middle];
            }
        }
        self.bisect(lanes, (middle + 1, end), held, found);
        self.bisect(lanes, (low, middle), missed, found);
    }

    fn write_conditions(&mut self, grounds: &[Ground]) {
        for ground in grounds {
            for choice in &ground.choices {
                self.needed.extend(choice);
                self.choices.push(self.needed.len() as u32);
            }
            self.conditions.push(self.choices.len() as u32);
        }
    }

    fn write_tree(&mut self, mut rules: Vec<(Vec<u32>, u16)>, frequencies: &[usize]) {
        let mut uses = vec![0_u32; self.conditions.len()];
        rules.iter().flat_map(|(conditions, _)| conditions).for_each(|&number| uses[number as usize] += 1);
        // Among those that hold as seldom, conditions that many rules have come first, so that rules share what is above.
        let order = |&number: &u32| {
            let number = number as usize;
            (frequencies[number].next_power_of_two(), std::cmp::Reverse(uses[number]), number)
        };
        rules.iter_mut().for_each(|(conditions, _)| conditions.sort_unstable_by_key(order));
        match self.reading {
            Lookup::Largest => {
                rules.sort_unstable();
                self.write_children(&rules, 0);
            }
            Lookup::Bisected => {
                rules.sort_unstable_by(|one, other| (one.1, &one.0).cmp(&(other.1, &other.0)));
                for rank in 0..self.costs.len() {
                    let start = rules.partition_point(|(_, own)| usize::from(*own) < rank);
                    let end = rules.partition_point(|(_, own)| usize::from(*own) <= rank);
                    self.write_children(&rules[start..end], 0);
                    self.ends.push(self.nodes.len() as u32);
                }
            }
        }
    }

    /// Writes the nodes of rules that begin with the same `depth` conditions.
    fn write_children(&mut self, rules: &[(Vec<u32>, u16)], depth: usize) {
        let longer = rules.partition_point(|(conditions, _)| conditions.len() <= depth);
        let mut groups: Vec<&[(Vec<u32>, u16)]> =
            rules[longer..].chunk_by(|one, other| one.0[depth] == other.0[depth]).collect();
        let most = |group: &[(Vec<u32>, u16)]| group.iter().map(|(_, rank)| *rank).max().unwrap_or(0);
        groups.sort_by_key(|group| std::cmp::Reverse(most(group)));
        for group in groups {
            let complete = group.iter().filter(|(conditions, _)| conditions.len() == depth + 1);
            let place = self.nodes.len();
            let rank = complete.map(|(_, rank)| *rank).max().unwrap_or(0);
            self.nodes.push(Node { condition: group[0].0[depth], end: 0, most: most(group), rank });
            self.write_children(group, depth + 1);
            self.nodes[place].end = self.nodes.len() as u32;
        }
    }
}
