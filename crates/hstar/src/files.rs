//! Files as the command line names them: `-` is standard input where something is read, and standard output where
//! something is written. (A file of that name is `./-`.)

use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::progress::make_way;
use crate::{Exit, Failure, whole_file};

/// Is it standard input or standard output?
pub(crate) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// What messages call a file that is read.
pub(crate) fn input_name(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// What messages call a file that is written.
pub(crate) fn output_name(path: &Path) -> String {
    if is_standard(path) { "standard output".to_owned() } else { path.display().to_string() }
}

/// Reads all of a file.
///
/// # Errors
/// Those of the file system; and when standard input was read before: there is nothing left in it.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    static IS_TAKEN: AtomicBool = AtomicBool::new(false);
    if !is_standard(path) {
        return fs::read(path);
    }
    if IS_TAKEN.swap(true, Ordering::Relaxed) {
        return Err(io::Error::other("only one of the files can be `-`"));
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads all of a file as text.
///
/// # Errors
/// As for [`read`]; and when it is no text.
pub(crate) fn read_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Checks that [`write()`] could begin to write a file, and leaves everything as it is.
///
/// # Errors
/// Those of the file system.
pub(crate) fn check(path: &Path) -> io::Result<()> {
    if is_standard(path) { Ok(()) } else { whole_file::check(path) }
}

/// Writes a file, whole or not at all.
///
/// # Errors
/// Those of the file system and of `content`.
pub(crate) fn write(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    if !is_standard(path) {
        return whole_file::write(path, |out| content(out));
    }
    let _screen = make_way();
    let mut out = io::BufWriter::new(io::stdout().lock());
    content(&mut out)?;
    out.flush()
}

/// Refuses to write two things to standard output, which nobody could tell apart. They are told by the options that
/// name them.
///
/// # Errors
/// Names the options.
pub(crate) fn check_one_standard(outputs: &[(&str, bool)]) -> Result<(), Failure> {
    let mut standard = outputs.iter().filter(|(_, is_standard)| *is_standard).map(|(option, _)| option);
    match (standard.next(), standard.next()) {
        (Some(first), Some(second)) => {
            let message = format!("{first} and {second} would both write to standard output");
            Err(Failure::new(Exit::Usage, message))
        }
        _ => Ok(()),
    }
}
