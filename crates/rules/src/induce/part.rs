//! Parts of bodies, and bodies that are put together from them.

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::bindings::{Bindings, Coverage, World};
use super::bits::Bits;
use super::body::{Atom, Body, Canonical, MOST_VARIABLES};
use super::language::Language;
use super::lineage::{Lineage, Step};
use super::pool::Pool;
use crate::Variable;

/// Literals that are connected by variables that are not the head's.
#[derive(Clone, Debug)]
struct Part {
    body: Body,
    coverage: Coverage,
    /// How many variables it has beside the head's.
    locals: usize,
    /// The variables of the head that it has.
    heads: u16,
    /// Does it need nothing of other parts to be asked?
    is_safe: bool,
    /// Its number among those of its size.
    number: usize,
}

/// Parts that stand together for a body.
#[derive(Clone, Debug)]
struct Combination {
    /// Their numbers among those that are of use, ascending.
    parts: Vec<u32>,
    coverage: Coverage,
    locals: usize,
    is_safe: bool,
}

/// All parts and combinations so far, by their size.
#[derive(Debug)]
pub(crate) struct Parts<'a> {
    language: &'a Language<'a>,
    lineage: Lineage<'a>,
    /// How many examples there are of each kind.
    counts: [usize; 2],
    /// Those of the last size that are worth extending.
    growing: Vec<Part>,
    /// Those that rule out something, in the order of their size; with where each size begins.
    useful: Vec<Part>,
    starts: Vec<usize>,
    /// Of those that need no others, by the examples that they hold for: the number of variables and which of the head's they
    /// have.
    known: HashMap<Coverage, Vec<(usize, u16)>, FxBuildHasher>,
    /// Those of each size that are worth adding to.
    combinations: Vec<Vec<Combination>>,
    /// How many parts and combinations were tried.
    pub(crate) tried: u64,
    /// Was a part left alone since it holds in too many ways?
    pub(crate) has_gaps: bool,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(world: &'a World<'a>) -> Self {
        let language = world.language;
        let examples = &language.problem.examples;
        let counts = [examples.positive.len(), examples.negative.len()];
        let coverage = Coverage { positive: Bits::all(counts[0]), negative: Bits::all(counts[1]) };
        let nothing = Part {
            body: Box::default(),
            coverage: coverage.clone(),
            locals: 0,
            heads: 0,
            is_safe: true,
            number: 0,
        };
        let empty = Combination { parts: Vec::new(), coverage, locals: 0, is_safe: true };
        Self {
            language,
            lineage: Lineage::new(Bindings::new(world)),
            counts,
            growing: vec![nothing],
            useful: Vec::new(),
            starts: vec![0, 0],
            known: HashMap::default(),
            combinations: vec![vec![empty]],
            tried: 0,
            has_gaps: false,
        }
    }

    /// Makes all parts and bodies of a size, and adds rules to the pool. False if there was no time for it.
    pub(crate) fn grow(&mut self, size: usize, pool: &mut Pool, is_over: &mut dyn FnMut() -> bool) -> bool {
        let growing = std::mem::take(&mut self.growing);
        let live: HashSet<Body, FxBuildHasher> = growing.iter().map(|part| part.body.clone()).collect();
        let (mut found, mut steps) = (Vec::new(), Vec::new());
        for part in &growing {
            if is_over() {
                return false;
            }
            if size == 1 || pool.is_promising(&part.coverage.positive, size + 1) {
                self.extend(part, &live, &mut found, &mut steps);
            }
        }
        self.lineage.add(steps);
        for part in &found {
            if self.is_of_use(part) {
                self.useful.push(part.clone());
            }
        }
        self.starts.push(self.useful.len());
        self.growing = found;
        let is_complete = self.combine(size, pool, is_over);
        // What is consistent and can be a rule by itself has been taken.
        let language = self.language;
        self.growing.retain(|part| {
            let is_rule = part.coverage.negative.is_empty() && language.is_rule(&part.body);
            !is_rule && pool.is_promising(&part.coverage.positive, size + 2)
        });
        is_complete
    }

    /// Can it stand in a body as it is, and do what no smaller part does?
    fn is_of_use(&mut self, part: &Part) -> bool {
        if !self.language.is_settled(&part.body) {
            return false;
        }
        let brings_head = part.heads != 0 && self.language.needs_heads();
        let rules_out = part.coverage.negative.len() < self.counts[1];
        let serves = |known: &(usize, u16)| known.0 <= part.locals && part.heads & !known.1 == 0;
        let same = self.known.entry(part.coverage.clone()).or_default();
        if !(rules_out || brings_head) || same.iter().any(serves) {
            return false;
        }
        if part.is_safe && !self.language.counts_locals() {
            same.push((part.locals, part.heads));
        }
        true
    }

    /// Can larger bodies be part of a smaller program?
    pub(crate) fn may_grow(&self, size: usize, pool: &Pool) -> bool {
        let has_combinations = self.combinations.iter().any(|all| !all.is_empty());
        (has_combinations || !self.growing.is_empty()) && pool.has_room_for(size + 2)
    }

    /// Tries all parts with one literal more of which this is the first to be extended.
    fn extend(
        &mut self,
        part: &Part,
        live: &HashSet<Body, FxBuildHasher>,
        found: &mut Vec<Part>,
        steps: &mut Vec<Step>,
    ) {
        let language = self.language;
        let mut canonical = Canonical::new(&language.arities, language.head);
        let mut made: HashSet<Body, FxBuildHasher> = HashSet::default();
        let settled = language.safe(&part.body) & language.used(&part.body);
        for atom in language.additions(&language.scope(&part.body)) {
            let mut body = part.body.to_vec();
            match body.binary_search(&atom) {
                Ok(_) => continue,
                Err(place) => body.insert(place, atom),
            }
            let key = canonical.of(&body);
            let names = *canonical.names();
            let is_first = made.insert(key.clone())
                && is_first_parent(language, &mut canonical, &body, atom, &part.body, live);
            if !is_first {
                continue;
            }
            // Only now: for many parts no literal is worth that.
            let Some(bindings) = self.lineage.bindings(part.body.len(), part.number) else {
                self.has_gaps = true;
                return;
            };
            self.tried += 1;
            // A literal that finds nothing new has to rule out something; unless without it there would be no rule.
            let has_to_rule_out = atom.mask(language.arities[atom.predicate()]) & !settled == 0;
            if let Some(coverage) = bindings.coverage_with(atom, has_to_rule_out) {
                let locals = language.scope(&key).count - language.head;
                let heads = language.used(&key) & ((1 << language.head) - 1);
                let is_safe = language.used(&key) & !language.safe(&key) == 0;
                found.push(Part { body: key, coverage, locals, heads, is_safe, number: steps.len() });
                steps.push(Step { parent: part.number, atom, names });
            }
        }
    }

    /// Puts together all bodies of a size.
    fn combine(&mut self, size: usize, pool: &mut Pool, is_over: &mut dyn FnMut() -> bool) -> bool {
        let mut made = Vec::new();
        let most = self.language.problem.bias.max_variables.min(MOST_VARIABLES) - self.language.head;
        for before in 0..size {
            // Parts are added in the order of their numbers, and so of their sizes.
            let added = self.starts[size - before]..self.starts[size - before + 1];
            let combinations = std::mem::take(&mut self.combinations[before]);
            for combination in &combinations {
                if is_over() {
                    return false;
                }
                if !pool.is_promising(&combination.coverage.positive, size + 1) {
                    continue;
                }
                let first = combination.parts.last().map_or(0, |&last| last as usize + 1);
                for number in first.max(added.start)..added.end {
                    if combination.locals + self.useful[number].locals <= most {
                        self.tried += 1;
                        made.extend(self.combined(combination, number, size, pool));
                    }
                }
            }
            self.combinations[before] = combinations;
        }
        self.combinations.push(made);
        true
    }

    /// A body with one part more, if it is worth adding to; a rule goes to the pool.
    fn combined(
        &self,
        combination: &Combination,
        number: usize,
        size: usize,
        pool: &mut Pool,
    ) -> Option<Combination> {
        let part = &self.useful[number];
        let positive = combination.coverage.positive.and(&part.coverage.positive);
        if positive.is_empty() {
            return None;
        }
        let negative = combination.coverage.negative.and(&part.coverage.negative);
        // Each part has to rule out something, unless without it there would be no rule.
        let heads = combination.parts.iter().fold(0, |heads, &part| heads | self.useful[part as usize].heads);
        let others_do =
            negative == combination.coverage.negative && part.heads & !heads == 0 && combination.is_safe;
        let does_alone = negative == part.coverage.negative && heads & !part.heads == 0 && part.is_safe;
        let may_be_idle = combination.parts.is_empty() || self.language.counts_locals();
        if !may_be_idle && (others_do || does_alone) {
            return None;
        }
        let mut parts = combination.parts.clone();
        parts.push(number as u32);
        if negative.is_empty() {
            let body = self.body(&parts);
            if self.language.is_rule(&body) {
                pool.add(&body, positive);
                return None;
            }
        }
        let (locals, is_safe) = (combination.locals + part.locals, combination.is_safe && part.is_safe);
        let is_promising = pool.is_promising(&positive, size + 2);
        is_promising.then_some(Combination {
            parts,
            coverage: Coverage { positive, negative },
            locals,
            is_safe,
        })
    }

    /// The body of parts, each with variables of its own.
    fn body(&self, parts: &[u32]) -> Vec<Atom> {
        let head = self.language.head;
        let mut body = Vec::new();
        let mut shift = 0;
        for part in parts.iter().map(|&number| &self.useful[number as usize]) {
            for atom in &part.body {
                let arity = self.language.arities[atom.predicate()];
                let name = |variable: Variable| {
                    if usize::from(variable) < head { variable } else { variable + shift as Variable }
                };
                let arguments: Vec<Variable> = atom.arguments(arity).map(name).collect();
                body.push(Atom::new(atom.predicate(), &arguments));
            }
            shift += part.locals;
        }
        body
    }
}

/// Is all that a part extends worth extending, and is this the first of those? So each part is tried once.
fn is_first_parent(
    language: &Language,
    canonical: &mut Canonical,
    body: &[Atom],
    added: Atom,
    parent: &Body,
    live: &HashSet<Body, FxBuildHasher>,
) -> bool {
    let mut shorter = Vec::with_capacity(body.len());
    for &left_out in body.iter().filter(|&&atom| atom != added) {
        shorter.clear();
        shorter.extend(body.iter().copied().filter(|&atom| atom != left_out));
        if !language.is_part(&shorter) {
            continue;
        }
        let key = canonical.of(&shorter);
        if key < *parent || !live.contains(&key) {
            return false;
        }
    }
    true
}
