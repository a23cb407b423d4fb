//! Reads the formulas and effects of actions, axioms and goals, with the names in scope.

use crate::VariableId;
use crate::fault::{Fault, Result, quoted};
use crate::sexpr::{Node, Nodes};

use super::notes::Notes;
use super::scope::Scope;
use super::typed_list::typed_variables;
use super::vocabulary::Vocabulary;

/// Reading and dropping nested formulas takes stack: this many levels are safe on any thread.
const MAX_DEPTH: usize = 200;

/// Reads formulas and effects.
pub(crate) struct Body<'a> {
    pub vocabulary: &'a Vocabulary<'a>,
    pub scope: &'a mut Scope,
    pub notes: &'a mut Notes,
    depth: usize,
}

impl<'a> Body<'a> {
    pub(crate) fn new(vocabulary: &'a Vocabulary<'a>, scope: &'a mut Scope, notes: &'a mut Notes) -> Self {
        Self { vocabulary, scope, notes, depth: 0 }
    }

    /// Reads something one level further down.
    pub(crate) fn nested<T>(
        &mut self,
        node: Node<'_>,
        read: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        if self.depth == MAX_DEPTH {
            let message = format!("nested more than {MAX_DEPTH} levels deep");
            return Err(Fault::error(node.span(), message).label("too deep"));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Binds the variables of a parameter list or quantifier.
    pub(crate) fn bind(&mut self, list: Node<'_>) -> Result<Vec<VariableId>> {
        if !list.is_list() {
            let message = format!("expected a list of variables, found {}", quoted(list.word()));
            return Err(
                Fault::error(list.span(), message).help("write `(?variable - type …)`, or `()` for none")
            );
        }
        self.bind_all(list.children())
    }

    /// Binds the variables of a typed list.
    pub(crate) fn bind_all(&mut self, list: Nodes<'_>) -> Result<Vec<VariableId>> {
        let mark = self.scope.mark();
        let mut ids = Vec::new();
        for item in typed_variables(list)? {
            if item.name.symbol().is_some_and(|symbol| self.scope.bound_since(mark, symbol)) {
                let message = format!("variable {} is declared twice", quoted(item.name.word()));
                return Err(Fault::error(item.name.span(), message));
            }
            let types = self.vocabulary.types.resolve(item.annotation, self.notes)?;
            ids.push(self.scope.bind(item.name, types));
        }
        Ok(ids)
    }
}
