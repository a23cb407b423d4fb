//! Conditions on states, stored so that they can be tested fast.

use super::packing::{Bits, holds};
use crate::Rows;

/// The bits of many conditions in words other than their first; row 0 is empty.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    more: Rows<Bits>,
}

/// A conjunction. Almost always it concerns a single word, which is stored here so that nothing else need be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Condition {
    first: Bits,
    more: u32,
}

impl Conditions {
    pub(super) fn new() -> Self {
        let mut more = Rows::new();
        more.push([]);
        Self { more }
    }

    /// Adds a conjunction of bits of different words.
    pub(super) fn add(&mut self, bits: &[Bits]) -> Condition {
        match bits {
            [] => Condition { first: Bits::NONE, more: 0 },
            [first] => Condition { first: *first, more: 0 },
            [first, more @ ..] => {
                Condition { first: *first, more: self.more.push(more.iter().copied()) as u32 }
            }
        }
    }

    #[inline(always)]
    pub(super) fn hold(&self, condition: Condition, state: &[u64]) -> bool {
        condition.first.holds(state)
            && (condition.more == 0 || holds(&self.more[condition.more as usize], state))
    }
}
