//! The list of all puzzles.

use crate::{Declaration, blocks, pancake, tiles};

/// All puzzles. A static rather than a constant: every crate that names a constant would compile all searches again.
pub static PUZZLES: [&Declaration; 3] = [&tiles::TILES, &pancake::PANCAKE, &blocks::BLOCKS];
