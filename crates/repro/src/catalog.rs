//! The work for each table that can be measured: one entry per table.

use std::path::PathBuf;

use crate::bounds::{Bounds, Larger};
use crate::confidence::Confidence;
use crate::likely::{Lengths, Promise, Trade};
use crate::rules::{Kind, Programs, TestStates};
use crate::track::Track;
use crate::{Paper, Table, Work};
use learn::training::Device;

/// Data and devices of the user for measuring tables.
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// States of the 8-puzzle.
    pub states: TestStates,
    /// A folder of benchmark domains.
    pub benchmarks: Option<PathBuf>,
    /// The device on which large models are trained, and long searches run.
    pub device: Device,
}

/// The work for a table; `None` if it can't be measured yet.
pub fn work(paper: &Paper, table: &Table, material: &Material) -> Option<Box<dyn Work>> {
    use crate::confidence::Kind as Trust;
    let programs =
        |kind| -> Option<Box<dyn Work>> { Some(Box::new(Programs::new(kind, material.states.clone()))) };
    let networks = |kind| -> Option<Box<dyn Work>> { Some(Box::new(Confidence::new(kind, material))) };
    match (paper.name.as_str(), table.name.as_str()) {
        ("confidence", "1") => networks(Trust::Confidence),
        ("confidence", "2") => networks(Trust::Searches),
        ("confidence", "3") => networks(Trust::Trainings),
        ("confidence", "near") => networks(Trust::Near),
        ("bounds", "larger") => Some(Box::new(Larger::new(material.device))),
        ("bounds", table) => Some(Box::new(Bounds::of(table, material.device)?)),
        ("likely", "1") => Some(Box::new(Trade::of_the_fifteen_puzzle())),
        ("likely", "2") => Some(Box::new(Lengths::new())),
        ("likely", "3") => Some(Box::new(Trade::of_other_puzzles(material.device))),
        ("likely", "dial") => Some(Box::new(Promise::new())),
        ("rules", "1") => programs(Kind::SampleSearches),
        ("rules", "2") => programs(Kind::Accuracy),
        ("rules", "3") => programs(Kind::Searches),
        ("rules", "fig1") => programs(Kind::SampleAccuracy),
        ("rules", "fig2") => programs(Kind::Reach),
        ("rules", "beyond") => programs(Kind::Beyond),
        ("track", table) => Some(Box::new(Track::of(table, material.benchmarks.clone())?)),
        _ => None,
    }
}
