//! Prolog and the part of answer set programming that biases are written in, as texts.

mod lexer;
mod operators;
mod parser;
mod terms;
mod writer;

pub use lexer::Dialect;
pub use parser::{Sentence, Sentences};
pub(crate) use terms::names;
pub use terms::{Name, Node, TermId, Terms};
pub use writer::atom_text;
