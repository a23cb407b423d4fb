//! Files as the command line names them: `-` is standard input where something is read, and standard output where
//! something is written. (A file of that name is `./-`.)

use std::io::{self, Write};
use std::path::Path;

pub use planner::files::{input_name, is_standard};

use crate::progress_line::make_way;
use tools::whole_file;

/// The name of an output file in messages.
pub fn output_name(path: &Path) -> String {
    if is_standard(path) { "standard output".to_owned() } else { path.display().to_string() }
}

/// Checks that [`write()`] could begin to write a file, and leaves everything as it is.
///
/// # Errors
/// Those of the file system.
pub fn check(path: &Path) -> io::Result<()> {
    if is_standard(path) { Ok(()) } else { whole_file::check(path) }
}

/// Writes a file, whole or not at all.
///
/// # Errors
/// Those of the file system and of `content`.
pub fn write(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    if !is_standard(path) {
        return whole_file::write(path, |out| content(out));
    }
    let _screen = make_way();
    let mut out = io::BufWriter::new(io::stdout().lock());
    content(&mut out)?;
    out.flush()
}
