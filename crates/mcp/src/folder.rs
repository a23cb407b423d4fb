//! The folder that a server keeps to.

use std::fs;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use tools::whole_file;

/// A folder. Paths are relative to it; none leads out of it, by `..`, from the root, or by links.
pub(crate) struct Folder {
    /// Without links.
    root: PathBuf,
}

impl Folder {
    pub(crate) fn new(root: &Path) -> io::Result<Self> {
        let root = fs::canonicalize(root)?;
        if !root.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Self { root })
    }

    /// A file that is there, without links, of at most so many bytes.
    pub(crate) fn file(&self, path: &str, most: u64) -> Result<PathBuf, String> {
        let file = fs::canonicalize(self.within(path)?).map_err(|error| refused("read", path, &error))?;
        if !file.starts_with(&self.root) {
            return Err(leads_out(path));
        }
        let metadata = fs::metadata(&file).map_err(|error| refused("read", path, &error))?;
        if !metadata.is_file() {
            return Err(format!("{path} is no file"));
        }
        if metadata.len() > most {
            return Err(format!("{path} is too large: {most} bytes are the most"));
        }
        Ok(file)
    }

    /// Writes a file. Folders on the way to it are made.
    pub(crate) fn write(&self, path: &str, text: &str) -> Result<(), String> {
        let file = self.within(path)?;
        let failed = |error: io::Error| refused("write", path, &error);
        let (Some(parent), Some(name)) = (file.parent(), file.file_name()) else {
            return Err(format!("{path:?} names no file"));
        };
        // Each folder is looked at before something is made in it.
        let mut place = self.root.clone();
        for part in parent.strip_prefix(&self.root).unwrap_or(Path::new("")) {
            place.push(part);
            match fs::create_dir(&place) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(failed(error)),
                _ => place = fs::canonicalize(&place).map_err(failed)?,
            }
            if !place.starts_with(&self.root) {
                return Err(leads_out(path));
            }
        }
        place.push(name);
        match fs::symlink_metadata(&place) {
            Ok(metadata) if metadata.is_symlink() => Err(format!("{path} is a link: it is not written to")),
            Ok(metadata) if !metadata.is_file() => Err(format!("{path} is there, and no file")),
            _ => whole_file::write(&place, |out| out.write_all(text.as_bytes())).map_err(failed),
        }
    }

    /// The path below the folder, links not yet looked at.
    fn within(&self, path: &str) -> Result<PathBuf, String> {
        let is_plain = |part: Component| matches!(part, Component::Normal(_) | Component::CurDir);
        if path.is_empty() || path.contains('\0') || !Path::new(path).components().all(is_plain) {
            return Err(leads_out(path));
        }
        Ok(self.root.join(path))
    }
}

fn leads_out(path: &str) -> String {
    format!("{path:?} is not in the server's folder: give a path relative to it, without `..`")
}

fn refused(what: &str, path: &str, error: &io::Error) -> String {
    format!("cannot {what} {path}: {error}")
}
