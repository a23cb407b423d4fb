//! Raw encodings: the place of each thing, one-hot.

use super::RawTiles;
use crate::encoded_space::EncodedSpace;
use crate::{AnyEncoding, Encoding};
use puzzles::blocks::{self, Blocks};
use puzzles::pancake::{self, Pancakes};
use puzzles::tiles::{Board, OnBoard, Tiles, on_board};

/// A one-hot encoding: for each pancake its place in the stack, and for each block what is below it, the table first.
#[derive(Clone, Copy, Debug)]
struct Places {
    things: usize,
    /// The number of places that each of them can have.
    places: usize,
}

/// The raw encoding of a puzzle: the place of each thing; for tiles, its column and its row. `None` if there is no such puzzle.
pub fn places(space: &str) -> Option<Box<dyn AnyEncoding>> {
    let (name, size) = space.split_once(':')?;
    match name {
        "tiles" => {
            let (rows, columns) = size.split_once('x')?;
            let (rows, columns): (usize, usize) = (rows.parse().ok()?, columns.parse().ok()?);
            // States of boards with more rows than columns are those of boards that lie on their sides (`tiles::Goal`).
            on_board(rows.min(columns), rows.max(columns), AsTheyLie)
        }
        "pancake" => {
            let space = Pancakes::new(size.parse().ok()?)?;
            let encoding = Places { things: space.size(), places: space.size() };
            Some(Box::new(EncodedSpace { space, encoding, goals: Vec::new() }))
        }
        "blocks" => {
            let space = Blocks::new(size.parse().ok()?)?;
            let encoding = Places { things: space.size(), places: space.size() + 1 };
            Some(Box::new(EncodedSpace { space, encoding, goals: Vec::new() }))
        }
        _ => None,
    }
}

struct AsTheyLie;

impl OnBoard for AsTheyLie {
    type Output = Box<dyn AnyEncoding>;

    fn on<B: Board>(self) -> Self::Output {
        Box::new(EncodedSpace { space: Tiles::<B>::new(), encoding: RawTiles, goals: Vec::new() })
    }
}

impl Places {
    fn count(self) -> usize {
        self.things * self.places
    }

    /// Appends the input of each thing, given its place.
    fn push(self, lie: impl Iterator<Item = usize>, inputs: &mut Vec<(u32, f32)>) {
        let input = |(thing, place): (usize, usize)| ((thing * self.places + place) as u32, 1.0);
        inputs.extend(lie.enumerate().map(input));
    }
}

impl Encoding<Pancakes> for Places {
    fn inputs(&self) -> usize {
        self.count()
    }

    fn encode(&self, space: &Pancakes, state: &pancake::State, inputs: &mut Vec<(u32, f32)>) {
        let mut places = vec![0; space.size()];
        state
            .pancakes()
            .iter()
            .enumerate()
            .for_each(|(place, &pancake)| places[usize::from(pancake)] = place);
        self.push(places.into_iter(), inputs);
    }

    fn lower_bound(&self, _: &Pancakes, _: &pancake::State) -> u32 {
        0
    }
}

impl Encoding<Blocks> for Places {
    fn inputs(&self) -> usize {
        self.count()
    }

    fn encode(&self, space: &Blocks, state: &blocks::State, inputs: &mut Vec<(u32, f32)>) {
        let below = (1..=space.size() as u8).map(|block| usize::from(state.below(block)));
        self.push(below, inputs);
    }

    fn lower_bound(&self, _: &Blocks, _: &blocks::State) -> u32 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_lies_in_one_place() {
        for (space, state, inputs, ones) in [
            ("pancake:3", vec![0b10_00_01], 9, None),
            ("blocks:3", vec![0], 12, Some(vec![0, 4, 8])),
            ("tiles:3x3", vec![0x8_7654_3210], 54, None),
        ] {
            let encoding = places(space).unwrap();
            assert_eq!(encoding.inputs(), inputs);
            let mut found = Vec::new();
            encoding.encode(&state, &mut found);
            assert!(found.is_sorted_by_key(|&(place, _)| place) && found.iter().all(|&(_, one)| one == 1.0));
            let found: Vec<u32> = found.into_iter().map(|(place, _)| place).collect();
            assert!(ones.is_none_or(|ones| ones == found), "{space}: {found:?}");
        }
        assert!(["tiles:9x9", "pancake", "rubik:3", "blocks:x"].iter().all(|space| places(space).is_none()));
    }
}
