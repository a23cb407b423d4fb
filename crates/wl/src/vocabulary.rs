//! The names that graphs of a domain's tasks are made of.

use serde::{Deserialize, Serialize};

/// The names that graphs of a domain's tasks are made of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vocabulary {
    /// The predicates as `on/2`, by ascending name.
    predicates: Vec<String>,
    /// The domain's constants, by ascending name.
    constants: Vec<String>,
}

impl Vocabulary {
    /// Of predicates as `on/2`, and constants.
    pub fn new(mut predicates: Vec<String>, mut constants: Vec<String>) -> Self {
        predicates.sort_by(|first, second| name(first).cmp(name(second)));
        predicates.dedup_by(|second, first| name(second) == name(first));
        constants.sort_unstable();
        constants.dedup();
        Self { predicates, constants }
    }

    /// Are its names in the order that they are looked up by? Files may come from anybody.
    pub fn is_well_formed(&self) -> bool {
        let arity = |text: &String| text.rsplit_once('/').and_then(|(_, arity)| arity.parse::<u8>().ok());
        self.predicates.is_sorted_by(|first, second| name(first) < name(second))
            && self.predicates.iter().all(|text| arity(text).is_some())
            && self.constants.is_sorted_by(|first, second| first < second)
    }

    /// The predicates as `on/2`, by ascending name.
    pub fn predicates(&self) -> &[String] {
        &self.predicates
    }

    /// The number of a predicate.
    pub(crate) fn number(&self, predicate: &str) -> Option<u32> {
        let found = self.predicates.binary_search_by(|text| name(text).cmp(predicate));
        found.ok().map(|number| number as u32)
    }

    pub(crate) fn is_constant(&self, object: &str) -> bool {
        self.constants.binary_search_by(|name| name.as_str().cmp(object)).is_ok()
    }

    /// The greatest number of objects that an atom has.
    pub(crate) fn positions(&self) -> usize {
        let arity = |text: &String| text.rsplit_once('/').and_then(|(_, arity)| arity.parse::<usize>().ok());
        self.predicates.iter().filter_map(arity).max().unwrap_or(0)
    }
}

/// `on` of `on/2`.
fn name(text: &str) -> &str {
    text.rsplit_once('/').map_or(text, |(name, _)| name)
}
