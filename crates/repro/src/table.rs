//! Tables as published.

mod claim;

pub use self::claim::{Claim, Pair};

use serde::{Deserialize, Deserializer, Serialize};

use super::{Figure, Tolerance};

/// A table as published: rows by columns, in one or more parts.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Its number in the paper.
    pub name: String,
    /// The group of tables that it belongs to.
    pub group: Option<String>,
    /// The caption.
    pub caption: String,
    /// The data or device that measuring it needs.
    pub needs: String,
    /// Its columns, the same in all parts.
    pub columns: Vec<Column>,
    /// The claims that the paper makes about it.
    #[serde(rename = "claim", default)]
    pub claims: Vec<Claim>,
    /// Its parts.
    #[serde(rename = "part")]
    pub parts: Vec<Part>,
}

/// A column of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// The unit of its figures.
    pub unit: Option<String>,
    /// The number of digits after the decimal point in measured figures.
    pub decimals: usize,
    /// Is less or more better?
    pub better: Option<Better>,
    /// How far measured figures may be from published ones; if it is missing, sizes are not compared: seconds of one machine
    /// say little about another.
    pub tolerance: Option<Tolerance>,
    /// How several measured values are summarised.
    #[serde(default)]
    pub summary: Summary,
}

/// A summary of several values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Summary {
    /// Their mean.
    #[default]
    Mean,
    /// Their median.
    Median,
}

/// Whether less or more is better in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// Less is better.
    Less,
    /// More is better.
    More,
}

/// A part of a table: rows about the same problems.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its subject.
    pub name: String,
    /// Are all rows but the first given as differences to the first?
    #[serde(default)]
    pub differences: bool,
    /// Its rows.
    #[serde(deserialize_with = "rows")]
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Its label.
    pub label: String,
    /// A figure for each column, as printed; `None` where none was published.
    pub cells: Vec<Option<Figure>>,
}

/// A place in a table, by positions from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Place {
    /// The part.
    pub part: usize,
    /// The row in the part.
    pub row: usize,
    /// The column.
    pub column: usize,
}

impl Column {
    /// Its name with its unit.
    pub fn title(&self) -> String {
        match &self.unit {
            Some(unit) => format!("{} [{unit}]", self.name),
            None => self.name.clone(),
        }
    }
}

impl Table {
    /// All places, in order.
    pub fn places(&self) -> impl Iterator<Item = Place> + '_ {
        let rows = self.parts.iter().enumerate();
        let rows = rows.flat_map(|(part, content)| (0..content.rows.len()).map(move |row| (part, row)));
        rows.flat_map(|(part, row)| (0..self.columns.len()).map(move |column| Place { part, row, column }))
    }

    /// The place of these names, if there is one.
    pub fn place(&self, part: &str, row: &str, column: &str) -> Option<Place> {
        let part = self.parts.iter().position(|one| one.name == part)?;
        let row = self.parts[part].rows.iter().position(|one| one.label == row)?;
        let column = self.column(column)?;
        Some(Place { part, row, column })
    }

    /// The position of a column.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// The figure at a place, as printed.
    pub fn printed(&self, place: Place) -> Option<Figure> {
        *self.parts.get(place.part)?.rows.get(place.row)?.cells.get(place.column)?
    }

    /// Is the figure at a place a difference to that in the first row?
    pub fn is_difference(&self, place: Place) -> bool {
        place.row > 0 && self.parts.get(place.part).is_some_and(|part| part.differences)
    }

    /// The published value at a place; a difference is added to its base.
    pub fn value(&self, place: Place) -> Option<f64> {
        let printed = self.printed(place)?.value;
        if self.is_difference(place) {
            return Some(self.printed(place.base())?.value + printed);
        }
        Some(printed)
    }

    /// An error in it, if there is one.
    pub(super) fn check(&self) -> Result<(), String> {
        for row in self.parts.iter().flat_map(|part| &part.rows) {
            if row.cells.len() != self.columns.len() {
                return Err(format!(
                    "row `{}` has {} figures, not {}",
                    row.label,
                    row.cells.len(),
                    self.columns.len()
                ));
            }
        }
        self.claims.iter().try_for_each(|claim| claim.check(self))
    }
}

impl Place {
    /// The place in the first row of the same part.
    pub fn base(self) -> Self {
        Self { row: 0, ..self }
    }
}

/// Parses rows, a line each: `label | figure figure …`.
fn rows<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Row>, D::Error> {
    let text = String::deserialize(deserializer)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(row).collect::<Result<_, _>>().map_err(serde::de::Error::custom)
}

fn row(line: &str) -> Result<Row, String> {
    let (label, cells) = line.split_once('|').ok_or_else(|| format!("`{line}` has no |"))?;
    let cells = cells.split_whitespace().map(Figure::read).collect::<Result<_, _>>()?;
    Ok(Row { label: label.trim().to_owned(), cells })
}
