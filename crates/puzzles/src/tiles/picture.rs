//! A board as text art.

use super::{Board, State};
use std::fmt;

impl<B: Board> fmt::Display for State<B> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        const WIDTH: usize = 4;
        let rule = |f: &mut fmt::Formatter, ends: [char; 3]| {
            let [left, middle, right] = ends;
            let dashes = "─".repeat(WIDTH);
            let line = vec![dashes; B::COLUMNS].join(&middle.to_string());
            write!(f, "{left}{line}{right}")
        };
        for row in 0..B::ROWS {
            rule(f, if row == 0 { ['┌', '┬', '┐'] } else { ['├', '┼', '┤'] })?;
            writeln!(f)?;
            for column in 0..B::COLUMNS {
                match self.tile(row * B::COLUMNS + column) {
                    0 => write!(f, "│{:WIDTH$}", "")?,
                    tile => write!(f, "│{tile:>3} ")?,
                }
            }
            writeln!(f, "│")?;
        }
        rule(f, ['└', '┴', '┘'])
    }
}
