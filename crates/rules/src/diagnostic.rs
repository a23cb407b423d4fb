//! What is wrong with a text, where, and what would be right.

mod excerpt;

use std::fmt;

use excerpt::Excerpt;

/// A text with the name to call it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source<'a> {
    /// Its name, as errors shall show it.
    pub name: &'a str,
    /// What it says.
    pub text: &'a str,
}

/// From which byte up to which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub start: u32,
    pub end: u32,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The text was understood all the same.
    Warning,
    /// The text is wrong.
    Error,
    /// The text may well be right, but asks for what is not supported.
    Unsupported,
}

/// A message about a place in a text. `Display` shows all of it, on several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where.
    pub place: Box<Place>,
    /// What to do about it, where that is known.
    pub help: Option<String>,
}

/// A place in a text, with what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The text's name.
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
    fn new(source: Source<'_>, span: Span) -> Self {
        let text = source.text;
        let start = text.floor_char_boundary(span.start as usize);
        let end = text.floor_char_boundary(span.end as usize).max(start);
        let line_start = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |length| start + length);
        let marked_end = end.min(line_end);
        let Excerpt { text: excerpt, mark_start, mark_width } =
            Excerpt::new(&text[line_start..start], &text[start..marked_end], &text[marked_end..line_end]);
        Self {
            file: source.name.to_owned(),
            line: text.as_bytes()[..start].iter().filter(|&&byte| byte == b'\n').count() + 1,
            column: text[line_start..start].chars().count() + 1,
            excerpt,
            mark_start,
            mark_width,
        }
    }
}

impl Diagnostic {
    fn new(severity: Severity, source: Source<'_>, span: Span, message: String) -> Self {
        Self { severity, message, place: Box::new(Place::new(source, span)), help: None }
    }

    pub(crate) fn error(source: Source<'_>, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, source, span, message.into())
    }

    pub(crate) fn warning(source: Source<'_>, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, source, span, message.into())
    }

    pub(crate) fn unsupported(source: Source<'_>, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Unsupported, source, span, message.into())
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
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
        writeln!(f, "{severity}: {}", self.message)?;
        writeln!(f, "{gutter}--> {file}:{line}:{column}")?;
        writeln!(f, "{gutter} |")?;
        writeln!(f, "{number} | {excerpt}")?;
        write!(f, "{gutter} | {indent}{mark}")?;
        if let Some(help) = &self.help {
            write!(f, "\n{gutter} = help: {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::{Diagnostic, Source, Span};

    #[test]
    fn a_message_shows_the_line_and_marks_the_place() {
        let source = Source { name: "bias.pl", text: "head_pred(f,1).\nbody_pred(p,two).\n" };
        let shown = Diagnostic::error(source, Span { start: 28, end: 31 }, "not a number")
            .help("write 2")
            .to_string();
        assert_eq!(
            shown,
            "error: not a number\n --> bias.pl:2:13\n  |\n2 | body_pred(p,two).\n  |             ^^^\n  = help: write 2"
        );
    }

    #[test]
    fn a_place_beyond_the_text_is_its_end() {
        let source = Source { name: "x", text: "ä" };
        let error = Diagnostic::error(source, Span { start: 7, end: 9 }, "end");
        assert_eq!((error.place.line, error.place.column), (1, 2));
    }
}
