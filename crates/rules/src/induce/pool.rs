//! The consistent rules found so far, and the best program that they make.

use super::bits::Bits;
use super::body::{Atom, Body, rule};
use super::cover::{self, Candidate};
use super::language::Language;
use crate::induce::Program;

/// The consistent rules found so far, of which none covers only what a smaller or equal one does; and the best program that
/// they make.
#[derive(Debug)]
pub(crate) struct Pool {
    positives: usize,
    bodies: Vec<Body>,
    candidates: Vec<Candidate>,
    /// The size of the smallest rule that covers each example, if there is any.
    least: Vec<Option<usize>>,
    best: Option<(usize, Vec<usize>)>,
}

impl Pool {
    pub(crate) fn new(positives: usize) -> Self {
        let (bodies, candidates) = (Vec::new(), Vec::new());
        Self { positives, bodies, candidates, least: vec![None; positives], best: None }
    }

    /// Adds a rule that holds for no negative example.
    pub(crate) fn add(&mut self, body: &[Atom], covers: Bits) {
        let size = body.len() + 1;
        if self.is_dominated(&covers, size) {
            return;
        }
        for example in covers.iter() {
            let least = &mut self.least[example];
            *least = Some(least.map_or(size, |known| known.min(size)));
        }
        self.bodies.push(body.into());
        self.candidates.push(Candidate { covers, size });
    }

    fn is_dominated(&self, covers: &Bits, size: usize) -> bool {
        self.candidates.iter().any(|other| other.size <= size && covers.is_subset(&other.covers))
    }

    /// Could a rule of at least this size that covers at most these be part of a program that is smaller than the best?
    pub(crate) fn is_promising(&self, covers: &Bits, size: usize) -> bool {
        if self.is_dominated(covers, size) {
            return false;
        }
        let Some((best, _)) = &self.best else { return true };
        size + self.least_beside(covers) < *best
    }

    /// What covering all other examples costs at least.
    fn least_beside(&self, covers: &Bits) -> usize {
        let others = self.least.iter().enumerate().filter(|(example, _)| !covers.contains(*example));
        others.filter_map(|(_, least)| *least).max().unwrap_or(0)
    }

    /// Could a rule of this size be part of a smaller program, whatever it covers?
    pub(crate) fn has_room_for(&self, size: usize) -> bool {
        self.best.as_ref().is_none_or(|(best, _)| size < *best)
    }

    /// Do the rules cover all examples?
    pub(crate) fn is_complete(&self) -> bool {
        self.best.is_some()
    }

    /// Finds the best program of what there is. False if there was no time for it.
    pub(crate) fn choose(&mut self, is_over: &mut dyn FnMut() -> bool) -> bool {
        if self.least.iter().any(Option::is_none) {
            return true;
        }
        let below = self.best.as_ref().map_or(usize::MAX / 4, |(size, _)| *size);
        let mut was_over = false;
        let found = cover::cheapest(&self.candidates, &Bits::all(self.positives), below, &mut || {
            was_over |= is_over();
            was_over
        });
        if let Some(numbers) = found {
            let size = numbers.iter().map(|&number| self.candidates[number].size).sum();
            self.best = Some((size, numbers));
        }
        !was_over
    }

    pub(crate) fn program(self, language: &Language, is_minimal: bool, tried: u64) -> Program {
        let numbers = match &self.best {
            Some((_, numbers)) => numbers.clone(),
            None => self.greedy(),
        };
        let mut left = Bits::all(self.positives);
        numbers.iter().for_each(|&number| left.remove(&self.candidates[number].covers));
        let mut bodies: Vec<&Body> = numbers.iter().map(|&number| &self.bodies[number]).collect();
        bodies.sort_unstable_by_key(|body| (body.len(), (*body).clone()));
        Program {
            rules: bodies.into_iter().map(|body| rule(body, &language.arities)).collect(),
            uncovered: left.iter().collect(),
            is_minimal,
            tried,
        }
    }

    /// Rules that cover as much as there is to cover, not the fewest.
    fn greedy(&self) -> Vec<usize> {
        let mut left = Bits::all(self.positives);
        let mut chosen = Vec::new();
        loop {
            let gain = |number: &usize| left.and(&self.candidates[*number].covers).len();
            let worth = |number: &usize| (gain(number), usize::MAX - self.candidates[*number].size);
            match (0..self.candidates.len()).max_by_key(worth).filter(|number| gain(number) > 0) {
                Some(number) => {
                    left.remove(&self.candidates[number].covers);
                    chosen.push(number);
                }
                None => return chosen,
            }
        }
    }
}
