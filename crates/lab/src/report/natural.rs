//! Natural order of names: `p2` before `p10`.

use std::cmp::Ordering;

/// Compares runs of digits as numbers and all else as text; equal only if the names are.
pub(super) fn order(left: &str, right: &str) -> Ordering {
    by_pieces(left, right).then_with(|| left.cmp(right))
}

fn by_pieces(mut left: &str, mut right: &str) -> Ordering {
    loop {
        let (left_piece, left_rest) = split(left);
        let (right_piece, right_rest) = split(right);
        if left_piece.is_empty() || right_piece.is_empty() {
            return left_piece.len().cmp(&right_piece.len());
        }
        let order = match (is_number(left_piece), is_number(right_piece)) {
            (true, true) => by_size(left_piece, right_piece),
            _ => left_piece.cmp(right_piece),
        };
        if order.is_ne() {
            return order;
        }
        (left, right) = (left_rest, right_rest);
    }
}

/// The digits that a name begins with, or what is before the first digit.
fn split(name: &str) -> (&str, &str) {
    let starts_with_digit = is_number(name);
    let end = name.bytes().position(|byte| byte.is_ascii_digit() != starts_with_digit).unwrap_or(name.len());
    name.split_at(end)
}

fn is_number(piece: &str) -> bool {
    piece.starts_with(|character: char| character.is_ascii_digit())
}

/// Numbers may have more digits than any type holds.
fn by_size(left: &str, right: &str) -> Ordering {
    let (left, right) = (left.trim_start_matches('0'), right.trim_start_matches('0'));
    left.len().cmp(&right.len()).then_with(|| left.cmp(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_count() {
        let mut names = ["p10.pddl", "p2.pddl", "p02.pddl", "é3", "", "p2", "10", "9", "p", "p2.a"];
        names.sort_by(|left, right| order(left, right));
        assert_eq!(names, ["", "9", "10", "p", "p2", "p2.a", "p02.pddl", "p2.pddl", "p10.pddl", "é3"]);
    }
}
