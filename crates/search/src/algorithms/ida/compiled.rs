//! The same search as in `depth_first.rs`, with one function compiled for each last move. Where the followers of a move
//! are known at compile time and the estimate costs next to nothing to update, that makes most of the difference.
//!
//! Only the state and the amount by which `f` may still rise go down the path. The last of the moves from a state is a
//! tail call, which leaves nothing on the stack to tell the move by. So a plan is rebuilt from the trace: from a state
//! in the trace, the move noted with it was made, and from any other state the last of its moves.

use super::meter::{Meter, Verdict};
use super::subtree::{Finding, Found, Root, Total, work};
use crate::{Followers, PathCost, PathHeuristic, Reversible};

/// Can this space be searched this way with this heuristic?
pub(super) const fn applies<S: Reversible, H: PathHeuristic<S>>() -> bool {
    !S::FOLLOWERS.is_empty() && H::GRAIN.is_some()
}

/// Searches below a root that a move led to, by recursion. The caller keeps the bound and the stack in proportion.
pub(super) fn search<S: Reversible, H: PathHeuristic<S>>(
    space: &S,
    heuristic: &mut H,
    bound: Total<S, H>,
    (root, value): (&Root<S>, H::Value),
    meter: &mut Meter,
) -> Found<S, H> {
    let total = heuristic.h(value).total(root.so_far);
    let rise = H::Cost::whole(bound).saturating_sub(H::Cost::whole(total)) as u32;
    let mut search = Compiled {
        space,
        heuristic,
        meter,
        fuel: Fuel::EMPTY,
        generated: 0,
        left_out: 0,
        verdict: Verdict::Exhausted,
        trace: Vec::new(),
    };
    match root.way.last() {
        Some(&last) => search.visit_after(last, root.state, rise),
        None => search.visit_initial(root.state, rise),
    };
    let (generated, verdict) = (search.generated(), search.verdict);
    let expanded = search.meter.end(search.fuel.unused(), generated);
    let least_above = H::Cost::raise(bound, H::GRAIN.unwrap_or(1));
    let plan = if verdict == Verdict::Solved { search.plan(root) } else { Vec::new() };
    Finding { verdict, plan, counters: work(expanded, generated), least_above }
}

struct Compiled<'a, 'm, S: Reversible, H: PathHeuristic<S>> {
    space: &'a S,
    heuristic: &'a mut H,
    meter: &'a mut Meter<'m>,
    fuel: Fuel,
    /// States generated with earlier fuel, which it no longer counts.
    generated: u64,
    /// States that were counted as generated in advance, but then were not.
    left_out: u64,
    verdict: Verdict,
    /// Moves on the way to the goal, and the states they were made in, the last one first.
    trace: Vec<(S::State, S::Move)>,
}

/// A search below the state that a certain move led to.
type Visit<'a, 'm, S, H> = fn(&mut Compiled<'a, 'm, S, H>, <S as Reversible>::State, u32) -> bool;

impl<S: Reversible, H: PathHeuristic<S>> Compiled<'_, '_, S, H> {
    /// Follows all paths from the initial state.
    fn visit_initial(&mut self, state: S::State, rise: u32) -> bool {
        if self.fuel.burn(0) && self.refuel(0) {
            return true;
        }
        if self.space.is_goal(&state) {
            self.verdict = Verdict::Solved;
            return true;
        }
        let space = self.space;
        space.moves(&state, None).any(|made| {
            self.generated += 1;
            let Some(rise) = rise.checked_sub(self.heuristic.rise(space, &state, made)) else {
                return false;
            };
            let mut after = state;
            space.apply(&mut after, made);
            let is_over = self.visit_after(made, after, rise);
            if is_over {
                self.retrace(state, made, 0);
            }
            is_over
        })
    }

    /// Follows all paths from a state that `last` led to.
    fn visit_after(&mut self, last: S::Move, state: S::State, rise: u32) -> bool {
        let mut numbered = S::FOLLOWERS.iter().flatten().flatten();
        let number = numbered.find(|&&(_, made)| made == last).map_or(0, |&(number, _)| number);
        Self::VISIT[usize::from(number)](self, state, rise)
    }

    /// Follows all paths from a state that the move of number `LAST` led to. True if the search is over.
    #[inline(never)]
    fn visit<const LAST: usize>(&mut self, state: S::State, rise: u32) -> bool {
        let count = const { count(&followers::<S>(LAST)) };
        if self.fuel.burn(count) && self.refuel(count) {
            return true;
        }
        if let Some(last) = const { numbered::<S>(LAST) }
            && self.space.is_goal_after(&state, last)
        {
            self.left_out += count;
            self.verdict = Verdict::Solved;
            return true;
        }
        self.follow::<LAST, 0>(state, rise)
            || self.follow::<LAST, 1>(state, rise)
            || self.follow::<LAST, 2>(state, rise)
            || self.follow::<LAST, 3>(state, rise)
    }

