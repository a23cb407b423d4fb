//! The file of a table: a header that says what it is, and the bytes.

use super::Damage;
use super::checksum::checksum;
use search::ask_for_huge_pages;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use tools::whole_file;

const MAGIC: &[u8; 8] = b"hstar-T\n";
const VERSION: u32 = 1;

/// Everything before the bytes, up to the checksum.
fn header(name: &str, length: usize) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend(VERSION.to_le_bytes());
    header.extend((name.len() as u32).to_le_bytes());
    header.extend(name.as_bytes());
    header.extend((length as u64).to_le_bytes());
    header
}

/// Reads a table if there is one. The header has to be the expected one; no size is taken from the file.
pub(super) fn read(path: &Path, name: &str, length: usize) -> Result<Option<Vec<u8>>, Damage> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(error)),
    };
    let expected = header(name, length);
    let mut found = vec![0; expected.len()];
    let mut sum = [0; size_of::<u64>()];
    read_exact(&mut file, &mut found)?;
    if found != expected {
        return Err(Damage::Foreign);
    }
    read_exact(&mut file, &mut sum)?;
    let whole = expected.len() + sum.len() + length;
    if file.metadata().map_err(unreadable)?.len() != whole as u64 {
        return Err(Damage::Length);
    }
    let mut table = Vec::with_capacity(length);
    ask_for_huge_pages(&mut table);
    file.take(length as u64).read_to_end(&mut table).map_err(unreadable)?;
    match table.len() == length && checksum(&table) == u64::from_le_bytes(sum) {
        true => Ok(Some(table)),
        false => Err(Damage::Checksum),
    }
}

fn read_exact(file: &mut File, bytes: &mut [u8]) -> Result<(), Damage> {
    file.read_exact(bytes).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof => Damage::Length,
        _ => unreadable(error),
    })
}

fn unreadable(error: io::Error) -> Damage {
    Damage::Unreadable(error.to_string())
}

/// Writes a table, and its folder where there is none.
pub(super) fn write(folder: &Path, path: &Path, name: &str, table: &[u8]) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    whole_file::write(path, |file| {
        file.write_all(&header(name, table.len()))?;
        file.write_all(&checksum(table).to_le_bytes())?;
        file.write_all(table)
    })
}
