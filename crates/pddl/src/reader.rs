//! The reader: from text to a [`Tree`] of words and lists.

use crate::balance::{stray_closing, unclosed};
use crate::fault::{Fault, Result};
use crate::sexpr::{Entry, Kind, Tree};
use crate::source::Span;
use crate::symbols::{Symbols, WordHash};

/// Offsets are 32 bits wide, with room to spare for the keywords among the names.
const MAX_BYTES: usize = i32::MAX as usize;

/// Reads the whole text.
pub(crate) fn read(text: &str) -> Result<Tree> {
    if text.len() > MAX_BYTES {
        let fault = Fault::error(Span::START, "the file is too large");
        return Err(fault.label("files of up to 2 GiB can be read"));
    }
    let tree = Tree { entries: Vec::with_capacity(text.len() / 8), symbols: Symbols::new() };
    let after_byte_order_mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut reader = Reader { text, at: after_byte_order_mark, tree, open: Vec::new() };
    while let Some(&byte) = text.as_bytes().get(reader.at) {
        match byte {
            b'(' => reader.opening(),
            b')' => reader.closing()?,
            b' ' | b'\t' | b'\n' | b'\r' | b'\x0b' | b'\x0c' => reader.at += 1,
            b';' => reader.comment(),
            b'\0' => return Err(not_text(reader.at)),
            _ => reader.word(byte)?,
        }
    }
    if reader.open.is_empty() { Ok(reader.tree) } else { Err(unclosed(&reader.tree, &reader.open)) }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    tree: Tree,
    /// The lists not closed yet.
    open: Vec<usize>,
}

impl Reader<'_> {
    fn opening(&mut self) {
        self.open.push(self.tree.entries.len());
        let span = Span::new(self.at, self.at + 1);
        self.tree.entries.push(Entry { span, kind: Kind::List { next: 0 } });
        self.at += 1;
    }

    fn closing(&mut self) -> Result<()> {
        let Some(list) = self.open.pop() else { return Err(stray_closing(&self.tree, self.at)) };
        self.at += 1;
        let next = self.tree.entries.len() as u32;
        let list = &mut self.tree.entries[list];
        list.span.end = self.at as u32;
        list.kind = Kind::List { next };
        Ok(())
    }

    fn comment(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(rest.len());
    }

    fn word(&mut self, first: u8) -> Result<()> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut at = start + 1;
        let mut hash = WordHash::default();
        hash.add(first);
        let mut all_bits = first;
        while let Some(&byte) = bytes.get(at)
            && IN_WORD[usize::from(byte)]
        {
            hash.add(byte);
            all_bits |= byte;
            at += 1;
        }
        self.at = at;
        let word = &self.text[start..at];
        if !all_bits.is_ascii() {
            check_lookalikes(word, start)?;
        }
        let symbol = self.tree.symbols.intern(word, hash.finish());
        self.tree.entries.push(Entry { span: Span::new(start, at), kind: Kind::Word(symbol) });
        Ok(())
    }
}

/// The bytes that go on with a word. A `?` begins a new one: `(at?x)` means `(at ?x)`.
static IN_WORD: [bool; 256] = {
    let mut table = [true; 256];
    let ends = b" \t\n\r\x0b\x0c();?\0";
    let mut index = 0;
    while index < ends.len() {
        table[ends[index] as usize] = false;
        index += 1;
    }
    table
};

fn not_text(at: usize) -> Box<Fault> {
    Fault::error(Span::new(at, at + 1), "this is not a text file")
        .label("a NUL character")
        .help("PDDL files are plain text in UTF-8; save the file in that encoding")
}

/// Text that went through a word processor has characters that only look like PDDL's.
fn check_lookalikes(word: &str, start: usize) -> Result<()> {
    let hidden = |char: char| char.is_whitespace() || matches!(char, '\u{200b}'..='\u{200f}' | '\u{feff}');
    let dash = |char: char| matches!(char, '\u{2010}'..='\u{2015}' | '\u{2212}');
    let found =
        word.char_indices().find(|&(_, char)| hidden(char) || (dash(char) && word.chars().count() == 1));
    let Some((offset, char)) = found else { return Ok(()) };
    let at = start + offset;
    let code = u32::from(char);
    let (message, help) = if dash(char) {
        ("a typographic dash, where a type's `-` is meant", "replace it by `-`")
    } else {
        ("a character that looks like a space but is none", "replace it by a plain space")
    };
    let fault = Fault::error(Span::new(at, at + char.len_utf8()), message);
    Err(fault.label(format!("U+{code:04X}")).help(help))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::{Node, Nodes};

    fn shown(nodes: Nodes<'_>) -> String {
        let show = |node: Node<'_>| {
            if node.is_list() { format!("({})", shown(node.children())) } else { node.word().to_owned() }
        };
        nodes.map(show).collect::<Vec<_>>().join(" ")
    }

    fn read_and_show(text: &str) -> String {
        shown(read(text).unwrap().roots())
    }

    #[test]
    fn lists_words_and_comments_are_told_apart() {
        assert_eq!(read_and_show("(a (B\tc);d) e\n f)g"), "(a (b c) f) g");
        assert_eq!(read_and_show("; nothing"), "");
        assert_eq!(read_and_show("()(())"), "() (())");
    }

    #[test]
    fn a_question_mark_begins_a_word() {
        assert_eq!(read_and_show("(at?x ?y)"), "(at ?x ?y)");
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
        assert_eq!(read_and_show("\u{feff}(a)"), "(a)");
    }

    #[test]
    fn names_may_have_any_characters() {
        assert_eq!(read_and_show("1-2 a_b@c é-É [x]"), "1-2 a_b@c é-É [x]");
    }

    #[test]
    fn depth_costs_no_stack() {
        let depth = 100_000;
        let text = "(".repeat(depth) + &")".repeat(depth);
        assert_eq!(read(&text).unwrap().roots().count(), 1);
        assert!(read(&text[1..]).is_err());
        assert!(read(&text[..text.len() - 1]).is_err());
    }
}
