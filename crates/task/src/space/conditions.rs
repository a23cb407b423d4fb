//! Conditions on states that are asked over and over.

use super::packing::{Bits, holds};
use crate::Rows;

/// What many conditions want of words other than their first; row 0 is empty.
#[derive(Clone, Debug)]
pub(super) struct Conditions {
    more: Rows<Bits>,
}

/// A conjunction. Almost always one word says all, and that is at hand without a look elsewhere.
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
