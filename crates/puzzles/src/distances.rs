//! Complete tables of optimal costs, for small spaces.

use search::Reversible;
use std::fmt;

/// A space whose states are numbered.
pub trait Ranked: Reversible {
    /// The number of states, unless it overflows.
    fn count(&self) -> Option<usize>;

    /// The number of a state, below [`count`](Self::count). Meaningless if there is none.
    fn rank(&self, state: &Self::State) -> usize;

    /// The state of a number.
    fn unrank(&self, rank: usize) -> Self::State;
}

/// The optimal cost to a goal, for every state of a space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    by_rank: Vec<u8>,
}

/// There are more states than a table may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyStates {
    /// The number of states, unless it overflows.
    pub states: Option<usize>,
    /// The number there may be.
    pub most: usize,
}

impl fmt::Display for TooManyStates {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.states {
            Some(states) => write!(f, "a table of {states} states would have more than {}", self.most),
            None => write!(f, "a table of all states would have far more than {}", self.most),
        }
    }
}

impl std::error::Error for TooManyStates {}

const UNKNOWN: u8 = u8::MAX;

/// The optimal costs from all states of a space, by breadth-first search from the goals. Every move has to cost 1, and
/// goals to be less than 255 moves away. It takes a byte for every state, and there may be `most` of them.
///
/// # Errors
/// If there are more.
pub fn distances<S: Ranked>(space: &S, most: usize) -> Result<Distances, TooManyStates> {
    let states = space.count();
    let Some(count) = states.filter(|&count| count <= most) else {
        return Err(TooManyStates { states, most });
    };
    let mut by_rank = vec![UNKNOWN; count];
    let mut layer: Vec<usize> = (0..count).filter(|&rank| space.is_goal(&space.unrank(rank))).collect();
    layer.iter().for_each(|&rank| by_rank[rank] = 0);
    for cost in 1..UNKNOWN {
        let mut next = Vec::new();
        for rank in layer {
            let state = space.unrank(rank);
            for made in space.moves(&state, None) {
                let mut after = state;
                space.apply(&mut after, made);
                let rank = space.rank(&after);
                if by_rank[rank] == UNKNOWN {
                    by_rank[rank] = cost;
                    next.push(rank);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    Ok(Distances { by_rank })
}

impl Distances {
    /// The cost from a state; `None` if no moves lead from there to a goal.
    pub fn cost<S: Ranked>(&self, space: &S, state: &S::State) -> Option<u32> {
        self.by_rank.get(space.rank(state)).filter(|&&cost| cost != UNKNOWN).map(|&cost| cost.into())
    }

    /// All states from which a goal can be reached, with their costs, by rank.
    pub fn iter<S: Ranked>(&self, space: &S) -> impl Iterator<Item = (S::State, u32)> {
        let known = self.by_rank.iter().enumerate().filter(|&(_, &cost)| cost != UNKNOWN);
        known.map(|(rank, &cost)| (space.unrank(rank), cost.into()))
    }

    /// The number of states at every cost, from 0 on.
    pub fn layers(&self) -> Vec<usize> {
        let mut layers = Vec::new();
        for &cost in self.by_rank.iter().filter(|&&cost| cost != UNKNOWN) {
            if layers.len() <= cost.into() {
                layers.resize(usize::from(cost) + 1, 0);
            }
            layers[usize::from(cost)] += 1;
        }
        layers
    }
}
