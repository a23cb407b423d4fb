//! Conditions.

use crate::fault::{Fault, Result, counted, in_parentheses, quoted};
use crate::sexpr::{Node, Nodes};
use crate::symbols::keyword;
use crate::{Formula, Requirement};

use super::body::Body;

impl Body<'_> {
    /// Reads a condition; `()` is one that always holds.
    pub(crate) fn formula(&mut self, node: Node<'_>) -> Result<Formula> {
        self.nested(node, |body| body.formula_inside(node))
    }

    fn formula_inside(&mut self, node: Node<'_>) -> Result<Formula> {
        if !node.is_list() {
            let message = format!("expected a condition, found {}", quoted(node.word()));
            return Err(Fault::error(node.span(), message).help(in_parentheses(node.word())));
        }
        let mut parts = node.children();
        let Some(head) = parts.next() else { return Ok(Formula::TRUE) };
        let Some(symbol) = head.symbol() else {
            let fault = Fault::error(head.span(), "expected `and`, `or`, `not` … or a predicate's name");
            return Err(fault.label("a list").help("several conditions are written `(and …)`"));
        };
        match symbol {
            keyword::AND => Ok(Formula::And(self.formulas(parts)?)),
            keyword::OR => {
                self.notes.uses(Requirement::DisjunctivePreconditions);
                Ok(Formula::Or(self.formulas(parts)?))
            }
            keyword::NOT => {
                let [part] = exactly(node)?;
                let inner = self.formula(part)?;
                match inner {
                    Formula::Atom(_) => self.notes.uses(Requirement::NegativePreconditions),
                    Formula::Equal(..) => {}
                    _ => self.notes.uses(Requirement::DisjunctivePreconditions),
                }
                Ok(Formula::Not(Box::new(inner)))
            }
            keyword::IMPLY => {
                self.notes.uses(Requirement::DisjunctivePreconditions);
                let [premise, conclusion] = exactly(node)?;
                Ok(Formula::Imply(Box::new(self.formula(premise)?), Box::new(self.formula(conclusion)?)))
            }
            keyword::FORALL | keyword::EXISTS => {
                let [variables, inner] = exactly(node)?;
                let mark = self.scope.mark();
                let variables = self.bind(variables)?;
                let inner = Box::new(self.formula(inner)?);
                self.scope.unwind(mark);
                if symbol == keyword::FORALL {
                    self.notes.uses(Requirement::UniversalPreconditions);
                    Ok(Formula::Forall(variables, inner))
                } else {
                    self.notes.uses(Requirement::ExistentialPreconditions);
                    Ok(Formula::Exists(variables, inner))
                }
            }
            keyword::EQUAL => self.equality(node),
            keyword::WHEN => Err(Fault::error(head.span(), "`when` belongs into effects")
                .help("in a condition, write `(imply condition condition)`")),
            _ => Ok(Formula::Atom(self.atom(node, head, symbol)?)),
        }
    }

    fn formulas(&mut self, parts: Nodes<'_>) -> Result<Vec<Formula>> {
        parts.map(|part| self.formula(part)).collect()
    }

    fn equality(&mut self, node: Node<'_>) -> Result<Formula> {
        let [left, right] = exactly(node)?;
        if left.is_list() || right.is_list() {
            return Err(Fault::unsupported(node.span(), "numeric conditions"));
        }
        self.notes.uses(Requirement::Equality);
        Ok(Formula::Equal(self.term(left)?, self.term(right)?))
    }
}

/// The parts of `node` after its first word, of which there must be exactly `COUNT`.
pub(crate) fn exactly<'t, const COUNT: usize>(node: Node<'t>) -> Result<[Node<'t>; COUNT]> {
    let given = node.tail().count();
    if given != COUNT {
        let head = node.head().map_or("", |(head, _)| head.word());
        let message = format!("{} takes {}, given {given}", quoted(head), counted(COUNT, "part"));
        return Err(Fault::error(node.span(), message));
    }
    let mut parts = [node; COUNT];
    for (slot, part) in parts.iter_mut().zip(node.tail()) {
        *slot = part;
    }
    Ok(parts)
}
