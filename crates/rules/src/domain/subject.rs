//! The subject of rules: states or goals.

use std::fmt::{self, Display};
use std::str::FromStr;

/// The subject of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Subject {
    /// States: the value of a state is the largest cost of a rule that holds.
    States,
    /// Goals that are open in a state, each by itself: the value of a state is the sum over them.
    #[default]
    Goals,
}

impl Subject {
    /// All there are.
    pub const ALL: [Self; 2] = [Self::States, Self::Goals];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::States => "states",
            Self::Goals => "goals",
        }
    }
}

impl Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Subject {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|subject| subject.name() == text);
        found.ok_or_else(|| format!("expected one of {}", Self::ALL.map(Self::name).join(", ")))
    }
}
