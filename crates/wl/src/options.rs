//! Which graph is made of a state, and how its colours are refined.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Which graph is made of a state, and how its colours are refined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// How often colours are refined, L: at most [`Options::MOST_ITERATIONS`].
    pub iterations: u8,
    /// Whether it counts how often a node has neighbours of one colour.
    pub neighbours: Neighbours,
    /// Which atoms of a state are nodes.
    pub facts: Facts,
    /// Do objects of different types have different colours from the start?
    pub types: bool,
    /// Does each constant of the domain have a colour of its own from the start?
    pub constants: bool,
}

/// Whether it counts how often a node has neighbours of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Neighbours {
    /// No: a city with one parcel looks like one with a hundred. What was learned on small problems is met again in large ones.
    Set,
    /// Yes, as in the algorithm of Weisfeiler and Leman.
    Multiset,
}

/// Which atoms of a state are nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Facts {
    /// Those that grounding keeps: they can change, and they can matter for the goal.
    Ground,
    /// Those that never change as well, such as roads.
    All,
}

impl Options {
    /// More iterations than this make more colours than can be learned.
    pub const MOST_ITERATIONS: u8 = 4;
}

impl Default for Options {
    fn default() -> Self {
        Self { iterations: 1, neighbours: Neighbours::Set, facts: Facts::All, types: true, constants: true }
    }
}

impl Display for Neighbours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Set => "set",
            Self::Multiset => "multiset",
        })
    }
}

impl FromStr for Neighbours {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "set" => Ok(Self::Set),
            "multiset" => Ok(Self::Multiset),
            _ => Err("expected `set` or `multiset`".to_owned()),
        }
    }
}

impl Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ground => "ground",
            Self::All => "all",
        })
    }
}

impl FromStr for Facts {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "ground" => Ok(Self::Ground),
            "all" => Ok(Self::All),
            _ => Err("expected `ground` or `all`".to_owned()),
        }
    }
}
