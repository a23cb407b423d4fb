//! Settings: puzzles with their encodings, as in the paper.

use super::{BlockFeatures, DatabaseSource, NoDatabases, PancakeFeatures, RawTiles, TileFeatures};
use crate::StateFormat;
use crate::any_growth::{Grown, PuzzleGrowth};
use crate::encoded_space::{AnyEncodedSpace, EncodedSpace};
use crate::generate::Generation;
use crate::growth::{Options, Settling};
use crate::planning::PlanningSettings;
use crate::puzzles::Follow;
use puzzles::Packed;
use puzzles::blocks::Blocks;
use puzzles::blocks::databases::PATTERNS_OF_15;
use puzzles::pancake::Pancakes;
use puzzles::pancake::databases::SETS_OF_24;
use puzzles::tiles::databases::Partition;
use puzzles::tiles::{self, Grid, Tiles};
use serde::{Deserialize, Serialize};

/// A puzzle, and the encoding of its states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "puzzle", rename_all = "kebab-case")]
pub enum Setting {
    /// The 8-puzzle, with the raw encoding.
    Eight,
    /// The 15-puzzle, with the raw encoding.
    Fifteen,
    /// The 24-puzzle, with the costs of partitions of its tiles.
    TwentyFour {
        /// The patterns of each partition.
        partitions: Vec<Vec<Vec<u8>>>,
    },
    /// Pancakes, with the costs of sets of disjoint patterns.
    Pancakes {
        /// Their number.
        size: usize,
        /// The patterns of each set.
        sets: Vec<Vec<Vec<u8>>>,
    },
    /// Blocks, with the costs of patterns.
    Blocks {
        /// Their number.
        size: usize,
        /// The patterns.
        patterns: Vec<Vec<u8>>,
    },
}

impl Setting {
    /// The puzzles that heuristics can be grown for.
    pub const SPACES: [&str; 5] = ["tiles:3x3", "tiles:4x4", "tiles:5x5", "pancake:24", "blocks:15"];

    /// The setting of a puzzle, as in Marom and Rosman (2020) where they have it.
    pub fn of(space: &str) -> Option<Self> {
        let owned = |patterns: &[&[u8]]| patterns.iter().map(|pattern| pattern.to_vec()).collect();
        Some(match space {
            "tiles:3x3" => Self::Eight,
            "tiles:4x4" => Self::Fifteen,
            "tiles:5x5" => {
                let names = TileFeatures::<Grid<5, 5>>::OF_THE_24_PUZZLE;
                let wanted = Partition::<Grid<5, 5>>::named().filter(|one| names.contains(&one.name));
                Self::TwentyFour { partitions: wanted.map(|partition| owned(partition.patterns)).collect() }
            }
            "pancake:24" => Self::Pancakes { size: 24, sets: SETS_OF_24.map(owned).into() },
            "blocks:15" => Self::Blocks { size: 15, patterns: PATTERNS_OF_15.map(Vec::from).into() },
            _ => return None,
        })
    }

    /// Can searches run on a GPU?
    pub fn suits_gpus(&self) -> bool {
        matches!(self, Self::TwentyFour { .. })
    }

    /// The name of the puzzle.
    pub fn space(&self) -> String {
        match self {
            Self::Eight => "tiles:3x3".to_owned(),
            Self::Fifteen => "tiles:4x4".to_owned(),
            Self::TwentyFour { .. } => "tiles:5x5".to_owned(),
            Self::Pancakes { size, .. } => format!("pancake:{size}"),
            Self::Blocks { size, .. } => format!("blocks:{size}"),
        }
    }

    /// A growth before its first iteration.
    ///
    /// # Errors
    /// If there are no databases for the encoding.
    pub fn growth(
        &self,
        options: &Options,
        source: &mut DatabaseSource,
    ) -> Result<Box<dyn PuzzleGrowth>, NoDatabases> {
        self.with(source, Growing(options))
    }

    /// The space with its encoding.
    ///
    /// # Errors
    /// If there are no databases for the encoding.
    pub fn field(&self, source: &mut DatabaseSource) -> Result<Box<dyn AnyEncodedSpace>, NoDatabases> {
        self.with(source, AsItIs)
    }

