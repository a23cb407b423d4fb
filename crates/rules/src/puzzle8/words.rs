//! Why rules hold, in words.

use induction::Predicate;

use super::{Puzzle8, State};
use crate::Value;
use crate::ladder::{Instance, Ladder, reasons};

impl Puzzle8 {
    /// Why a rule, by its number, holds in a state, in words; `None` if it does not.
    pub fn reasons(&self, ladder: &Ladder, rule: u32, state: &State) -> Option<Vec<String>> {
        let mut holding = vec![false; self.vocabulary.atoms()];
        self.describe(state, &mut |atom| holding[atom] = true);
        let found = reasons(ladder, &self.vocabulary, rule, &|atom| holding[atom])?;
        let mut said = Vec::new();
        for words in found.iter().filter_map(|instance| self.in_words(instance)) {
            if !said.contains(&words) {
                said.push(words);
            }
        }
        Some(said)
    }

    /// `None` for literals that are evident once tiles and squares are named.
    fn in_words(&self, (literal, values): &Instance) -> Option<String> {
        let Predicate { name, types, .. } = &self.vocabulary.frame().body[usize::from(literal.predicate)];
        let named = |place: usize| {
            let is_tile = self.vocabulary.frame().types[usize::from(types[place])] == "tile";
            if is_tile { tile(values[place]) } else { square(values[place]) }
        };
        let line = |name: &str| name.bytes().find(u8::is_ascii_digit).map_or('?', char::from);
        let words = match name.as_str() {
            "onrow" => format!("{} lies on {}", named(1), named(2)),
            "inplace_clause" => format!("{} is in place", named(1)),
            "not_inplace_clause" => format!("{} is out of place", named(1)),
            "inplace_from" => format!("{} and all tiles after it are in place", named(1)),
            "goal" => "it is the goal".to_owned(),
            "beforeto" => format!("{} comes right before {}", named(0), named(1)),
            "adjacent_horiz" => format!("{} is left of {}", named(0), named(1)),
            "above" => format!("{} is above {}", named(0), named(1)),
            "nextto" => format!("{} is next to {}", named(0), named(1)),
            "is_distinct" => format!("{} comes before {}", named(0), named(1)),
            "distinct_indices" => format!("{} is not {}", named(0), named(1)),
            "after_tile" => format!("{} comes after {}", named(1), named(0)),
            "last_tile" => format!("{} is the last tile", named(0)),
            "goal_index" => format!("{} belongs on {}", named(0), named(1)),
            line_of if line_of.starts_with("row") => format!("row {} is as in the goal", line(line_of)),
            line_of if line_of.starts_with("col") => format!("column {} is as in the goal", line(line_of)),
            _ => return None,
        };
        Some(words)
    }
}

fn tile(value: Value) -> String {
    if value == 0 { "the blank".to_owned() } else { format!("tile {value}") }
}

/// Squares are counted from 1.
fn square(value: Value) -> String {
    format!("square {}", value + 1)
}

#[cfg(test)]
mod tests {
    use induction::Source;

    use super::*;
    use crate::ladder::parse;

    #[test]
    fn a_rule_is_told_with_what_it_is_about() {
        let puzzle = Puzzle8::new();
        let text = "% hstar rules 1\n% about: 8-puzzle\n\
            cost_1_rule_1(S):- tile3(T),not_inplace_clause(S,T).\n\
            cost_2_rule_1(S):- cost_1_rule_1(S),tile(T),indx1(I),indx(J),above(I,J),onrow(S,T,J),row3_comp(S).\n\
            cost_3_rule_1(S):- goal(S).\n";
        let ladder = parse(Source { name: "rules", text }, &puzzle.vocabulary).unwrap();
        let state: State = "312045678".parse().unwrap();
        assert_eq!(
            puzzle.reasons(&ladder, 1, &state).unwrap(),
            [
                "square 1 is above square 4",
                "the blank lies on square 4",
                "row 3 is as in the goal",
                "tile 3 is out of place"
            ]
        );
        assert_eq!(puzzle.reasons(&ladder, 2, &state), None);
        assert_eq!(puzzle.reasons(&ladder, 3, &state), None);
    }
}
