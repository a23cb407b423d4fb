//! Adapters of puzzles to searches with a closed list, which store states as words.

use search::{Action, Batch, Estimates, Heuristic, PathCost, PathHeuristic, Reversible, StateSpace};

/// A space whose states are packed into words, equal states into equal words, and whose moves have numbers.
pub trait Packed: Reversible {
    /// The number of words of a state.
    fn words(&self) -> usize;

    /// Writes a state.
    fn write(&self, state: &Self::State, words: &mut [u64]);

    /// Reads a state that was written.
    fn read(&self, words: &[u64]) -> Self::State;

    /// The number of a move.
    fn action(&self, made: Self::Move) -> Action;

    /// The move of a number.
    fn made(&self, action: Action) -> Self::Move;
}

/// A space and a state to start from.
#[derive(Clone, Copy, Debug)]
pub struct Rooted<S: Reversible> {
    /// The space.
    pub space: S,
    /// The state to start from.
    pub start: S::State,
}

impl<S: Packed> StateSpace for Rooted<S> {
    type Scratch = Vec<u64>;

    fn scratch(&self) -> Vec<u64> {
        vec![0; self.space.words()]
    }

    fn words(&self) -> usize {
        self.space.words()
    }

    fn initial(&self, state: &mut [u64]) {
        self.space.write(&self.start, state);
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        self.space.is_goal(&self.space.read(state))
    }

    fn successors(&self, state: &[u64], scratch: &mut Vec<u64>, mut visit: impl FnMut(Action, &[u64])) {
        let state = self.space.read(state);
        for made in self.space.moves(&state, None) {
            let mut after = state;
            self.space.apply(&mut after, made);
            self.space.write(&after, scratch);
            visit(self.space.action(made), scratch);
        }
    }

    fn applicable(&self, state: &[u64], _: &mut Vec<u64>, actions: &mut Vec<Action>) {
        let state = self.space.read(state);
        actions.extend(self.space.moves(&state, None).map(|made| self.space.action(made)));
    }

    fn apply(&self, state: &[u64], action: Action, _: &mut Vec<u64>, successor: &mut [u64]) {
        let mut state = self.space.read(state);
        self.space.apply(&mut state, self.space.made(action));
        self.space.write(&state, successor);
    }

    fn cost(&self, action: Action) -> u32 {
        self.space.cost(self.space.made(action))
    }
}

/// A path heuristic that estimates every state from scratch, for searches that expand in any order.
#[derive(Clone, Copy, Debug)]
pub struct FromScratch<H>(pub H);

impl<S: Packed, H: PathHeuristic<S>> Heuristic<Rooted<S>> for FromScratch<H> {
    fn estimate(&mut self, rooted: &Rooted<S>, batch: &Batch, estimates: &mut Estimates) {
        for (_, words, _) in batch.iter() {
            let value = self.0.begin(&rooted.space, &rooted.space.read(words));
            estimates.push(self.0.h(value).estimate());
        }
    }
}
