//! Tables of a few kinds of columns: the part of Parquet that data sets use.

use std::borrow::Cow;

/// A table with metadata.
#[derive(Debug, Default)]
pub(super) struct Table<'a> {
    /// The key-value metadata.
    pub(super) notes: Vec<(&'static str, Cow<'a, str>)>,
    /// Columns by name, all of the same length.
    pub(super) columns: Vec<(String, Column<'a>)>,
    pub(super) rows: usize,
}

/// A column of one kind.
#[derive(Debug)]
pub(super) enum Column<'a> {
    Text(Vec<Option<Cow<'a, str>>>),
    Number(Vec<Option<f64>>),
    Whole(Vec<u64>),
    Flag(Vec<bool>),
}

/// The keys of the metadata of a data set's file.
pub(super) const NOTES: [&str; 3] = [RECIPES, DOMAIN, PROBLEMS];
pub(super) const RECIPES: &str = "hstar.recipes";
pub(super) const DOMAIN: &str = "hstar.domain";
pub(super) const PROBLEMS: &str = "hstar.problems";

/// The column of states. Its texts are mostly distinct, so that it alone has no dictionary, and every row takes some bytes.
pub(super) const STATE: &str = "state";
