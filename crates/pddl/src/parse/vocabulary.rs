//! The names that actions, axioms, goals and initial states can use.

use crate::symbols::Names;
use crate::{Function, FunctionId, Predicate, PredicateId};

use super::objects::Objects;
use super::type_table::TypeTable;

/// The meanings of names.
pub(crate) struct Vocabulary<'a> {
    pub types: &'a TypeTable<'a>,
    pub objects: &'a Objects<'a>,
    pub predicates: &'a [Predicate],
    pub predicate_ids: &'a Names<PredicateId>,
    pub functions: &'a [Function],
    pub function_ids: &'a Names<FunctionId>,
    /// By predicate id: is it defined by axioms?
    pub derived: Vec<bool>,
}

impl Vocabulary<'_> {
    pub(crate) fn object_names(&self) -> impl Iterator<Item = &str> {
        self.objects.list.iter().map(|known| known.name.as_str())
    }

    pub(crate) fn predicate_names(&self) -> impl Iterator<Item = &str> {
        self.predicates.iter().map(|known| known.name.as_str())
    }

    pub(crate) fn function_names(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().map(|known| known.name.as_str()).chain(["total-cost"])
    }
}
