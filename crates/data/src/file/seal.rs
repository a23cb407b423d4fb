//! The seal of a data set's file: its format version and checksum, which are checked before anything is decoded.
//!
//! Parquet readers find the parts of a file from its end, and never look at the bytes between the magic number at the
//! start and the first column. The seal is there: a line of text of fixed length.

use tools::Checksum;

use super::{DataFileError, FORMAT};

const MAGIC: &[u8] = b"PAR1";
const NAME: &[u8] = b" hstar data set, format ";
const VERSION_DIGITS: usize = 4;
const BEFORE_CHECKSUM: &[u8] = b", checksum ";
const CHECKSUM_DIGITS: usize = 32;

const VERSION: usize = MAGIC.len() + NAME.len();
const CHECKSUM: usize = VERSION + VERSION_DIGITS + BEFORE_CHECKSUM.len();
const END: usize = CHECKSUM + CHECKSUM_DIGITS + 1;

/// A blank seal, to be written after the magic number.
pub(super) const EMPTY: [u8; END - MAGIC.len()] = [b' '; END - MAGIC.len()];

/// Fills in the seal of a file that begins with the magic number and a blank seal.
pub(super) fn close(bytes: &mut [u8]) {
    let seal = text(FORMAT, &checksum(bytes));
    bytes[..END].copy_from_slice(seal.as_bytes());
}

/// Checks that these are the bytes of a Parquet file, and undamaged if it has a seal. Where the seal is damaged itself, it is still
/// known as one.
pub(super) fn check(bytes: &[u8]) -> Result<(), DataFileError> {
    if !bytes.starts_with(MAGIC) {
        return Err(DataFileError::NotParquet);
    }
    let alike = bytes[MAGIC.len()..].iter().zip(NAME).filter(|(byte, own)| byte == own).count();
    if alike < NAME.len() / 2 {
        return Ok(());
    }
    let seal = bytes.get(..END).and_then(|seal| str::from_utf8(seal).ok()).ok_or(DataFileError::Damaged)?;
    let format = seal.get(VERSION..VERSION + VERSION_DIGITS).and_then(|digits| digits.parse().ok());
    match format {
        Some(FORMAT) if seal == text(FORMAT, &checksum(bytes)) => Ok(()),
        Some(FORMAT) | None => Err(DataFileError::Damaged),
        Some(other) => Err(DataFileError::OtherFormat(other)),
    }
}

/// The checksum of all that follows the seal.
pub(super) fn checksum(bytes: &[u8]) -> String {
    Checksum::of_parts([&bytes[END..]]).to_string()
}

fn text(format: u32, checksum: &str) -> String {
    let [magic, name, before_checksum] = [MAGIC, NAME, BEFORE_CHECKSUM].map(String::from_utf8_lossy);
    format!("{magic}{name}{format:0VERSION_DIGITS$}{before_checksum}{checksum}\n")
}
