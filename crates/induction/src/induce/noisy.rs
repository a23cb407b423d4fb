//! Programs of least description length: their size, plus one for each example that they get wrong.

use super::coverage::Coverage;
use super::lightest::{self, Weighed};
use super::pool::Pool;
use crate::bits::Bits;
use crate::language::{Atom, Body};

/// The rules found so far that cover more positive examples than their size, without those that another rule beats in every
/// respect.
#[derive(Debug)]
pub(crate) struct Noisy {
    /// How many examples there are of each kind.
    counts: [usize; 2],
    bodies: Vec<Body>,
    rules: Vec<Weighed>,
    /// The description length of the best program, and its rules.
    best: (usize, Vec<usize>),
    /// How many rules were added since the last search for a better program.
    news: usize,
    /// Was a rule left out since there are too many?
    has_gaps: bool,
}

/// From this many rules on, only those are kept that alone make the description shorter.
const MANY: usize = 1 << 13;
/// A better program is looked for as soon as more than one rule in this many is new.
const LOOKS: usize = 64;

impl Noisy {
    pub(crate) fn new(counts: [usize; 2]) -> Self {
        Self {
            counts,
            bodies: Vec::new(),
            rules: Vec::new(),
            best: (counts[0], Vec::new()),
            news: 0,
            has_gaps: false,
        }
    }

    fn improve_now(&mut self) {
        self.news = 0;
        for start in [self.best.1.clone(), Vec::new()] {
            let found = lightest::by_exchange(&self.rules, self.counts, start);
            let weight = lightest::weight(&self.rules, self.counts, &found);
            if weight < self.best.0 {
                self.best = (weight, found);
            }
        }
    }
}

impl Pool for Noisy {
    fn add(&mut self, body: &[Atom], coverage: Coverage) {
        let size = body.len() + 1;
        let (right, wrong) = (coverage.positive.len(), coverage.negative.len());
        if right <= size || size + wrong >= self.best.0 {
            return;
        }
        let is_worth_it_alone = right > size + wrong;
        if self.rules.len() >= MANY && !is_worth_it_alone {
            self.has_gaps = true;
            return;
        }
        let is_dominated = self.rules.iter().any(|other| {
            other.size <= size
                && coverage.positive.is_subset(&other.coverage.positive)
                && other.coverage.negative.is_subset(&coverage.negative)
        });
        if !is_dominated {
            self.bodies.push(body.into());
            self.rules.push(Weighed { coverage, size });
            self.news += 1;
        }
    }

    fn is_strict(&self) -> bool {
        false
    }

    /// A rule has to cover more positive examples than its size.
    fn is_promising(&self, positive: &Bits, size: usize) -> bool {
        size < self.best.0 && positive.len() > size
    }

    /// Each further literal costs 1, and all of them together can save at most the negative examples covered.
    fn end_of_extending(&self, coverage: &Coverage, size: usize) -> usize {
        size + coverage.negative.len()
    }

    fn has_room_for(&self, size: usize) -> bool {
        size < self.best.0.min(self.counts[0])
    }

    fn has_all_of(&mut self, _: usize) {}

    fn improve(&mut self) {
        if self.news * LOOKS > self.rules.len() {
            self.improve_now();
        }
    }

    fn choose(&mut self, _: &dyn Fn() -> bool) -> bool {
        self.improve_now();
        true
    }

    fn prove(&mut self, is_over: &dyn Fn() -> bool) -> bool {
        self.improve_now();
        match lightest::lightest(&self.rules, self.counts, self.best.0, is_over) {
            Ok(Some(found)) => {
                self.best = (lightest::weight(&self.rules, self.counts, &found), found);
                !self.has_gaps
            }
            Ok(None) => !self.has_gaps,
            Err(()) => false,
        }
    }

    fn standing(&self) -> (usize, usize) {
        let (_, coverage) = self.program();
        (self.best.0, self.counts[0] - coverage.positive.len())
    }

    fn program(&self) -> (Vec<Body>, Coverage) {
        let chosen = &self.best.1;
        let coverage = lightest::coverage(&self.rules, self.counts, chosen);
        (chosen.iter().map(|&number| self.bodies[number].clone()).collect(), coverage)
    }
}
