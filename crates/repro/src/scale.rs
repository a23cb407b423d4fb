//! The scale of a reproduction: how much work is put into a table.

use std::fmt::{self, Display};
use std::str::FromStr;

/// How much work is put into a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scale {
    /// Seconds: checks that everything works.
    Smoke,
    /// An hour at most on two cores.
    Laptop,
    /// Days, where all that the paper has done would take years.
    Paper,
    /// As much as in the paper.
    Full,
}

impl Scale {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Smoke, Self::Laptop, Self::Paper, Self::Full];

    /// Those of most tables.
    pub const USUAL: [Self; 3] = [Self::Smoke, Self::Laptop, Self::Full];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Smoke => "smoke",
            Self::Laptop => "laptop",
            Self::Paper => "paper",
            Self::Full => "full",
        }
    }
}

impl Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|scale| scale.name() == text);
        found.ok_or_else(|| format!("there is no scale {text}: it is smoke, laptop, paper or full"))
    }
}
