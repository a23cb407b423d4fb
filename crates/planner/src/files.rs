//! Files that are read: `-` is standard input, as everywhere on command lines. (A file of that name is `./-`.)

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Is it standard input, or for writers, standard output?
pub fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of an input file in messages.
pub fn input_name(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads all of a file.
///
/// # Errors
/// Those of the file system; and when standard input was read before: there is nothing left in it.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    static IS_TAKEN: AtomicBool = AtomicBool::new(false);
    if !is_standard(path) {
        let mut file = File::open(path)?;
        if is_device(&file.metadata()?) {
            return read_device(file);
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    if IS_TAKEN.swap(true, Ordering::Relaxed) {
        return Err(io::Error::other("only one of the files can be `-`"));
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A device, such as a terminal, may have no end: more than this is not read from one.
const MOST: u64 = 1 << 24;

fn read_device(device: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    device.take(MOST).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == MOST {
        return Err(io::Error::other("it is a device, and does not end"));
    }
    Ok(bytes)
}

#[cfg(unix)]
fn is_device(metadata: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let kind = metadata.file_type();
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: &Metadata) -> bool {
    false
}

/// Reads all of a file as text.
///
/// # Errors
/// As for [`read`]; and when it is no text.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}
