//! A diagnostic in the making: cheap to create, tied to a span, located in its source at the end.

use tools::numbers::inflected;

use crate::diagnostic::{Diagnostic, Place, Severity, line_number};
use crate::excerpt::printable_start;
use crate::source::{Source, Span};

/// The result of reading a part of a file.
pub(crate) type Result<T> = std::result::Result<T, Box<Fault>>;

/// Something wrong with a span of the text.
#[derive(Debug)]
pub(crate) struct Fault {
    severity: Severity,
    span: Span,
    message: String,
    label: String,
    help: Option<Help>,
}

#[derive(Debug)]
enum Help {
    Text(String),
    /// The words, then the line that the span is on.
    Line(&'static str, Span),
}

impl Fault {
    pub(crate) fn error(span: Span, message: impl Into<String>) -> Box<Self> {
        Box::new(Self {
            severity: Severity::Error,
            span,
            message: message.into(),
            label: String::new(),
            help: None,
        })
    }

    /// `what` completes "not supported: …".
    pub(crate) fn unsupported(span: Span, what: impl AsRef<str>) -> Box<Self> {
        let mut fault = Self::error(span, format!("not supported: {}", what.as_ref()));
        fault.severity = Severity::Unsupported;
        fault
    }

    pub(crate) fn label(mut self: Box<Self>, label: impl Into<String>) -> Box<Self> {
        self.label = label.into();
        self
    }

    pub(crate) fn help(mut self: Box<Self>, help: impl Into<String>) -> Box<Self> {
        self.help = Some(Help::Text(help.into()));
        self
    }

    /// "did you mean …?", where something similar is known.
    pub(crate) fn suggest(mut self: Box<Self>, similar: Option<String>) -> Box<Self> {
        if let Some(similar) = similar {
            self.help = Some(Help::Text(format!("did you mean {}?", quoted(&similar))));
        }
        self
    }

    /// Points at a second place: `words`, then "on line …".
    pub(crate) fn see(mut self: Box<Self>, words: &'static str, span: Span) -> Box<Self> {
        self.help = Some(Help::Line(words, span));
        self
    }

    pub(crate) fn into_warning(mut self: Box<Self>) -> Box<Self> {
        self.severity = Severity::Warning;
        self
    }

    pub(crate) fn locate(self, source: &Source) -> Diagnostic {
        let help = self.help.map(|help| match help {
            Help::Text(text) => text,
            Help::Line(words, span) => {
                format!("{words} on line {}", line_number(&source.text, span.start as usize))
            }
        });
        Diagnostic {
            severity: self.severity,
            message: self.message,
            place: Box::new(Place::new(source, self.span)),
            label: self.label,
            help,
        }
    }
}

/// A name between backticks, shortened if it is absurdly long.
pub(crate) fn quoted(name: &str) -> String {
    format!("`{}`", printable_start(name, 60))
}

/// A help text: to write the word in parentheses instead.
pub(crate) fn in_parentheses(word: &str) -> String {
    format!("write {}", quoted(&format!("({word} …)")))
}

/// "1 argument", "2 arguments".
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {}", inflected(count, noun))
}
