//! Searches in words: the language in which people write them, what it can name, and what that stands for.
#![forbid(unsafe_code)]

pub mod language;
pub mod searches;

pub use language::SpecError;
pub use searches::Search;

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
