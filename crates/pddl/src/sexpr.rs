//! Parenthesised text as a flat tree.
//!
//! The nodes stand in the order of the text; a list knows where the next node after it is. Building
//! and walking the tree needs no recursion, so depth costs nothing.

use crate::source::Span;
use crate::symbols::{Symbol, Symbols};

/// The s-expressions of a file.
pub(crate) struct Tree {
    pub entries: Vec<Entry>,
    pub symbols: Symbols,
}

pub(crate) struct Entry {
    pub span: Span,
    pub kind: Kind,
}

#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Word(Symbol),
    /// `next` is the entry after all that is in the list; zero while the list is still open.
    List {
        next: u32,
    },
}

/// A word or list of a [`Tree`].
#[derive(Clone, Copy)]
pub(crate) struct Node<'t> {
    tree: &'t Tree,
    index: usize,
}

/// Nodes side by side.
#[derive(Clone)]
pub(crate) struct Nodes<'t> {
    tree: &'t Tree,
    next: usize,
    end: usize,
}

impl Tree {
    /// The outermost nodes.
    pub(crate) fn roots(&self) -> Nodes<'_> {
        Nodes { tree: self, next: 0, end: self.entries.len() }
    }
}

impl<'t> Node<'t> {
    /// The symbol, if the node is a word.
    pub(crate) fn symbol(self) -> Option<Symbol> {
        match self.entry().kind {
            Kind::Word(symbol) => Some(symbol),
            Kind::List { .. } => None,
        }
    }

    /// The word in lower case; nothing for a list.
    pub(crate) fn word(self) -> &'t str {
        self.symbol().map_or("", |symbol| self.tree.symbols.name(symbol))
    }

    pub(crate) fn is_list(self) -> bool {
        self.symbol().is_none()
    }

    /// The nodes of a list; none of a word.
    pub(crate) fn children(self) -> Nodes<'t> {
        Nodes { tree: self.tree, next: self.index + 1, end: self.after() }
    }

    /// The node alone.
    pub(crate) fn as_nodes(self) -> Nodes<'t> {
        Nodes { tree: self.tree, next: self.index, end: self.after() }
    }

    /// The first word of a list, if it starts with one.
    pub(crate) fn head(self) -> Option<(Node<'t>, Symbol)> {
        let first = self.children().next()?;
        Some((first, first.symbol()?))
    }

    /// The nodes of a list after the first.
    pub(crate) fn tail(self) -> Nodes<'t> {
        let mut nodes = self.children();
        nodes.next();
        nodes
    }

    /// From its first to its last character, the parentheses included.
    pub(crate) fn span(self) -> Span {
        self.entry().span
    }

    fn entry(self) -> &'t Entry {
        &self.tree.entries[self.index]
    }

    fn after(self) -> usize {
        match self.entry().kind {
            Kind::Word(_) => self.index + 1,
            Kind::List { next } => next as usize,
        }
    }
}

impl<'t> Iterator for Nodes<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        if self.next == self.end {
            return None;
        }
        let node = Node { tree: self.tree, index: self.next };
        self.next = node.after();
        Some(node)
    }
}
