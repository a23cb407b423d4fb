//! Prolog and the part of answer set programming that biases are written in, as texts.

mod lexer;
mod operators;
mod parser;
mod terms;
mod writer;

pub(crate) use lexer::Dialect;
pub(crate) use parser::{Sentence, Sentences};
pub(crate) use terms::{Name, Node, TermId, Terms, names};
pub(crate) use writer::atom_text;
