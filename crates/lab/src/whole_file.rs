//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf, is_separator};

/// Checks that [`write()`] could begin to write a file, and leaves everything as it is.
///
/// # Errors
/// Those of the file system, above all that the folder does not exist or may not be written to.
pub fn check(path: &Path) -> io::Result<()> {
    let target = resolved(path);
    match fs::metadata(&target) {
        Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        // To open a pipe may take until somebody reads from it.
        Ok(metadata) if !metadata.is_file() => return Ok(()),
        Err(_) if path.to_string_lossy().ends_with(is_separator) => {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        _ => {}
    }
    let temporary = temporary_beside(&target);
    File::create(&temporary)?;
    fs::remove_file(temporary)
}

/// Writes a file: `content` goes to a temporary file beside it, which is then renamed. What is no regular
/// file (a pipe, a device) is written as it is.
///
/// # Errors
/// Those of the file system and of `content`; what was there before is then still there.
pub fn write(path: &Path, content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let target = resolved(path);
    if fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file()) {
        return fill(File::options().write(true).open(&target)?, content);
    }
    let temporary = temporary_beside(&target);
    let result = File::create(&temporary)
        .and_then(|file| fill(file, content))
        .and_then(|()| fs::rename(&temporary, &target));
    if result.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    result
}

/// A link stays a link: what it points to is replaced.
fn resolved(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn fill(file: File, content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    content(&mut out)?;
    out.flush()
}

fn temporary_beside(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    target.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_finds_what_cannot_be_written_and_leaves_nothing_behind() {
        let directory = std::env::temp_dir().join(format!("hstar-check-file-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let path = directory.join("file");
        check(&path).unwrap();
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 0);
        write(&path, |out| out.write_all(b"kept")).unwrap();
        check(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "kept");
        assert!(check(&directory).is_err());
        assert!(check(&path.join("below")).is_err());
        assert!(check(&directory.join("missing/file")).is_err());
        assert!(check(&directory.join("missing/")).is_err());
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 1);
        fs::remove_dir_all(directory).unwrap();
    }

    #[test]
    fn a_failed_write_leaves_what_was_there() {
        let directory = std::env::temp_dir().join(format!("hstar-whole-file-{}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        let path = directory.join("file");
        write(&path, |out| out.write_all(b"first")).unwrap();
        let failed = write(&path, |out| {
            out.write_all(b"second")?;
            Err(io::Error::other("no"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "first");
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 1);
        fs::remove_dir_all(directory).unwrap();
    }
}
