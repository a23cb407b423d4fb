//! The pancake puzzle: a stack is to be sorted by flipping its uppermost pancakes.

pub mod databases;
mod gap;
mod instance;
pub mod pddl;
mod picture;
mod rank;
#[cfg(test)]
mod tests;

pub use databases::Databases;
pub use gap::Gap;
pub use instance::InstanceError;

use crate::Packed;
use crate::fields::Fields;
use search::{Action, Reversible};
use std::fmt;

/// The space of all stacks of `size` pancakes. A move costs 1; the goal has pancake 0, the smallest, on top, and
/// every other on the next larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pancakes {
    size: u8,
}

/// A stack of pancakes, on a plate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// From the top down. The plate follows as the next larger pancake, and then unused numbers in order.
    pancakes: [u8; Pancakes::MOST + 1],
    size: u8,
}

/// A move: the uppermost pancakes are turned over together.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Flip(u8);

impl Pancakes {
    /// The greatest number of pancakes.
    pub const MOST: usize = 32;

    /// The space of stacks of `size` pancakes; `None` unless that is 2 to [`MOST`](Self::MOST).
    pub fn new(size: usize) -> Option<Self> {
        (2..=Self::MOST).contains(&size).then_some(Self { size: size as u8 })
    }

    /// The number of pancakes.
    pub fn size(&self) -> usize {
        self.size.into()
    }

    /// The sorted stack.
    pub fn goal(&self) -> State {
        State { pancakes: SORTED, size: self.size }
    }

    fn fields(&self) -> Fields {
        Fields::new(self.size(), self.size() - 1)
    }
}

const SORTED: [u8; Pancakes::MOST + 1] = {
    let mut sorted = [0; Pancakes::MOST + 1];
    let mut place = 0;
    while place < sorted.len() {
        sorted[place] = place as u8;
        place += 1;
    }
    sorted
};

impl State {
    /// The pancakes from the top down.
    pub fn pancakes(&self) -> &[u8] {
        &self.pancakes[..self.size.into()]
    }
}

impl Flip {
    /// The number of pancakes turned over.
    #[inline(always)]
    pub fn length(self) -> usize {
        self.0.into()
    }
}

impl fmt::Debug for Flip {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Flip {}", self.0)
    }
}

impl Reversible for Pancakes {
    type State = State;
    type Move = Flip;

    #[inline(always)]
    fn is_goal(&self, state: &State) -> bool {
        state.pancakes[0] == 0 && state.pancakes == SORTED
    }

    #[inline(always)]
    fn moves(&self, _: &State, last: Option<Flip>) -> impl Iterator<Item = Flip> {
        (2..=self.size).map(Flip).filter(move |&flip| Some(flip) != last)
    }

    #[inline(always)]
    fn apply(&self, state: &mut State, flip: Flip) {
        state.pancakes[..flip.length()].reverse();
    }

    #[inline(always)]
    fn inverse(&self, flip: Flip) -> Flip {
        flip
    }
}

impl Packed for Pancakes {
    fn words(&self) -> usize {
        self.fields().words()
    }

    fn write(&self, state: &State, words: &mut [u64]) {
        self.fields().write(&state.pancakes, words);
    }

    fn read(&self, words: &[u64]) -> State {
        let mut state = self.goal();
        self.fields().read(words, &mut state.pancakes);
        state
    }

    fn action(&self, flip: Flip) -> Action {
        flip.0.into()
    }

    fn made(&self, action: Action) -> Flip {
        Flip(action as u8)
    }
}
