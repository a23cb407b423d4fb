//! All bodies that clauses of a recursive program may have, layer by layer: each has one literal more.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::knowledge::inputs;
use crate::Variable;
use crate::induce::Watched;
use crate::language::{Atom, Canonical, Language};

/// Grows bodies.
pub(super) struct Clauses<'a> {
    language: &'a Language<'a>,
    /// The number of the predicate to define among those of bodies.
    own: usize,
    /// Predicates, and places, as bits, that determine the rest.
    dependencies: Vec<(usize, u8)>,
    front: Bodies,
    /// How many literals the bodies of the front have.
    pub size: usize,
}

/// The bodies of one size.
#[derive(Default)]
pub(super) struct Layer {
    /// Those that do not call the predicate to define.
    pub bases: Bodies,
    /// Those that do.
    pub recursive: Bodies,
}

/// Bodies of one size, one after the other: millions of them are let go of at once.
#[derive(Default)]
pub(super) struct Bodies {
    atoms: Vec<Atom>,
    size: usize,
}

impl Bodies {
    pub(super) fn new(size: usize) -> Self {
        Self { atoms: Vec::new(), size }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[Atom]> {
        self.atoms.chunks_exact(self.size.max(1))
    }

    pub(super) fn at(&self, number: u32) -> &[Atom] {
        &self.atoms[number as usize * self.size..][..self.size]
    }

    pub(super) fn push(&mut self, body: &[Atom]) {
        self.atoms.extend_from_slice(body);
    }

    fn len(&self) -> usize {
        self.atoms.len() / self.size.max(1)
    }
}

impl<'a> Clauses<'a> {
    pub(super) fn new(language: &'a Language<'a>, own: usize, dependencies: Vec<(usize, u8)>) -> Self {
        Self { language, own, dependencies, front: Bodies::default(), size: 0 }
    }

    /// The bodies of the next size; none when there is no more time. Only bodies that `keeps` says yes to are kept, and grow on.
    pub(super) fn grow(
        &mut self,
        watched: &Watched<'_>,
        keeps: &mut dyn FnMut(&[Atom]) -> bool,
    ) -> Option<Layer> {
        let language = self.language;
        let mut canonical = Canonical::new(&language.arities, language.head);
        let size = self.size + 1;
        let hashes = BuildHasherDefault::<FxHasher>::default();
        let mut seen: HashTable<u32> = HashTable::new();
        let mut layer = Layer { bases: Bodies::new(size), recursive: Bodies::new(size) };
        let (mut all, mut kept) = (Bodies::new(size), Bodies::new(size));
        let empty: [&[Atom]; 1] = [&[]];
        let start = if self.size == 0 { &empty[..] } else { &[] };
        let mut longer = Vec::new();
        for body in start.iter().copied().chain(self.front.iter()) {
            if watched.is_over() {
                return None;
            }
            for atom in self.additions(body) {
                longer.clear();
                longer.extend_from_slice(body);
                longer.push(atom);
                let longer = canonical.least(&longer);
                let hash = hashes.hash_one(longer);
                if seen.find(hash, |&number| all.at(number) == longer).is_some() {
                    continue;
                }
                let number = all.len() as u32;
                seen.insert_unique(hash, number, |&number| {
                    hashes.hash_one(if number as usize == all.len() { longer } else { all.at(number) })
                });
                all.push(longer);
                if !keeps(longer) {
                    continue;
                }
                if self.is_clause(longer) {
                    let is_recursive = longer.iter().any(|atom| atom.predicate() == self.own);
                    if !is_recursive {
                        layer.bases.push(longer);
                    } else if longer.len() > 1 {
                        // As Popper has it: a clause that does nothing but call itself does not come to an end.
                        layer.recursive.push(longer);
                    }
                }
                kept.push(longer);
            }
        }
        self.front = kept;
        self.size = size;
        Some(layer)
    }

    /// Can there be no larger bodies?
    pub(super) fn is_exhausted(&self) -> bool {
        (self.size > 0 && self.front.atoms.is_empty()) || self.size >= self.language.problem.bias.max_body
    }

