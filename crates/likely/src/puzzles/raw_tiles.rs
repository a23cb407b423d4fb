//! The raw encoding of tiles: for each number, the blank's included, its column and its row.

use super::follow::{Follow, WithHeuristic, at_width};
use super::head::Head;
use super::hidden::{Sums, Unit};
use super::unfit::{Unfit, layers};
use crate::{CompiledReading, Encoding};
use network::Network;
use puzzles::tiles::{Board, Slide, State, Tiles};
use search::PathHeuristic;
use std::marker::PhantomData;
use std::sync::Arc;

/// The raw encoding of tiles: for each number, the blank's included, its column and its row, both one-hot.
#[derive(Clone, Copy, Debug, Default)]
pub struct RawTiles;

impl RawTiles {
    /// The two inputs that are 1 for a number on a cell.
    fn places<B: Board>(number: u8, cell: usize) -> [usize; 2] {
        let first = usize::from(number) * (B::COLUMNS + B::ROWS);
        [first + cell % B::COLUMNS, first + B::COLUMNS + cell / B::COLUMNS]
    }
}

impl<B: Board> Encoding<Tiles<B>> for RawTiles {
    fn inputs(&self) -> usize {
        B::SIZE * (B::COLUMNS + B::ROWS)
    }

    fn encode(&self, _: &Tiles<B>, state: &State<B>, inputs: &mut Vec<(u32, f32)>) {
        let mut cells = [0; 36];
        state.tiles().enumerate().for_each(|(cell, tile)| cells[usize::from(tile)] = cell);
        for (number, &cell) in (0..).zip(&cells[..B::SIZE]) {
            inputs.extend(Self::places::<B>(number, cell).map(|place| (place as u32, 1.0)));
        }
    }

    fn lower_bound(&self, _: &Tiles<B>, _: &State<B>) -> u32 {
        0
    }
}

impl<B: Board> Follow<Tiles<B>> for RawTiles {
    fn follow<D: WithHeuristic<Tiles<B>>>(
        &self,
        network: &Network,
        reading: &CompiledReading,
        action: D,
    ) -> Result<D::Output, Unfit> {
        at_width!(network, WIDTH => Ok(action.with(RawNetwork::<B, WIDTH>::new(network, reading)?)))
    }
}

/// A network on the raw encoding. A slide of a tile changes the sums of the hidden layer by the same amount wherever the other
/// tiles are, so that the changes are tabulated.
#[derive(Clone, Debug)]
pub(super) struct RawNetwork<B, const WIDTH: usize> {
    shared: Arc<Shared<WIDTH>>,
    board: PhantomData<B>,
}

#[derive(Debug)]
struct Shared<const WIDTH: usize> {
    /// By the number of a slide and the tile: the change of the sums.
    slides: Vec<Sums<WIDTH>>,
    head: Head<WIDTH>,
    biases: Sums<WIDTH>,
    /// By input: its contribution to the sums.
    rows: Vec<Sums<WIDTH>>,
}

impl<B: Board, const WIDTH: usize> RawNetwork<B, WIDTH> {
    pub(super) fn new(network: &Network, reading: &CompiledReading) -> Result<Self, Unfit> {
        let (first, last) = layers(network, Encoding::<Tiles<B>>::inputs(&RawTiles))?;
        let unit = Unit::new(first);
        let rows: Vec<_> =
            first.weights.chunks_exact(first.outputs).map(|weights| unit.sums(weights, 1.0)).collect();
        let shared = Shared {
            slides: slides::<B, WIDTH>(&rows),
            head: Head::new(last, unit, reading)?,
            biases: unit.sums(&first.biases, 1.0),
            rows,
        };
        Ok(Self { shared: Arc::new(shared), board: PhantomData })
    }
}

fn slides<B: Board, const WIDTH: usize>(rows: &[Sums<WIDTH>]) -> Vec<Sums<WIDTH>> {
    let goes = |number: u8, from: usize, to: usize| {
        let [[column, row], [next_column, next_row]] =
            [from, to].map(|cell| RawTiles::places::<B>(number, cell).map(|place| &rows[place]));
        next_column.minus(column).plus(next_row).minus(row)
    };
    let mut slides = vec![Sums::ZERO; 4 * B::SIZE * B::SIZE];
    for (index, sums) in slides.iter_mut().enumerate() {
        let (slide, tile) = (Slide::from_number((index / B::SIZE) as u8), (index % B::SIZE) as u8);
        let (blank, cell) = (slide.from(), slide.to::<B>());
        if cell < B::SIZE {
            *sums = goes(tile, cell, blank).plus(&goes(0, blank, cell));
        }
    }
    slides
}

impl<B: Board, const WIDTH: usize> PathHeuristic<Tiles<B>> for RawNetwork<B, WIDTH> {
    type Value = Sums<WIDTH>;
    type Cost = u32;

    fn begin(&mut self, _: &Tiles<B>, state: &State<B>) -> Sums<WIDTH> {
        let mut sums = self.shared.biases;
        for (cell, number) in state.tiles().enumerate() {
            for place in RawTiles::places::<B>(number, cell) {
                sums = sums.plus(&self.shared.rows[place]);
            }
        }
        sums
    }

    #[inline(always)]
    fn step(&mut self, _: &Tiles<B>, parent: Sums<WIDTH>, before: &State<B>, slide: Slide) -> Sums<WIDTH> {
        let tile = before.moved(slide);
        parent.plus(&self.shared.slides[usize::from(slide.number()) * B::SIZE + usize::from(tile)])
    }

    #[inline(always)]
    fn h(&self, value: Sums<WIDTH>) -> u32 {
        self.shared.head.read(&value)
    }
}
