//! Writes terms as texts that can be read again.

use super::terms::{Name, Node, TermId, Terms, names};

/// Does an atom need no quotes?
fn is_plain(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_lowercase())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        || matches!(text, "[]" | "!")
}

/// An atom, between quotes where it needs them.
pub fn atom_text(text: &str) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('\'');
    for char in text.chars() {
        match char {
            '\'' => quoted.push_str("''"),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            _ => quoted.push(char),
        }
    }
    quoted.push('\'');
    quoted
}

enum Part {
    Term(TermId),
    Tail(TermId),
    Text(&'static str),
}

impl Terms {
    /// The term as it is written.
    pub fn display(&self, term: TermId) -> String {
        let mut out = String::new();
        let mut parts = vec![Part::Term(term)];
        while let Some(part) = parts.pop() {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Term(term) => self.display_node(term, &mut out, &mut parts),
                Part::Tail(tail) => match self.matches(tail, names::CONS, 2) {
                    Some(&[head, tail]) => {
                        parts.extend([Part::Tail(tail), Part::Term(head), Part::Text(",")])
                    }
                    _ if self.node(tail) == Node::Atom(names::NIL) => out.push(']'),
                    _ => parts.extend([Part::Text("]"), Part::Term(tail), Part::Text("|")]),
                },
            }
        }
        out
    }

    fn display_node(&self, term: TermId, out: &mut String, parts: &mut Vec<Part>) {
        match self.node(term) {
            Node::Variable(number) => out.push_str(&format!("V{number}")),
            Node::Integer(value) => out.push_str(&value.to_string()),
            Node::Float(bits) => out.push_str(&float_text(f64::from_bits(bits))),
            Node::Atom(name) => out.push_str(&atom_text(self.text(name))),
            Node::Compound(names::CONS) if self.arity(term) == 2 => {
                out.push('[');
                let arguments = self.arguments(term);
                parts.extend([Part::Tail(arguments[1]), Part::Term(arguments[0])]);
            }
            Node::Compound(name) => {
                out.push_str(&self.functor_text(name));
                out.push('(');
                let arguments = self.arguments(term);
                parts.push(Part::Text(if name == names::TUPLE && arguments.len() == 1 { ",)" } else { ")" }));
                for (place, &argument) in arguments.iter().enumerate().rev() {
                    parts.push(Part::Term(argument));
                    if place > 0 {
                        parts.push(Part::Text(","));
                    }
                }
            }
        }
    }

    fn functor_text(&self, name: Name) -> String {
        if name == names::TUPLE { String::new() } else { atom_text(self.text(name)) }
    }
}

fn float_text(value: f64) -> String {
    let text = format!("{value:?}");
    match text.split_once('e') {
        Some((mantissa, exponent)) if !mantissa.contains('.') => format!("{mantissa}.0e{exponent}"),
        _ => text,
    }
}
