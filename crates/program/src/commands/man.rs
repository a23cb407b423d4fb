//! `hstar man`

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_mangen::Man;

use crate::{Exit, Failure, Log, counted};

/// Print the manual page, or write those of all commands to a folder
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hstar man | man -l -
  hstar man --out ~/.local/share/man/man1")]
pub struct ManPages {
    /// Write a page for each command, hstar.1, hstar-plan.1 and so on, to this folder; it is made if there is none
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl ManPages {
    /// Writes pages about the whole command line.
    pub(crate) fn run(&self, all: Command, log: &mut Log) -> Result<Exit, Failure> {
        match &self.out {
            None => {
                let mut page = Vec::new();
                Man::new(all)
                    .render(&mut page)
                    .map_err(|error| Failure::new(Exit::TranslateCritical, error))?;
                log.line(String::from_utf8_lossy(&page).trim_end());
            }
            Some(folder) => {
                let pages = write_all(all, folder)
                    .map_err(|error| Failure::unwritable(Exit::TranslateCritical, folder, &error))?;
                log.line(format_args!("Wrote {} to {}", counted(pages, "page"), folder.display()));
            }
        }
        Ok(Exit::Success)
    }
}

/// Writes the pages of all commands, and returns their number.
fn write_all(all: Command, folder: &Path) -> std::io::Result<usize> {
    fs::create_dir_all(folder)?;
    clap_mangen::generate_to(all, folder)?;
    let is_page = |name: &str| name.starts_with("hstar") && name.ends_with(".1");
    let names = fs::read_dir(folder)?.flatten().map(|entry| entry.file_name());
    Ok(names.filter(|name| name.to_str().is_some_and(is_page)).count())
}
