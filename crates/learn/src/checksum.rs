//! Checksums against damage, not against forgery.

use std::fmt::{self, Display};

use twox_hash::XxHash3_128;

/// A checksum of 128 bits.
#[derive(Clone)]
pub struct Checksum(XxHash3_128);

impl Checksum {
    /// Of nothing.
    pub fn new() -> Self {
        Self(XxHash3_128::new())
    }

    /// Adds bytes, with their number, so that where one part ends and the next begins counts too.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.write(&(bytes.len() as u64).to_le_bytes());
        self.0.write(bytes);
    }
}

impl Default for Checksum {
    fn default() -> Self {
        Self::new()
    }
}

impl Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0.finish_128())
    }
}
