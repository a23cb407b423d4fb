//! Builds the decision tree of the successor generator.

use std::collections::BinaryHeap;
use std::ops::Range;

use super::{Candidate, NOWHERE, Node, SuccessorGenerator, Switch};
use crate::space::conditions::Conditions;
use crate::space::packing::Packing;
use crate::{Fact, Rows};

/// To branch on a variable takes about as long as to test this many operators.
const SWITCH: u32 = 4;

/// A switch has at most this many children for each of its operators, or it would take too much room.
const SPARSEST: usize = 32;

/// At each node, greedily, the variable that saves the most tests of operators becomes a switch; the operators with a
/// precondition on it go to its children, and the others choose again. Operators that are too few for a switch are
/// tested one by one.
pub(super) fn build(preconditions: &Rows<Fact>, packing: &Packing) -> SuccessorGenerator {
    let mut builder = Builder {
        preconditions,
        packing,
        tree: SuccessorGenerator {
            nodes: vec![Node::default()],
            switches: Vec::new(),
            children: Vec::new(),
            operators: Vec::new(),
            candidates: Vec::new(),
            conditions: Conditions::new(),
        },
        groups: Vec::new(),
    };
    let operators = (0..preconditions.len() as u32).collect();
    builder.groups.push(Group { node: 0, operators, tested: Vec::new() });
    while let Some(group) = builder.groups.pop() {
        builder.fill(group);
    }
    builder.tree
}

struct Builder<'a> {
    preconditions: &'a Rows<Fact>,
    packing: &'a Packing,
    tree: SuccessorGenerator,
    /// Still to be built.
    groups: Vec<Group>,
}

/// The operators of a node.
struct Group {
    node: usize,
    operators: Vec<u32>,
    /// The variables on the path to the node: their preconditions hold.
    tested: Vec<u32>,
}

impl Builder<'_> {
    fn fill(&mut self, group: Group) {
        let Group { node, mut operators, tested } = group;
        let mut open = Rows::new();
        let first_applicable = self.tree.operators.len();
        operators.retain(|&operator| {
            let facts = &self.preconditions[operator as usize];
            let is_open = facts.iter().any(|fact| !tested.contains(&fact.variable));
            match is_open {
                true => _ = open.push(facts.iter().copied().filter(|fact| !tested.contains(&fact.variable))),
                false => self.tree.operators.push(operator),
            }
            is_open
        });
        let applicable = first_applicable..self.tree.operators.len();

        let first_switch = self.tree.switches.len();
        let mut waiting = Waiting::new(&open, self.packing);
        while let Some((variable, members)) = waiting.next_switch(&open) {
            self.switch(variable, &members, &operators, &open, &tested);
        }

        let first_candidate = self.tree.candidates.len();
        for position in waiting.rest() {
            self.ask(operators[position], &open[position]);
        }
        self.tree.nodes[node] = Node {
            applicable: narrow(applicable),
            candidates: narrow(first_candidate..self.tree.candidates.len()),
            switches: narrow(first_switch..self.tree.switches.len()),
        };
    }

    /// Adds a switch for the operators at these positions, and groups for its children.
    fn switch(
        &mut self,
        variable: u32,
        members: &[usize],
        operators: &[u32],
        open: &Rows<Fact>,
        tested: &[u32],
    ) {
        let field = self.packing.field(variable);
        let first_child = self.tree.children.len();
        self.tree.children.resize(first_child + field.greatest_value() as usize + 1, NOWHERE);
        self.tree.switches.push(Switch { field, first_child: first_child as u32 });
        let first_group = self.groups.len();
        let first_node = self.tree.nodes.len();
        for &position in members {
            let wanted = open[position].iter().filter(|fact| fact.variable == variable);
            for fact in wanted {
                let child = &mut self.tree.children[first_child + fact.value as usize];
                if *child == NOWHERE {
                    *child = self.tree.nodes.len() as u32;
                    let tested = [tested, &[variable]].concat();
                    self.groups.push(Group { node: self.tree.nodes.len(), operators: Vec::new(), tested });
                    self.tree.nodes.push(Node::default());
                }
                self.groups[first_group + *child as usize - first_node].operators.push(operators[position]);
            }
        }
    }

    fn ask(&mut self, operator: u32, facts: &[Fact]) {
        let condition = self.tree.conditions.add(&self.packing.condition(facts));
        self.tree.candidates.push(Candidate { condition, operator });
    }
}

/// The operators of a node that no switch has taken yet, by their positions.
struct Waiting {
    is_waiting: Vec<bool>,
    /// For each variable that a precondition is about: how many children a switch would have.
    variables: Vec<(u32, usize)>,
    /// By position in [`variables`](Self::variables): the operators with a precondition on it, taken ones included.
    members: Rows<usize>,
    /// The number of those still waiting.
    counts: Vec<u32>,
    /// Positions in [`variables`](Self::variables) by gain. Gains only fall, so that one that is out of date is too high.
    best: BinaryHeap<(u32, std::cmp::Reverse<usize>)>,
}

impl Waiting {
    fn new(open: &Rows<Fact>, packing: &Packing) -> Self {
        let mut wants: Vec<(u32, usize)> = Vec::new();
        for (position, facts) in open.iter().enumerate() {
            wants.extend(facts.iter().map(|fact| (fact.variable, position)));
        }
        wants.sort_unstable();
        let mut waiting = Self {
            is_waiting: vec![true; open.len()],
            variables: Vec::new(),
            members: Rows::new(),
            counts: Vec::new(),
            best: BinaryHeap::new(),
        };
        for same in wants.chunk_by(|a, b| a.0 == b.0) {
            let children = packing.field(same[0].0).greatest_value() as usize + 1;
            waiting.variables.push((same[0].0, children));
            waiting.members.push(same.iter().map(|want| want.1));
            waiting.counts.push(same.len() as u32);
        }
        let gains = (0..waiting.variables.len()).map(|index| (waiting.gain(index), std::cmp::Reverse(index)));
        waiting.best = gains.collect();
        waiting
    }

    /// How many operators a switch would save from being tested, if values are equally frequent.
    fn gain(&self, index: usize) -> u32 {
        let (_, children) = self.variables[index];
        let count = self.counts[index];
        if children > SPARSEST * count as usize { 0 } else { count - count.div_ceil(children as u32) }
    }

    /// The best variable for a switch, and the operators that go with it.
    fn next_switch(&mut self, open: &Rows<Fact>) -> Option<(u32, Vec<usize>)> {
        loop {
            let (gain, std::cmp::Reverse(index)) = self.best.pop()?;
            let gain_now = self.gain(index);
            if gain_now < SWITCH {
                continue;
            }
            if gain_now < gain {
                self.best.push((gain_now, std::cmp::Reverse(index)));
                continue;
            }
            let members = self.members[index].iter().copied().filter(|&position| self.is_waiting[position]);
            let members: Vec<usize> = members.collect();
            for &position in &members {
                self.is_waiting[position] = false;
                for fact in &open[position] {
                    if let Ok(index) = self.variables.binary_search_by_key(&fact.variable, |entry| entry.0) {
                        self.counts[index] -= 1;
                    }
                }
            }
            return Some((self.variables[index].0, members));
        }
    }

    /// The operators that no switch has taken.
    fn rest(&self) -> impl Iterator<Item = usize> {
        (0..self.is_waiting.len()).filter(|&position| self.is_waiting[position])
    }
}

fn narrow(range: Range<usize>) -> Range<u32> {
    range.start as u32..range.end as u32
}
