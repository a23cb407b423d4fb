//! The vocabulary of the 8-puzzle, and the ground atoms of a state, computed without the Prolog engine.

use induction::{Constant, Examples, Problem, Source, read};

use super::{BACKGROUND, BIAS, State};
use crate::{Value, Vocabulary};

/// The predicates that rules about the 8-puzzle may use.
#[derive(Clone, Debug)]
pub struct Puzzle8 {
    /// The predicates.
    pub vocabulary: Vocabulary,
    onrow: usize,
    inplace: usize,
    not_inplace: usize,
    inplace_from: usize,
    goal: usize,
    /// Rows, then columns.
    lines: [usize; 6],
}

impl Puzzle8 {
    /// The 41 predicates of the bias.
    pub fn new() -> Self {
        let source = |name, text| Source { name, text };
        let goal = "pos(f([b,t1,t2,t3,t4,t5,t6,t7,t8])).";
        let reading = read(source("bk.pl", BACKGROUND), source("bias.pl", BIAS), source("exs.pl", goal));
        let problem = reading.map(|reading| reading.problem).unwrap_or_default();
        let state = problem.head.types.first().copied();
        let holds = problem.body.iter().zip(&problem.relations).map(|(predicate, relation)| {
            let is_of_state = predicate.types.first().copied() == state;
            (!is_of_state).then(|| relation.iter().map(|tuple| values(&problem, tuple)).collect())
        });
        let holds = holds.collect();
        let counts = problem.types.iter().map(|name| if name == "list" { 0 } else { 9 }).collect();
        let frame = Problem {
            relations: Vec::new(),
            examples: Examples::default(),
            constants: Vec::new(),
            ..problem.clone()
        };
        let vocabulary = Vocabulary::new(frame, counts, holds);
        let first = |name: &str| {
            let number = vocabulary.predicate(name);
            number.and_then(|number| vocabulary.first_atom(number)).unwrap_or(0)
        };
        Self {
            onrow: first("onrow"),
            inplace: first("inplace_clause"),
            not_inplace: first("not_inplace_clause"),
            inplace_from: first("inplace_from"),
            goal: first("goal"),
            lines: ["row1_comp", "row2_comp", "row3_comp", "col1_comp", "col2_comp", "col3_comp"].map(first),
            vocabulary,
        }
    }

    /// Calls `holds` with each ground atom that holds in a state.
    pub fn describe(&self, state: &State, holds: &mut dyn FnMut(usize)) {
        let mut placed = [false; 9];
        for (square, tile) in state.0.tiles().enumerate() {
            let tile = usize::from(tile);
            holds(self.onrow + 9 * tile + square);
            placed[tile] = tile == square;
            holds(if tile == square { self.inplace } else { self.not_inplace } + tile);
        }
        let last_out = (0..9).rev().find(|&tile| !placed[tile]);
        (last_out.map_or(0, |tile| tile + 1).max(1)..9).for_each(|tile| holds(self.inplace_from + tile));
        if last_out.is_none() {
            holds(self.goal);
        }
        for (line, &atom) in self.lines.iter().enumerate() {
            let squares =
                (0..9).filter(|square| if line < 3 { square / 3 == line } else { square % 3 == line - 3 });
            if squares.into_iter().all(|square| placed[square]) {
                holds(atom);
            }
        }
    }
}

impl Default for Puzzle8 {
    fn default() -> Self {
        Self::new()
    }
}

/// The numbers of constants among those of their types: `b`, `t1` … and `idx1`, `idx2` …
fn values(problem: &Problem, tuple: &[Constant]) -> Box<[Value]> {
    let value = |&constant: &Constant| {
        let name = &problem.constants[constant as usize];
        let digit = name.bytes().last().filter(u8::is_ascii_digit).map_or(0, |digit| digit - b'0');
        if name.starts_with("idx") { digit - 1 } else { digit }
    };
    tuple.iter().map(value).collect()
}
