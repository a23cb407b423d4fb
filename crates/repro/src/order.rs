//! Orders among the rows of a table, in which claims are written.

use serde::{Deserialize, Serialize};

/// Rows in an order, as in `0.95 < 0.9 < 0.75`. With `*`, which stands for the same text in all rows, it is an order for each
/// text that fits: `* TN < * N`. With `@`, rows of different parts are compared: `Base @ hard < Base @ moderate`; otherwise the
/// order is for every part that has the rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Order {
    /// The first row.
    pub first: Term,
    /// The other rows, each with its relation to the one before.
    pub rest: Vec<(Relation, Term)>,
}

/// A row in an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its label, where `*` may stand for anything.
    pub label: String,
    /// The part that it is in, if one is named.
    pub part: Option<String>,
}

/// The relation of two figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The first is less.
    Less,
    /// The first is not more.
    AtMost,
    /// The first is more.
    More,
    /// The first is not less.
    AtLeast,
}

impl Relation {
    const ALL: [(&'static str, Self); 4] =
        [("<", Self::Less), ("<=", Self::AtMost), (">", Self::More), (">=", Self::AtLeast)];

    /// Does it hold?
    pub fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::More => left > right,
            Self::AtLeast => left >= right,
        }
    }

    /// Is it strict: never true of two equal figures?
    pub fn is_strict(self) -> bool {
        matches!(self, Self::Less | Self::More)
    }

    /// How it is written.
    pub fn sign(self) -> &'static str {
        Self::ALL.into_iter().find(|(_, relation)| *relation == self).map_or("", |(sign, _)| sign)
    }
}

impl Term {
    /// The text that `*` stands for in a label, if the label fits.
    pub fn stem<'a>(&self, label: &'a str) -> Option<&'a str> {
        match self.label.split_once('*') {
            Some((before, after)) => {
                label.strip_prefix(before)?.strip_suffix(after).filter(|stem| !stem.is_empty())
            }
            None => (self.label == label).then_some(""),
        }
    }

    /// The label, with a text for `*`.
    pub fn with(&self, stem: &str) -> String {
        self.label.replace('*', stem)
    }

    fn read(words: &[&str]) -> Result<Self, String> {
        let text = words.join(" ");
        let (label, part) = match text.split_once(" @ ") {
            Some((label, part)) => (label.to_owned(), Some(part.to_owned())),
            None => (text, None),
        };
        if label.is_empty() { Err("a row is missing".to_owned()) } else { Ok(Self { label, part }) }
    }

    fn written(&self) -> String {
        match &self.part {
            Some(part) => format!("{} @ {part}", self.label),
            None => self.label.clone(),
        }
    }
}

impl Order {
    /// All its rows.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        std::iter::once(&self.first).chain(self.rest.iter().map(|(_, term)| term))
    }
}

impl TryFrom<String> for Order {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let relation = |word: &str| Relation::ALL.into_iter().find(|(sign, _)| *sign == word);
        let mut terms = words.split(|word| relation(word).is_some());
        let first = Term::read(terms.next().unwrap_or_default())?;
        let relations = words.iter().filter_map(|word| relation(word));
        let rest = relations
            .zip(terms)
            .map(|((_, relation), words)| Ok((relation, Term::read(words)?)))
            .collect::<Result<Vec<_>, String>>()
            .map_err(|error| format!("`{text}`: {error}"))?;
        let order = Self { first, rest };
        let parts = order.terms().filter(|term| term.part.is_some()).count();
        if order.rest.is_empty() || (parts != 0 && parts != order.terms().count()) {
            return Err(format!("`{text}` is no order of rows: all of them in named parts, or none"));
        }
        Ok(order)
    }
}

impl From<Order> for String {
    fn from(order: Order) -> Self {
        let rest =
            order.rest.iter().map(|(relation, term)| format!(" {} {}", relation.sign(), term.written()));
        order.first.written() + &rest.collect::<String>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(text: &str) -> Result<Order, String> {
        Order::try_from(text.to_owned())
    }

    #[test]
    fn orders_are_read_and_written() {
        for text in ["a < b", "0.95 < 0.9 <= 0.75", "* TN > * N", "Base @ a, b >= M 5 @ c"] {
            assert_eq!(String::from(order(text).unwrap()), text);
        }
        for wrong in ["", "a", "a <", "< b", "a @ x < b", "a < < b"] {
            assert!(order(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_star_stands_for_something() {
        let term = &order("* N < x").unwrap().first;
        assert_eq!(term.stem("learn/ff N"), Some("learn/ff"));
        assert_eq!((term.stem("learn/ff TN"), term.stem(" N")), (None, None));
        assert_eq!(term.with("a"), "a N");
    }
}
