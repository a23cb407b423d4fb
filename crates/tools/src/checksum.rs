//! Checksums against damage, not against forgery.

use std::fmt::{self, Display};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use twox_hash::XxHash3_128;

/// A checksum of 128 bits, written as 32 hexadecimal digits.
#[derive(Clone)]
pub struct Checksum(XxHash3_128);

impl Checksum {
    /// The checksum of no bytes.
    pub fn new() -> Self {
        Self(XxHash3_128::new())
    }

    /// The checksum of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut checksum = Self::new();
        checksum.0.write(bytes);
        checksum
    }

    /// The checksum of a file's content, which need not fit into memory.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn of_file(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let mut checksum = Self::new();
        let mut piece = vec![0; 1 << 16];
        loop {
            match file.read(&mut piece)? {
                0 => return Ok(checksum),
                read => checksum.0.write(&piece[..read]),
            }
        }
    }

    /// The checksum of several parts, which depends on where one ends and the next begins.
    pub fn of_parts<P: AsRef<[u8]>>(parts: impl IntoIterator<Item = P>) -> Self {
        let mut checksum = Self::new();
        parts.into_iter().for_each(|part| checksum.add(part.as_ref()));
        checksum
    }

    /// Adds bytes with their number, so that the checksum also depends on where parts begin and end.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.write(&(bytes.len() as u64).to_le_bytes());
        self.0.write(bytes);
    }

    /// The checksum as a number.
    pub fn number(&self) -> u128 {
        self.0.finish_128()
    }
}

impl Default for Checksum {
    fn default() -> Self {
        Self::new()
    }
}

impl Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_stay_what_they_are() {
        // They stand in the files of models, data sets and experiments.
        assert_eq!(Checksum::of(b"hstar").to_string(), "5cc971f4930170b633d6ad8e9c7527db");
        let with_lengths = Checksum::of(b"\x01\0\0\0\0\0\0\0h\x04\0\0\0\0\0\0\0star");
        assert_eq!(Checksum::of_parts(["h", "star"]).number(), with_lengths.number());
        assert_eq!(Checksum::new().to_string(), "99aa06d3014798d86001c324468d497f");
    }

    #[test]
    fn where_a_part_ends_counts() {
        assert_ne!(Checksum::of_parts(["h", "star"]).number(), Checksum::of_parts(["hs", "tar"]).number());
    }

    #[test]
    fn a_file_has_the_checksum_of_its_bytes() {
        let path = std::env::temp_dir().join(format!("hstar-checksum-{}", std::process::id()));
        let bytes: Vec<u8> = (0..200_000_u32).map(|number| (number % 251) as u8).collect();
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(Checksum::of_file(&path).unwrap().number(), Checksum::of(&bytes).number());
        std::fs::remove_file(path).unwrap();
    }
}
