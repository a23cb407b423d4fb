//! A paper with its tables.

use serde::{Deserialize, Serialize};

use super::Table;

/// A paper with its tables.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// Its short name in this project.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Who wrote it.
    pub authors: String,
    /// Where and when it appeared.
    pub venue: String,
    /// Its tables, in the paper's order.
    #[serde(rename = "table")]
    pub tables: Vec<Table>,
}

impl Paper {
    /// Reads a paper from TOML.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    pub fn read(text: &str) -> Result<Self, String> {
        let paper: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        paper.tables.iter().try_for_each(|table| {
            table.check().map_err(|error| format!("{}, table {}: {error}", paper.name, table.name))
        })?;
        Ok(paper)
    }

    /// A citation in one line.
    pub fn citation(&self) -> String {
        format!("{}: {} ({})", self.authors, self.title, self.venue)
    }

    /// The table of this name, or all tables of the group of this name.
    pub fn find(&self, name: &str) -> Vec<&Table> {
        let is_meant = |table: &&Table| table.name == name || table.group.as_deref() == Some(name);
        self.tables.iter().filter(is_meant).collect()
    }
}
