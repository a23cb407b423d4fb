//! Instances written out as terms of their own.

use rustc_hash::FxHashMap;

use super::instance::{Instance, Value};
use super::{Machine, Mode};
use crate::engine::Stop;
use crate::{Name, Node, TermId, names};

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
        if self.terms.count() > self.limits.terms {
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

    /// In strict mode, stops where something is not known.
    pub(super) fn need_ground(&mut self, instance: Instance, goal: TermId) -> Result<(), Stop> {
        if self.mode == Mode::Strict && self.ground(instance)?.is_none() {
            return Err(Stop::Floundered(goal));
        }
        Ok(())
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
            if self.terms.matches(cell.term, names::CONS, 2).is_none() {
                break;
            }
            self.step()?;
            elements.push(self.argument(cell, 0));
            rest = self.value(self.argument(cell, 1));
        }
        Ok((elements, rest))
    }
    /// A list of instances.
    pub(super) fn make_list(&mut self, elements: &[Instance]) -> Result<Instance, Stop> {
        let nil = self.terms.atom(names::NIL);
        let mut list = Instance { term: nil, frame: 0 };
        let (head, tail) = (self.terms.variable(0), self.terms.variable(1));
        let pair = self.terms.compound(names::CONS, &[head, tail]);
        for &element in elements.iter().rev() {
            if self.terms.is_ground(element.term) && self.terms.is_ground(list.term) {
                let term = self.terms.compound(names::CONS, &[element.term, list.term]);
                list = Instance { term, frame: 0 };
                continue;
            }
            let frame = self.new_frame(2)?;
            self.cells[frame as usize] = Some(element);
            self.cells[frame as usize + 1] = Some(list);
            list = Instance { term: pair, frame };
        }
        Ok(list)
    }
}
