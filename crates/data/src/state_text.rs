//! States as text: the facts that hold, in PDDL.

use std::fmt::{self, Display};

use rustc_hash::FxHashMap;
use task::{Fact, Task, atom_parts};

/// Writes and parses states of a task as text: the facts that hold, as in `(clear a) (on a b)`, sorted. Static facts and
/// facts derived by axioms are left out.
#[derive(Clone, Debug)]
pub struct StateText {
    /// By variable and value: the text of the fact, if it has one.
    names: Vec<Vec<Option<String>>>,
    facts: FxHashMap<String, Fact>,
    /// By variable: the value when the text names no fact of it; `None` unless there is exactly one such value.
    defaults: Vec<Option<u32>>,
}

/// Why a text is not a state of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateTextError {
    /// It is not of the form `(fact) (fact)…`.
    Syntax(String),
    /// The task has no such fact.
    Unknown(String),
    /// Two facts exclude each other.
    Contradiction(String, String),
    /// No fact of a variable is given; these are its facts.
    Missing(String),
}

/// A fact in PDDL: `(on a b)` for `Atom on(a, b)`; `None` for negated atoms and `<none of those>`.
pub fn atom_text(fact_name: &str) -> Option<String> {
    let (predicate, arguments) = atom_parts(fact_name)?;
    let mut text = format!("({predicate}");
    for argument in arguments {
        text.push(' ');
        text.push_str(argument);
    }
    text.push(')');
    Some(text)
}

impl StateText {
    /// For the states of `task`.
    pub fn new(task: &Task) -> Self {
        let mut text = Self { names: Vec::new(), facts: FxHashMap::default(), defaults: Vec::new() };
        for (variable, layer) in (0u32..).zip(&task.variables.layers) {
            let facts = (0..task.variables.domain_size(variable as usize) as u32)
                .map(|value| Fact { variable, value });
            if layer.is_some() {
                text.names.push(facts.map(|_| None).collect());
                text.defaults.push(Some(task.initial[variable as usize]));
                continue;
            }
            let names: Vec<Option<String>> =
                facts.clone().map(|fact| atom_text(task.variables.fact_name(fact))).collect();
            let mut unnamed = facts.clone().filter(|fact| names[fact.value as usize].is_none());
            text.defaults.push(match (unnamed.next(), unnamed.next()) {
                (Some(only), None) => Some(only.value),
                _ => None,
            });
            text.facts.extend(facts.filter_map(|fact| Some((names[fact.value as usize].clone()?, fact))));
            text.names.push(names);
        }
        text
    }

    /// The text of the state with these values of all variables.
    pub fn write(&self, values: &[u32]) -> String {
        let holding = self.names.iter().zip(values);
        let mut facts: Vec<&str> =
            holding.filter_map(|(names, &value)| names[value as usize].as_deref()).collect();
        facts.sort_unstable();
        facts.join(" ")
    }

    /// The values of all variables in the state of this text; for derived variables, their defaults.
    ///
    /// # Errors
    /// Says why the text is not a state of the task.
    pub fn read(&self, text: &str) -> Result<Vec<u32>, StateTextError> {
        let mut values = self.defaults.clone();
        let mut named: Vec<Option<&str>> = vec![None; values.len()];
        for fact_text in facts_in(text)? {
            let fact =
                self.facts.get(fact_text).ok_or_else(|| StateTextError::Unknown(fact_text.to_owned()))?;
            match named[fact.variable as usize].replace(fact_text) {
                Some(other) if other != fact_text => {
                    return Err(StateTextError::Contradiction(other.to_owned(), fact_text.to_owned()));
                }
                _ => values[fact.variable as usize] = Some(fact.value),
            }
        }
        let values = values.into_iter().enumerate();
        values.map(|(variable, value)| value.ok_or_else(|| self.missing(variable))).collect()
    }

    fn missing(&self, variable: usize) -> StateTextError {
        let candidates: Vec<&str> = self.names[variable].iter().flatten().map(String::as_str).collect();
        StateTextError::Missing(candidates.join(" "))
    }
}

