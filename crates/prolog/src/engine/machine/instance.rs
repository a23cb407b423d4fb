//! Terms with values for their variables: a term of a clause and where the values of its variables are kept.

use super::Machine;
use crate::engine::{Indicator, Stop};
use crate::{Node, TermId};

/// A term whose variable `n` has its value in the cell `frame + n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Instance {
    pub term: TermId,
    pub frame: u32,
}

/// An instance with the values of its variables looked up.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    /// A cell without a value.
    Unbound(u32),
    /// Anything but a variable.
    Bound(Instance),
}

impl Machine<'_> {
    /// Follows values of variables to their end.
    pub(super) fn value(&self, mut instance: Instance) -> Value {
        while let Node::Variable(number) = self.terms.node(instance.term) {
            let cell = instance.frame + number;
            match self.cells[cell as usize] {
                Some(next) => instance = next,
                None => return Value::Unbound(cell),
            }
        }
        Value::Bound(instance)
    }

    /// As a number or a name, if it is one.
    pub(super) fn node(&self, instance: Instance) -> Node {
        match self.value(instance) {
            Value::Unbound(cell) => Node::Variable(cell),
            Value::Bound(instance) => self.terms.node(instance.term),
        }
    }

    pub(super) fn argument(&self, instance: Instance, place: usize) -> Instance {
        Instance { term: self.terms.arguments(instance.term)[place], frame: instance.frame }
    }

    pub(super) fn indicator(&self, instance: Instance) -> Option<Indicator> {
        self.terms.functor(instance.term)
    }

    /// New cells for the variables of a clause.
    pub(super) fn new_frame(&mut self, variables: u32) -> Result<u32, Stop> {
        let frame = self.cells.len();
        let size = frame + variables as usize;
        if size > self.limits.cells {
            return Err(Stop::Space(self.asking));
        }
        self.cells.resize(size, None);
        Ok(frame as u32)
    }

    fn bind(&mut self, cell: u32, value: Instance) {
        self.cells[cell as usize] = Some(value);
        self.trail.push(cell);
    }

    /// Makes two terms equal if they can be. Values given on the way stay even if they can't.
    pub(super) fn unify(&mut self, left: Instance, right: Instance) -> Result<bool, Stop> {
        let mut open = std::mem::take(&mut self.pairs);
        open.clear();
        open.push((left, right));
        let result = self.unify_all(&mut open);
        self.pairs = open;
        result
    }

    fn unify_all(&mut self, open: &mut Vec<(Instance, Instance)>) -> Result<bool, Stop> {
        while let Some((left, right)) = open.pop() {
            let (left, right) = (self.value(left), self.value(right));
            match (left, right) {
                (Value::Unbound(left), Value::Unbound(right)) => {
                    // The younger cell gets the value: the older one lives longer.
                    let (old, young) = (left.min(right), left.max(right));
                    if old != young {
                        let variable = self.cell_variable;
                        self.bind(young, Instance { term: variable, frame: old });
                    }
                }
                (Value::Unbound(cell), Value::Bound(term)) | (Value::Bound(term), Value::Unbound(cell)) => {
                    self.bind(cell, term);
                }
                (Value::Bound(left), Value::Bound(right)) => {
                    let same = left.term == right.term;
                    if same && (left.frame == right.frame || self.terms.is_ground(left.term)) {
                        continue;
                    }
                    self.step()?;
                    let functor = (self.terms.node(left.term), self.terms.arity(left.term));
                    if functor != (self.terms.node(right.term), self.terms.arity(right.term))
                        || !matches!(functor.0, Node::Compound(_))
                        || self.terms.is_ground(left.term) && self.terms.is_ground(right.term)
                    {
                        return Ok(false);
                    }
                    for place in (0..functor.1).rev() {
                        open.push((self.argument(left, place), self.argument(right, place)));
                    }
                }
            }
        }
        Ok(true)
    }
}
