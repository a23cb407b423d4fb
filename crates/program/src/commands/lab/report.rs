//! `hstar lab report`

use std::path::{Path, PathBuf};

use clap::Args;
use lab::Folder;
use lab::report::{self, Material};

use crate::{Exit, Failure, Log};

/// Report the results of an experiment: a page, and the same tables as CSV and LaTeX
///
/// The page is self-contained: tables can be sorted, and plots show which problem a point stands for. A folder with a
/// `properties` file of Downward Lab will do as well.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hstar lab report experiment.run
  hstar lab report experiment.run --out report")]
pub struct WriteReport {
    /// The folder of the experiment
    folder: PathBuf,
    /// The folder to write to [default: report in the experiment's]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl WriteReport {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        let out = self.out.clone().unwrap_or_else(|| self.folder.join("report"));
        let mut material = material(&self.folder)?;
        let text =
            report::write(&mut material, &self.folder, &out, self.out.is_none()).map_err(unwritable)?;
        log.line(text.trim_end());
        log.line(format_args!("\nReport: {}", out.join("index.html").display()));
        Ok(Exit::Success)
    }
}

/// The material of a report, in the folder of an experiment or one of Downward Lab's.
pub(super) fn material(path: &Path) -> Result<Material, Failure> {
    Folder::material_in(path).map_err(|error| {
        let message = format!(
            "cannot read the experiment in {}: {error}\n  = help: give the folder that hstar lab run made",
            path.display()
        );
        Failure::new(Exit::InputError, message)
    })
}

/// Writes a file; its folder is made if there is none.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    report::write_file(path, text).map_err(unwritable)
}

fn unwritable((path, error): (PathBuf, std::io::Error)) -> Failure {
    Failure::unwritable(Exit::SearchCritical, &path, &error)
}
