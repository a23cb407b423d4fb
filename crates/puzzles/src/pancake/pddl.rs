//! Stacks in PDDL, for planners that support conditional effects.

use super::State;
use std::fmt::Write;

/// The domain, of stacks of any size.
pub const DOMAIN: &str = include_str!("domain.pddl");

/// The problem of sorting a stack. Flip `f3` turns over three pancakes; places are counted from the top.
pub fn problem(state: &State) -> String {
    let size = state.pancakes().len();
    let names = |letter: char, from: usize, to: usize| {
        (from..to).fold(String::new(), |names, number| format!("{names}{letter}{number} "))
    };
    let (pancakes, places, flips) = (names('c', 0, size), names('p', 0, size), names('f', 2, size + 1));
    let (mut at, mut mirrors, mut goal) = (String::new(), String::new(), String::new());
    for (place, pancake) in state.pancakes().iter().enumerate() {
        // Writing to a string never fails.
        let _ = write!(at, "\n    (at c{pancake} p{place})");
        let _ = write!(goal, "\n    (at c{place} p{place})");
    }
    for length in 2..=size {
        for from in (0..length).filter(|from| 2 * from + 1 != length) {
            let _ = write!(mirrors, "\n    (mirrors f{length} p{from} p{})", length - 1 - from);
        }
    }
    format!(
        "(define (problem pancake-{size})\n  (:domain pancake)\n  (:objects\n    {pancakes}- pancake\n    \
         {places}- place\n    {flips}- flip)\n  (:init{at}{mirrors})\n  (:goal (and{goal})))\n"
    )
}
