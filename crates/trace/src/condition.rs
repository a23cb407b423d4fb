//! Conditions that do not hold: what they ask, and what holds instead.

use std::collections::BTreeSet;

use serde::Serialize;
use task::validate::{Cause, Flaw, Reason, Unmet};

/// A condition that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Violated {
    /// The condition, as PDDL over objects: `(clear b)`.
    pub condition: String,
    /// Why it does not hold, in a sentence.
    pub message: String,
    /// The atoms it asks for. Of a universal condition, those of an exception to it.
    pub atoms: Vec<Asked>,
}

/// An atom that a condition mentions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Asked {
    /// The atom: `(clear b)`, or `(on ?x b)` with variables of the condition.
    pub atom: String,
    /// Does it hold? With variables: for some objects?
    pub holds: bool,
    /// With variables: some of the atoms of this form that hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matches: Option<Vec<String>>,
}

/// How many matches are listed.
const MOST_MATCHES: usize = 20;

/// The conditions that a flaw is about, in a state where these atoms hold.
pub(crate) fn violated(flaw: &Flaw, state: &BTreeSet<String>) -> Vec<Violated> {
    let of = |unmet: &Unmet| {
        let mut atoms = Vec::new();
        add_atoms(unmet, state, &mut atoms);
        Violated { condition: unmet.condition.clone(), message: unmet.to_string(), atoms }
    };
    unmet(flaw).iter().map(of).collect()
}

/// The smallest conditions that do not hold.
pub(crate) fn unmet(flaw: &Flaw) -> &[Unmet] {
    match flaw {
        Flaw::Goal(unmet) | Flaw::Step { reason: Reason::UnsatisfiedPrecondition(unmet), .. } => unmet,
        Flaw::Step { .. } => &[],
    }
}

/// The conditions with alternatives or witnesses of which there are none, those within exceptions and conclusions included.
pub(crate) fn open_conditions(unmet: &[Unmet]) -> Vec<&str> {
    fn of(unmet: &Unmet) -> Vec<&str> {
        match &unmet.cause {
            Cause::NoAlternative | Cause::NoWitness => vec![unmet.condition.as_str()],
            Cause::Exception { unmet, .. } | Cause::Conclusion(unmet) => open_conditions(unmet),
            Cause::Plain => Vec::new(),
        }
    }
    unmet.iter().flat_map(of).collect()
}

/// The names of the predicates that a condition mentions, each once.
pub(crate) fn predicates(condition: &str) -> Vec<&str> {
    let mut names: Vec<&str> =
        innermost(condition).filter_map(predicate).filter(|&name| name != "=").collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The predicate of an atom; `None` for declared variables, types, and conjunctions of nothing.
fn predicate(atom: &str) -> Option<&str> {
    let head = words(atom).next().unwrap_or_default();
    (!head.starts_with('?') && !["", "and", "or", "not", "either"].contains(&head)).then_some(head)
}

/// The ground literals among the conditions, those of exceptions and conclusions included: atoms, and whether they are wanted.
pub(crate) fn literals(unmet: &[Unmet]) -> Vec<(&str, bool)> {
    let mut literals = Vec::new();
    for Unmet { condition, cause } in unmet {
        match cause {
            Cause::Plain => {
                let negated = condition.strip_prefix("(not ").and_then(|rest| rest.strip_suffix(')'));
                let (atom, wanted) = negated.map_or((condition.as_str(), true), |atom| (atom, false));
                if !atom.starts_with("(= ") && innermost(atom).eq([atom]) {
                    literals.push((atom, wanted));
                }
            }
            Cause::Exception { unmet, .. } | Cause::Conclusion(unmet) => {
                literals.extend(self::literals(unmet))
            }
            Cause::NoAlternative | Cause::NoWitness => {}
        }
    }
    literals
}

fn add_atoms(unmet: &Unmet, state: &BTreeSet<String>, atoms: &mut Vec<Asked>) {
    if let Cause::Exception { unmet, .. } = &unmet.cause {
        unmet.iter().for_each(|unmet| add_atoms(unmet, state, atoms));
        return;
    }
    for atom in innermost(&unmet.condition) {
        let Some(head) = predicate(atom) else { continue };
        let mut words = words(atom).skip(1);
        let asked = if words.clone().any(|word| word.starts_with('?')) {
            let matches = |other: &&String| head != "=" && matches(atom, other);
            let matches: Vec<String> = state.iter().filter(matches).take(MOST_MATCHES).cloned().collect();
            Asked { atom: atom.to_owned(), holds: !matches.is_empty(), matches: Some(matches) }
        } else {
            let holds = if head == "=" { words.next() == words.next() } else { state.contains(atom) };
            Asked { atom: atom.to_owned(), holds, matches: None }
        };
        if !atoms.contains(&asked) {
            atoms.push(asked);
        }
    }
}

/// The parts in parentheses that have no other parentheses within.
fn innermost(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices(')').filter_map(|(end, _)| {
        let begin = text[..end].rfind(['(', ')'])?;
        text[begin..].starts_with('(').then(|| &text[begin..=end])
    })
}

fn words(atom: &str) -> impl Iterator<Item = &str> + Clone {
    atom.trim_matches(['(', ')']).split(' ')
}

/// Is it of this form: the same words, but for variables?
fn matches(form: &str, atom: &str) -> bool {
    words(form).count() == words(atom).count()
        && words(form).zip(words(atom)).all(|(wanted, word)| wanted.starts_with('?') || wanted == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn atoms(condition: &str, state: &[&str]) -> Vec<(String, bool)> {
        let state = state.iter().map(|&atom| atom.to_owned()).collect();
        let mut atoms = Vec::new();
        add_atoms(&Unmet { condition: condition.to_owned(), cause: Cause::NoWitness }, &state, &mut atoms);
        atoms.into_iter().map(|asked| (asked.atom, asked.holds)).collect()
    }

    #[test]
    fn the_atoms_of_a_condition_are_told_with_what_holds() {
        let condition = "(exists (?s - room ?t - (either a b)) (and (or (door lab ?s) (door ?s lab)) (= a a) (wet) (and)))";
        let found = atoms(condition, &["(door hall lab)", "(door hall yard)", "(wet)"]);
        let found: Vec<(&str, bool)> = found.iter().map(|(atom, holds)| (atom.as_str(), *holds)).collect();
        assert_eq!(
            found,
            [("(door lab ?s)", false), ("(door ?s lab)", true), ("(= a a)", true), ("(wet)", true)]
        );
    }
}
