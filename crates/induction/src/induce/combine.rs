//! Puts bodies together from parts.

use super::coverage::Coverage;
use super::growth::Growth;
use super::part::{self, Part};
use super::pool::Pool;
use super::watch::Watched;
use super::workers;
use crate::language::{Atom, Language, MOST_VARIABLES};

/// Puts bodies together from parts, each combination of sizes once.
#[derive(Debug)]
pub(crate) struct Combinations<'a> {
    language: &'a Language<'a>,
    threads: usize,
    /// Which combinations are done, by the size of a body and of its largest part.
    done: Vec<Vec<bool>>,
}

/// Bodies with up to this many literals more than the current size are tried ahead.
const AHEAD: usize = 2;
/// This many parts are combined with others before the pool gets the results. Fixed, so that the outcome does not depend on the
/// number of threads.
const AT_ONCE: usize = 64;

impl<'a> Combinations<'a> {
    pub(crate) fn new(language: &'a Language<'a>, threads: usize) -> Self {
        let most = language.problem.bias.max_body;
        Self { language, threads, done: vec![vec![false; most + 1]; most + 1] }
    }

    /// Puts together all bodies up to a size, and some that are larger, of all parts below that size. False if there was no
    /// time for it.
    pub(crate) fn make(
        &mut self,
        size: usize,
        growth: &Growth,
        pool: &mut dyn Pool,
        watch: &Watched,
    ) -> bool {
        let most = self.done.len() - 1;
        for total in 2..=most.min(size + AHEAD) {
            for largest in 1..size.min(total) {
                let is_due = total <= size || total <= 2 * largest;
                let is_new = is_due && !std::mem::replace(&mut self.done[total][largest], true);
                if is_new && !self.combine(total, largest, growth, pool, watch) {
                    return false;
                }
            }
        }
        true
    }

    /// All bodies of a size with a largest part of a size.
    fn combine(
        &mut self,
        total: usize,
        largest: usize,
        growth: &Growth,
        pool: &mut dyn Pool,
        watch: &Watched,
    ) -> bool {
        if !pool.has_room_for(total + 1) {
            return true;
        }
        let most = self.language.problem.bias.max_variables.min(MOST_VARIABLES) - self.language.head;
        let numbers: Vec<usize> = (growth.starts[largest]..growth.starts[largest + 1]).collect();
        let mut threads = vec![(); self.threads];
        for numbers in numbers.chunks(AT_ONCE) {
            let language = self.language;
            let searched = workers::map(&mut threads, numbers, |(), &number| {
                let pool: &dyn Pool = pool;
                let mut search =
                    Search { language, growth, pool, watch, total, most, found: Vec::new(), tried: 0 };
                search.start(number, total - largest);
                (search.found, search.tried)
            });
            for (found, tried) in searched {
                watch.count(tried);
                found.into_iter().for_each(|(body, coverage)| pool.add(&body, coverage));
            }
            pool.improve();
            if watch.tell(total, pool) {
                return false;
            }
        }
        true
    }
}

/// A search for all bodies of a size whose first part is given.
struct Search<'a> {
    language: &'a Language<'a>,
    growth: &'a Growth<'a>,
    pool: &'a dyn Pool,
    watch: &'a Watched<'a>,
    /// The number of literals.
    total: usize,
    /// How many variables there may be beside the head's.
    most: usize,
    found: Vec<(Vec<Atom>, Coverage)>,
    tried: u64,
}

/// A body so far: some parts together.
#[derive(Clone, Debug)]
struct Combination {
    /// Their numbers among the useful parts, descending.
    parts: Vec<usize>,
    coverage: Coverage,
    locals: usize,
    heads: u16,
    is_safe: bool,
}

impl Search<'_> {
    fn start(&mut self, number: usize, rest: usize) {
        let Part { coverage, locals, heads, is_safe, end, .. } = &self.growth.useful[number];
        if self.total + 1 < *end && self.pool.is_promising(&coverage.positive, self.total + 1) {
            let coverage = coverage.clone();
            let start = Combination {
                parts: vec![number],
                coverage,
                locals: *locals,
                heads: *heads,
                is_safe: *is_safe,
            };
            self.extend(&start, rest);
        }
    }

    /// Adds parts that have `rest` literals together, all with lower numbers than the last one, so that larger parts come
    /// first. The recursion is at most `rest` levels deep.
    fn extend(&mut self, combination: &Combination, rest: usize) {
        if self.watch.is_over() {
            return;
        }
        let Some(&last) = combination.parts.last() else { return };
        for size in (1..=rest).rev() {
            let Some(&[start, end]) = self.growth.starts.get(size..size + 2) else { continue };
            for number in start..end.min(last) {
                let part = &self.growth.useful[number];
                if combination.locals + part.locals > self.most {
                    continue;
                }
                self.tried += 1;
                if size == rest {
                    self.complete(combination, number);
                } else if let Some(next) = self.combined(combination, number) {
                    self.extend(&next, rest - size);
                }
            }
        }
    }

    /// Adds the last part.
    fn complete(&mut self, combination: &Combination, number: usize) {
        let part = &self.growth.useful[number];
        if self.pool.is_strict() && !combination.coverage.negative.is_disjoint(&part.coverage.negative) {
            return;
        }
        let positive = combination.coverage.positive.and(&part.coverage.positive);
        let negative = combination.coverage.negative.and(&part.coverage.negative);
        let coverage = Coverage { positive, negative };
        if self.total + 1 < part.end && self.pool.is_promising(&coverage.positive, self.total + 1) {
            let body = self.body(combination.parts.iter().chain([&number]));
            if self.language.is_rule(&body) {
                self.found.push((body, coverage));
            }
        }
    }

    /// A body with one part more, if it is worth adding to.
    fn combined(&self, combination: &Combination, number: usize) -> Option<Combination> {
        let part = &self.growth.useful[number];
        let positive = combination.coverage.positive.and(&part.coverage.positive);
        if positive.is_empty() || self.total + 1 >= part.end {
            return None;
        }
        let negative = combination.coverage.negative.and(&part.coverage.negative);
        // Each part has to rule out something, unless without it there would be no rule.
        let others_do = negative == combination.coverage.negative
            && part.heads & !combination.heads == 0
            && combination.is_safe;
        let does_alone =
            negative == part.coverage.negative && combination.heads & !part.heads == 0 && part.is_safe;
        if !self.language.counts_locals() && (others_do || does_alone) {
            return None;
        }
        let coverage = Coverage { positive, negative };
        if !self.pool.is_promising(&coverage.positive, self.total + 1) {
            return None;
        }
        let mut parts = combination.parts.clone();
        parts.push(number);
        let body = self.body(parts.iter());
        let end = self.pool.end_of_extending(&coverage, body.len() + 1);
        if end <= self.total + 1 && self.language.is_rule(&body) {
            return None;
        }
        let (locals, heads) = (combination.locals + part.locals, combination.heads | part.heads);
        Some(Combination { parts, coverage, locals, heads, is_safe: combination.is_safe && part.is_safe })
    }

    /// The body of parts, smaller ones first.
    fn body<'n>(&self, numbers: impl DoubleEndedIterator<Item = &'n usize>) -> Vec<Atom> {
        part::body_of(self.language, numbers.rev().map(|&number| &self.growth.useful[number]))
    }
}
