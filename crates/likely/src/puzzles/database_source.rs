//! The source of the databases for features.

use puzzles::tables::{Origin, Table, Tables};
use puzzles::{PatternError, tiles};
use search::{Budget, Exhausted};
use std::fmt;

/// The source of the databases for features: they are read from a folder, or built.
pub struct DatabaseSource<'a> {
    /// Where tables are kept.
    pub tables: &'a Tables,
    /// The number of threads that may build one.
    pub threads: usize,
    /// The limits on time and memory.
    pub budget: &'a Budget,
    /// The GPU to search on instead of the processor. Only sliding tiles encoded by databases use it, if the crate has the feature
    /// `cuda`; others ignore it.
    pub gpu: Option<usize>,
    /// Called with the name of a table when it is being built, and with its origin when it is ready.
    pub watch: &'a mut dyn FnMut(&str, Option<&Origin>),
}

/// Why there are no databases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoDatabases {
    /// There is no puzzle of this size.
    NoSpace,
    /// A partition of sliding tiles is invalid.
    Partition(tiles::databases::PartitionError),
    /// There are too many patterns of sliding tiles.
    Tiles(tiles::databases::DatabaseError),
    /// A pattern of pancakes or blocks is invalid.
    Pattern(PatternError),
    /// Building them was stopped.
    Stopped(Exhausted),
    /// They can't be used on the GPU.
    Gpu(tiles::gpu::NoGpu),
}

impl fmt::Display for NoDatabases {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NoSpace => f.write_str("there is no puzzle of this size"),
            Self::Partition(error) => error.fmt(f),
            Self::Tiles(error) => error.fmt(f),
            Self::Pattern(error) => error.fmt(f),
            Self::Gpu(error) => error.fmt(f),
            Self::Stopped(_) => f.write_str("building a pattern database was stopped"),
        }
    }
}

impl std::error::Error for NoDatabases {}

impl From<PatternError> for NoDatabases {
    fn from(error: PatternError) -> Self {
        Self::Pattern(error)
    }
}

impl DatabaseSource<'_> {
    /// The table of this name and length: from disk, or built.
    pub(super) fn table(
        &mut self,
        name: &str,
        length: usize,
        build: impl FnOnce(&Budget) -> Result<Vec<u8>, Exhausted>,
    ) -> Result<Table, NoDatabases> {
        let build = || {
            (self.watch)(name, None);
            build(self.budget)
        };
        let (table, origin) =
            self.tables.open(name, length, self.budget, build).map_err(NoDatabases::Stopped)?;
        (self.watch)(name, Some(&origin));
        Ok(table)
    }
}

/// The largest cost in a table, in which 255 means unreachable.
pub(super) fn greatest_cost(table: &[u8]) -> u8 {
    table.iter().copied().filter(|&cost| cost != u8::MAX).max().unwrap_or(0)
}
