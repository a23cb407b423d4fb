//! Towers in PDDL.

use super::{State, TABLE};
use std::fmt::Write;

/// The domain, of any number of blocks.
pub const DOMAIN: &str = include_str!("domain.pddl");

/// The problem of building a single tower.
pub fn problem(state: &State) -> String {
    let size = state.size();
    let (mut blocks, mut init, mut goal) = (String::new(), String::new(), String::new());
    let on = |text: &mut String, block: usize, below: u8| {
        // Writing to a string never fails.
        let _ = match below {
            TABLE => write!(text, "\n    (on-table b{block})"),
            below => write!(text, "\n    (on b{block} b{below})"),
        };
    };
    for block in 1..=size {
        let _ = write!(blocks, "b{block} ");
        on(&mut init, block, state.below(block as u8));
        on(&mut goal, block, block as u8 - 1);
        if state.is_clear(block as u8) {
            let _ = write!(init, "\n    (clear b{block})");
        }
    }
    format!(
        "(define (problem blocks-{size})\n  (:domain blocks)\n  (:objects {blocks}- block)\n  (:init{init})\n  \
         (:goal (and{goal})))\n"
    )
}
