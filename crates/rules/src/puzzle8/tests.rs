//! Tests of the background knowledge against direct computation.

use std::collections::BTreeSet;

use induction::{Problem, Source, read};

use super::{BACKGROUND, BIAS};

/// The tile on each square; 0 is the blank.
type Squares = [usize; 9];

const TILES: [&str; 9] = ["b", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8"];

fn states(count: usize) -> Vec<Squares> {
    let mut seed = 7u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    let mut states = vec![[0, 1, 2, 3, 4, 5, 6, 7, 8]];
    while states.len() < count {
        // A few exchanges leave whole rows and columns in place often enough.
        let mut state = states[random(states.len())];
        state.swap(random(9), random(9));
        if !states.contains(&state) {
            states.push(state);
        }
    }
    states
}

fn text(state: &Squares) -> String {
    format!("[{}]", state.map(|tile| TILES[tile]).join(","))
}

fn table(problem: &Problem, predicate: usize) -> BTreeSet<Vec<String>> {
    let text = |&constant: &u32| problem.constants[constant as usize].clone();
    problem.relations[predicate].iter().map(|tuple| tuple.iter().map(text).collect()).collect()
}

fn squares(holds: impl Fn(usize, usize) -> bool) -> BTreeSet<Vec<String>> {
    let name = |square: usize| format!("idx{}", square + 1);
    let pairs = (0..81).map(|pair| (pair / 9, pair % 9)).filter(|&(first, second)| holds(first, second));
    pairs.map(|(first, second)| vec![name(first), name(second)]).collect()
}

fn tiles_of_states(states: &[Squares], holds: impl Fn(&Squares, usize) -> bool) -> BTreeSet<Vec<String>> {
    let pairs = states.iter().flat_map(|state| (0..9).map(move |tile| (state, tile)));
    pairs
        .filter(|&(state, tile)| holds(state, tile))
        .map(|(state, tile)| vec![text(state), TILES[tile].to_owned()])
        .collect()
}

fn expected(name: &str, states: &[Squares]) -> BTreeSet<Vec<String>> {
    let (row, column) = (|square: usize| square / 3, |square: usize| square % 3);
    let of_states = |holds: &dyn Fn(&Squares) -> bool| -> BTreeSet<Vec<String>> {
        states.iter().filter(|state| holds(state)).map(|state| vec![text(state)]).collect()
    };
    let line = |of: fn(usize) -> usize, number: usize| {
        of_states(&|state| {
            (0..9).filter(|&square| of(square) == number).all(|square| state[square] == square)
        })
    };
    let digit = name.bytes().find(u8::is_ascii_digit).map(|digit| usize::from(digit - b'0'));
    let one = |text: String| BTreeSet::from([vec![text]]);
    match (name, digit) {
        ("tile" | "valid_var", _) => TILES.iter().map(|tile| vec![(*tile).to_owned()]).collect(),
        ("indx", _) => (1..=9).map(|square| vec![format!("idx{square}")]).collect(),
        ("beforeto", _) => squares(|first, second| first + 1 == second),
        ("adjacent_horiz", _) => squares(|first, second| first + 1 == second && row(first) == row(second)),
        ("above", _) => squares(|first, second| first + 3 == second),
        ("nextto", _) => squares(|first, second| {
            row(first).abs_diff(row(second)) + column(first).abs_diff(column(second)) == 1
        }),
        ("is_distinct", _) => squares(|first, second| first < second),
        ("distinct_indices", _) => squares(|first, second| first != second),
        ("after_tile", _) => (1..8).map(|tile| vec![TILES[tile].into(), TILES[tile + 1].into()]).collect(),
        ("last_tile", _) => one("t8".into()),
        ("goal", _) => of_states(&|state| *state == [0, 1, 2, 3, 4, 5, 6, 7, 8]),
        ("goal_index", _) => {
            (0..9).map(|tile| vec![TILES[tile].into(), format!("idx{}", tile + 1)]).collect()
        }
        ("onrow", _) => states
            .iter()
            .flat_map(|state| {
                (0..9).map(|square| {
                    vec![text(state), TILES[state[square]].into(), format!("idx{}", square + 1)]
                })
            })
            .collect(),
        ("inplace_clause", _) => tiles_of_states(states, |state, tile| state[tile] == tile),
        ("not_inplace_clause", _) => tiles_of_states(states, |state, tile| state[tile] != tile),
        ("inplace_from", _) => {
            tiles_of_states(states, |state, tile| tile > 0 && (tile..9).all(|later| state[later] == later))
        }
        (_, Some(number)) if name.starts_with("row") => line(|square| square / 3, number - 1),
        (_, Some(number)) if name.starts_with("col") => line(|square| square % 3, number - 1),
        (_, Some(number)) if name.starts_with("tile") => one(TILES[number].into()),
        (_, Some(number)) => one(format!("idx{number}")),
        _ => panic!("{name} is not expected"),
    }
}

#[test]
fn the_tables_of_a_thousand_states_are_what_computing_gives() {
    let states = states(1000);
    let examples: String = states.iter().map(|state| format!("pos(f({})).\n", text(state))).collect();
    let source = |name, text| Source { name, text };
    let reading = read(source("bk", BACKGROUND), source("bias", BIAS), source("exs", &examples)).unwrap();
    assert!(reading.warnings.is_empty());
    let problem = reading.problem;
    assert_eq!(problem.body.len(), 41);
    assert_eq!((problem.bias.max_variables, problem.bias.max_body), (6, 8));
    assert_eq!(problem.constants.len(), 1018);
    for (number, predicate) in problem.body.iter().enumerate() {
        assert_eq!(table(&problem, number), expected(&predicate.name, &states), "{}", predicate.name);
    }
}