    /// The literals that can be added. With directions, those whose inputs have values; without, those that share a variable.
    fn additions(&self, body: &[Atom]) -> Vec<Atom> {
        let language = self.language;
        let head = &language.problem.head;
        let used = language.used(body);
        let scope = language.scope(body);
        let heads: u16 = (1 << language.head) - 1;
        let given = head.directions.as_ref().map_or(heads, |all| u16::from(inputs(all)));
        let unjustified = self.unjustified(body);
        let accepts = |predicate: usize, arguments: &[Variable]| {
            let mask: u16 = arguments.iter().map(|&variable| 1 << variable).sum();
            if unjustified.is_some_and(|pair| mask & pair != pair) {
                return false;
            }
            let is_fresh = body.is_empty() || !body.contains(&Atom::new(predicate, arguments));
            let is_own = predicate == self.own;
            if is_own && !language.problem.bias.allows_recursion {
                return false;
            }
            let Some(directions) = &language.problem.body[predicate].directions else {
                let is_head =
                    is_own && arguments.iter().enumerate().all(|(place, &v)| place == usize::from(v));
                return is_fresh && mask & (used | heads) != 0 && !is_head;
            };
            let needed = inputs(directions);
            let is_in = |place: usize| needed >> place & 1 == 1;
            let can_be_asked = arguments
                .iter()
                .enumerate()
                .all(|(place, &variable)| !is_in(place) || (used | given) >> variable & 1 == 1);
            // To call itself with what it was called with does not come to an end.
            let is_loop = is_own
                && arguments.iter().enumerate().all(|(place, &v)| !is_in(place) || place == usize::from(v));
            is_fresh && can_be_asked && !is_loop
        };
        language.literals(&scope, &accepts)
    }

    /// May a clause have this body?
    fn is_clause(&self, body: &[Atom]) -> bool {
        let language = self.language;
        let heads: u16 = (1 << language.head) - 1;
        let given = language.problem.head.directions.as_ref().map_or(0, |all| u16::from(inputs(all)));
        // What comes out has to get a value in the body, also where variables of the head may be missing in it.
        language.used(body) & heads & !given == heads & !given
            && language.is_rule(body)
            && self.is_connected(body)
            && self.unjustified(body).is_none()
            && !self.has_repeated(body)
    }

    /// Is each literal linked to the head?
    fn is_connected(&self, body: &[Atom]) -> bool {
        let arity = |atom: &Atom| self.language.arities[atom.predicate()];
        let mut reached: u16 = (1 << self.language.head) - 1;
        loop {
            let before = reached;
            for atom in body {
                let mask = atom.mask(arity(atom));
                if mask & reached != 0 {
                    reached |= mask;
                }
            }
            if reached == before {
                return body.iter().all(|atom| atom.mask(arity(atom)) & reached != 0);
            }
        }
    }

    /// Two variables of which one is not the head's that always have the same value and occur nowhere together: one would do.
    fn unjustified(&self, body: &[Atom]) -> Option<u16> {
        let language = self.language;
        for (number, one) in body.iter().enumerate() {
            let arity = language.arities[one.predicate()];
            for other in body[number + 1..].iter().filter(|other| other.predicate() == one.predicate()) {
                for &(_, known) in self.dependencies.iter().filter(|(of, _)| *of == one.predicate()) {
                    let differs = |place: &usize| one.argument(*place) != other.argument(*place);
                    let places: Vec<usize> = (0..arity).filter(differs).collect();
                    if places.iter().any(|place| known >> place & 1 == 1) {
                        continue;
                    }
                    let pair = |place: &usize| (1_u16 << one.argument(*place)) | 1 << other.argument(*place);
                    let heads: u16 = (1 << language.head) - 1;
                    let are_heads = places.iter().any(|place| pair(place) & !heads == 0);
                    let are_together = places.iter().map(pair).any(|pair| {
                        body.iter().any(|atom| atom.mask(language.arities[atom.predicate()]) & pair == pair)
                    });
                    if !are_heads && !are_together {
                        return places.first().map(pair);
                    }
                }
            }
        }
        None
    }

    /// Does a literal say no more than another, since it differs only in variables that occur nowhere else?
    fn has_repeated(&self, body: &[Atom]) -> bool {
        let language = self.language;
        let mut times = [0_u8; 16];
        (0..language.head).for_each(|variable| times[variable] += 2);
        for atom in body {
            for variable in atom.arguments(language.arities[atom.predicate()]) {
                times[usize::from(variable)] += 1;
            }
        }
        body.iter().any(|one| {
            let arity = language.arities[one.predicate()];
            let is_free = |place: usize| times[usize::from(one.argument(place))] == 1;
            body.iter().any(|other| {
                other != one
                    && other.predicate() == one.predicate()
                    && (0..arity).all(|place| one.argument(place) == other.argument(place) || is_free(place))
            })
        })
    }
}