    /// Makes one of the moves that may follow, if `f` stays within the bound.
    #[inline(always)]
    fn follow<const LAST: usize, const INDEX: usize>(&mut self, state: S::State, rise: u32) -> bool {
        let Some((number, made)) = (const { followers::<S>(LAST)[INDEX] }) else { return false };
        let Some(rise) = rise.checked_sub(self.heuristic.rise(self.space, &state, made)) else {
            return false;
        };
        let mut after = state;
        self.space.apply(&mut after, made);
        let is_over = Self::VISIT[usize::from(number)](self, after, rise);
        if INDEX < LAST_INDEX && is_over {
            self.retrace(state, made, LAST_INDEX - INDEX);
        }
        is_over
    }

    /// Records a move on the path to the goal; `others` are the moves after it that were not generated.
    #[cold]
    fn retrace(&mut self, state: S::State, made: S::Move, others: usize) {
        self.trace.push((state, made));
        self.left_out += others as u64;
    }

    /// Asks the meter whether an expansion for which there was no fuel may be made. True if not.
    #[cold]
    fn refuel(&mut self, count: u64) -> bool {
        self.generated += self.fuel.generated() - count;
        self.fuel = Fuel::EMPTY;
        match self.meter.refuel(self.generated()) {
            Ok(expansions) => self.fuel = Fuel::begun(expansions, count),
            Err(verdict) => self.verdict = verdict,
        }
        self.fuel == Fuel::EMPTY
    }

    fn generated(&self) -> u64 {
        self.generated + self.fuel.generated() - self.left_out
    }

    fn plan(mut self, root: &Root<S>) -> Vec<S::Move> {
        let (mut state, mut last, mut plan) = (root.state, root.way.last().copied(), Vec::new());
        while !self.space.is_goal(&state) {
            let noted = self.trace.pop_if(|(noted, _)| *noted == state).map(|(_, made)| made);
            last = noted.or_else(|| self.space.moves(&state, last).last());
            let Some(made) = last else { break };
            self.space.apply(&mut state, made);
            plan.push(made);
        }
        plan
    }
}

const LAST_INDEX: usize = 3;

/// The moves that may follow that of this number.
const fn followers<S: Reversible>(number: usize) -> Followers<S::Move> {
    if number < S::FOLLOWERS.len() { S::FOLLOWERS[number] } else { [None; 4] }
}

const fn count<M>(followers: &Followers<M>) -> u64 {
    let [a, b, c, d] = followers;
    a.is_some() as u64 + b.is_some() as u64 + c.is_some() as u64 + d.is_some() as u64
}

/// The move of this number.
const fn numbered<S: Reversible>(number: usize) -> Option<S::Move> {
    let mut index = 0;
    while index < 4 * S::FOLLOWERS.len() {
        if let Some((found, made)) = S::FOLLOWERS[index / 4][index % 4]
            && found as usize == number
        {
            return Some(made);
        }
        index += 1;
    }
    None
}

/// Counts expansions down and generated states up, in one word and hence by one addition: the expansions, in the high
/// bits, overflow when there is no fuel left.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Fuel(u64);

impl Fuel {
    /// Bits for the number of states generated: at most four for each expansion that a meter grants.
    const GENERATED_BITS: u32 = (4 * Meter::MOST).ilog2() + 1;

    /// None.
    const EMPTY: Self = Self(u64::MAX << Self::GENERATED_BITS);

    /// For `expansions` expansions, of which the first is being made and generates `count` states.
    fn begun(expansions: u64, count: u64) -> Self {
        Self((expansions << Self::GENERATED_BITS).wrapping_neg() + count)
    }

    /// Counts an expansion that generates `count` states. True if there was no fuel for it.
    #[inline(always)]
    fn burn(&mut self, count: u64) -> bool {
        let is_empty;
        (self.0, is_empty) = self.0.overflowing_add((1 << Self::GENERATED_BITS) + count);
        is_empty
    }

    /// The expansions that could still have been made.
    fn unused(self) -> u64 {
        !self.0 >> Self::GENERATED_BITS
    }

    fn generated(self) -> u64 {
        self.0 & !(u64::MAX << Self::GENERATED_BITS)
    }
}

macro_rules! visit_each {
    ($($number:literal)*) => {
        impl<'a, 'm, S: Reversible, H: PathHeuristic<S>> Compiled<'a, 'm, S, H> {
            const VISIT: [Visit<'a, 'm, S, H>; 64] = [$(Self::visit::<$number>),*];
        }
    };
}

visit_each! {
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
}