    fn with<D: WithEncodedSpace>(
        &self,
        source: &mut DatabaseSource,
        action: D,
    ) -> Result<D::Output, NoDatabases> {
        Ok(match self {
            Self::Eight => action.with(raw_tiles::<3>()),
            Self::Fifteen => action.with(raw_tiles::<4>()),
            Self::TwentyFour { partitions } => {
                let partitions: Result<Vec<Partition<Grid<5, 5>>>, _> =
                    partitions.iter().map(|patterns| Partition::new(patterns)).collect();
                let encoding = TileFeatures::open(&partitions.map_err(NoDatabases::Partition)?, source)?;
                action.with(EncodedSpace { space: Tiles::new(), encoding, goals: vec![tiles::State::GOAL] })
            }
            Self::Pancakes { size, sets } => {
                let space = Pancakes::new(*size).ok_or(NoDatabases::NoSpace)?;
                let encoding = PancakeFeatures::open(&space, sets, source)?;
                action.with(EncodedSpace { space, encoding, goals: vec![space.goal()] })
            }
            Self::Blocks { size, patterns } => {
                let space = Blocks::new(*size).ok_or(NoDatabases::NoSpace)?;
                let encoding = BlockFeatures::open(&space, patterns, source)?;
                action.with(EncodedSpace { space, encoding, goals: vec![space.goal()] })
            }
        })
    }
}

fn raw_tiles<const SIDE: usize>() -> EncodedSpace<Tiles<Grid<SIDE, SIDE>>, RawTiles>
where
    Grid<SIDE, SIDE>: tiles::Board,
{
    EncodedSpace { space: Tiles::new(), encoding: RawTiles, goals: vec![tiles::State::GOAL] }
}

/// A generic function of a space and its encoding.
trait WithEncodedSpace {
    type Output;

    fn with<S, E>(self, field: EncodedSpace<S, E>) -> Self::Output
    where
        S: Packed + StateFormat<S::State> + Send + Sync + 'static,
        E: Follow<S> + Send + Sync + 'static;
}

struct Growing<'a>(&'a Options);

impl WithEncodedSpace for Growing<'_> {
    type Output = Box<dyn PuzzleGrowth>;

    fn with<S, E>(self, field: EncodedSpace<S, E>) -> Box<dyn PuzzleGrowth>
    where
        S: Packed + StateFormat<S::State> + Send + Sync + 'static,
        E: Follow<S> + Send + Sync + 'static,
    {
        Box::new(Grown::new(field, self.0.clone()))
    }
}

struct AsItIs;

impl WithEncodedSpace for AsItIs {
    type Output = Box<dyn AnyEncodedSpace>;

    fn with<S, E>(self, field: EncodedSpace<S, E>) -> Box<dyn AnyEncodedSpace>
    where
        S: Packed + StateFormat<S::State> + Send + Sync + 'static,
        E: Follow<S> + Send + Sync + 'static,
    {
        Box::new(field)
    }
}

impl Options {
    /// The paper's options for a puzzle, with limits on nodes. The 8-puzzle, which it does not have, is treated like the 15-puzzle.
    pub fn of(setting: &Setting) -> Self {
        let default = Self::default();
        match setting {
            Setting::Eight | Setting::Fifteen => default,
            Setting::TwentyFour { .. } | Setting::Pancakes { .. } | Setting::Blocks { .. } => Self {
                iterations: 75,
                generation: Generation::Uncertainty { enough: 1.0, max_steps: 5000 },
                planning: PlanningSettings { hidden: 8, dropout: 0.0, ..default.planning },
                ..default
            },
        }
    }
}

impl Settling {
    /// The settling of heuristics for a puzzle. Where plans are far from the cheapest at low probabilities, as those of the 24-puzzle,
    /// learning from them again and again leads farther away.
    pub fn of(setting: &Setting) -> Self {
        let default = Self::default();
        match setting {
            Setting::Eight | Setting::Fifteen => default,
            Setting::TwentyFour { .. } | Setting::Pancakes { .. } | Setting::Blocks { .. } => {
                Self { alpha: 0.9, ..default }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_puzzle_there_is_has_a_setting_of_its_name() {
        for space in Setting::SPACES {
            assert_eq!(Setting::of(space).unwrap().space(), space);
        }
        assert_eq!(Setting::of("tiles:4x5"), None);
    }
}
