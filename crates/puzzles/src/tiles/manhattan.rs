//! Manhattan distance.

use super::board::{Board, Geometry, distance};
use super::{Slide, State, Tiles};
use search::PathHeuristic;

/// The sum over all tiles of the distances to their goal cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manhattan;

impl<B: Board> PathHeuristic<Tiles<B>> for Manhattan {
    type Value = u32;
    type Cost = u32;

    /// A move costs one and changes one tile's distance by one, so that `f` rises by 0 or 2.
    const GRAIN: Option<u32> = Some(2);

    fn begin(&mut self, _: &Tiles<B>, state: &State<B>) -> u32 {
        let steps =
            |(cell, tile): (usize, u8)| if tile == 0 { 0 } else { distance(tile.into(), cell, B::COLUMNS) };
        state.tiles().enumerate().map(steps).sum::<usize>() as u32
    }

    #[inline(always)]
    fn step(&mut self, tiles: &Tiles<B>, parent: u32, before: &State<B>, slide: Slide) -> u32 {
        parent + self.rise(tiles, before, slide) - 1
    }

    #[inline(always)]
    fn rise(&mut self, _: &Tiles<B>, before: &State<B>, slide: Slide) -> u32 {
        2 * (Geometry::<B>::FARTHER[usize::from(slide.number())] >> before.moved(slide) & 1) as u32
    }

    #[inline(always)]
    fn h(&self, value: u32) -> u32 {
        value
    }
}
