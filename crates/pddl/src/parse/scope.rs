//! The variables of one action, axiom or goal, and which of them each name means at a place.

use crate::sexpr::{Node, Tree};
use crate::symbols::{Names, Symbol};
use crate::{TypeNames, Variable, VariableId};

/// Variables in scope. One scope serves all actions of a file, one after another.
pub(crate) struct Scope {
    variables: Vec<Variable>,
    visible: Names<VariableId>,
    /// The earlier meaning of each bound name, latest last.
    shadowed: Vec<(Symbol, Option<VariableId>)>,
}

/// How many names were bound at some point.
#[derive(Clone, Copy)]
pub(crate) struct Mark(usize);

impl Scope {
    pub(crate) fn new(tree: &Tree) -> Self {
        Self { variables: Vec::new(), visible: Names::new(&tree.symbols), shadowed: Vec::new() }
    }

    pub(crate) fn mark(&self) -> Mark {
        Mark(self.shadowed.len())
    }

    /// A fresh variable, visible until the scope is unwound to an earlier mark.
    pub(crate) fn bind(&mut self, name: Node<'_>, types: TypeNames) -> VariableId {
        let id = VariableId::from_index(self.variables.len());
        self.variables.push(Variable { name: name.word().to_owned(), types });
        if let Some(symbol) = name.symbol() {
            let before = self.visible.set(symbol, Some(id));
            self.shadowed.push((symbol, before));
        }
        id
    }

    /// Makes names mean again what they meant at the mark.
    pub(crate) fn unwind(&mut self, mark: Mark) {
        while self.shadowed.len() > mark.0
            && let Some((symbol, before)) = self.shadowed.pop()
        {
            self.visible.set(symbol, before);
        }
    }

    /// Was the name bound since the mark?
    pub(crate) fn bound_since(&self, mark: Mark, symbol: Symbol) -> bool {
        // Bindings since the mark are the latest variables, so the visible one tells.
        let count = self.shadowed.len() - mark.0;
        self.visible.get(symbol).is_some_and(|id| id.index() + count >= self.variables.len())
    }

    pub(crate) fn get(&self, symbol: Symbol) -> Option<VariableId> {
        self.visible.get(symbol)
    }

    pub(crate) fn variable(&self, id: VariableId) -> &Variable {
        &self.variables[id.index()]
    }

    /// The names of all variables so far, visible or not.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.variables.iter().map(|variable| variable.name.as_str())
    }

    /// Ends the action, axiom or goal and gives away all its variables.
    pub(crate) fn finish(&mut self) -> Vec<Variable> {
        self.unwind(Mark(0));
        std::mem::take(&mut self.variables)
    }
}
