//! Folders of PDDL files that the program writes.

use std::fs;
use std::path::Path;

use crate::{Exit, Failure};
use console::files;

/// The name of the domain's file.
pub const DOMAIN_FILE: &str = "domain.pddl";

/// Makes the folder, if there is none.
///
/// # Errors
/// Says why it can't be made.
pub fn create(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::unwritable(Exit::TranslateCritical, folder, &error))
}

/// Refuses to replace a file with another content.
///
/// # Errors
/// Says that it differs, and what to do.
pub fn check_same(file: &Path, text: &str, help: &str) -> Result<(), Failure> {
    match fs::read(file) {
        Ok(bytes) if bytes != text.as_bytes() => {
            let message = format!("{} is there and differs\n  = help: {help}", file.display());
            Err(Failure::new(Exit::Usage, message))
        }
        // A file that can't be read can't be written either, which will be reported.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Writes a file.
///
/// # Errors
/// Says why it can't be written.
pub fn write(file: &Path, text: &str) -> Result<(), Failure> {
    files::write(file, |out| out.write_all(text.as_bytes()))
        .map_err(|error| Failure::unwritable(Exit::TranslateCritical, file, &error))
}
