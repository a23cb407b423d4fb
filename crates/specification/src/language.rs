//! The language of `--search`: `lazy(ff, landmarks(cost=one), preferred)`.

use std::fmt::{self, Display};
use std::ops::Range;

use belief::{ParseReadingError, Reading};

/// A name with arguments, as in `wastar(ff, w=3)`. Without arguments the parentheses may be left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The name.
    pub name: String,
    /// The arguments in parentheses. A list in brackets counts as its members.
    pub arguments: Vec<Argument>,
    /// Where it stands in the text.
    pub place: Range<usize>,
}

/// An argument, which may have a keyword.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    /// The `w` of `w=3`.
    pub keyword: Option<String>,
    /// The values: several for a list, none for an empty one.
    pub values: Vec<Call>,
    /// Where it stands in the text.
    pub place: Range<usize>,
}

/// An error in a specification. `Display` shows the place, on several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError {
    text: String,
    /// The bytes at fault.
    place: Range<usize>,
    message: String,
    help: String,
}

impl SpecError {
    /// An error at a place of the text.
    pub fn new(text: &str, place: Range<usize>, message: impl Display, help: impl Display) -> Self {
        Self { text: text.to_owned(), place, message: message.to_string(), help: help.to_string() }
    }
}

impl Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |range: Range<usize>| self.text.get(range).map_or(0, |part| part.chars().count());
        let indent = " ".repeat(width(0..self.place.start));
        let mark = "^".repeat(width(self.place.clone()).max(1));
        writeln!(f, "{}", self.message)?;
        writeln!(f, "  --search {}", self.text)?;
        writeln!(f, "           {indent}{mark}")?;
        write!(f, "  = help: {}", self.help)
    }
}

impl std::error::Error for SpecError {}

impl Argument {
    /// Its value, if that is a single word.
    pub fn word(&self) -> Option<&str> {
        match &self.values[..] {
            [only] if only.arguments.is_empty() => Some(&only.name),
            _ => None,
        }
    }
}

/// The text of a specification, for reading values from it and pointing at errors.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a>(pub &'a str);

impl Text<'_> {
    /// The reading at the end of a name.
    ///
    /// # Errors
    /// When it is none.
    pub fn reading(self, call: &Call, reading: &str) -> Result<Reading, SpecError> {
        let start = call.place.end - reading.len();
        reading.parse().map_err(|error: ParseReadingError| {
            self.error(start + error.place.start..start + error.place.end, error.message, error.help)
        })
    }

    /// A whole number.
    ///
    /// # Errors
    /// When it is not one.
    pub fn number(self, argument: &Argument) -> Result<u32, SpecError> {
        let number = argument.word().and_then(|word| word.parse().ok());
        number.ok_or_else(|| self.bad_value(argument, "a whole number is wanted, as in boost=1000"))
    }

    /// A whole number from 1 up.
    ///
    /// # Errors
    /// When it is not one.
    pub fn turns(self, argument: &Argument) -> Result<u32, SpecError> {
        let number = argument.word().and_then(|word| word.parse().ok()).filter(|&turns: &u32| turns > 0);
        number.ok_or_else(|| self.bad_value(argument, "a whole number from 1 up is wanted, as in scout=10"))
    }

    /// A number from 1 up.
    ///
    /// # Errors
    /// When it is not one.
    pub fn weight(self, argument: &Argument) -> Result<f32, SpecError> {
        let number = argument.word().and_then(|word| word.parse().ok());
        number
            .filter(|weight: &f32| weight.is_finite() && *weight >= 1.0)
            .ok_or_else(|| self.bad_value(argument, "a number from 1 up is wanted, as in w=3 or w=1.5"))
    }

    /// The error for an argument with a value that does not fit; `help` tells which would.
    pub fn bad_value(self, argument: &Argument, help: &str) -> SpecError {
        self.error(argument.place.clone(), "this value does not fit", help)
    }

    /// The error for an unknown name.
    pub fn unknown(self, what: &str, call: &Call, known: Vec<&str>) -> SpecError {
        let help = match tools::nearest(&call.name, known.iter().copied()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("known: {}", known.join(", ")),
        };
        self.error(call.place.clone(), format_args!("unknown {what} `{}`", call.name), help)
    }

    /// An error at a place.
    pub fn error(self, place: Range<usize>, message: impl Display, help: impl Display) -> SpecError {
        SpecError::new(self.0, place, message, help)
    }
}

/// Reads a whole specification.
///
/// # Errors
/// Says where the text is not of the form `name(arguments)`.
pub fn parse(text: &str) -> Result<Call, SpecError> {
    let mut cursor = Cursor { text, position: 0, depth: 0 };
    let call = cursor.call()?;
    match cursor.next() {
        None => Ok(call),
        Some(_) => Err(cursor.error(cursor.position..text.len(), "nothing may follow")),
    }
}

