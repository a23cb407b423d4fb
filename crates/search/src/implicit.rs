//! State spaces given by two functions, one for successors and one for goals.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard};

use tools::threads::locked;

use crate::{Action, Batch, Estimate, Estimates, Heuristic, PathHeuristic, Reversible, StateSpace};

/// A state space by functions, over states of any type.
///
/// It is there for convenience: states are numbered in a table as they are generated, and an action is only the
/// position of a successor among its siblings. For full speed, pack states into words and implement [`StateSpace`], or
/// [`Reversible`] for IDA\*.
///
/// ```
/// use search::{ByState, Ida, Implicit, Limits, Outcome, astar, ida};
///
/// // The fewest steps from 1 to 100, doubling a number or adding 1 to it, and back.
/// let successors = |&n: &u32| [(2 * n, 1), (n + 1, 1), (n.saturating_sub(1), 1)];
/// let space = Implicit::new(1, successors, |&n| n == 100);
/// let mut h = ByState(|&n: &u32| u32::from(n != 100));
///
/// let report = astar(&space, &mut h, 1.0, &Limits::default(), &mut ());
/// let Outcome::Solved { plan, cost } = report.outcome else { panic!() };
/// assert_eq!((space.path(&plan), cost), (vec![1, 2, 3, 6, 12, 24, 25, 50, 100], 8));
///
/// let report = ida(&space, &h, &1, &Ida::default(), &Limits::default(), &mut ());
/// assert!(matches!(report.outcome, Outcome::Solved { cost: 8, .. }));
/// ```
#[derive(Debug)]
pub struct Implicit<S, N, G> {
    start: S,
    successors: N,
    is_goal: G,
    met: Mutex<Met<S>>,
}

/// The states and actions generated so far, with their numbers.
#[derive(Debug)]
struct Met<S> {
    states: Numbered<S>,
    /// The positions of successors among their siblings, with their costs.
    actions: Numbered<(u32, u32)>,
}

/// Things by their numbers, and the other way round.
#[derive(Debug)]
struct Numbered<T> {
    things: Vec<T>,
    numbers: HashMap<T, u32>,
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    fn number(&mut self, thing: &T) -> u32 {
        if let Some(&number) = self.numbers.get(thing) {
            return number;
        }
        let number = self.things.len() as u32;
        self.things.push(thing.clone());
        self.numbers.insert(thing.clone(), number);
        number
    }
}

impl<S, N, G, I> Implicit<S, N, G>
where
    S: Clone + Eq + Hash,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, u32)>,
    G: Fn(&S) -> bool,
{
    /// The space with the initial state `start`, in which `successors` gives the successors of each state, with the
    /// cost of each step.
    pub fn new(start: S, successors: N, is_goal: G) -> Self {
        let mut states = Numbered { things: Vec::new(), numbers: HashMap::new() };
        states.number(&start);
        let actions = Numbered { things: Vec::new(), numbers: HashMap::new() };
        Self { start, successors, is_goal, met: Mutex::new(Met { states, actions }) }
    }

    /// The initial state.
    pub fn start(&self) -> &S {
        &self.start
    }

    /// The states along a plan that a search in this space has found, from the initial state to the goal.
    pub fn path(&self, plan: &[Action]) -> Vec<S> {
        let mut path = vec![self.start.clone()];
        for &action in plan {
            let (place, _) = self.met().actions.things[action as usize];
            let next = path.last().and_then(|state| (self.successors)(state).into_iter().nth(place as usize));
            path.extend(next.map(|(state, _)| state));
        }
        path
    }

    /// The state that a word stands for in searches by [`StateSpace`].
    pub fn state(&self, words: &[u64]) -> S {
        self.met().states.things[words[0] as usize].clone()
    }

    fn met(&self) -> MutexGuard<'_, Met<S>> {
        locked(&self.met)
    }

    /// The successors of a state, each with its action and the number of the state.
    fn followed(&self, state: &[u64]) -> impl Iterator<Item = (Action, u64)> {
        let state = self.state(state);
        (0..).zip((self.successors)(&state)).map(|(place, (next, cost))| {
            let mut met = self.met();
            (met.actions.number(&(place, cost)), met.states.number(&next).into())
        })
    }
}

impl<S, N, G, I> StateSpace for Implicit<S, N, G>
where
    S: Clone + Eq + Hash,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, u32)>,
    G: Fn(&S) -> bool,
{
    type Scratch = ();

    fn scratch(&self) {}

    fn words(&self) -> usize {
        1
    }

    fn initial(&self, state: &mut [u64]) {
        state[0] = 0;
    }

    fn is_goal(&self, state: &[u64]) -> bool {
        (self.is_goal)(&self.state(state))
    }

    fn successors(&self, state: &[u64], (): &mut (), mut visit: impl FnMut(Action, &[u64])) {
        self.followed(state).for_each(|(action, next)| visit(action, &[next]));
    }

    fn applicable(&self, state: &[u64], (): &mut (), actions: &mut Vec<Action>) {
        actions.extend(self.followed(state).map(|(action, _)| action));
    }

    fn apply(&self, state: &[u64], action: Action, (): &mut (), successor: &mut [u64]) {
        if let Some((_, next)) = self.followed(state).find(|(other, _)| *other == action) {
            successor[0] = next;
        }
    }

    fn cost(&self, action: Action) -> u32 {
        self.met().actions.things[action as usize].1
    }
}

/// A step from a state to one that follows it, in searches by [`Reversible`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<S> {
    /// The state before.
    pub from: S,
    /// The state after.
    pub to: S,
    /// The cost of the step; at least 1.
    pub cost: u32,
}

