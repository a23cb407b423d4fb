//! The sliding-tile puzzle: a random solvable arrangement.

use crate::domain::Refusal;
use crate::graph::pairs;
use crate::names::numbered;
use crate::problem::Problem;
use crate::random::Random;
use crate::values::Values;
use crate::{Domain, Parameter};

pub(crate) static DOMAIN: Domain = Domain {
    name: "n-puzzle",
    pddl_name: "n-puzzle",
    summary: "Tiles slide into order in a frame with one empty position",
    pddl: include_str!("../../domains/n-puzzle.pddl"),
    parameters: &[
        Parameter { name: "rows", help: "rows of positions", least: 2, most: 20, defaults: [3, 4, 5] },
        Parameter { name: "columns", help: "columns of positions", least: 2, most: 20, defaults: [3, 4, 5] },
    ],
    draw,
};

/// Solvable since half of all arrangements are, by parity, and swapping two tiles changes the half.
fn draw(values: &Values, random: &mut Random) -> Result<Problem, Refusal> {
    let (rows, columns) = (values.get("rows"), values.get("columns"));
    let place = |position: usize| (position / columns, position % columns);
    let positions: Vec<String> =
        (0..rows * columns).map(place).map(|(row, column)| format!("p{}-{}", row + 1, column + 1)).collect();
    let tiles = numbered("t", positions.len() - 1);
    let last = tiles.len();

    // The content of each position: a tile, or `last` for the blank.
    let mut arrangement = random.distinct_below(positions.len(), positions.len());
    if !is_solvable(&arrangement, place) {
        let [a, b] = [0, 1].map(|tile| arrangement.iter().position(|&other| other == tile));
        if let (Some(a), Some(b)) = (a, b) {
            arrangement.swap(a, b);
        }
    }

    let mut problem = Problem::default();
    problem.typed("position", &positions);
    problem.typed("tile", &tiles);
    for (index, position) in positions.iter().enumerate() {
        let (row, column) = place(index);
        let right = (column + 1 < columns).then_some(index + 1);
        let below = (row + 1 < rows).then_some(index + columns);
        for neighbor in [right, below].into_iter().flatten() {
            problem.init(&["neighbor", position, &positions[neighbor]]);
            problem.init(&["neighbor", &positions[neighbor], position]);
        }
    }
    for (position, &tile) in positions.iter().zip(&arrangement) {
        match tile {
            none if none == last => problem.init(&["empty", position]),
            tile => problem.init(&["at", &tiles[tile], position]),
        }
    }
    tiles.iter().zip(&positions).for_each(|(tile, position)| problem.goal(&["at", tile, position]));
    Ok(problem)
}

/// Each move swaps two things and moves the blank one step, so that the parity of the arrangement plus that of the blank's
/// distance to the last corner never changes. It is even in the goal.
fn is_solvable(arrangement: &[usize], place: impl Fn(usize) -> (usize, usize)) -> bool {
    let last = arrangement.len() - 1;
    let inversions = pairs(arrangement.len()).filter(|&(a, b)| arrangement[a] > arrangement[b]).count();
    let empty = arrangement.iter().position(|&thing| thing == last).map_or((0, 0), &place);
    let corner = place(last);
    (inversions + corner.0 - empty.0 + corner.1 - empty.1).is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn exactly_the_arrangements_that_moves_lead_to_are_solvable() {
        for (rows, columns) in [(2, 2), (2, 3)] {
            let place = |position: usize| (position / columns, position % columns);
            let goal = Vec::from_iter(0..rows * columns);
            let mut reached = BTreeSet::from([goal.clone()]);
            let mut open = vec![goal];
            while let Some(arrangement) = open.pop() {
                assert!(is_solvable(&arrangement, place));
                let empty = arrangement.iter().position(|&thing| thing == rows * columns - 1).unwrap();
                let (row, column) = place(empty);
                for other in 0..rows * columns {
                    let (r, c) = place(other);
                    if row.abs_diff(r) + column.abs_diff(c) == 1 {
                        let mut next = arrangement.clone();
                        next.swap(empty, other);
                        if reached.insert(next.clone()) {
                            open.push(next);
                        }
                    }
                }
            }
            let half: usize = (1..=rows * columns).product::<usize>() / 2;
            assert_eq!(reached.len(), half);
        }
    }
}