/// The text still to be read.
struct Cursor<'a> {
    text: &'a str,
    position: usize,
    depth: usize,
}

/// A limit on nesting, which protects the stack; deeper specifications make no sense.
const DEEPEST: usize = 20;

impl Cursor<'_> {
    fn call(&mut self) -> Result<Call, SpecError> {
        let name = self.word()?;
        let mut arguments = Vec::new();
        if self.next() == Some('(') {
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err(self.error(self.here(), "too deeply nested"));
            }
            self.arguments(&mut arguments)?;
            self.depth -= 1;
        }
        Ok(Call { name: self.text[name.clone()].to_lowercase(), arguments, place: name })
    }

    fn arguments(&mut self, arguments: &mut Vec<Argument>) -> Result<(), SpecError> {
        self.expect('(')?;
        while self.next() != Some(')') {
            arguments.push(self.argument()?);
            match self.next() {
                Some(',') => self.expect(',')?,
                Some(')') => {}
                _ => return Err(self.error(self.here(), "expected `,` or `)`")),
            }
        }
        self.expect(')')
    }

    fn argument(&mut self) -> Result<Argument, SpecError> {
        self.next();
        let start = self.position;
        let mut keyword = None;
        if self.next() != Some('[') {
            let first = self.call()?;
            if self.next() != Some('=') {
                return Ok(Argument { keyword, values: vec![first], place: start..self.position });
            }
            if !first.arguments.is_empty() {
                return Err(self.error(first.place, "a keyword has no arguments"));
            }
            self.expect('=')?;
            keyword = Some(first.name);
        }
        let values = if self.next() == Some('[') { self.list()? } else { vec![self.call()?] };
        Ok(Argument { keyword, values, place: start..self.position })
    }

    fn list(&mut self) -> Result<Vec<Call>, SpecError> {
        self.expect('[')?;
        let mut values = Vec::new();
        while self.next() != Some(']') {
            values.push(self.call()?);
            match self.next() {
                Some(',') => self.expect(',')?,
                Some(']') => {}
                _ => return Err(self.error(self.here(), "expected `,` or `]`")),
            }
        }
        self.expect(']')?;
        Ok(values)
    }

    /// A name or a number.
    fn word(&mut self) -> Result<Range<usize>, SpecError> {
        self.next();
        let rest = &self.text[self.position..];
        let is_part = |c: char| c.is_alphanumeric() || "_-.@:+".contains(c);
        let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        if length == 0 {
            return Err(self.error(self.here(), "expected a name"));
        }
        let word = self.position..self.position + length;
        self.position = word.end;
        Ok(word)
    }

    fn expect(&mut self, wanted: char) -> Result<(), SpecError> {
        if self.next() != Some(wanted) {
            return Err(self.error(self.here(), format_args!("expected `{wanted}`")));
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

    fn error(&self, place: Range<usize>, message: impl Display) -> SpecError {
        SpecError::new(
            self.text,
            place,
            message,
            "a search is written as in astar(lmcut) or gbfs(ff, preferred)",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(call: &Call) -> Vec<&str> {
        call.arguments
            .iter()
            .flat_map(|argument| argument.values.iter().map(|value| value.name.as_str()))
            .collect()
    }

    #[test]
    fn parentheses_may_be_left_out_and_spaces_put_in() {
        for text in ["astar(blind)", "astar(blind())", " astar ( blind ( ) ) ", "AStar(Blind)"] {
            let call = parse(text).unwrap();
            assert_eq!((call.name.as_str(), names(&call)), ("astar", vec!["blind"]), "{text}");
        }
    }

    #[test]
    fn lists_and_keywords_are_read() {
        let call = parse("lazy_greedy([ff(), add], preferred=[ff], boost=1000)").unwrap();
        assert_eq!(names(&call), ["ff", "add", "ff", "1000"]);
        let keywords: Vec<_> = call.arguments.iter().map(|argument| argument.keyword.as_deref()).collect();
        assert_eq!(keywords, [None, Some("preferred"), Some("boost")]);
    }

    #[test]
    fn errors_show_where() {
        for (text, expected) in [
            ("", "expected a name\n  --search \n           ^\n"),
            ("astar(", "expected a name\n  --search astar(\n                 ^\n"),
            ("astar(blind", "expected `,` or `)`\n  --search astar(blind\n                      ^\n"),
            (
                "astar(blind)) x",
                "nothing may follow\n  --search astar(blind)) x\n                       ^^^\n",
            ),
            ("gbfs([ff)", "expected `,` or `]`\n  --search gbfs([ff)\n                   ^\n"),
            ("gbfs(ff, w=)", "expected a name\n  --search gbfs(ff, w=)\n                      ^\n"),
            ("ästar(é(1)=2)", "a keyword has no arguments\n  --search ästar(é(1)=2)\n                 ^\n"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        assert!(parse(&"a(".repeat(100_000)).is_err());
    }
}
