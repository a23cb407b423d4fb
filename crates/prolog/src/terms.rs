//! Terms, each stored once: equal terms have equal numbers.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

/// The number of a text used as an atom or a functor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(u32);

/// The number of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TermId(u32);

/// The kind of a term, with its name or value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// The variable of that number in its clause.
    Variable(u32),
    /// An atom.
    Atom(Name),
    /// An integer.
    Integer(i64),
    /// A number that is no integer, by its bits.
    Float(u64),
    /// A functor; the arguments are asked for with [`Terms::arguments`].
    Compound(Name),
}

/// All terms of all texts of a problem.
#[derive(Clone, Debug)]
pub struct Terms {
    texts: Vec<Box<str>>,
    text_lookup: HashTable<Name>,
    entries: Vec<Entry>,
    arguments: Vec<TermId>,
    lookup: HashTable<TermId>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    node: Node,
    ground: bool,
    /// Its arguments are `arguments[start..start + arity]`.
    start: u32,
    arity: u32,
}

/// Names that the language gives a meaning to.
pub mod names {
    use super::Name;

    macro_rules! known {
        ($($constant:ident = $text:literal,)*) => {
            pub(super) const TEXTS: &[&str] = &[$($text),*];
            #[expect(clippy::upper_case_acronyms)]
            enum Order { $($constant),* }
            $(#[doc = concat!("`", $text, "`")] pub const $constant: Name = Name(Order::$constant as u32);)*
        };
    }

    known! {
        NIL = "[]",
        CONS = "[|]",
        COMMA = ",",
        NECK = ":-",
        SEMICOLON = ";",
        ARROW = "->",
        NEGATION = "\\+",
        NOT = "not",
        BRACES = "{}",
        TUPLE = "",
        ELEMENT = ":",
        COUNT = "#count",
        TRUE = "true",
        EQUAL = "=",
        UNEQUAL = "!=",
    }
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

impl Default for Terms {
    fn default() -> Self {
        let mut terms = Self {
            texts: Vec::new(),
            text_lookup: HashTable::new(),
            entries: Vec::new(),
            arguments: Vec::new(),
            lookup: HashTable::new(),
        };
        for text in names::TEXTS {
            terms.name(text);
        }
        terms
    }
}

impl Terms {
    /// Makes room for the terms of a text of that many bytes.
    pub fn reserve(&mut self, bytes: usize) {
        let Self { entries, arguments, lookup, .. } = self;
        let terms = bytes / 16;
        entries.reserve(terms);
        arguments.reserve(terms);
        lookup.reserve(terms, |term| entries[term.index()].key(arguments));
    }

    /// The number of a text.
    pub fn name(&mut self, text: &str) -> Name {
        let texts = &self.texts;
        let key = hash(text);
        if let Some(&name) = self.text_lookup.find(key, |name| &*texts[name.0 as usize] == text) {
            return name;
        }
        let name = Name(self.texts.len() as u32);
        self.texts.push(text.into());
        let texts = &self.texts;
        self.text_lookup.insert_unique(key, name, |name| hash(&*texts[name.0 as usize]));
        name
    }

    /// The text of a name.
    pub fn text(&self, name: Name) -> &str {
        &self.texts[name.0 as usize]
    }

    /// The kind of a term, with its name or value.
    pub fn node(&self, term: TermId) -> Node {
        self.entries[term.index()].node
    }

    /// Does it have no variables?
    pub fn is_ground(&self, term: TermId) -> bool {
        self.entries[term.index()].ground
    }

    /// The arguments of a term; none if it is no compound.
    pub fn arguments(&self, term: TermId) -> &[TermId] {
        self.entries[term.index()].arguments(&self.arguments)
    }

    /// The number of its arguments.
    pub fn arity(&self, term: TermId) -> usize {
        self.entries[term.index()].arity as usize
    }

    /// The name and the number of arguments of what can be a predicate.
    pub fn functor(&self, term: TermId) -> Option<(Name, usize)> {
        match self.node(term) {
            Node::Atom(name) => Some((name, 0)),
            Node::Compound(name) => Some((name, self.arity(term))),
            Node::Variable(_) | Node::Integer(_) | Node::Float(_) => None,
        }
    }

    /// The arguments if the term has that functor.
    pub fn matches(&self, term: TermId, name: Name, arity: usize) -> Option<&[TermId]> {
        (self.functor(term) == Some((name, arity))).then(|| self.arguments(term))
    }

    /// The head of a clause, and its body unless it is a fact.
    pub fn clause(&self, clause: TermId) -> (TermId, Option<TermId>) {
        match self.matches(clause, names::NECK, 2) {
            Some(&[head, body]) => (head, Some(body)),
            _ => (clause, None),
        }
    }

    /// The goals of a conjunction, in order.
    pub fn conjuncts(&self, conjunction: TermId) -> Vec<TermId> {
        let mut goals = Vec::new();
        let mut rest = conjunction;
        while let Some(&[first, others]) = self.matches(rest, names::COMMA, 2) {
            goals.push(first);
            rest = others;
        }
        goals.push(rest);
        goals
    }

    /// The variable of that number.
    pub fn variable(&mut self, number: u32) -> TermId {
        self.intern(Node::Variable(number), &[])
    }

    /// An atom.
    pub fn atom(&mut self, name: Name) -> TermId {
        self.intern(Node::Atom(name), &[])
    }

    /// An integer.
    pub fn integer(&mut self, value: i64) -> TermId {
        self.intern(Node::Integer(value), &[])
    }

    /// A number that is no integer.
    pub fn float(&mut self, value: f64) -> TermId {
        self.intern(Node::Float(value.to_bits()), &[])
    }

    /// A functor with arguments; an atom if there are none.
    pub fn compound(&mut self, name: Name, arguments: &[TermId]) -> TermId {
        match arguments {
            [] => self.atom(name),
            _ => self.intern(Node::Compound(name), arguments),
        }
    }

    /// A list with those elements before the tail.
    pub fn list(&mut self, elements: &[TermId], tail: TermId) -> TermId {
        elements.iter().rev().fold(tail, |tail, &head| self.compound(names::CONS, &[head, tail]))
    }

    /// How many terms there are: numbers below are in use.
    pub fn count(&self) -> usize {
        self.entries.len()
    }

    fn intern(&mut self, node: Node, arguments: &[TermId]) -> TermId {
        let Self { entries, arguments: all, lookup, .. } = self;
        let key = hash((node, arguments));
        let found = lookup.find(key, |term| {
            let entry = &entries[term.index()];
            entry.node == node && *entry.arguments(all) == *arguments
        });
        if let Some(&term) = found {
            return term;
        }
        let ground = !matches!(node, Node::Variable(_))
            && arguments.iter().all(|argument| entries[argument.index()].ground);
        let (start, arity) = (all.len() as u32, arguments.len() as u32);
        all.extend_from_slice(arguments);
        let term = TermId(entries.len() as u32);
        entries.push(Entry { node, ground, start, arity });
        lookup.insert_unique(key, term, |term| entries[term.index()].key(all));
        term
    }
}

impl Entry {
    fn arguments(self, all: &[TermId]) -> &[TermId] {
        &all[self.start as usize..(self.start + self.arity) as usize]
    }

    fn key(self, all: &[TermId]) -> u64 {
        hash((self.node, self.arguments(all)))
    }
}

impl TermId {
    /// The term of that number.
    pub fn at(index: usize) -> Self {
        Self(index as u32)
    }

    /// The number of the term.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
