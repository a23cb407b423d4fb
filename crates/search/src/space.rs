//! The interface between a search and the state space it searches.

/// The number of an action, as its state space counts them.
pub type Action = u32;

/// A state space: an initial state, successors, and goals.
///
/// A state is a fixed number of words in which every bit counts: two states are the same if and only if
/// their words are.
pub trait StateSpace {
    /// Working memory for [`successors`](Self::successors), so that it need not allocate.
    type Scratch;

    /// Working memory for one thread.
    fn scratch(&self) -> Self::Scratch;

    /// The number of words of a state.
    fn words(&self) -> usize;

    /// Writes the initial state.
    fn initial(&self, state: &mut [u64]);

    /// Is this a goal state?
    fn is_goal(&self, state: &[u64]) -> bool;

    /// Calls `visit` with every action that can be applied in `state` and the state it leads to.
    fn successors(&self, state: &[u64], scratch: &mut Self::Scratch, visit: impl FnMut(Action, &[u64]));

    /// Appends the actions that can be applied in `state`.
    fn applicable(&self, state: &[u64], scratch: &mut Self::Scratch, actions: &mut Vec<Action>);

    /// Writes the state that an applicable action leads to.
    fn apply(&self, state: &[u64], action: Action, scratch: &mut Self::Scratch, successor: &mut [u64]);

    /// The cost of an action.
    fn cost(&self, action: Action) -> u32;

    /// About how much longer it takes to compute a successor than to copy the state, as [`Heuristic::effort`](crate::Heuristic::effort) counts
    /// it.
    fn effort(&self) -> u64 {
        0
    }

    /// Does the space have all actions of the problem? If some are left out, a search that exhausts the space does not
    /// prove that there is no plan.
    fn is_whole(&self) -> bool {
        true
    }
}
