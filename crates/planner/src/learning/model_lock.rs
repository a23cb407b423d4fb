//! A lock on a model while it is learned, so that two programs can't write one model and its run folder.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use tools::whole_file;

use super::run_folder;
use crate::{Error, ErrorKind};

/// Nobody else learns the model until this is dropped.
#[derive(Debug)]
pub struct ModelLock {
    /// The lock is released when it is closed.
    _file: File,
    folder: PathBuf,
}

/// The file in the run folder that is locked.
const LOCK: &str = "lock";

impl ModelLock {
    /// Locks a model.
    ///
    /// # Errors
    /// When somebody else is learning it, or its run folder can't be written.
    pub fn on(model: &Path) -> Result<Self, Error> {
        let unwritable = |error| Error::unwritable(model, &error);
        whole_file::check(model).map_err(unwritable)?;
        let folder = run_folder::of(model).map_err(unwritable)?;
        let unwritable = |error| Error::unwritable(&folder, &error);
        let file = File::create(folder.join(LOCK)).map_err(unwritable)?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file, folder }),
            Err(TryLockError::WouldBlock) => {
                let message = format_args!(
                    "{} is being learned by another hstar\n  = help: wait for it, or learn another model",
                    model.display()
                );
                Err(Error::new(ErrorKind::Argument, message))
            }
            Err(TryLockError::Error(error)) => Err(unwritable(error)),
        }
    }
}

impl Drop for ModelLock {
    /// Leaves nothing behind where nothing was kept. Else the file stays: if it were removed, one who has opened it just before and one
    /// who makes it anew would both have a lock.
    fn drop(&mut self) {
        let is_alone = fs::read_dir(&self.folder).is_ok_and(|entries| entries.count() == 1);
        if is_alone {
            let _ = fs::remove_file(self.folder.join(LOCK));
            let _ = fs::remove_dir(&self.folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_can_not_learn_one_model_at_once() {
        let place = std::env::temp_dir().join(format!("hstar-model-lock-{}", std::process::id()));
        fs::create_dir_all(&place).unwrap();
        let model = place.join("model.hstar");
        let first = ModelLock::on(&model).unwrap();
        let refused = ModelLock::on(&model).unwrap_err();
        assert!(refused.to_string().contains("is being learned by another hstar"), "{refused}");
        ModelLock::on(&place.join("other.hstar")).unwrap();
        drop(first);
        assert_eq!(fs::read_dir(&place).unwrap().count(), 0);
        ModelLock::on(&model).unwrap();
        fs::remove_dir_all(place).unwrap();
    }
}
