//! Strategies as text: the file that people read and edit is the model itself.

mod parse;
mod write;

pub use parse::parse;
pub use write::{in_words, write};

use pddl::Domain;

use crate::moves::Moves;

/// The first line of the text of all rules.
pub(crate) const TITLE: &str = "% hstar rules 1";
/// The begin of the line that says what they are about.
pub(crate) const ABOUT: &str = "% about: acts of ";

/// What these mean in a condition is not up to the domain: predicates of such names are written inside of [`HOLDS`].
pub(crate) const WORDS: [&str; 7] = ["not", "different", "path", "leads", "is", "unless", HOLDS];
/// As in `holds(path(X,Y))`.
pub(crate) const HOLDS: &str = "holds";
/// The same for actions, and [`DO`].
pub(crate) const STEPS: [&str; 2] = ["go", DO];
/// As in `do(go(X,Y))`.
pub(crate) const DO: &str = "do";

/// The most variables that a rule may have.
pub(crate) const MOST_VARIABLES: usize = 64;

/// The domain that a strategy is for; `None` if the text is no strategy.
pub fn about(text: &str) -> Option<&str> {
    let mut lines = text.lines();
    lines.next().filter(|line| line.trim_end() == TITLE)?;
    lines.next()?.strip_prefix(ABOUT).map(str::trim)
}

/// The name of a kind of moves: that of its predicate, with the number of the place where there are several.
fn name_of_moves(domain: &Domain, moves: &[Moves], kind: usize) -> String {
    let own = &moves[kind];
    let name = &domain.predicates[own.predicate.index()].name;
    let is_only = moves.iter().filter(|other| other.predicate == own.predicate).count() == 1;
    if is_only { name.clone() } else { format!("{name}@{}", own.place + 1) }
}
