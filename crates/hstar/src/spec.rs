//! How to search, as given on the command line: `astar(blind)`.

use std::fmt::{self, Display};
use std::ops::Range;
use std::str::FromStr;

/// A search algorithm with all it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// A\*.
    AStar(Heuristic),
}

/// A heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heuristic {
    /// The blind one.
    Blind,
}

impl Search {
    /// The heuristic it uses.
    pub fn heuristic(self) -> Heuristic {
        match self {
            Self::AStar(heuristic) => heuristic,
        }
    }
}

impl Display for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AStar(heuristic) => write!(f, "astar({heuristic})"),
        }
    }
}

impl Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blind => f.write_str("blind"),
        }
    }
}

impl FromStr for Search {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut cursor = Cursor { text, position: 0 };
        let search = cursor.search()?;
        cursor.end()?;
        Ok(search)
    }
}

/// What is wrong with a search specification. `Display` shows the place, on several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    text: String,
    /// The bytes at fault.
    place: Range<usize>,
    message: String,
    help: &'static str,
}

impl Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |range: Range<usize>| self.text[range].chars().count();
        let indent = " ".repeat(width(0..self.place.start));
        let mark = "^".repeat(width(self.place.clone()).max(1));
        writeln!(f, "{}", self.message)?;
        writeln!(f, "  --search {}", self.text)?;
        writeln!(f, "           {indent}{mark}")?;
        write!(f, "  = help: {}", self.help)
    }
}

impl std::error::Error for SpecError {}

const SEARCHES: &str = "searches: astar(HEURISTIC), as in astar(blind)";
const HEURISTICS: &str = "heuristics: blind";
const PARENTHESES: &str = "a search is written as in astar(blind)";

/// The text still to be read.
struct Cursor<'a> {
    text: &'a str,
    position: usize,
}

impl Cursor<'_> {
    fn search(&mut self) -> Result<Search, SpecError> {
        let name = self.name("a search", SEARCHES)?;
        match &self.text[name.clone()] {
            "astar" => {
                self.expect('(')?;
                let heuristic = self.heuristic()?;
                self.expect(')')?;
                Ok(Search::AStar(heuristic))
            }
            unknown => Err(self.error(name, format!("unknown search `{unknown}`"), SEARCHES)),
        }
    }

    /// A heuristic; Fast Downward's empty parentheses are accepted.
    fn heuristic(&mut self) -> Result<Heuristic, SpecError> {
        let name = self.name("a heuristic", HEURISTICS)?;
        match &self.text[name.clone()] {
            "blind" => {
                if self.next() == Some('(') {
                    self.expect('(')?;
                    self.expect(')')?;
                }
                Ok(Heuristic::Blind)
            }
            unknown => Err(self.error(name, format!("unknown heuristic `{unknown}`"), HEURISTICS)),
        }
    }

    fn end(&mut self) -> Result<(), SpecError> {
        match self.next() {
            None => Ok(()),
            Some(_) => Err(self.error(self.position..self.text.len(), "nothing may follow", PARENTHESES)),
        }
    }

    fn name(&mut self, what: &str, help: &'static str) -> Result<Range<usize>, SpecError> {
        self.next();
        let rest = &self.text[self.position..];
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.error(self.here(), format!("expected {what}"), help));
        }
        let name = self.position..self.position + length;
        self.position = name.end;
        Ok(name)
    }

    fn expect(&mut self, wanted: char) -> Result<(), SpecError> {
        if self.next() != Some(wanted) {
            return Err(self.error(self.here(), format!("expected `{wanted}`"), PARENTHESES));
        }
        self.position += wanted.len_utf8();
        Ok(())
    }

    /// The next character that is not a space.
    fn next(&mut self) -> Option<char> {
        let rest = self.text[self.position..].trim_start();
        self.position = self.text.len() - rest.len();
        rest.chars().next()
    }

    /// The place of the next character.
    fn here(&self) -> Range<usize> {
        let length = self.text[self.position..].chars().next().map_or(0, char::len_utf8);
        self.position..self.position + length
    }

    fn error(&self, place: Range<usize>, message: impl Display, help: &'static str) -> SpecError {
        SpecError { text: self.text.to_owned(), place, message: message.to_string(), help }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_are_understood() {
        for text in ["astar(blind)", "astar(blind())", " astar ( blind ( ) ) "] {
            assert_eq!(text.parse(), Ok(Search::AStar(Heuristic::Blind)));
        }
        assert_eq!(Search::AStar(Heuristic::Blind).to_string(), "astar(blind)");
    }

    #[test]
    fn errors_show_where_and_what_would_be_right() {
        for (text, expected) in [
            (
                "",
                "expected a search\n  --search \n           ^\n  = help: searches: astar(HEURISTIC), as in astar(blind)",
            ),
            ("astr(blind)", "unknown search `astr`\n  --search astr(blind)\n           ^^^^\n"),
            (
                "astar",
                "expected `(`\n  --search astar\n                ^\n  = help: a search is written as in",
            ),
            (
                "astar()",
                "expected a heuristic\n  --search astar()\n                 ^\n  = help: heuristics: blind",
            ),
            (
                "astar(lmcat())",
                "unknown heuristic `lmcat`\n  --search astar(lmcat())\n                 ^^^^^\n",
            ),
            ("astar(blind", "expected `)`\n  --search astar(blind\n                      ^\n"),
            ("astar(blind(1))", "expected `)`\n  --search astar(blind(1))\n                       ^\n"),
            (
                "astar(blind)) x",
                "nothing may follow\n  --search astar(blind)) x\n                       ^^^\n",
            ),
            ("ästar", "unknown search `ästar`\n  --search ästar\n           ^^^^^\n"),
        ] {
            let error = text.parse::<Search>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
