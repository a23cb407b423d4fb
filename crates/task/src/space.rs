//! The state space of a task.

mod axioms;
mod conditions;
mod packing;
mod successors;

use search::{Action, StateSpace};

use self::axioms::{AxiomEvaluator, AxiomScratch};
use self::packing::{Bits, Packing, holds};
use self::successors::SuccessorGenerator;
use crate::{Effect, Fact, Rows, Task};

/// The state space of a task: a state is the values of all variables, derived ones included, packed into words.
#[derive(Clone, Debug)]
pub struct Space {
    packing: Packing,
    initial: Box<[u64]>,
    goal: Vec<Bits>,
    costs: Vec<u32>,
    generator: SuccessorGenerator,
    /// The rank of each operator in the order of their preconditions.
    ranks: Vec<u32>,
    /// The effects of each operator, in order.
    changes: Rows<Change>,
    /// The conditions of conditional changes; row 0 is empty.
    conditions: Rows<Bits>,
    axioms: AxiomEvaluator,
    is_whole: bool,
}

/// Bits to set under a condition, a row of [`Space::conditions`].
#[derive(Clone, Copy, Debug)]
struct Change {
    condition: u32,
    bits: Bits,
}

/// Working memory of a [`Space`].
#[derive(Clone, Debug)]
pub struct Scratch {
    applicable: Vec<Action>,
    pending: Vec<u32>,
    successor: Vec<u64>,
    axioms: AxiomScratch,
}

impl Space {
    /// The state space of `task`.
    pub fn new(task: &Task) -> Self {
        let packing = Packing::new(&task.variables);
        let axioms = AxiomEvaluator::new(task, &packing);
        let mut initial = packing.pack(&task.initial);
        axioms.evaluate(&mut initial, &mut axioms.scratch());
        let operators = &task.operators;
        Self {
            initial: initial.into_boxed_slice(),
            goal: packing.condition(&task.goal),
            costs: operators.costs.clone(),
            generator: SuccessorGenerator::new(&operators.preconditions, &packing),
            ranks: ranks(&operators.preconditions),
            changes: changes(task, &packing),
            conditions: operators.effect_conditions.iter().map(|facts| packing.condition(facts)).collect(),
            axioms,
            is_whole: task.unvalued.is_none(),
            packing,
        }
    }

    /// The same space with another initial state.
    ///
    /// # Panics
    /// If the state is of another space.
    pub fn starting_from(&self, state: &[u64]) -> Self {
        assert_eq!(state.len(), self.initial.len(), "a state of another space");
        Self { initial: state.into(), ..self.clone() }
    }

    /// Makes the states in which these facts hold the goal states.
    pub fn set_goal(&mut self, goal: &[Fact]) {
        self.goal = self.packing.condition(goal);
    }

    /// The state that a plan leads to; `None` if one of its operators can't be applied.
    pub fn after(&self, start: &[u64], plan: &[Action]) -> Option<Vec<u64>> {
        let (mut scratch, mut applicable) = (self.scratch(), Vec::new());
        let (mut state, mut next) = (start.to_vec(), start.to_vec());
        for &action in plan {
            applicable.clear();
            self.applicable(&state, &mut scratch, &mut applicable);
            if !applicable.contains(&action) {
                return None;
            }
            self.apply(&state, action, &mut scratch, &mut next);
            std::mem::swap(&mut state, &mut next);
        }
        Some(state)
    }

    /// The value of a variable in a state.
    pub fn value(&self, state: &[u64], variable: u32) -> u32 {
        self.packing.field(variable).value(state)
    }

    /// Where a variable lives in packed states: the word, and its bits there.
    pub fn place(&self, variable: u32) -> (usize, u64) {
        self.packing.field(variable).place()
    }

    /// Writes the values of all variables in a state.
    pub fn values(&self, state: &[u64], values: &mut [u32]) {
        for (variable, value) in values.iter_mut().enumerate() {
            *value = self.packing.field(variable as u32).value(state);
        }
    }

