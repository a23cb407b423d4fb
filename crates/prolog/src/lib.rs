//! Prolog: its texts, with the part of answer set programming that biases are written in, and an [`engine`] that answers questions.
//!
//! [`Sentences`] reads sentences, whose [`Terms`] are stored once each, so that equal ones have equal numbers.

#![forbid(unsafe_code)]

pub mod diagnostic;
pub mod engine;
mod lexer;
mod operators;
mod parser;
mod terms;
mod writer;

pub use diagnostic::{Source, Span};
pub use lexer::Dialect;
pub use parser::{Sentence, Sentences};
pub use terms::{Name, Node, TermId, Terms, names};
pub use writer::atom_text;

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
