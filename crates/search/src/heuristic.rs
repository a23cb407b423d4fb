//! The interface of heuristics, and the batches of states they evaluate.

use crate::{Action, Estimate, Estimates, StateId, StateSpace, States};

/// Estimates the cost of the cheapest path from a state to a goal.
pub trait Heuristic<S: StateSpace> {
    /// Pushes one estimate for each state of the batch, in order.
    fn estimate(&mut self, space: &S, batch: &Batch, estimates: &mut Estimates);

    /// The same for a heuristic that looks at the estimates of other ones, too: those of `earlier` were made before, by the
    /// heuristics that precede it in a greedy search, and for at least these states. Where the search has more states than fit
    /// into a batch, the batch begins with the state for which `estimates` has none yet.
    fn estimate_after(&mut self, space: &S, batch: &Batch, earlier: &[Estimates], estimates: &mut Estimates) {
        let _ = earlier;
        self.estimate(space, batch, estimates);
    }

    /// Are its values estimates of costs? If not, a search may order states by them, but they are no progress.
    fn estimates_cost(&self) -> bool {
        true
    }

    /// A search begins: states are numbered from 0 again, and data kept for earlier ones is void.
    fn begin_search(&mut self) {}

    /// Does an estimate depend on the paths to a state, not on the state alone? Then eager searches report every
    /// further path to a known state by [`meet_again`](Self::meet_again); lazy search reports only those paths on which
    /// it evaluates the state.
    fn depends_on_path(&self) -> bool {
        false
    }

    /// Another path to a state was found, which was estimated before or is about to be: its last step is from `parent`.
    fn meet_again(&mut self, space: &S, states: &States, parent: StateId, id: StateId) {
        let _ = (space, states, parent, id);
    }

    /// How a greedy search treats states whose estimates this heuristic does not trust.
    fn when_untrusted(&self) -> WhenUntrusted {
        WhenUntrusted::Prune
    }

    /// Is it so cheap that estimating a state again beats storing its estimate?
    fn is_free(&self) -> bool {
        false
    }

    /// Does it estimate a successor in less time than storing the state takes? Then an eager greedy search stores only the
    /// states that it expands. It has others estimated in batches of their own, without a parent, that are numbered from 0 each
    /// time: whoever keeps data by number must not be quick.
    fn is_quick(&self) -> bool {
        self.is_free()
    }

    /// About how many operations of a hundred nanoseconds it takes to estimate a state, for searches that share a processor
    /// by effort rather than by time, which is never the same twice. It is the same throughout a search.
    fn effort(&self) -> u64 {
        10
    }
}

/// How a greedy search treats states whose estimates a heuristic does not trust. The initial state is always kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhenUntrusted {
    /// They are not put into this heuristic's queue; the queues of other heuristics keep them.
    #[default]
    Prune,
    /// They are kept. The search stays on this heuristic's queue as long as the states it expands from there are
    /// trusted; after one that is not, another queue has one turn.
    Yield,
}

/// States to be evaluated together: the new successors of one state, numbered one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    states: &'a States,
    first: StateId,
    parent: Option<StateId>,
    actions: &'a [Action],
}

impl<'a> Batch<'a> {
    /// The initial state alone.
    pub fn initial(states: &'a States) -> Self {
        Self { states, first: 0, parent: None, actions: &[0] }
    }

    /// The states from `first` on, each reached by its action from `parent`.
    pub fn successors(states: &'a States, first: StateId, parent: StateId, actions: &'a [Action]) -> Self {
        Self { states, first, parent: Some(parent), actions }
    }

    /// A state that was evaluated before.
    pub fn again(states: &'a States, id: StateId) -> Self {
        Self { states, first: id, parent: None, actions: &[0] }
    }

    /// States that no search has stored; they have numbers in `states` alone, from 0 on. (Where they don't come from actions, any number
    /// will do.)
    pub fn unstored(states: &'a States, actions: &'a [Action]) -> Self {
        Self { states, first: 0, parent: None, actions }
    }

    /// All states that the search has stored, or those of the batch alone if it has not stored them.
    pub fn states(&self) -> &'a States {
        self.states
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Are there no states?
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// The state that all were generated from; `None` for the initial one, for one that is evaluated again, and for states
    /// that are not stored.
    pub fn parent(&self) -> Option<StateId> {
        self.parent
    }

    /// The number, the words, and the generating action of each state. (The initial state's action has no meaning.)
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (StateId, &'a [u64], Action)> {
        let Self { states, first, actions, .. } = *self;
        actions.iter().enumerate().map(move |(index, &action)| {
            let id = first + index as StateId;
            (id, &states[id], action)
        })
    }
}

/// Knows nothing but that a state that is not a goal needs at least one action.
#[derive(Clone, Copy, Debug)]
pub struct Blind {
    cheapest: u32,
}

impl Blind {
    /// For a space in which no action costs less than `cheapest`.
    pub fn new(cheapest: u32) -> Self {
        Self { cheapest }
    }
}

impl<S: StateSpace> Heuristic<S> for Blind {
    fn estimate(&mut self, space: &S, batch: &Batch, estimates: &mut Estimates) {
        for (_, state, _) in batch.iter() {
            let cost = if space.is_goal(state) { 0 } else { self.cheapest };
            estimates.push(Estimate::from_cost(u64::from(cost)));
        }
    }

    fn is_free(&self) -> bool {
        true
    }
}
