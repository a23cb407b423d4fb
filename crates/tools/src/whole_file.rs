//! Files that are written whole or not at all, however a program ends, so that nobody ever reads half a model.

use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher, RandomState};
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
    let (_, temporary) = create_beside(&target)?;
    fs::remove_file(temporary)
}

/// Writes a file: `content` goes to a temporary file beside it, which is renamed when it is on the disk. Anything but a regular
/// file (a pipe, a device) is written directly.
///
/// # Errors
/// Those of the file system and of `content`; a regular file that was there before is then unchanged.
pub fn write(path: &Path, content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let target = resolved(path);
    if fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file()) {
        return fill(File::options().write(true).open(&target)?, content);
    }
    let (file, temporary) = create_beside(&target)?;
    let kept = file.try_clone()?;
    let result =
        fill(file, content).and_then(|()| kept.sync_data()).and_then(|()| fs::rename(&temporary, &target));
    if result.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    result
}

/// The target of a link, so that the link stays and its target is replaced.
fn resolved(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn fill(file: File, content: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    content(&mut out)?;
    out.flush()
}

/// Is the first file a temporary file of the second, left by a program that was killed while it wrote it?
pub fn is_left_of(remainder: &Path, path: &Path) -> bool {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    remainder.parent() == path.parent()
        && name(remainder).strip_prefix(&start_of_temporary(path)).is_some_and(|rest| rest.ends_with(END))
}

/// How the names of temporary files end.
const END: &str = ".tmp";

/// A new file that no one else uses, with its name. What is there already, also a link that somebody has put there to have another
/// file overwritten, is left alone.
fn create_beside(target: &Path) -> io::Result<(File, PathBuf)> {
    loop {
        let temporary = temporary_beside(target);
        match File::options().write(true).create_new(true).open(&temporary) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (file, temporary)),
        }
    }
}

/// A name that can't be foretold.
fn temporary_beside(target: &Path) -> PathBuf {
    // The keys of the standard library's hashes are as random as the system can make them.
    let chance = RandomState::new().build_hasher().finish();
    target.with_file_name(format!("{}{chance:016x}{END}", start_of_temporary(target)))
}

fn start_of_temporary(target: &Path) -> String {
    format!(".{}.", target.file_name().unwrap_or_default().to_string_lossy())
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
    fn what_a_killed_program_left_is_told_from_other_files() {
        let path = Path::new("folder/set");
        assert!(is_left_of(&temporary_beside(path), path));
        assert_ne!(temporary_beside(path), temporary_beside(path));
        for other in [
            "folder/set",
            "folder/other",
            "folder/.other.1-0.tmp",
            "elsewhere/.set.1-0.tmp",
            "folder/.set.txt",
        ] {
            assert!(!is_left_of(Path::new(other), path), "{other}");
        }
    }

    #[test]
    fn names_of_temporary_files_can_not_be_foretold() {
        let names: std::collections::BTreeSet<PathBuf> =
            (0..100).map(|_| temporary_beside(Path::new("folder/set"))).collect();
        assert_eq!(names.len(), 100);
        let common = |name: &PathBuf| name.to_string_lossy().contains(&std::process::id().to_string());
        assert!(!names.iter().all(common));
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
