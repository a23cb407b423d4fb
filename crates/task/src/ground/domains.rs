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
        let fits = |object: &pddl::Object| self.domain.types.fits(&object.types, types);
        let contains: Vec<bool> = self.problem.objects.iter().map(fits).collect();
        let members = (0..contains.len() as u32).filter(|&object| contains[object as usize]).collect();
        self.sets.push(ObjectSet { members, contains });
        self.by_types.insert(types.clone(), self.sets.len() - 1);
        self.sets.len() - 1
    }

    pub(super) fn into_sets(self) -> Vec<ObjectSet> {
        self.sets
    }
}
