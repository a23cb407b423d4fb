//! Sliding tiles: the 8-, 15- and 24-puzzle, and other boards from 3x3 to 6x6.
//!
//! Boards with more rows than columns are searched lying on their sides ([`Goal`]), so that nothing is compiled for them.

mod arrangement;
mod board;
mod cells;
pub mod databases;
mod goal;
#[cfg(test)]
mod goal_tests;
pub mod gpu;
mod instance;
pub mod korf;
mod linear_conflict;
mod manhattan;
mod misplaced;
pub mod pddl;
mod rank;
mod slide;
#[cfg(test)]
mod tests;

pub use arrangement::Arrangement;
pub use board::{Board, Grid, OnBoard, on_board};
pub use cells::Cells;
pub use goal::{Goal, GoalError};
pub use instance::InstanceError;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use misplaced::Misplaced;
pub use slide::{Direction, Slide};

use crate::Packed;

use board::Geometry;
use search::{Action, Followers, Reversible};
use std::marker::PhantomData;

/// The space of all arrangements of tiles on a board. A move costs 1; the goal has every tile on the cell of its
/// number, and the blank on cell 0, top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tiles<B>(PhantomData<B>);

/// An arrangement of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<B: Board> {
    cells: B::Cells,
}

impl<B: Board> Tiles<B> {
    /// The space.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<B: Board> State<B> {
    /// The goal: every tile in its place.
    pub const GOAL: Self = Self { cells: B::GOAL };

    /// The tile on a cell, 0 for the blank.
    #[inline(always)]
    pub fn tile(&self, cell: usize) -> u8 {
        self.cells.get(cell)
    }

    /// The cell of the blank.
    pub fn blank(&self) -> usize {
        (0..B::SIZE).find(|&cell| self.tile(cell) == 0).unwrap_or(0)
    }

    /// The tiles by cell.
    pub fn tiles(&self) -> impl ExactSizeIterator<Item = u8> {
        (0..B::SIZE).map(|cell| self.tile(cell))
    }

    /// The tile that a slide moves, on the cell that the blank goes to.
    #[inline(always)]
    pub fn moved(&self, slide: Slide) -> u8 {
        self.tile(slide.to::<B>())
    }
}

impl Slide {
    /// The cell that the blank comes to and the tile leaves.
    #[inline(always)]
    pub fn to<B: Board>(self) -> usize {
        Geometry::<B>::TARGETS[self.number() as usize] as usize
    }
}

impl<B: Board> Reversible for Tiles<B> {
    type State = State<B>;
    type Move = Slide;

    const FOLLOWERS: &'static [Followers<Slide>] =
        if B::SIZE <= 16 { Geometry::<B>::FOLLOWERS.split_at(64).0 } else { &[] };

    #[inline(always)]
    fn is_goal(&self, state: &State<B>) -> bool {
        state.cells == B::GOAL
    }

    #[inline(always)]
    fn is_goal_after(&self, state: &State<B>, slide: Slide) -> bool {
        slide.to::<B>() == 0 && self.is_goal(state)
    }

    #[inline(always)]
    fn moves(&self, state: &State<B>, last: Option<Slide>) -> impl Iterator<Item = Slide> {
        match last {
            Some(last) => Geometry::<B>::LISTS[usize::from(last.number())].iter(),
            None => Geometry::<B>::SLIDES[state.blank()].iter(),
        }
    }

    #[inline(always)]
    fn apply(&self, state: &mut State<B>, slide: Slide) {
        let tile = state.moved(slide);
        state.cells.toggle(slide.to::<B>(), tile);
        state.cells.toggle(slide.from(), tile);
    }

    #[inline]
    fn inverse(&self, slide: Slide) -> Slide {
        Slide::new(slide.to::<B>(), Direction::ALL[3 - slide.direction() as usize])
    }
}

impl<B: Board> Packed for Tiles<B> {
    fn words(&self) -> usize {
        B::Cells::WORDS
    }

    fn write(&self, state: &State<B>, words: &mut [u64]) {
        state.cells.write(words);
    }

    fn read(&self, words: &[u64]) -> State<B> {
        State { cells: B::Cells::read(words) }
    }

    fn action(&self, slide: Slide) -> Action {
        slide.number().into()
    }

    fn made(&self, action: Action) -> Slide {
        Slide::from_number(action as u8)
    }
}
