//! Diagnostics: the problem with a text, its place, and how to put it right.

use std::fmt;
use std::ops::Range;

use crate::Source;
use crate::excerpt::Excerpt;
use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The text was understood all the same.
    Warning,
    /// The text is wrong.
    Error,
    /// The text may well be right, but uses a feature that is not supported.
    Unsupported,
}

/// A message about a place in a text. `Display` shows all of it, on several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The problem, in one sentence.
    pub message: String,
    /// The place of the problem.
    pub place: Box<Place>,
    /// A label beside the mark; may be empty.
    pub label: String,
    /// How to put it right, where that is known.
    pub help: Option<String>,
}

/// A place in a text, with an excerpt of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The source's name.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The line's text, made printable, and cut around the mark where it is long.
    pub excerpt: String,
    /// How many characters of the excerpt come before the mark.
    pub mark_start: usize,
    /// How many characters are marked, at least one.
    pub mark_width: usize,
}

impl Place {
    pub(crate) fn new(source: &Source, span: Span) -> Self {
        Self::of_bytes(&source.name, &source.text, span.start as usize..span.end as usize)
    }

    /// The place of these bytes in the text of a file. Positions beyond the text count as its end.
    pub fn of_bytes(file: &str, text: &str, bytes: Range<usize>) -> Self {
        let start = text.floor_char_boundary(bytes.start);
        let end = text.floor_char_boundary(bytes.end).max(start);
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |length| start + length);
        let Excerpt { text: excerpt, mark_start, mark_width } = Excerpt::new(
            &text[line_start..start],
            &text[start..end.min(line_end)],
            &text[end.min(line_end)..line_end],
        );
        Self {
            file: file.to_owned(),
            line: line_number(text, start),
            column: text[line_start..start].trim_start_matches('\u{feff}').chars().count() + 1,
            excerpt,
            mark_start,
            mark_width,
        }
    }
}

impl Diagnostic {
    /// Adds how to put it right.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

/// The line that the byte at `offset` stands in, from 1.
pub(crate) fn line_number(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset].iter().filter(|&&byte| byte == b'\n').count() + 1
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place { file, line, column, excerpt, mark_start, mark_width } = &*self.place;
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error | Severity::Unsupported => "error",
        };
        let number = line.to_string();
        let gutter = " ".repeat(number.len());
        let indent = " ".repeat(*mark_start);
        let mark = "^".repeat(*mark_width);
        let label = if self.label.is_empty() { String::new() } else { format!(" {}", self.label) };
        writeln!(f, "{severity}: {}", self.message)?;
        writeln!(f, "{gutter}--> {file}:{line}:{column}")?;
        writeln!(f, "{gutter} |")?;
        writeln!(f, "{number} | {excerpt}")?;
        write!(f, "{gutter} | {indent}{mark}{label}")?;
        if let Some(help) = &self.help {
            write!(f, "\n{gutter} = help: {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}