    /// Writes the state with these values of all variables. Derived variables get theirs from the others.
    pub fn pack(&self, values: &[u32], scratch: &mut Scratch, state: &mut [u64]) {
        self.packing.pack_into(values, state);
        self.axioms.evaluate(state, &mut scratch.axioms);
    }

    /// The least cost of an operator; 0 if there are none.
    pub fn cheapest_cost(&self) -> u32 {
        self.costs.iter().copied().min().unwrap_or(0)
    }

    fn write_successor(
        &self,
        state: &[u64],
        action: Action,
        axioms: &mut AxiomScratch,
        successor: &mut [u64],
    ) {
        successor.copy_from_slice(state);
        for change in &self.changes[action as usize] {
            if change.condition == 0 || holds(&self.conditions[change.condition as usize], state) {
                change.bits.write(successor);
            }
        }
        self.axioms.update(state, successor, axioms);
    }
}

impl StateSpace for Space {
    type Scratch = Scratch;

    fn scratch(&self) -> Scratch {
        Scratch {
            applicable: Vec::new(),
            pending: Vec::new(),
            successor: vec![0; self.words()],
            axioms: self.axioms.scratch(),
        }
    }

    fn words(&self) -> usize {
        self.packing.words()
    }

    fn initial(&self, state: &mut [u64]) {
        state.copy_from_slice(&self.initial);
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        holds(&self.goal, state)
    }

    fn successors(&self, state: &[u64], scratch: &mut Scratch, mut visit: impl FnMut(Action, &[u64])) {
        let Scratch { applicable, pending, successor, axioms } = scratch;
        applicable.clear();
        self.generator.applicable(state, pending, applicable);
        for &action in applicable.iter() {
            self.write_successor(state, action, axioms, successor);
            visit(action, successor);
        }
    }

    fn applicable(&self, state: &[u64], scratch: &mut Scratch, actions: &mut Vec<Action>) {
        let first = actions.len();
        self.generator.applicable(state, &mut scratch.pending, actions);
        actions[first..].sort_unstable_by_key(|&action| self.ranks[action as usize]);
    }

    fn apply(&self, state: &[u64], action: Action, scratch: &mut Scratch, successor: &mut [u64]) {
        self.write_successor(state, action, &mut scratch.axioms, successor);
    }

    fn cost(&self, action: Action) -> u32 {
        self.costs[action as usize]
    }

    fn effort(&self) -> u64 {
        // Rules of derived variables take some nanoseconds each.
        self.axioms.rules.len() as u64 / 20
    }

    fn is_whole(&self) -> bool {
        self.is_whole
    }
}

/// The ranks of operators ordered by their preconditions: the order of Fast Downward's successor generator, which
/// breaks ties in a lazy search. Eager searches take operators in the order in which the generator here finds them,
/// which saves the sorting.
fn ranks(preconditions: &Rows<Fact>) -> Vec<u32> {
    let mut order: Vec<u32> = (0..preconditions.len() as u32).collect();
    order.sort_by_key(|&operator| &preconditions[operator as usize]);
    let mut ranks = vec![0; order.len()];
    for (rank, operator) in order.into_iter().enumerate() {
        ranks[operator as usize] = rank as u32;
    }
    ranks
}

/// The effects of all operators, those that always take place merged word by word. Where several set the
/// same variable, the last wins.
fn changes(task: &Task, packing: &Packing) -> Rows<Change> {
    let merged = |effects: &[Effect]| {
        let mut changes: Vec<Change> = Vec::new();
        // Merging beyond a conditional effect would change which of two effects is the last.
        let mut run = 0;
        for effect in effects {
            let bits = packing.bits(effect.fact);
            let same_word = changes[run..].iter_mut().find(|change| change.bits.shares_word(bits));
            match same_word {
                Some(change) if effect.condition == 0 => change.bits.merge(bits),
                _ => changes.push(Change { condition: effect.condition, bits }),
            }
            if effect.condition != 0 {
                run = changes.len();
            }
        }
        changes
    };
    task.operators.effects.iter().map(merged).collect()
}

#[cfg(test)]
mod tests;
