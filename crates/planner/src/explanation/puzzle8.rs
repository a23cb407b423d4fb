//! Explains the values that rules give states of the 8-puzzle.

use rules::Source;
use rules::ladder::{self, Ladder};
use rules::puzzle8::{Puzzle8, Space, State, test_set};

use super::rules::show;
use super::usage::Usages;
use super::{Explanation, Question};
use crate::{Error, ErrorKind, files};

/// Shows which rule decides the value of each state, and why; and for each file of states, how often each rule does.
pub(super) fn explain(
    text: &str,
    name: &str,
    question: &Question<'_>,
    told: &mut Explanation,
) -> Result<(), Error> {
    let puzzle = Puzzle8::new();
    let ladder = ladder::parse(Source { name, text }, &puzzle.vocabulary)?;
    if question.inputs.is_empty() {
        show(text, told);
    }
    let space = Space::new();
    for input in question.inputs {
        let word = input.to_string_lossy();
        match word.parse::<State>() {
            Ok(state) => explain_state(&puzzle, &ladder, &state, &space, told),
            Err(error) => {
                let states = files::read_to_string(input)
                    .map_err(|unread| no_state(&word, &error.to_string(), &unread.to_string()))?;
                let source = Source { name: &word, text: &states };
                explain_states(&puzzle, &ladder, text, &space, source, question.wants_page, told)?;
            }
        }
    }
    Ok(())
}

fn no_state(word: &str, error: &str, unread: &str) -> Error {
    let message = format!(
        "`{word}` is no state of the 8-puzzle ({error}), and no file ({unread})\n  = help: a state is like \"[1, 0, 2, 3, 4, 5, \
         6, 7, 8]\"; a file has lines such as \"[1, 0, 2, 3, 4, 5, 6, 7, 8]\",1"
    );
    Error::new(ErrorKind::Input, message)
}

/// Rules learned from samples may overestimate, and whether these were is not known: so the true cost is shown, too.
fn explain_state(puzzle: &Puzzle8, ladder: &Ladder, state: &State, space: &Space, told: &mut Explanation) {
    let facts = puzzle.facts(&[(*state, 0)]);
    let deciding = ladder::deciding(ladder, &puzzle.vocabulary, &facts);
    let (value, why) = match deciding.first().copied().flatten() {
        None => (0, "no rule holds".to_owned()),
        Some(number) => {
            let reasons = puzzle.reasons(ladder, number, state).unwrap_or_default();
            let (name, cost) = (&ladder.names()[number as usize], ladder.clauses[number as usize].cost);
            (cost, format!("{} ({name})", reasons.join(", ")))
        }
    };
    told.line(format_args!("{state}: {value}, since {why}; a cheapest plan costs {}", space.cost(state)));
}

fn explain_states(
    puzzle: &Puzzle8,
    ladder: &Ladder,
    text: &str,
    space: &Space,
    source: Source<'_>,
    wants_page: bool,
    told: &mut Explanation,
) -> Result<(), Error> {
    let mut states: Vec<(State, u32)> =
        test_set::read(space, source)?.iter().map(|solved| (solved.state, solved.cost)).collect();
    states.sort_by_key(|(_, cost)| *cost);
    let facts = puzzle.facts(&states);
    let mut usages = Usages::new(ladder.clauses.len(), states.len());
    for (deciding, (_, cost)) in ladder::deciding(ladder, &puzzle.vocabulary, &facts).iter().zip(&states) {
        let rule = deciding.map(|number| number as usize);
        usages.count(rule, f64::from(*cost), rule.map_or(0, |number| ladder.clauses[number].cost));
    }
    let lines: Vec<&str> = text.lines().filter(|line| line.contains(":-")).collect();
    let says = |rule: Option<usize>| match rule {
        Some(number) => lines.get(number).copied().unwrap_or_default().to_owned(),
        None => "no rule holds".to_owned(),
    };
    usages.tell(&ladder.names(), says, wants_page, told);
    Ok(())
}
