//! All puzzles there are.

use crate::{Declaration, blocks, pancake, tiles};

/// All puzzles. Not a constant, which every crate that names it would compile all searches for.
pub static PUZZLES: [&Declaration; 3] = [&tiles::TILES, &pancake::PANCAKE, &blocks::BLOCKS];
