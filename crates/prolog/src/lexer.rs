//! Splits a text into tokens.

use pddl::Diagnostic;

use crate::diagnostic::{self, Source, Span};

/// Which language a text is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Background knowledge.
    Prolog,
    /// Examples: lines that begin with `#` are passed over.
    Examples,
    /// A bias: tuples, `#count` and other words with `#`.
    Asp,
}

/// A token, its place, and whether it follows the one before without a space.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    pub kind: Kind<'a>,
    pub span: Span,
    pub adjacent: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind<'a> {
    Atom(&'a str),
    /// Between quotes, with escapes replaced.
    Quoted(String),
    Variable(&'a str),
    Integer(i64),
    Float(f64),
    /// One of `( ) [ ] { } , |`.
    Punctuation(u8),
    /// The full stop.
    Stop,
    End,
}

pub(super) struct Lexer<'a> {
    source: Source<'a>,
    dialect: Dialect,
    position: usize,
    /// Lines passed over because they begin with `#`.
    pub stray: Vec<Span>,
}

fn is_symbol(byte: u8) -> bool {
    b"+-*/\\^<>=~:.?@#&$".contains(&byte)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

impl<'a> Lexer<'a> {
    pub(super) fn new(source: Source<'a>, dialect: Dialect) -> Self {
        let position = if source.text.starts_with('\u{feff}') { 3 } else { 0 };
        Self { source, dialect, position, stray: Vec::new() }
    }

    fn bytes(&self) -> &'a [u8] {
        self.source.text.as_bytes()
    }

    fn peek(&self, ahead: usize) -> Option<u8> {
        self.bytes().get(self.position + ahead).copied()
    }

    fn skip_while(&mut self, accepts: impl Fn(u8) -> bool) {
        while self.peek(0).is_some_and(&accepts) {
            self.position += 1;
        }
    }

    fn span(&self, start: usize) -> Span {
        Span { start: start as u32, end: self.position as u32 }
    }

    fn error(&self, start: usize, message: &str) -> Diagnostic {
        diagnostic::error(self.source, self.span(start), message)
    }

    fn skip_layout(&mut self) -> Result<(), Diagnostic> {
        while let Some(byte) = self.peek(0) {
            let start = self.position;
            let begins_line = start == 0 || self.bytes()[start - 1] == b'\n';
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c => self.position += 1,
                b'%' => self.skip_while(|byte| byte != b'\n'),
                b'#' if self.dialect == Dialect::Examples && begins_line => {
                    self.skip_while(|byte| byte != b'\n');
                    self.stray.push(self.span(start));
                }
                b'/' if self.peek(1) == Some(b'*') => {
                    let Some(length) = self.source.text[start + 2..].find("*/") else {
                        self.position = start + 2;
                        return Err(self.error(start, "this comment has no end").with_help("add `*/`"));
                    };
                    self.position = start + length + 4;
                }
                _ => break,
            }
        }
        Ok(())
    }

    /// Goes on behind the next full stop.
    pub(super) fn skip_clause(&mut self) {
        while let Some(byte) = self.peek(0) {
            self.position += 1;
            match byte {
                b'%' => self.skip_while(|byte| byte != b'\n'),
                b'.' if self.ends_clause() => return,
                _ => {}
            }
        }
    }

    /// Is the full stop just read the end of a clause?
    fn ends_clause(&self) -> bool {
        self.peek(0).is_none_or(|next| next.is_ascii_whitespace() || next == b'%')
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    pub(super) fn next(&mut self) -> Result<Token<'a>, Diagnostic> {
        let before = self.position;
        self.skip_layout()?;
        let start = self.position;
        let adjacent = before == start;
        let kind = self.kind(start)?;
        Ok(Token { kind, span: self.span(start), adjacent })
    }

    fn kind(&mut self, start: usize) -> Result<Kind<'a>, Diagnostic> {
        let Some(byte) = self.peek(0) else { return Ok(Kind::End) };
        let text = self.source.text;
        self.position += 1;
        Ok(match byte {
            b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b'|' => Kind::Punctuation(byte),
            b';' => Kind::Atom(";"),
            b'!' if self.peek(0) == Some(b'=') => {
                self.position += 1;
                Kind::Atom("!=")
            }
            b'!' => Kind::Atom("!"),
            b'0'..=b'9' => return self.number(start),
            b'\'' | b'"' => return self.quoted(start, byte),
            b'A'..=b'Z' | b'_' => {
                self.skip_while(is_word);
                Kind::Variable(&text[start..self.position])
            }
            _ if is_word(byte) => {
                self.skip_while(is_word);
                Kind::Atom(&text[start..self.position])
            }
            b'#' if self.dialect == Dialect::Asp
                && self.peek(0).is_some_and(|next| next.is_ascii_lowercase()) =>
            {
                self.skip_while(is_word);
                Kind::Atom(&text[start..self.position])
            }
            b'.' if self.ends_clause() => Kind::Stop,
            _ if is_symbol(byte) => {
                self.skip_while(is_symbol);
                Kind::Atom(&text[start..self.position])
            }
            _ => return Err(self.error(start, "this character has no meaning here")),
        })
    }

    fn number(&mut self, start: usize) -> Result<Kind<'a>, Diagnostic> {
        let text = self.source.text;
        self.skip_while(|byte| byte.is_ascii_digit());
        let mut is_float = false;
        if self.peek(0) == Some(b'.') && self.peek(1).is_some_and(|next| next.is_ascii_digit()) {
            is_float = true;
            self.position += 1;
            self.skip_while(|byte| byte.is_ascii_digit());
        }
        if matches!(self.peek(0), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(self.peek(1), Some(b'+' | b'-')));
            if self.peek(1 + sign).is_some_and(|next| next.is_ascii_digit()) {
                is_float = true;
                self.position += 1 + sign;
                self.skip_while(|byte| byte.is_ascii_digit());
            }
        }
        let digits = &text[start..self.position];
        if is_float {
            return match digits.parse::<f64>() {
                Ok(value) if value.is_finite() => Ok(Kind::Float(value)),
                _ => Err(self.error(start, "this number is too large")),
            };
        }
        let value = digits.parse().map_err(|_| {
            self.error(start, "this number is too large").with_help("numbers go up to 9223372036854775807")
        })?;
        Ok(Kind::Integer(value))
    }

    fn quoted(&mut self, start: usize, quote: u8) -> Result<Kind<'a>, Diagnostic> {
        let mut content = String::new();
        let mut rest = self.source.text[self.position..].char_indices();
        while let Some((offset, char)) = rest.next() {
            let at = self.position + offset;
            match char {
                _ if char == quote as char => {
                    if self.bytes().get(at + 1) != Some(&quote) {
                        self.position = at + 1;
                        return Ok(Kind::Quoted(content));
                    }
                    rest.next();
                    content.push(char);
                }
                '\\' => match rest.next().map(|(_, escaped)| escaped) {
                    Some('n') => content.push('\n'),
                    Some('t') => content.push('\t'),
                    Some('\n') | None => {}
                    Some(escaped) => content.push(escaped),
                },
                _ => content.push(char),
            }
        }
        Err(self.error(start, "this text has no end").with_help(format!("add `{}`", quote as char)))
    }
}