/// The parts in parentheses of `(clear a) (on a b)`.
fn facts_in(text: &str) -> Result<Vec<&str>, StateTextError> {
    let mut facts = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = rest.find(')').filter(|_| rest.starts_with('('));
        let end = end.ok_or_else(|| StateTextError::Syntax(rest.chars().take(40).collect()))?;
        let (fact, after) = rest.split_at(end + 1);
        facts.push(fact);
        rest = after.trim_start();
    }
    Ok(facts)
}

impl Display for StateTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(rest) => write!(f, "expected a fact in parentheses, found `{rest}`"),
            Self::Unknown(fact) => write!(f, "the task has no fact {fact} that may change"),
            Self::Contradiction(one, other) => write!(f, "{one} and {other} can't both hold"),
            Self::Missing(candidates) => write!(f, "one of these has to hold: {candidates}"),
        }
    }
}

impl std::error::Error for StateTextError {}

#[cfg(test)]
mod tests {
    use generators::{DOMAINS, Generator, Size};
    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use search::{Budget, StateSpace};
    use task::Space;

    use super::*;
    use crate::ground::ground;

    fn task(domain: &str) -> Task {
        let domain = generators::find(domain).unwrap();
        let problem = Generator::new(domain, Size::Small).problem(1, 1).unwrap();
        ground(domain.pddl, "p1", &problem, &Budget::unlimited()).unwrap()
    }

    #[test]
    fn states_come_back_as_they_were() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for domain in DOMAINS {
            let task = task(domain.name);
            let (space, text) = (Space::new(&task), StateText::new(&task));
            let mut scratch = space.scratch();
            let mut state = vec![0; space.words()];
            space.initial(&mut state);
            for _ in 0..50 {
                let mut values = vec![0; task.variables.len()];
                space.values(&state, &mut values);
                let mut again = vec![0; space.words()];
                space.pack(&text.read(&text.write(&values)).unwrap(), &mut scratch, &mut again);
                assert_eq!(again, state, "{}: {}", domain.name, text.write(&values));
                let mut actions = Vec::new();
                space.applicable(&state, &mut scratch, &mut actions);
                let Some(&action) = actions.get(random.random_range(0..actions.len().max(1))) else { break };
                space.apply(&state.clone(), action, &mut scratch, &mut state);
            }
        }
    }

    #[test]
    fn facts_are_written_as_in_pddl_and_sorted() {
        assert_eq!(atom_text("Atom on(a, b)").unwrap(), "(on a b)");
        assert_eq!(atom_text("Atom handempty()").unwrap(), "(handempty)");
        assert_eq!(atom_text("NegatedAtom on(a, b)"), None);
        assert_eq!(atom_text("<none of those>"), None);
        let task = task("gripper");
        let text = StateText::new(&task).write(&task.initial);
        let mut facts: Vec<&str> = facts_in(&text).unwrap();
        assert!(facts.contains(&"(free left)"), "{text}");
        assert!(facts.is_sorted());
        facts.dedup();
        assert_eq!(facts.join(" "), text);
    }

    #[test]
    fn what_is_no_state_is_refused_with_a_reason() {
        let task = task("gripper");
        let text = StateText::new(&task);
        let right = text.write(&task.initial);
        let refusal = |text_: String| text.read(&text_).unwrap_err().to_string();
        assert_eq!(refusal(format!("{right} (on a b)")), "the task has no fact (on a b) that may change");
        assert_eq!(refusal(format!("{right} free")), "expected a fact in parentheses, found `free`");
        assert_eq!(refusal(format!("{right} (free")), "expected a fact in parentheses, found `(free`");
        assert!(refusal(format!("{right} (at-robby room1) (at-robby room2)")).ends_with("can't both hold"));
        assert!(refusal(String::new()).starts_with("one of these has to hold: "));
        assert_eq!(text.read(&format!(" {right} {right}")), text.read(&right));
    }
}
