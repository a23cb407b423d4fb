//! Puzzles, and what networks see of them.

use super::{BlockFeatures, NoDatabases, PancakeFeatures, RawTiles, TileFeatures, Workshop};
use crate::any_growth::{AnyGrowth, Grown};
use crate::growth::Options;
use puzzles::blocks::Blocks;
use puzzles::pancake::Pancakes;
use puzzles::tiles::databases::Partition;
use puzzles::tiles::{self, Grid, Tiles};

/// A puzzle, and what networks see of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The 15-puzzle: the tiles as they lie.
    Fifteen,
    /// The 24-puzzle: the costs by partitions of its tiles.
    TwentyFour {
        /// Of each partition the patterns.
        partitions: Vec<Vec<Vec<u8>>>,
    },
    /// Pancakes: the costs by sets of patterns without a common pancake.
    Pancakes {
        /// How many.
        space: Pancakes,
        /// Of each set the patterns.
        sets: Vec<Vec<Vec<u8>>>,
    },
    /// Blocks: the costs by patterns.
    Blocks {
        /// How many.
        space: Blocks,
        /// The patterns.
        patterns: Vec<Vec<u8>>,
    },
}

impl Setting {
    /// Growth before its first iteration.
    ///
    /// # Errors
    /// If there are no databases for what networks see.
    pub fn growth(
        &self,
        options: &Options,
        workshop: &mut Workshop,
    ) -> Result<Box<dyn AnyGrowth>, NoDatabases> {
        let options = options.clone();
        Ok(match self {
            Self::Fifteen => {
                Box::new(Grown::new(Tiles::<Grid<4, 4>>::new(), RawTiles, tiles::State::GOAL, options))
            }
            Self::TwentyFour { partitions } => {
                let partitions: Result<Vec<Partition<Grid<5, 5>>>, _> =
                    partitions.iter().map(|patterns| Partition::new(patterns)).collect();
                let features = TileFeatures::open(&partitions.map_err(NoDatabases::Partition)?, workshop)?;
                Box::new(Grown::new(Tiles::new(), features, tiles::State::GOAL, options))
            }
            Self::Pancakes { space, sets } => {
                let features = PancakeFeatures::open(space, sets, workshop)?;
                Box::new(Grown::new(*space, features, space.goal(), options))
            }
            Self::Blocks { space, patterns } => {
                let features = BlockFeatures::open(space, patterns, workshop)?;
                Box::new(Grown::new(*space, features, space.goal(), options))
            }
        })
    }
}
