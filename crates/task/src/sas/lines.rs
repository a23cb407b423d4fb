//! The lines of a SAS+ file, and what can be wrong with them.

use std::fmt::{self, Display};

/// Why a text is not a SAS+ file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SasError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What was expected.
    pub expected: String,
    /// What was found.
    pub found: String,
}

impl Display for SasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: expected {}, found {}", self.line, self.expected, self.found)
    }
}

impl std::error::Error for SasError {}

/// The lines still to be read, without the white space around them.
pub(super) struct Lines<'a> {
    rest: &'a str,
    read: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, read: 0 }
    }

    pub(super) fn next(&mut self, expected: &str) -> Result<&'a str, SasError> {
        self.read += 1;
        if self.rest.is_empty() {
            return Err(self.error(expected, "the end of the file"));
        }
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        Ok(line.trim_ascii())
    }

    pub(super) fn keyword(&mut self, keyword: &str) -> Result<(), SasError> {
        let line = self.next(keyword)?;
        if line == keyword { Ok(()) } else { Err(self.error(keyword, quoted(line))) }
    }

    /// A line with several numbers.
    pub(super) fn fields(&mut self, expected: &'static str) -> Result<Fields<'a>, SasError> {
        let line = self.next(expected)?;
        Ok(Fields { line, rest: line, number: self.read, expected })
    }

    /// A line with one number.
    pub(super) fn number(&mut self, expected: &'static str) -> Result<u32, SasError> {
        let mut fields = self.fields(expected)?;
        let number = fields.number()?;
        fields.end()?;
        Ok(number)
    }

    pub(super) fn end(&mut self) -> Result<(), SasError> {
        while !self.rest.is_empty() {
            let line = self.next("")?;
            if !line.is_empty() {
                return Err(self.error("the end of the file", quoted(line)));
            }
        }
        Ok(())
    }

    /// An error in the line read last.
    pub(super) fn error(&self, expected: impl Display, found: impl Display) -> SasError {
        SasError { line: self.read, expected: expected.to_string(), found: found.to_string() }
    }
}

/// The numbers of one line still to be read.
pub(super) struct Fields<'a> {
    line: &'a str,
    rest: &'a str,
    number: usize,
    expected: &'static str,
}

impl<'a> Fields<'a> {
    pub(super) fn number(&mut self) -> Result<u32, SasError> {
        let (field, rest) = self.split();
        let number = field.parse().map_err(|_| self.malformed())?;
        self.rest = rest;
        Ok(number)
    }

    /// A number, or -1 for none.
    pub(super) fn optional_number(&mut self) -> Result<Option<u32>, SasError> {
        let (field, rest) = self.split();
        if field != "-1" {
            return self.number().map(Some);
        }
        self.rest = rest;
        Ok(None)
    }

    pub(super) fn end(&self) -> Result<(), SasError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.malformed()) }
    }

    fn split(&self) -> (&'a str, &'a str) {
        let end = self.rest.bytes().position(|byte| byte.is_ascii_whitespace()).unwrap_or(self.rest.len());
        let (field, rest) = self.rest.split_at(end);
        (field, rest.trim_ascii_start())
    }

    fn malformed(&self) -> SasError {
        SasError { line: self.number, expected: self.expected.to_owned(), found: quoted(self.line) }
    }
}

/// The line for an error message, shortened where it is long.
pub(super) fn quoted(line: &str) -> String {
    const LENGTH: usize = 60;
    match line.char_indices().nth(LENGTH) {
        _ if line.is_empty() => "an empty line".to_owned(),
        Some((end, _)) => format!("`{}…`", &line[..end]),
        None => format!("`{line}`"),
    }
}
