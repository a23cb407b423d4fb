//! The heuristics that a model is built on, by name.

use heuristics::{CATALOG, Entry};

/// The heuristic of a name, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChosenHeuristic(pub Option<&'static str>);

impl ChosenHeuristic {
    /// The heuristic of a name, or none for `none`.
    ///
    /// # Errors
    /// When there is none of this name, or training can't compute it.
    pub fn parse(text: &str) -> Result<Self, String> {
        match (text, Entry::find(text)) {
            ("none", _) => Ok(Self(None)),
            (_, Some(entry)) if entry.depends_on_path => {
                Err(format!("{text} depends on the path to a state, which is not known in training"))
            }
            (_, Some(entry)) => Ok(Self(Some(entry.name))),
            (_, None) => Err(format!("expected none or one of {}", names(|_| true))),
        }
    }

    /// The same, if it never overestimates.
    ///
    /// # Errors
    /// Also when it may overestimate.
    pub fn parse_admissible(text: &str) -> Result<Self, String> {
        let chosen = Self::parse(text)?;
        match chosen.0.and_then(Entry::find) {
            Some(entry) if !entry.is_admissible => {
                let known = names(|entry| entry.is_admissible);
                Err(format!("{text} is no lower bound: it may overestimate; those that don't: {known}"))
            }
            _ => Ok(chosen),
        }
    }
}

fn names(is_wanted: impl Fn(&Entry) -> bool) -> String {
    let names: Vec<&str> = CATALOG.iter().filter(|entry| is_wanted(entry)).map(|entry| entry.name).collect();
    names.join(", ")
}
