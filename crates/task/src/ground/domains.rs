//! The sets of objects that variables range over.

use pddl::{Domain, Problem, TypeNames};
use rustc_hash::FxHashMap;

/// One set of objects for each combination of types that is asked for.
pub(super) struct Domains<'a> {
    domain: &'a Domain,
    problem: &'a Problem,
    by_types: FxHashMap<TypeNames, usize>,
    sets: Vec<ObjectSet>,
}

pub(super) struct ObjectSet {
    pub members: Vec<u32>,
    contains: Vec<bool>,
}

impl ObjectSet {
    pub(super) fn contains(&self, object: u32) -> bool {
        self.contains[object as usize]
    }
}

impl<'a> Domains<'a> {
    pub(super) fn new(domain: &'a Domain, problem: &'a Problem) -> Self {
        Self { domain, problem, by_types: FxHashMap::default(), sets: Vec::new() }
    }

    /// The number of the set of objects that fit any of `types`.
    pub(super) fn of(&mut self, types: &TypeNames) -> usize {
        if let Some(&known) = self.by_types.get(types) {
            return known;
        }
        let members: Vec<u32> =
            self.problem.objects_of(&self.domain.types, types).map(|object| object.0).collect();
        let mut contains = vec![false; self.problem.objects.len()];
        for &object in &members {
            contains[object as usize] = true;
        }
        self.sets.push(ObjectSet { members, contains });
        self.by_types.insert(types.clone(), self.sets.len() - 1);
        self.sets.len() - 1
    }

    pub(super) fn into_sets(self) -> Vec<ObjectSet> {
        self.sets
    }
}
