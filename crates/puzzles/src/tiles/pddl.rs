//! Boards in PDDL.

use super::Arrangement;
use super::board::distance;
use std::fmt::Write;

/// The domain, of boards of any size.
pub const DOMAIN: &str = include_str!("domain.pddl");

/// The problem of reaching one board from another. Cells are numbered row by row.
pub fn problem(state: &Arrangement, wanted: &Arrangement) -> String {
    let (rows, columns) = state.size();
    let (mut tiles, mut cells) = (String::new(), String::new());
    let (mut init, mut adjacent, mut goal) = (String::new(), String::new(), String::new());
    let at = |text: &mut String, tile: usize, cell: usize| {
        // Writing to a string never fails.
        let _ = match tile {
            0 => write!(text, "\n    (blank c{cell})"),
            tile => write!(text, "\n    (at t{tile} c{cell})"),
        };
    };
    for cell in 0..rows * columns {
        let _ = write!(cells, "c{cell} ");
        if cell > 0 {
            let _ = write!(tiles, "t{cell} ");
        }
        at(&mut init, state.tiles()[cell].into(), cell);
        at(&mut goal, wanted.tiles()[cell].into(), cell);
        for other in (0..rows * columns).filter(|&other| distance(cell, other, columns) == 1) {
            let _ = write!(adjacent, "\n    (adjacent c{cell} c{other})");
        }
    }
    format!(
        "(define (problem tiles-{rows}x{columns})\n  (:domain tiles)\n  (:objects\n    {tiles}- tile\n    \
         {cells}- cell)\n  (:init{init}{adjacent})\n  (:goal (and{goal})))\n"
    )
}