/// For IDA\*. The space need not have the inverse of a step: a search undoes only steps that it has made.
impl<S, N, G, I> Reversible for Implicit<S, N, G>
where
    S: Copy + Eq + Hash + Send + Sync + 'static,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, u32)>,
    G: Fn(&S) -> bool,
{
    type State = S;
    type Move = Step<S>;

    fn is_goal(&self, state: &S) -> bool {
        (self.is_goal)(state)
    }

    fn moves(&self, state: &S, last: Option<Step<S>>) -> impl Iterator<Item = Step<S>> {
        let (from, before) = (*state, last.map(|last| last.from));
        let steps =
            (self.successors)(state).into_iter().map(move |(to, cost)| Step { from, to, cost: cost.max(1) });
        steps.filter(move |step| Some(step.to) != before)
    }

    fn apply(&self, state: &mut S, made: Step<S>) {
        *state = made.to;
    }

    fn inverse(&self, made: Step<S>) -> Step<S> {
        Step { from: made.to, to: made.from, cost: made.cost }
    }

    fn cost(&self, made: Step<S>) -> u32 {
        made.cost
    }
}

/// A heuristic given by a function of the state. `u32::MAX` means that there is no path to a goal.
#[derive(Clone, Copy, Debug)]
pub struct ByState<H>(pub H);

impl<S, N, G, I, H> Heuristic<Implicit<S, N, G>> for ByState<H>
where
    S: Clone + Eq + Hash,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, u32)>,
    G: Fn(&S) -> bool,
    H: FnMut(&S) -> u32,
{
    fn estimate(&mut self, space: &Implicit<S, N, G>, batch: &Batch, estimates: &mut Estimates) {
        for (_, words, _) in batch.iter() {
            let h = (self.0)(&space.state(words));
            estimates.push(if h == u32::MAX { Estimate::DEAD_END } else { Estimate::from_cost(h.into()) });
        }
    }
}

impl<S, N, G, I, H> PathHeuristic<Implicit<S, N, G>> for ByState<H>
where
    S: Copy + Eq + Hash + Send + Sync + 'static,
    N: Fn(&S) -> I,
    I: IntoIterator<Item = (S, u32)>,
    G: Fn(&S) -> bool,
    H: FnMut(&S) -> u32,
{
    type Value = u32;
    type Cost = u32;

    fn begin(&mut self, _: &Implicit<S, N, G>, state: &S) -> u32 {
        (self.0)(state)
    }

    fn step(&mut self, _: &Implicit<S, N, G>, _: u32, _: &S, made: Step<S>) -> u32 {
        (self.0)(&made.to)
    }

    fn h(&self, value: u32) -> u32 {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Blind, Ida, Limits, Outcome, astar, gbfs, ida, lazy};

    type Cell = (i32, i32);

    /// A grid of eight by eight cells, in which steps to the right cost 1 and others 2, with a wall.
    fn neighbours(&(x, y): &Cell) -> Vec<(Cell, u32)> {
        let all = [((x + 1, y), 1), ((x - 1, y), 2), ((x, y + 1), 2), ((x, y - 1), 2)];
        let is_open = |(x, y): Cell| (0..8).contains(&x) && (0..8).contains(&y) && (x != 4 || y == 7);
        all.into_iter().filter(|(cell, _)| is_open(*cell)).collect()
    }

    fn cost<M>(outcome: Outcome<M>) -> u64 {
        match outcome {
            Outcome::Solved { cost, .. } => cost,
            _ => panic!("there is a plan"),
        }
    }

    #[test]
    fn all_searches_agree_in_a_space_of_functions() {
        let goal = (7, 0);
        let space = Implicit::new((0, 0), neighbours, |&cell| cell == goal);
        let far = |&(x, y): &Cell| ((7 - x).unsigned_abs()) + 2 * y.unsigned_abs();
        let limits = Limits::default();
        // Up by seven cells, along by seven, and down again.
        let least = 14 + 7 + 14;
        assert_eq!(cost(astar(&space, &mut ByState(far), 1.0, &limits, &mut ()).outcome), least);
        assert_eq!(cost(astar(&space, &mut Blind::new(1), 1.0, &limits, &mut ()).outcome), least);
        let options = Ida { table: Some(1 << 16), ..Ida::default() };
        assert_eq!(
            cost(ida(&space, &ByState(far), space.start(), &options, &limits, &mut ()).outcome),
            least
        );
        for greedy in [gbfs, lazy] {
            let report = greedy(&space, &mut [&mut ByState(far)], Default::default(), &limits, &mut ());
            let Outcome::Solved { plan, cost } = report.outcome else { panic!("there is a plan") };
            let path = space.path(&plan);
            assert_eq!((path.first(), path.last()), (Some(&(0, 0)), Some(&goal)));
            let step = |pair: &[Cell]| {
                neighbours(&pair[0]).into_iter().find(|(cell, _)| *cell == pair[1]).unwrap().1
            };
            assert_eq!(path.windows(2).map(step).map(u64::from).sum::<u64>(), cost);
        }
    }

    #[test]
    fn a_space_without_a_way_is_unsolvable() {
        let space = Implicit::new(0_u8, |&n: &u8| (n < 9).then_some((n + 1, 1)), |&n| n == 200);
        let report = astar(&space, &mut ByState(|_: &u8| 0), 1.0, &Limits::default(), &mut ());
        assert!(matches!(report.outcome, Outcome::Unsolvable));
    }
}
