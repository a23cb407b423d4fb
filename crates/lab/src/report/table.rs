//! Tables, independent of the format they are shown in.

use super::results::{Configuration, Kind};

/// The role of a column.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Role {
    /// The label of the row.
    Label,
    Text,
    Number,
    /// A configuration, by its number.
    Configuration(usize, Kind),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Column {
    /// The heading shared with neighbouring columns; empty for most.
    pub(super) group: &'static str,
    pub(super) name: String,
    pub(super) role: Role,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Cell {
    pub(super) text: String,
    /// The number to sort by, and the value in CSV files.
    pub(super) value: Option<f64>,
    /// Is it the best of its row?
    pub(super) is_best: bool,
}

/// How the best of the configurations' cells of a row is chosen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Best {
    Highest,
    Lowest,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Table {
    /// The name of its files.
    pub(super) name: &'static str,
    pub(super) title: String,
    /// How to read it.
    pub(super) about: String,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Vec<Cell>>,
    /// The rows below the line.
    pub(super) totals: Vec<Vec<Cell>>,
}

impl Column {
    pub(super) fn new(name: &str, role: Role) -> Self {
        Self { group: "", name: name.to_owned(), role }
    }

    pub(super) fn of_group(group: &'static str, name: &str) -> Self {
        Self { group, name: name.to_owned(), role: Role::Number }
    }

    /// The name with the group, for formats without groups.
    pub(super) fn full_name(&self) -> String {
        if self.group.is_empty() { self.name.clone() } else { format!("{}, {}", self.group, self.name) }
    }

    pub(super) fn is_numeric(&self) -> bool {
        matches!(self.role, Role::Number | Role::Configuration(..))
    }
}

impl Cell {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    pub(super) fn number(value: f64, show: impl Fn(f64) -> String) -> Self {
        Self { text: show(value), value: Some(value), is_best: false }
    }

    pub(super) fn optional(value: Option<f64>, show: impl Fn(f64) -> String) -> Self {
        value.map_or_else(|| Self::text("–"), |value| Self::number(value, show))
    }
}

/// A column for each of the configurations.
pub(super) fn columns_of(configurations: &[Configuration]) -> impl Iterator<Item = Column> {
    configurations.iter().enumerate().map(|(number, configuration)| Column {
        group: "",
        name: configuration.name.clone(),
        role: Role::Configuration(number, configuration.kind),
    })
}

/// Marks the best cells of a row, unless all with a number are equally good.
pub(super) fn mark_best(cells: &mut [Cell], best: Best) {
    let rank = |cell: &Cell| match best {
        Best::Highest => cell.value,
        Best::Lowest => cell.value.map(|value| -value),
    };
    let ranks: Vec<f64> = cells.iter().filter_map(rank).collect();
    let highest = ranks.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // What looks the same is not better: sums of scores differ in their last bits.
    let is_highest = |rank: f64| rank >= highest - 1e-9 * highest.abs();
    if ranks.iter().all(|&rank| is_highest(rank)) {
        return;
    }
    for cell in cells {
        cell.is_best = rank(cell).is_some_and(is_highest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best_of(values: &[Option<f64>], best: Best) -> Vec<bool> {
        let mut cells: Vec<Cell> =
            values.iter().map(|&value| Cell::optional(value, |v| v.to_string())).collect();
        mark_best(&mut cells, best);
        cells.iter().map(|cell| cell.is_best).collect()
    }

    #[test]
    fn the_best_of_a_row_are_marked() {
        assert_eq!(
            best_of(&[Some(1.0), Some(3.0), None, Some(3.0)], Best::Highest),
            [false, true, false, true]
        );
        assert_eq!(best_of(&[Some(1.0), Some(3.0), None], Best::Lowest), [true, false, false]);
    }

    #[test]
    fn nothing_is_best_where_all_are_as_good() {
        assert_eq!(best_of(&[Some(2.0), Some(2.0), None], Best::Highest), [false; 3]);
        assert_eq!(best_of(&[None, None], Best::Highest), [false; 2]);
    }
}
