//! States with their costs, to test heuristics on: read from a file or drawn.

use induction::Source;
use induction::diagnostic::{Span, error};
use pddl::Diagnostic;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Space, State};

/// How many states there are of each cost.
pub type Counts = [usize; Space::LARGEST_COST as usize + 1];

/// The paper's test of accuracy: 942 states.
pub const ACCURACY: Counts = [
    1, 2, 4, 8, 16, 20, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 36, 35, 35, 35, 35, 35, 35, 35,
    35, 35, 35, 35, 2,
];

/// The paper's test of search: 50 states.
pub const SEARCH: Counts =
    [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 1, 2, 3, 2, 4, 5, 4, 3, 5, 5, 3, 7, 0, 0, 0, 1, 0, 0, 0, 0];

/// A state with the cost of solving it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The state.
    pub state: State,
    /// The length of its shortest solutions.
    pub cost: u32,
}

/// Draws this many different states of each cost, or all there are of it. They are in order of cost, and then in lexicographic
/// order.
pub fn draw(space: &Space, counts: &Counts, seed: u64) -> Vec<Solved> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut drawn = Vec::new();
    for (cost, &count) in (0..).zip(counts) {
        let layer = space.layer(cost);
        let mut wanted = count.min(layer.len());
        for (index, &state) in layer.iter().enumerate() {
            if rng.random_range(0..layer.len() - index) < wanted {
                drawn.push(Solved { state, cost });
                wanted -= 1;
            }
        }
    }
    drawn
}

/// Reads lines of a state and its cost, such as `"[1, 0, 2, 3, 4, 5, 6, 7, 8]",1`; a first line `state,cost` is optional. Costs
/// are checked.
///
/// # Errors
/// Points at the first thing that is wrong.
pub fn read(space: &Space, source: Source<'_>) -> Result<Vec<Solved>, Diagnostic> {
    let lines = source.text.lines().map(str::trim).filter(|line| !line.is_empty());
    let has_header = lines.clone().next().is_some_and(|line| line.trim_start_matches('\u{feff}') == HEADER);
    let set: Vec<Solved> = lines
        .skip(usize::from(has_header))
        .map(|line| entry(space, source, line))
        .collect::<Result<_, _>>()?;
    match set.is_empty() {
        true => Err(at(source, source.text, "there are no states")),
        false => Ok(set),
    }
}

const HEADER: &str = "state,cost";

fn entry(space: &Space, source: Source<'_>, line: &str) -> Result<Solved, Diagnostic> {
    let Some((left, right)) = line.rsplit_once(',').filter(|(_, right)| !right.contains(']')) else {
        return Err(at(source, line, "a state and its cost belong here, with a comma between them"));
    };
    let (squares, cost) = (left.trim().trim_matches('"'), right.trim());
    let state: State =
        squares.parse().map_err(|wrong| at(source, squares, format!("this is no state: {wrong}")))?;
    let given: u32 = cost.parse().map_err(|_| at(source, cost, "the cost of a state is a whole number"))?;
    match space.cost(&state) {
        cost if cost == given => Ok(Solved { state, cost }),
        right => {
            Err(at(source, cost, format!("the shortest solutions of this state cost {right}, not {given}")))
        }
    }
}

/// An error about a part of the text.
fn at(source: Source<'_>, part: &str, message: impl Into<String>) -> Diagnostic {
    let start = (part.as_ptr() as usize).saturating_sub(source.text.as_ptr() as usize);
    let place = |byte: usize| u32::try_from(byte).unwrap_or(u32::MAX);
    error(source, Span { start: place(start), end: place(start.saturating_add(part.len())) }, message)
}

#[cfg(test)]
mod tests {
    use induction::Source;

    use super::{ACCURACY, Counts, SEARCH, Solved, draw, read};
    use crate::puzzle8::{Space, State};

    fn source(text: &str) -> Source<'_> {
        Source { name: "states.csv", text }
    }

    #[test]
    fn drawn_sets_have_the_counts_asked_for() {
        let space = Space::new();
        for (counts, size) in [(ACCURACY, 942), (SEARCH, 50)] {
            let set = draw(&space, &counts, 1);
            assert_eq!(set.len(), size);
            assert!(set.iter().all(|solved| space.cost(&solved.state) == solved.cost));
            assert!(set.is_sorted_by(|a, b| (a.cost, a.state) < (b.cost, b.state)));
            for (cost, count) in (0..).zip(counts) {
                assert_eq!(set.iter().filter(|solved| solved.cost == cost).count(), count);
            }
            assert_eq!(draw(&space, &counts, 1), set);
            assert_ne!(draw(&space, &counts, 2), set);
        }
    }

    #[test]
    fn there_are_no_more_than_all() {
        let space = Space::new();
        let all: Counts = [usize::MAX; 32];
        assert!(
            draw(&space, &all, 1).into_iter().map(|solved| solved.state).eq(space.states().iter().copied())
        );
    }

    #[test]
    fn what_was_drawn_is_read_again() {
        let space = Space::new();
        let set = draw(&space, &SEARCH, 1);
        let lines = set.iter().map(|Solved { state, cost }| format!("\"{state}\",{cost}\r\n"));
        let text: String = std::iter::once("\u{feff}state,cost\r\n".to_owned()).chain(lines).collect();
        assert_eq!(read(&space, source(&text)).unwrap(), set);
        let goal = Solved { state: State::GOAL, cost: 0 };
        assert_eq!(read(&space, source("\n012345678, 0")).unwrap(), [goal]);
    }

    #[test]
    fn errors_point_at_what_is_wrong() {
        let space = Space::new();
        let wrong = |text: &str| {
            let error = read(&space, source(text)).unwrap_err();
            (error.place.line, error.place.column, error.message)
        };
        let error = |line, column, message: &str| (line, column, message.to_owned());
        assert_eq!(wrong(""), error(1, 1, "there are no states"));
        assert_eq!(wrong("state,cost\n").2, "there are no states");
        let pair = "a state and its cost belong here, with a comma between them";
        assert_eq!(wrong("state,cost\n012345678"), error(2, 1, pair));
        assert_eq!(wrong("\"[0, 1, 2, 3, 4, 5, 6, 7, 8]\""), error(1, 1, pair));
        assert_eq!(
            wrong("012345678,0\n\n \"02134567\",3"),
            error(3, 3, "this is no state: 8 numbers for 9 cells (row by row, 0 for the blank)")
        );
        assert_eq!(wrong("012345678,zero"), error(1, 11, "the cost of a state is a whole number"));
        assert_eq!(wrong("012345678,-1"), error(1, 11, "the cost of a state is a whole number"));
        assert_eq!(wrong("012345678,"), error(1, 11, "the cost of a state is a whole number"));
        assert_eq!(wrong("102345678,2"), error(1, 11, "the shortest solutions of this state cost 1, not 2"));
    }
}
