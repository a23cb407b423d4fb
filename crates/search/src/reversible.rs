//! State spaces whose moves can be undone, and heuristics computed step by step along a path. IDA\* works on these.

use crate::Estimate;
use std::hash::Hash;

/// A state space for searches that store only the current path: small states, changed in place by moves that can all be undone.
///
/// There is no initial state: one space serves many instances.
pub trait Reversible {
    /// A state, small enough to be copied for every state on a path.
    type State: Copy + Eq + Hash + Send + Sync;

    /// A move. Together with the state before or after it, it determines the transition.
    type Move: Copy + PartialEq + Send + Sync + 'static;

    /// The moves that may follow each move, if they depend on that move alone and are known at compile time: moves are
    /// numbered below 64, and `FOLLOWERS[n]` has the moves that may follow number `n`, each with its own number, in the
    /// order of [`moves`](Self::moves), at the end of the array.
    ///
    /// Where the heuristic allows it as well ([`PathHeuristic::GRAIN`]), a search function is compiled for each last
    /// move, with everything that follows from that move as constants. Empty by default: nothing is known at compile
    /// time.
    const FOLLOWERS: &'static [Followers<Self::Move>] = &[];

    /// Is this a goal state?
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Is the state that `made` led to a goal? The move alone may rule it out.
    #[inline(always)]
    fn is_goal_after(&self, state: &Self::State, made: Self::Move) -> bool {
        let _ = made;
        self.is_goal(state)
    }

    /// The applicable moves, in an order that never changes. `last` is the move that led here: its inverse is left out.
    fn moves(&self, state: &Self::State, last: Option<Self::Move>) -> impl Iterator<Item = Self::Move>;

    /// Makes a move.
    fn apply(&self, state: &mut Self::State, made: Self::Move);

    /// The move that undoes this one.
    fn inverse(&self, made: Self::Move) -> Self::Move;

    /// Undoes the move made last.
    fn undo(&self, state: &mut Self::State, made: Self::Move) {
        self.apply(state, self.inverse(made));
    }

    /// The cost of a move, at least [`cheapest`](Self::cheapest).
    fn cost(&self, made: Self::Move) -> u32 {
        let _ = made;
        1
    }

    /// A lower bound on the cost of every move; never 0.
    fn cheapest(&self) -> u32 {
        1
    }
}

/// The moves that may follow a move, with their numbers.
pub type Followers<M> = [Option<(u8, M)>; 4];

/// Estimates the cost of the cheapest path from a state to a goal, incrementally from its parent's value.
///
/// A search by several threads gives each its own copy; large constant data belongs in an `Arc`.
pub trait PathHeuristic<S: Reversible> {
    /// The data from which a state is estimated and its successors' values are computed. It goes down the path by
    /// value, so that nothing has to be undone.
    type Value: Copy + Send + Sync;

    /// `u32`, or `f32` for estimates that are not whole numbers.
    type Cost: PathCost;

    /// For heuristics so cheap to update that the rest of the search dominates. `Some(grain)` promises that every move
    /// leaves `f = g + h` unchanged or raises it by a multiple of `grain`; searches then use [`rise`](Self::rise)
    /// instead of [`step`](Self::step) where possible.
    const GRAIN: Option<u32> = None;

    /// The value of the state that a path begins with.
    fn begin(&mut self, space: &S, state: &S::State) -> Self::Value;

    /// The value of the state that `made` leads to. The move has not been made yet: most states are estimated and then pruned.
    fn step(&mut self, space: &S, parent: Self::Value, before: &S::State, made: S::Move) -> Self::Value;

    /// By how much `f = g + h` rises with a move that has not been made yet; only asked where there is a
    /// [`GRAIN`](Self::GRAIN).
    fn rise(&mut self, space: &S, before: &S::State, made: S::Move) -> u32 {
        let _ = (space, before, made);
        0
    }

    /// The estimate.
    fn h(&self, value: Self::Value) -> Self::Cost;
}

/// The number type of estimates.
pub trait PathCost: Copy + Send + sealed::Sealed {
    /// The type of `f = g + h`: the least cost of a path through a state.
    type Total: Copy + PartialOrd + Send + Sync;

    /// More than the cost of any path.
    const INFINITE: Self::Total;

    /// The least cost of a path that has cost `so_far` and is estimated to cost `self` from there.
    fn total(self, so_far: u32) -> Self::Total;

    /// The estimate as observers are told it.
    fn estimate(self) -> Estimate;

    /// Rounded up to a whole number.
    fn whole(total: Self::Total) -> u64;

    /// The cost raised by `by`.
    fn raise(total: Self::Total, by: u32) -> Self::Total;
}

/// `u32::MAX` means that there is no path to a goal.
impl PathCost for u32 {
    type Total = u64;

    const INFINITE: u64 = u32::MAX as u64;

    #[inline(always)]
    fn total(self, so_far: u32) -> u64 {
        u64::from(so_far) + u64::from(self)
    }

    fn estimate(self) -> Estimate {
        if self == u32::MAX { Estimate::DEAD_END } else { Estimate::from_cost(u64::from(self)) }
    }

    fn whole(total: u64) -> u64 {
        total
    }

    fn raise(total: u64, by: u32) -> u64 {
        total + u64::from(by)
    }
}

/// Negative estimates and NaN count as 0; infinity means that there is no path to a goal.
impl PathCost for f32 {
    type Total = f64;

    const INFINITE: f64 = f64::INFINITY;

    #[inline(always)]
    fn total(self, so_far: u32) -> f64 {
        f64::from(so_far) + f64::from(self.max(0.0))
    }

    fn estimate(self) -> Estimate {
        Estimate::new(self)
    }

    fn whole(total: f64) -> u64 {
        total.ceil() as u64
    }

    fn raise(total: f64, by: u32) -> f64 {
        total + f64::from(by)
    }
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for u32 {}
    impl Sealed for f32 {}
}
