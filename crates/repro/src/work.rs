//! The work for a table: how it is measured, and the plots and files shown with it.

use std::path::{Path, PathBuf};

use planner::Error;

use crate::{Measure, Measured, Scale, Step, Table, Value};
use page::{Plot, Section};

/// The work for a table: how it is measured, and the plots and files shown with it.
pub trait Work: Measure {
    /// Tells the work the checksum of the running program.
    fn is_done_by(&mut self, _build: &str) {}

    /// The names of the scales at which it can be done.
    fn scale_names(&self) -> String {
        self.scales().iter().map(|scale| scale.name()).collect::<Vec<_>>().join(", ")
    }

    /// What steps have stored in the shared folder is to be made again.
    fn repeat(&mut self) {}

    /// Writes the experiments of the lab that its wanted steps consist of, into the shared folder, so that they can be run elsewhere. Returns
    /// their files; none, if it does not consist of such.
    ///
    /// # Errors
    /// When they can't be written.
    fn prepare(
        &self,
        _scale: Scale,
        _shared: &Path,
        _is_wanted: &dyn Fn(&Step) -> bool,
    ) -> Result<Vec<PathBuf>, Error> {
        Ok(Vec::new())
    }

    /// Values that follow from those measured.
    fn derived(&self, _table: &Table, _measured: &Measured) -> Vec<Value> {
        Vec::new()
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
