//! Effects.

use crate::fault::{Fault, Result, in_parentheses, quoted};
use crate::sexpr::Node;
use crate::symbols::{Symbol, keyword};
use crate::{Atom, Cost, Effect, Requirement};

use super::body::Body;
use super::formula::exactly;

impl Body<'_> {
    /// Reads an effect. Its increases of `total-cost` go into `costs`, which is `None` inside conditions and
    /// quantifiers: no costs are allowed there.
    pub(crate) fn effect(&mut self, node: Node<'_>, costs: Option<&mut Vec<Cost>>) -> Result<Effect> {
        self.nested(node, |body| body.effect_inside(node, costs))
    }

    fn effect_inside(&mut self, node: Node<'_>, mut costs: Option<&mut Vec<Cost>>) -> Result<Effect> {
        if !node.is_list() {
            let message = format!("expected an effect, found {}", quoted(node.word()));
            return Err(Fault::error(node.span(), message).help(in_parentheses(node.word())));
        }
        let mut parts = node.children();
        let Some(head) = parts.next() else { return Ok(Effect::And(Vec::new())) };
        let Some(symbol) = head.symbol() else {
            let fault = Fault::error(head.span(), "expected `and`, `not`, `when` … or a predicate's name");
            return Err(fault.label("a list").help("several effects are written `(and …)`"));
        };
        match symbol {
            keyword::AND => {
                let mut effects = Vec::new();
                for part in parts {
                    if self.is_increase(part) {
                        self.increase(part, costs.as_deref_mut())?;
                    } else {
                        effects.push(self.effect(part, costs.as_deref_mut())?);
                    }
                }
                Ok(Effect::And(effects))
            }
            keyword::NOT => {
                let [part] = exactly(node)?;
                Ok(Effect::Delete(self.deleted_atom(part)?))
            }
            keyword::FORALL => {
                self.notes.uses(Requirement::ConditionalEffects);
                let [variables, inner] = exactly(node)?;
                let mark = self.scope.mark();
                let variables = self.bind(variables)?;
                let inner = Box::new(self.effect(inner, None)?);
                self.scope.unwind(mark);
                Ok(Effect::Forall(variables, inner))
            }
            keyword::WHEN => {
                self.notes.uses(Requirement::ConditionalEffects);
                let [condition, inner] = exactly(node)?;
                Ok(Effect::When(self.formula(condition)?, Box::new(self.effect(inner, None)?)))
            }
            keyword::OR | keyword::IMPLY | keyword::EXISTS | keyword::EQUAL => {
                let message = format!("{} cannot be an effect", quoted(head.word()));
                Err(Fault::error(head.span(), message).label("only in conditions"))
            }
            _ if self.is_increase(node) => {
                self.increase(node, costs)?;
                Ok(Effect::And(Vec::new()))
            }
            _ => Ok(Effect::Add(self.changed_atom(node, head, symbol)?)),
        }
    }

    fn deleted_atom(&mut self, node: Node<'_>) -> Result<Atom> {
        let Some((head, symbol)) = node.head() else {
            let fault = Fault::error(node.span(), "expected an atom after `not`");
            return Err(if node.is_list() { fault } else { fault.help(in_parentheses(node.word())) });
        };
        if matches!(symbol, keyword::AND | keyword::NOT | keyword::OR | keyword::FORALL | keyword::WHEN) {
            let fault = Fault::error(head.span(), "in an effect, `not` applies to a single atom");
            return Err(fault.help("write `(and (not (p …)) (not (q …)))`"));
        }
        self.changed_atom(node, head, symbol)
    }

    fn changed_atom(&mut self, node: Node<'_>, head: Node<'_>, symbol: Symbol) -> Result<Atom> {
        let atom = self.atom(node, head, symbol)?;
        if self.vocabulary.derived[atom.predicate.index()] {
            let message = format!("an effect cannot change the derived predicate {}", quoted(head.word()));
            return Err(Fault::error(head.span(), message).label("its :derived rules decide it"));
        }
        Ok(atom)
    }
}
