//! Floortile: robots at random tiles of a floor that shall become a chessboard.

use crate::domain::Refusal;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "ipc23-floortile",
    pddl_name: "floortile",
    summary: "Robots paint the tiles of a floor, above and below their own, as a chessboard",
    pddl: include_str!("../../../domains/ipc23/floortile.pddl"),
    parameters: &[
        Parameter {
            name: "robots",
            help: "robots, at most one for each column",
            least: 1,
            most: 100,
            defaults: [2, 10, 25],
        },
        Parameter {
            name: "rows",
            help: "rows to paint; below them is one that stays as it is",
            least: 1,
            most: 100,
            defaults: [3, 16, 31],
        },
        Parameter { name: "columns", help: "columns", least: 1, most: 100, defaults: [3, 13, 28] },
    ],
    draw,
};

const COLORS: [&str; 2] = ["white", "black"];

/// Solvable: while nothing is painted, the robots can get to any tiles, if it doesn't matter which goes where. They go to the
/// lowest row, into the columns furthest left. From there a robot can paint a column: it goes up to the second row from the
/// top, paints the tile above, goes down, paints the tile above, and so on, until it is back. The last robot does so for
/// all columns to its right, from the outermost, and then each for its own.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let (rows, columns) = (values.get("rows"), values.get("columns"));
    let robots = numbered("robot", values.get("robots"));
    Refusal::unless(robots.len() <= columns, || {
        format!("robots has to be at most {columns}, since there are {columns} columns")
    })?;
    let name = |row: usize, column: usize| format!("tile_{row}_{}", column + 1);
    // The row that isn't painted is the first.
    let tiles: Vec<String> =
        (0..=rows).flat_map(|row| (0..columns).map(move |column| name(row, column))).collect();

    let mut problem = Problem::default();
    problem.typed("tile", &tiles);
    problem.typed("robot", &robots);
    problem.typed("color", &COLORS.map(str::to_owned));
    let starts = random.distinct_below(robots.len(), tiles.len());
    for (robot, &start) in robots.iter().zip(&starts) {
        problem.init(&["robot-at", robot, &tiles[start]]);
        problem.init(&["robot-has", robot, COLORS[random.below(2)]]);
    }
    COLORS.iter().for_each(|color| problem.init(&["available-color", color]));
    for (index, tile) in tiles.iter().enumerate() {
        if !starts.contains(&index) {
            problem.init(&["clear", tile]);
        }
    }
    for (index, tile) in tiles.iter().enumerate() {
        if let Some(above) = tiles.get(index + columns) {
            problem.init(&["up", above, tile]);
            problem.init(&["down", tile, above]);
        }
        if (index + 1) % columns > 0 {
            problem.init(&["right", &tiles[index + 1], tile]);
            problem.init(&["left", tile, &tiles[index + 1]]);
        }
    }
    for row in 1..=rows {
        for column in 0..columns {
            problem.goal(&["painted", &name(row, column), COLORS[(row + column + 1) % 2]]);
        }
    }
    Ok(problem)
}
