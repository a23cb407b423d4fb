//! All states of the 8-puzzle with the costs of solving them.

use super::State;

const UNKNOWN: u8 = u8::MAX;

/// All states and the lengths of their shortest solutions.
#[derive(Clone, Debug)]
pub struct Space {
    states: Vec<State>,
    /// Where each cost begins among the states, and where the last ends.
    starts: Vec<usize>,
    /// By the number of the state.
    costs: Vec<u8>,
}

impl Space {
    /// The cost of the two states that are farthest from the goal.
    pub const LARGEST_COST: u32 = 31;

    /// Searches breadth first from the goal.
    pub fn new() -> Self {
        let mut costs = vec![UNKNOWN; State::COUNT];
        let mut states = Vec::with_capacity(State::COUNT);
        let mut starts = vec![0];
        costs[State::GOAL.number()] = 0;
        states.push(State::GOAL);
        for cost in 1.. {
            let (start, end) = (starts[starts.len() - 1], states.len());
            if start == end {
                break;
            }
            starts.push(end);
            for index in start..end {
                for neighbour in states[index].neighbours() {
                    let known = &mut costs[neighbour.number()];
                    if *known == UNKNOWN {
                        *known = cost;
                        states.push(neighbour);
                    }
                }
            }
            states[end..].sort_unstable();
        }
        Self { states, starts, costs }
    }

    /// All states, by cost, and those of the same cost in lexicographic order.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// The states of this cost, in lexicographic order.
    pub fn layer(&self, cost: u32) -> &[State] {
        let start = |cost: usize| self.starts.get(cost).copied().unwrap_or(self.states.len());
        let cost = cost as usize;
        &self.states[start(cost)..start(cost.saturating_add(1))]
    }

    /// The length of the shortest solutions of a state.
    #[inline]
    pub fn cost(&self, state: &State) -> u32 {
        self.costs[state.number()].into()
    }
}

impl Default for Space {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{Space, State};

    #[test]
    fn layers_have_the_sizes_known() {
        let sizes = [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
            16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2, 0,
        ];
        let space = Space::new();
        for (cost, size) in (0..).zip(sizes) {
            let layer = space.layer(cost);
            assert_eq!(layer.len(), size, "{cost}");
            assert!(layer.is_sorted());
            assert!(layer.iter().all(|state| space.cost(state) == cost));
        }
        assert!(space.layer(u32::MAX).is_empty());
        assert!(!space.layer(Space::LARGEST_COST).is_empty());
    }

    #[test]
    fn every_state_has_a_number_of_its_own() {
        let space = Space::new();
        let mut numbers: Vec<usize> = space.states().iter().map(State::number).collect();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..State::COUNT));
        assert!(space.states().iter().step_by(11).all(|state| state.to_string().parse() == Ok(*state)));
    }
}
