//! Instances written out as terms of their own.

use rustc_hash::FxHashMap;

use super::Stop;
use super::instance::{Instance, Value};
use super::machine::Machine;
use crate::prolog::{Name, Node, TermId};

enum Part {
    Visit(Instance),
    Build(Name, usize),
}

impl Machine<'_> {
    /// The term with the values of its variables put in; variables without values are numbered anew from
    /// `variables.len()` on, by their cells.
    pub(super) fn resolve(
        &mut self,
        instance: Instance,
        variables: &mut FxHashMap<u32, u32>,
    ) -> Result<TermId, Stop> {
        let mut open = vec![Part::Visit(instance)];
        let mut done: Vec<TermId> = Vec::new();
        while let Some(part) = open.pop() {
            match part {
                Part::Build(name, arity) => {
                    let start = done.len() - arity;
                    let term = self.terms.compound(name, &done[start..]);
                    done.truncate(start);
                    done.push(term);
                }
                Part::Visit(instance) => match self.value(instance) {
                    Value::Unbound(cell) => {
                        let next = variables.len() as u32;
                        let number = *variables.entry(cell).or_insert(next);
                        done.push(self.terms.variable(number));
                    }
                    Value::Bound(bound) if self.terms.is_ground(bound.term) => done.push(bound.term),
                    Value::Bound(bound) => {
                        self.step()?;
                        if let Node::Compound(name) = self.terms.node(bound.term) {
                            let arity = self.terms.arity(bound.term);
                            if open.len() + arity > self.limits.cells {
                                return Err(Stop::Space(self.asking));
                            }
                            open.push(Part::Build(name, arity));
                            open.extend(
                                (0..arity).rev().map(|place| Part::Visit(self.argument(bound, place))),
                            );
                        }
                    }
                },
            }
        }
        if self.terms.len() > self.limits.terms {
            return Err(Stop::Space(self.asking));
        }
        // One part to visit leaves one term.
        Ok(done[0])
    }

    /// The term if it has no variables without values.
    pub(super) fn ground(&mut self, instance: Instance) -> Result<Option<TermId>, Stop> {
        if let Value::Bound(bound) = self.value(instance)
            && self.terms.is_ground(bound.term)
        {
            return Ok(Some(bound.term));
        }
        let mut variables = FxHashMap::default();
        let term = self.resolve(instance, &mut variables)?;
        Ok(variables.is_empty().then_some(term))
    }

    /// The term with variables of its own.
    pub(super) fn copy(&mut self, instance: Instance) -> Result<(TermId, u32), Stop> {
        let mut variables = FxHashMap::default();
        let term = self.resolve(instance, &mut variables)?;
        Ok((term, variables.len() as u32))
    }

    /// The elements of a list and its rest.
    pub(super) fn list_elements(&mut self, list: Instance) -> Result<(Vec<Instance>, Value), Stop> {
        let mut elements = Vec::new();
        let mut rest = self.value(list);
        while let Value::Bound(cell) = rest {
            if self.terms.matches(cell.term, crate::prolog::names::CONS, 2).is_none() {
                break;
            }
            self.step()?;
            elements.push(self.argument(cell, 0));
            rest = self.value(self.argument(cell, 1));
        }
        Ok((elements, rest))
    }
}
