//! The parameters of problems.

use std::fmt;

/// The difficulty of problems, relative to those of the planning competitions (IPC).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Like the easy tasks.
    Small,
    /// Like those in the middle.
    Medium,
    /// Like the hard tasks.
    Large,
}

impl Size {
    /// All sizes, from small to large.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// The name of the size.
    pub fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }
}

/// A parameter of the problems of a domain. Help, lists and messages are made from it.
#[derive(Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name, in the singular or plural that fits a number.
    pub name: &'static str,
    /// A line of help: what it counts.
    pub help: &'static str,
    /// The least number allowed.
    pub least: u32,
    /// The greatest number allowed.
    pub most: u32,
    /// The number for each [`Size`], from small to large.
    pub defaults: [u32; 3],
}

impl Parameter {
    /// The number for a size.
    pub fn default(&self, size: Size) -> u32 {
        self.defaults[size as usize]
    }

    /// The number, if it is in range.
    ///
    /// # Errors
    /// Says what the range is.
    pub fn check(&'static self, number: u32) -> Result<u32, OutOfRange> {
        let is_in_range = (self.least..=self.most).contains(&number);
        is_in_range.then_some(number).ok_or(OutOfRange { parameter: self })
    }

    /// Reads a number, which has to be in range.
    ///
    /// # Errors
    /// Says what the range is.
    pub fn parse(&'static self, text: &str) -> Result<u32, OutOfRange> {
        text.parse().map_err(|_| OutOfRange { parameter: self }).and_then(|number| self.check(number))
    }
}

/// A value that is not a number in the parameter's range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfRange {
    /// The parameter.
    pub parameter: &'static Parameter,
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Parameter { name, least, most, .. } = self.parameter;
        write!(f, "{name} has to be a whole number from {least} to {most}")
    }
}

impl std::error::Error for OutOfRange {}

#[cfg(test)]
mod tests {
    use super::*;

    static LEGS: Parameter = Parameter { name: "legs", help: "legs", least: 2, most: 8, defaults: [2, 4, 6] };

    #[test]
    fn numbers_in_range_are_read_and_others_answered_with_the_range() {
        assert_eq!(LEGS.parse("2"), Ok(2));
        assert_eq!(LEGS.parse("8"), Ok(8));
        for wrong in ["1", "9", "-3", "two", "", "2.5", "99999999999999999999"] {
            let message = LEGS.parse(wrong).unwrap_err().to_string();
            assert_eq!(message, "legs has to be a whole number from 2 to 8", "{wrong}");
        }
    }

    #[test]
    fn each_size_has_its_default() {
        assert_eq!(Size::ALL.map(|size| LEGS.default(size)), [2, 4, 6]);
    }
}
