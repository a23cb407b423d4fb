//! The rows and columns of a table.

use super::{NO, YES};
use crate::figure::written;
use crate::{Cell, Comparison, Figure, Place, Sample, Table};
use tools::grid::Grid;

/// Published figures alone.
pub(super) fn published_body(table: &Table) -> String {
    let mut grid = Grid::default();
    for (part, content) in table.parts.iter().enumerate() {
        if part > 0 {
            grid.line([]);
        }
        let titles = table.columns.iter().map(|column| column.title());
        grid.line(std::iter::once(content.name.clone()).chain(titles));
        for (row, line) in content.rows.iter().enumerate() {
            let place = |column| Place { part, row, column };
            let cells = (0..table.columns.len())
                .map(|column| printed(table, place(column), table.printed(place(column))));
            grid.line(std::iter::once(line.label.clone()).chain(cells));
        }
    }
    grid.text()
}

/// For each column, published and measured figures side by side.
pub(super) fn side_by_side(comparison: &Comparison<'_>) -> Grid {
    let table = comparison.table;
    let mut grid = Grid::default();
    let titles =
        table.columns.iter().flat_map(|column| group(column.title(), ["", "", ""].map(str::to_owned)));
    grid.line(std::iter::once(String::new()).chain(titles));
    for (part, content) in table.parts.iter().enumerate().filter(|(part, _)| comparison.has_part(*part)) {
        let heads = |_| group("published".to_owned(), ["measured", "size", "dir"].map(str::to_owned));
        grid.line(std::iter::once(content.name.clone()).chain((0..table.columns.len()).flat_map(heads)));
        for (row, line) in content.rows.iter().enumerate() {
            let cells =
                (0..table.columns.len()).filter_map(|column| comparison.cell(Place { part, row, column }));
            let cells = cells.flat_map(|cell| {
                group(
                    printed(table, cell.place, cell.published),
                    [measured(table, cell), size(cell), direction(cell)],
                )
            });
            grid.line(std::iter::once(line.label.clone()).chain(cells));
        }
        grid.line([]);
    }
    grid
}

/// The cells of a column, with a gap before them.
fn group(first: String, others: [String; 3]) -> impl Iterator<Item = String> {
    [String::new(), first].into_iter().chain(others)
}

/// Published above measured figures, for tables with many columns.
pub(super) fn stacked(comparison: &Comparison<'_>) -> Grid {
    let table = comparison.table;
    let mut grid = Grid::default();
    for (part, content) in table.parts.iter().enumerate().filter(|(part, _)| comparison.has_part(*part)) {
        let titles = table.columns.iter().map(|column| column.title());
        grid.line([content.name.clone(), String::new()].into_iter().chain(titles));
        for (row, line) in content.rows.iter().enumerate() {
            let cells: Vec<&Cell> = (0..table.columns.len())
                .filter_map(|column| comparison.cell(Place { part, row, column }))
                .collect();
            let mut add = |first: &str, second: &str, cell: &dyn Fn(&Cell) -> String| {
                let cells = cells.iter().map(|one| cell(one));
                grid.line([first.to_owned(), second.to_owned()].into_iter().chain(cells));
            };
            add(&line.label, "published", &|cell| printed(table, cell.place, cell.published));
            if cells.iter().any(|cell| cell.measured.is_some()) {
                add("", "measured", &|cell| measured(table, cell));
                add("", "size dir", &|cell| format!("{} {}", size(cell), direction(cell)).trim().to_owned());
            }
        }
        grid.line([]);
    }
    grid
}

pub(crate) fn printed(table: &Table, place: Place, figure: Option<Figure>) -> String {
    let Some(Figure { value, deviation, decimals }) = figure else { return "?".to_owned() };
    let value = written(value, decimals, table.is_difference(place));
    match deviation {
        Some(deviation) => format!("{value}±{}", written(deviation, decimals, false)),
        None => value,
    }
}

pub(crate) fn measured(table: &Table, cell: &Cell) -> String {
    let Some(value) = cell.measured else { return String::new() };
    let (decimals, is_difference) =
        (table.columns[cell.place.column].decimals, table.is_difference(cell.place));
    let value = written(value, decimals, is_difference);
    match cell.sample.as_ref().and_then(Sample::deviation) {
        Some(deviation) if !is_difference => format!("{value}±{}", written(deviation, decimals, false)),
        _ => value,
    }
}

pub(crate) fn size(cell: &Cell) -> String {
    let Some(size) = cell.size else { return String::new() };
    match size.ratio {
        _ if size.agrees => YES.to_owned(),
        Some(ratio) if ratio < 0.1 => format!("×{ratio:.3}"),
        Some(ratio) if ratio < 10.0 => format!("×{ratio:.2}"),
        Some(ratio) => format!("×{ratio:.0}"),
        None => written(size.difference, 2, true),
    }
}

pub(crate) fn direction(cell: &Cell) -> String {
    let mark = cell.direction.map(|agrees| if agrees { YES } else { NO });
    mark.unwrap_or_default().to_owned()
}
