//! The line around a mark, made fit for a terminal.

use tools::terminal::{INSTEAD, is_steering};

/// Longer lines are cut.
const MAX_LINE: usize = 120;
/// How many characters of a long line are shown before, inside and after the mark.
const BEFORE: usize = 40;
const MARKED: usize = 60;
const AFTER: usize = 20;

/// A printable piece of a line with a marked part.
pub(crate) struct Excerpt {
    pub text: String,
    /// How many characters stand before the mark.
    pub mark_start: usize,
    /// At least one, so that there is something to see at the end of a line too.
    pub mark_width: usize,
}

impl Excerpt {
    /// From the parts of a line before, inside and after the mark.
    pub(crate) fn new(before: &str, marked: &str, after: &str) -> Self {
        let length: usize = [before, marked, after].iter().map(|part| part.len()).sum();
        let long = length > MAX_LINE;
        let limit = |cut: usize| if long { cut } else { usize::MAX };
        let mut text = printable_end(before, limit(BEFORE));
        let marked = printable_start(marked, limit(MARKED));
        let mark_start = text.chars().count();
        let mark_width = marked.chars().count().max(1);
        text.push_str(&marked);
        text.push_str(&printable_start(after, limit(AFTER)));
        text.truncate(text.trim_end().len());
        Self { text, mark_start, mark_width }
    }
}

/// At most `limit` characters from the start, with `…` for the rest.
pub(crate) fn printable_start(text: &str, limit: usize) -> String {
    let mut out = String::new();
    let mut rest = text.chars();
    for char in rest.by_ref().take(limit) {
        push_printable(&mut out, char);
    }
    if rest.next().is_some() {
        out.push('…');
    }
    out
}

/// At most `limit` characters from the end, with `…` for the rest.
fn printable_end(text: &str, limit: usize) -> String {
    let cut = text.char_indices().rev().take(limit).last().map_or(text.len(), |(start, _)| start);
    let mut out = String::new();
    if cut > 0 {
        out.push('…');
    }
    for char in text[cut..].chars() {
        push_printable(&mut out, char);
    }
    out
}

/// Tabs, and characters without a width, would put the mark in the wrong column.
fn push_printable(out: &mut String, char: char) {
    match char {
        '\t' => out.push_str("    "),
        '\r' => out.push(' '),
        '\u{feff}' => {}
        '\u{200b}'..='\u{200d}' => out.push(INSTEAD),
        _ if is_steering(char) => out.push(INSTEAD),
        _ => out.push(char),
    }
}
