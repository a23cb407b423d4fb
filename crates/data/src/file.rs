//! Data sets as Parquet files.
//!
//! A file is a table that every Parquet reader can read, with three entries in its key-value metadata: `hstar.recipes` (how
//! it was made, JSON), `hstar.domain` (PDDL) and `hstar.problems` (JSON). After the first four bytes there is a [`seal`],
//! which other readers ignore: it identifies the file, and holds a checksum of all that follows. Other programs may change a
//! table and write it again with its metadata: what they write has no seal, and is read as well.

mod reader;
mod rows;
mod seal;
mod table;
mod writer;

use std::fmt::{self, Display};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use bytes::Bytes;

use self::table::Table;
use crate::DataSet;

/// The version of the layout: the only one that is written and read.
pub const FORMAT: u32 = 1;

/// Why a file can't be read as a data set, or a data set can't be written.
#[derive(Debug)]
pub enum DataFileError {
    /// It can't be read at all.
    Unreadable(io::Error),
    /// It is no Parquet file.
    NotParquet,
    /// Its layout has another version.
    OtherFormat(u32),
    /// It was changed since it was written, or its end is missing.
    Damaged,
    /// Its content is inconsistent.
    Wrong(String),
}

impl DataSet {
    /// Reads a file.
    ///
    /// # Errors
    /// Says why the file can't be used.
    pub fn read(path: &Path) -> Result<Self, DataFileError> {
        Self::from_bytes(std::fs::read(path).map_err(DataFileError::Unreadable)?)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Says why they can't be used.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, DataFileError> {
        seal::check(&bytes)?;
        // Accidental damage is caught by the seal, if there is one. Other wrong content gets here; the Parquet library does not
        // promise an error for all of it, so that a panic is turned into one.
        let table = catch_unwind(AssertUnwindSafe(|| Table::from_parquet(Bytes::from(bytes))));
        let table = table.unwrap_or_else(|_| Err("it can't be decoded".to_owned()));
        table.and_then(rows::data_set).map_err(DataFileError::Wrong)
    }

    /// The bytes of a file; equal sets give equal bytes.
    ///
    /// # Errors
    /// When a row does not fit the set it is in.
    pub fn to_bytes(&self) -> Result<Vec<u8>, DataFileError> {
        let table = rows::table(self).map_err(DataFileError::Wrong)?;
        let mut bytes =
            table.to_parquet(&seal::EMPTY).map_err(|error| DataFileError::Wrong(error.to_string()))?;
        seal::close(&mut bytes);
        Ok(bytes)
    }

    /// A checksum of the content of this set's file.
    ///
    /// # Errors
    /// When a row does not fit the set it is in.
    pub fn checksum(&self) -> Result<String, DataFileError> {
        Ok(seal::checksum(&self.to_bytes()?))
    }
}

impl Display for DataFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(f),
            Self::NotParquet => f.write_str("it is no Parquet file"),
            Self::OtherFormat(format) => write!(
                f,
                "its layout has version {format}, and this hstar reads version {FORMAT}: it needs another hstar"
            ),
            Self::Damaged => {
                f.write_str("it is damaged or incomplete: its checksum does not fit its content")
            }
            Self::Wrong(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for DataFileError {}

#[cfg(test)]
mod tests;
