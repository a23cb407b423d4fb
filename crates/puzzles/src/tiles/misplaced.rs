//! Tiles out of place.

use super::{Board, Slide, State, Tiles};
use search::PathHeuristic;

/// The number of tiles that are not on their goal cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct Misplaced;

impl<B: Board> PathHeuristic<Tiles<B>> for Misplaced {
    type Value = u32;
    type Cost = u32;

    fn begin(&mut self, _: &Tiles<B>, state: &State<B>) -> u32 {
        state.tiles().enumerate().filter(|&(cell, tile)| tile != 0 && usize::from(tile) != cell).count()
            as u32
    }

    #[inline(always)]
    fn step(&mut self, _: &Tiles<B>, parent: u32, before: &State<B>, slide: Slide) -> u32 {
        let tile = usize::from(before.moved(slide));
        parent + u32::from(tile == slide.to::<B>()) - u32::from(tile == slide.from())
    }

    #[inline(always)]
    fn h(&self, value: u32) -> u32 {
        value
    }
}
