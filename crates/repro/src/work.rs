//! The work for a table: how it is measured, and the plots and files shown with it.

use std::path::Path;

use crate::{Measure, Measured, Table};
use page::{Plot, Section};

/// The work for a table: how it is measured, and the plots and files shown with it.
pub trait Work: Measure {
    /// Tells the work the checksum of the running program.
    fn is_done_by(&mut self, _build: &str) {}

    /// The names of the scales at which it can be done.
    fn scale_names(&self) -> String {
        self.scales().iter().map(|scale| scale.name()).collect::<Vec<_>>().join(", ")
    }

    /// The plots, sections and files of a table. Results stored by steps are in the shared folder.
    fn extras(&self, _table: &Table, _measured: &Measured, _shared: &Path) -> Extras {
        Extras::default()
    }
}

/// Plots, sections and files that are shown with a table.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    /// Plots for the page of the table, each with the name of its own file, without `.svg`.
    pub plots: Vec<(String, Plot)>,
    /// Further sections of that page.
    pub sections: Vec<Section>,
    /// Further files for the folder of the table, with their names.
    pub files: Vec<(String, String)>,
}

impl Extras {
    /// Plots, each with its name.
    pub fn of_plots(plots: Vec<(String, Plot)>) -> Self {
        Self { plots, ..Self::default() }
    }

    /// All files, by their names.
    pub fn all_files(&self) -> Vec<(String, String)> {
        let plots = self.plots.iter().map(|(name, plot)| (format!("{name}.svg"), plot.to_svg()));
        plots.chain(self.files.iter().cloned()).collect()
    }
}
