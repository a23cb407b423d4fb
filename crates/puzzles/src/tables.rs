//! Large tables of bytes, kept in a folder between runs.
//!
//! A table is read into memory as a whole rather than mapped: its checksum needs all of it anyhow, and the program's own
//! memory can have huge pages, which makes random lookups faster.

mod checksum;
mod file;
#[cfg(test)]
mod tests;

use search::{Budget, Exhausted};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// Tables by name.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    folder: Option<PathBuf>,
}

/// The bytes of a table; copies share them.
pub type Table = Arc<Vec<u8>>;

/// Where a table came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was in the folder.
    Kept,
    /// It was computed.
    Built {
        /// The damage of the file that was in its place, if there was one.
        damage: Option<Damage>,
        /// Why it could not be kept in the folder, if so.
        not_kept: Option<String>,
    },
}

/// Why a table's file can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damage {
    /// It can't be read.
    Unreadable(String),
    /// It is no table, a table of another version, or another table.
    Foreign,
    /// It is too short or too long.
    Length,
    /// Its content is not what was written.
    Checksum,
}

impl Origin {
    /// A warning for the user: that a file was damaged, or could not be written.
    pub fn warning(&self, name: &str) -> Option<String> {
        let Self::Built { damage, not_kept } = self else { return None };
        match (damage, not_kept) {
            (None, None) => None,
            (Some(damage), None) => {
                Some(format!("the kept table {name} was {damage}; it has been built again"))
            }
            (None, Some(why)) => {
                Some(format!("the table {name} can't be kept and has to be built each time: {why}"))
            }
            (Some(damage), Some(why)) => {
                Some(format!("the kept table {name} was {damage}, and can't be replaced: {why}"))
            }
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(why) => write!(f, "unreadable ({why})"),
            Self::Foreign => f.write_str("no such table"),
            Self::Length => f.write_str("too short or too long"),
            Self::Checksum => f.write_str("damaged"),
        }
    }
}

impl Tables {
    /// Tables that are kept in a folder, which is created with the first table.
    pub fn kept_in(folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()) }
    }

    /// Tables that are not kept on disk.
    pub fn in_memory() -> Self {
        Self::default()
    }

    /// Is there a file of a table of this name? It may be damaged.
    pub(crate) fn keep(&self, name: &str) -> bool {
        self.folder.as_ref().is_some_and(|folder| folder.join(format!("{name}.table")).is_file())
    }

    /// The table of this name and length. If it is not in the folder, it is built by `build` and kept. The name becomes
    /// that of a file, so that it has to consist of letters, digits and hyphens; a table of another name is not kept.
    ///
    /// Several programs may use the same folder at the same time: each sees a table either complete or not at all.
    ///
    /// # Errors
    /// If the budget does not suffice to read it, or those of `build`.
    pub fn open(
        &self,
        name: &str,
        length: usize,
        budget: &Budget,
        build: impl FnOnce() -> Result<Vec<u8>, Exhausted>,
    ) -> Result<(Table, Origin), Exhausted> {
        budget.check_with(length as u64)?;
        let Some(folder) = &self.folder else {
            return Ok((Arc::new(build()?), Origin::Built { damage: None, not_kept: None }));
        };
        if !is_file_name(name) {
            let not_kept = Some(format!("`{name}` is no name for a file"));
            return Ok((Arc::new(build()?), Origin::Built { damage: None, not_kept }));
        }
        let path = folder.join(format!("{name}.table"));
        let damage = match file::read(&path, name, length) {
            Ok(Some(table)) => return Ok((Arc::new(table), Origin::Kept)),
            Ok(None) => None,
            Err(damage) => Some(damage),
        };
        let table = build()?;
        let not_kept = file::write(folder, &path, name, &table).err().map(|error| error.to_string());
        Ok((Arc::new(table), Origin::Built { damage, not_kept }))
    }
}

fn is_file_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() < 200
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
