//! The objects that each variable may stand for.

use std::rc::Rc;

use pddl::{Domain, ObjectId, Problem, TypeNames, Variable, VariableId};
use rustc_hash::FxHashMap;

/// The objects of each type annotation, found once.
pub(super) struct Ranges<'a> {
    domain: &'a Domain,
    problem: &'a Problem,
    found: FxHashMap<TypeNames, Rc<[ObjectId]>>,
}

/// The objects that each variable of an action, axiom or goal may stand for.
pub(super) struct Scope {
    /// By variable, in ascending order.
    ranges: Vec<Rc<[ObjectId]>>,
}

impl<'a> Ranges<'a> {
    pub(super) fn new(domain: &'a Domain, problem: &'a Problem) -> Self {
        Self { domain, problem, found: FxHashMap::default() }
    }

    pub(super) fn scope(&mut self, variables: &[Variable]) -> Scope {
        Scope { ranges: variables.iter().map(|variable| self.range(&variable.types)).collect() }
    }

    fn range(&mut self, types: &TypeNames) -> Rc<[ObjectId]> {
        if let Some(range) = self.found.get(types) {
            return range.clone();
        }
        let range: Rc<[ObjectId]> = self.problem.objects_of(&self.domain.types, types).collect();
        self.found.insert(types.clone(), range.clone());
        range
    }
}

impl Scope {
    /// The binding in which the first variables stand for `args`, and the others are open.
    pub(super) fn bind(&self, args: &[ObjectId]) -> Vec<Option<ObjectId>> {
        let mut binding: Vec<_> = args.iter().copied().map(Some).collect();
        binding.resize(self.ranges.len(), None);
        binding
    }

    pub(super) fn range(&self, variable: VariableId) -> &[ObjectId] {
        &self.ranges[variable.index()]
    }

    pub(super) fn allows(&self, variable: VariableId, object: ObjectId) -> bool {
        self.range(variable).binary_search(&object).is_ok()
    }

    /// Is there an object for each of the variables?
    pub(super) fn all_inhabited(&self, variables: &[VariableId]) -> bool {
        variables.iter().all(|&variable| !self.range(variable).is_empty())
    }
}
