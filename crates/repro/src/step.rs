//! Steps: pieces of work, and the values that they give.

use serde::{Deserialize, Serialize};

/// A piece of work that gives values for a table, and is not repeated once it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// A short, unique description.
    pub name: String,
    /// A text of everything that the values depend on, except the program.
    pub inputs: String,
}

/// A value for a place of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Value {
    /// The part of the table.
    pub part: String,
    /// The label of the row.
    pub row: String,
    /// The name of the column.
    pub column: String,
    /// The value itself, also where the table shows differences; `None` if it is not a number.
    pub value: Option<f64>,
}

impl Value {
    /// A value for the place of these names.
    pub fn new(part: &str, row: &str, column: &str, value: f64) -> Self {
        let (part, row, column) = (part.to_owned(), row.to_owned(), column.to_owned());
        Self { part, row, column, value: value.is_finite().then_some(value) }
    }
}
