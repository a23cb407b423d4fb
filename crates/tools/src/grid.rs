//! Lines of cells in columns.

/// Lines of cells; the first cell of a line is left-aligned, the others are right-aligned.
#[derive(Debug, Default)]
pub struct Grid {
    lines: Vec<Vec<String>>,
}

/// The space between two columns.
const GAP: &str = "  ";

impl Grid {
    /// Adds a line.
    pub fn line(&mut self, cells: impl IntoIterator<Item = String>) {
        self.lines.push(cells.into_iter().collect());
    }

    /// How wide each column is.
    pub fn widths(&self) -> Vec<usize> {
        let columns = self.lines.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.lines.iter().filter_map(|line| line.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        (0..columns).map(width).collect()
    }

    /// How wide all of it is.
    pub fn width(&self) -> usize {
        let widths = self.widths();
        widths.iter().sum::<usize>() + GAP.len() * widths.len().saturating_sub(1)
    }

    /// As text.
    pub fn text(&self) -> String {
        let widths = self.widths();
        let mut text = String::new();
        for line in &self.lines {
            let mut written = String::new();
            for (index, (cell, &width)) in line.iter().zip(&widths).enumerate() {
                match index {
                    0 => written += &format!("{cell:<width$}"),
                    _ => written += &format!("{GAP}{cell:>width$}"),
                }
            }
            text += written.trim_end();
            text.push('\n');
        }
        text
    }
}
