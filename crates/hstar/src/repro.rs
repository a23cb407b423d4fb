//! What of the papers' tables can be measured with what there is.

mod bounds;
mod confidence;
mod likely;
mod problem_set;
mod rules;
mod training_data;

use std::path::{Path, PathBuf};

use lab::repro::{Measure, Measured, Paper, Table};
use learn::training::Device;
use page::{Plot, Section};

use self::bounds::{Bounds, Larger};
use self::confidence::Confidence;
use self::likely::{Lengths, Promise, Trade};
pub(crate) use self::rules::TestStates;
use self::rules::{Kind, Programs};
use crate::Failure;

/// How a table is measured, and what is shown of it beside the table.
pub(crate) trait Work: Measure<Failure> {
    /// Says which build of the program does it, by its checksum.
    fn is_done_by(&mut self, _build: &str) {}

    /// What is shown beside the table. What steps kept is in the shared folder.
    fn extras(&self, _table: &Table, _measured: &Measured, _shared: &Path) -> Extras {
        Extras::default()
    }
}

/// What is shown beside a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extras {
    /// Plots for the page of the table, each with the name of its own file, without `.svg`.
    pub(crate) plots: Vec<(String, Plot)>,
    /// Further parts of that page.
    pub(crate) sections: Vec<Section>,
    /// Further files for the folder of the table, by their names.
    pub(crate) files: Vec<(String, String)>,
}

impl Extras {
    /// Plots, each with its name.
    pub(crate) fn of_plots(plots: Vec<(String, Plot)>) -> Self {
        Self { plots, ..Self::default() }
    }

    /// All files, by their names.
    pub(crate) fn all_files(&self) -> Vec<(String, String)> {
        let plots = self.plots.iter().map(|(name, plot)| (format!("{name}.svg"), plot.to_svg()));
        plots.chain(self.files.iter().cloned()).collect()
    }
}

/// What a user has that tables can be measured on, or with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Material {
    /// States of the 8-puzzle.
    pub(crate) states: TestStates,
    /// A folder of benchmark domains.
    pub(crate) benchmarks: Option<PathBuf>,
    /// Where large models are trained, and long searches made.
    pub(crate) device: Device,
}

/// How a table is measured; `None` if it can't be yet.
pub(crate) fn work(paper: &Paper, table: &Table, material: &Material) -> Option<Box<dyn Work>> {
    use confidence::Kind as Trust;
    let programs =
        |kind| -> Option<Box<dyn Work>> { Some(Box::new(Programs::new(kind, material.states.clone()))) };
    let networks = |kind| -> Option<Box<dyn Work>> {
        Some(Box::new(Confidence::new(kind, material.benchmarks.clone())))
    };
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
        _ => None,
    }
}
