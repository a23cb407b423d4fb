//! The examples: states with their costs, and the ground atoms that hold in them.

use std::sync::Arc;

use induction::Bits;

use super::Vocabulary;

/// States with their costs, and for each ground atom the states in which it holds. States are in order of cost, so that the
/// first state of a set has the least cost in it.
#[derive(Clone, Debug)]
pub struct Facts {
    costs: Vec<u32>,
    holds: Vec<Arc<Bits>>,
}

impl Facts {
    /// From states in order of cost; `describe` has to call its second argument with each ground atom that holds in a state.
    pub fn new<S>(
        vocabulary: &Vocabulary,
        states: &[(S, u32)],
        mut describe: impl FnMut(&S, &mut dyn FnMut(usize)),
    ) -> Self {
        debug_assert!(states.is_sorted_by_key(|(_, cost)| *cost));
        let mut holds = vec![Bits::none(states.len()); vocabulary.atoms()];
        for (number, (state, _)) in states.iter().enumerate() {
            describe(state, &mut |atom| holds[atom].insert(number));
        }
        Self {
            costs: states.iter().map(|(_, cost)| *cost).collect(),
            holds: holds.into_iter().map(Arc::new).collect(),
        }
    }

    /// How many states there are.
    pub fn len(&self) -> usize {
        self.costs.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.costs.is_empty()
    }

    /// The cost of each state, ascending.
    pub fn costs(&self) -> &[u32] {
        &self.costs
    }

    /// The states in which a ground atom holds.
    pub(crate) fn holding(&self, atom: usize) -> &Arc<Bits> {
        &self.holds[atom]
    }

    /// The same states, told apart only by whether they cost at least `cost`.
    pub fn at_least(&self, cost: u32) -> Self {
        let costs = self.costs.iter().map(|&own| if own < cost { 0 } else { cost }).collect();
        Self { costs, holds: self.holds.clone() }
    }
}
