//! Which files a new model may replace.

use std::fs;
use std::path::Path;

use super::run_folder;
use crate::guide::ModelFile;
use crate::{Error, ErrorKind, files};

/// Refuses to replace a file that is no model: names are easily mixed up.
///
/// # Errors
/// Says what is there.
pub fn check_file(model: &Path) -> Result<(), Error> {
    if files::is_standard(model) {
        let message = "a model is written again and again while it gets better: name a file for it";
        return Err(Error::new(ErrorKind::Argument, message));
    }
    match fs::read(model) {
        Ok(bytes)
            if !bytes.is_empty() && ModelFile::read(model).is_err() && !run_folder::is_beside(model) =>
        {
            let message = format!(
                "{} is there, and is no model that could be replaced\n  = help: the model's file comes first; name \
                 another, or remove this one",
                model.display()
            );
            Err(Error::new(ErrorKind::Argument, message))
        }
        // A damaged model of an earlier run does not keep it from going on. A missing file is no loss, and one that can't be read can't be written either.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Refuses to replace a model for another domain or puzzle than the new one's.
///
/// # Errors
/// Names both.
pub fn check_domain(model: &Path, new: Option<&str>) -> Result<(), Error> {
    let old = ModelFile::read(model).ok().and_then(|file| file.made_for());
    match (old, new) {
        (Some(old), Some(new)) if old != new => {
            let message = format!(
                "{} is a model for {old}, and this would be one for {new}\n  = help: --force replaces it, another name \
                 keeps it",
                model.display()
            );
            Err(Error::new(ErrorKind::Argument, message))
        }
        _ => Ok(()),
    }
}
