//! Towers as text art.

use super::State;
use std::fmt;

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let towers = self.towers();
        let highest = towers.iter().map(Vec::len).max().unwrap_or(0);
        for level in (0..highest).rev() {
            let row: String = towers.iter().fold(String::new(), |row, tower| match tower.get(level) {
                Some(block) => format!("{row} [{block:>2}]"),
                None => format!("{row}     "),
            });
            writeln!(f, "{}", row.trim_end())?;
        }
        write!(f, "{}", "▔".repeat(5 * towers.len() + 1))
    }
}
