//! Parts of bodies: literals connected by variables other than the head's.

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use super::coverage::Coverage;
use super::pool::Pool;
use crate::Variable;
use crate::bits::Bits;
use crate::language::{Atom, Body, Canonical, Language, Names};

/// Literals connected by variables other than the head's.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) body: Body,
    pub(crate) coverage: Coverage,
    /// How many variables it has besides the head's.
    pub(crate) locals: usize,
    /// The variables of the head that occur in it, as bits.
    pub(crate) heads: u16,
    /// Can all its variables get values without the help of other parts?
    pub(crate) is_safe: bool,
    /// Its number among those of its size.
    pub(crate) number: u32,
    /// The number of rows that satisfy it, if they were counted.
    pub(crate) rows: Option<usize>,
    /// From this size on, rules with this part are no better than a rule with fewer literals.
    pub(crate) end: usize,
}

/// A part that is to be evaluated.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// The place of the part that it extends among the parents.
    pub(crate) parent: usize,
    /// The literal, in the names of that part.
    pub(crate) atom: Atom,
    /// The renaming from those names to its own.
    pub(crate) names: Names,
    pub(crate) body: Body,
}

impl Part {
    /// The empty part.
    pub(crate) fn empty(counts: [usize; 2]) -> Self {
        let [positive, negative] = counts.map(Bits::all);
        Self {
            body: Box::default(),
            coverage: Coverage { positive, negative },
            locals: 0,
            heads: 0,
            is_safe: true,
            number: 0,
            rows: Some(1),
            end: usize::MAX,
        }
    }

    /// The part with this body and coverage; `end` is that of the part it extends.
    pub(crate) fn new(
        language: &Language,
        pool: &dyn Pool,
        body: Body,
        coverage: Coverage,
        number: u32,
        end: usize,
    ) -> Self {
        let used = language.used(&body);
        let is_rule = language.is_rule(&body);
        let own_end = if is_rule { pool.end_of_extending(&coverage, body.len() + 1) } else { usize::MAX };
        Self {
            locals: language.scope(&body).count - language.head,
            heads: used & ((1 << language.head) - 1),
            is_safe: used & !language.safe(&body) == 0,
            body,
            coverage,
            number,
            rows: None,
            end: end.min(own_end),
        }
    }

    /// All parts with one literal more, each once.
    pub(crate) fn extensions(&self, language: &Language, parent: usize) -> Vec<Candidate> {
        let mut canonical = Canonical::new(&language.arities, language.head);
        let mut made: HashSet<Body, FxBuildHasher> = HashSet::default();
        let mut found = Vec::new();
        let mut body = Vec::with_capacity(self.body.len() + 1);
        for atom in language.additions(&language.scope(&self.body)) {
            if self.body.contains(&atom) {
                continue;
            }
            body.clear();
            body.extend_from_slice(&self.body);
            body.push(atom);
            let body = canonical.of(&body);
            if made.insert(body.clone()) {
                found.push(Candidate { parent, atom, names: *canonical.names(), body });
            }
        }
        found
    }
}

/// The body made of some parts, each with variables of its own.
pub(crate) fn body_of<'a>(language: &Language, parts: impl Iterator<Item = &'a Part>) -> Vec<Atom> {
    let mut body = Vec::new();
    let mut shift = 0;
    for part in parts {
        for atom in &part.body {
            let arity = language.arities[atom.predicate()];
            let name = |variable: Variable| {
                if usize::from(variable) < language.head { variable } else { variable + shift as Variable }
            };
            let arguments: Vec<Variable> = atom.arguments(arity).map(name).collect();
            body.push(Atom::new(atom.predicate(), &arguments));
        }
        shift += part.locals;
    }
    body
}
