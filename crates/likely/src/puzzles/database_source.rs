//! Where the databases of features come from.

use puzzles::tables::{Origin, Table, Tables};
use puzzles::{PatternError, tiles};
use search::{Budget, Exhausted};
use std::fmt;

/// Where the databases of features come from: a folder, or they are built.
pub struct DatabaseSource<'a> {
    /// Where tables are kept.
    pub tables: &'a Tables,
    /// How many threads may build one.
    pub threads: usize,
    /// How long, and with how much memory.
    pub budget: &'a Budget,
    /// The GPU that searches are made on, if not by the processor. There is one for sliding tiles that are seen by their
    /// databases, if the crate has the feature `cuda`; it does not count for others.
    pub gpu: Option<usize>,
    /// Is told the name of a table that is being built, and, when it is there, where it came from.
    pub watch: &'a mut dyn FnMut(&str, Option<&Origin>),
}

/// Why there are no databases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoDatabases {
    /// There is no puzzle of this size.
    NoSpace,
    /// A partition of sliding tiles is none.
    Partition(tiles::databases::PartitionError),
    /// There are too many of sliding tiles.
    Tiles(tiles::databases::DatabaseError),
    /// Something is wrong with those of pancakes or blocks.
    Pattern(PatternError),
    /// Building them was stopped.
    Stopped(Exhausted),
    /// They are there, but can't be brought to the GPU.
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
    /// A table of this name and length, kept or built.
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
        let (table, origin) = self.tables.open(name, length, build).map_err(NoDatabases::Stopped)?;
        (self.watch)(name, Some(&origin));
        Ok(table)
    }
}

/// The greatest cost in a table, in which 255 stands for none.
pub(super) fn greatest_cost(table: &[u8]) -> u8 {
    table.iter().copied().filter(|&cost| cost != u8::MAX).max().unwrap_or(0)
}
