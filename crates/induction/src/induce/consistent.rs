//! Programs that hold for all positive examples and for no negative one.

use super::cover::{self, Candidate};
use super::coverage::Coverage;
use super::pool::Pool;
use crate::bits::Bits;
use crate::language::{Atom, Body};

/// The consistent rules found so far, without those whose positive examples a rule of at most the same size covers, too.
#[derive(Debug)]
pub(crate) struct Consistent {
    /// How many examples there are of each kind.
    counts: [usize; 2],
    bodies: Vec<Body>,
    candidates: Vec<Candidate>,
    /// The size of the smallest rule that covers each example, if there is any.
    least: Vec<Option<usize>>,
    /// All rules up to this size are known.
    complete: usize,
    /// A program that covers all, and its size.
    best: Option<(usize, Vec<usize>)>,
    /// Rules that cover as many examples as all rules together do.
    most: Vec<usize>,
    has_news: bool,
}

impl Consistent {
    pub(crate) fn new(counts: [usize; 2]) -> Self {
        Self {
            counts,
            bodies: Vec::new(),
            candidates: Vec::new(),
            least: vec![None; counts[0]],
            complete: 1,
            best: None,
            most: Vec::new(),
            has_news: counts[0] == 0,
        }
    }

    fn is_dominated(&self, covers: &Bits, size: usize) -> bool {
        self.candidates.iter().any(|other| other.size <= size && covers.is_subset(&other.covers))
    }

    /// Can rules cover all examples but these within `budget`?
    fn can_cover_beside(&self, covers: &Bits, budget: usize) -> bool {
        let mut left = Bits::all(self.counts[0]);
        left.remove(covers);
        // Of rules that are not known nothing is known.
        budget > self.complete || self.can_cover(&left, budget)
    }

    /// The recursion is as deep as the number of rules that `budget` pays for.
    fn can_cover(&self, left: &Bits, budget: usize) -> bool {
        let Some(hardest) = left.iter().max_by_key(|&example| self.least[example]) else { return true };
        if self.least[hardest].is_none_or(|least| least > budget) {
            return false;
        }
        let affordable =
            self.candidates.iter().filter(|one| one.size <= budget && one.covers.contains(hardest));
        affordable.into_iter().any(|Candidate { covers, size }| {
            let mut rest = left.clone();
            rest.remove(covers);
            self.can_cover(&rest, budget - size)
        })
    }

    /// A cover of all examples that can be covered, by the greedy choice of the most examples per size, without rules that the
    /// others make superfluous.
    fn greedy(&self) -> Vec<usize> {
        let mut left = Bits::all(self.counts[0]);
        let mut chosen = Vec::new();
        loop {
            let worth = |number: &usize| {
                let Candidate { covers, size } = &self.candidates[*number];
                left.and(covers).len() as f64 / *size as f64
            };
            let best = (0..self.candidates.len())
                .map(|number| (worth(&number), number))
                .max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)));
            match best.filter(|(worth, _)| *worth > 0.0) {
                Some((_, number)) => {
                    left.remove(&self.candidates[number].covers);
                    chosen.push(number);
                }
                None => break,
            }
        }
        for place in (0..chosen.len()).rev() {
            let mut rest = self.candidates[chosen[place]].covers.clone();
            let others = chosen.iter().enumerate().filter(|(other, _)| *other != place);
            others.for_each(|(_, &other)| rest.remove(&self.candidates[other].covers));
            if rest.is_empty() {
                chosen.remove(place);
            }
        }
        chosen
    }

    fn left_by(&self, numbers: &[usize]) -> usize {
        let mut left = Bits::all(self.counts[0]);
        numbers.iter().for_each(|&number| left.remove(&self.candidates[number].covers));
        left.len()
    }

    fn size_of(&self, numbers: &[usize]) -> usize {
        numbers.iter().map(|&number| self.candidates[number].size).sum()
    }

    fn numbers(&self) -> &[usize] {
        self.best.as_ref().map_or(&self.most, |(_, numbers)| numbers)
    }
}

impl Pool for Consistent {
    fn add(&mut self, body: &[Atom], coverage: Coverage) {
        let (covers, size) = (coverage.positive, body.len() + 1);
        if !coverage.negative.is_empty() || self.is_dominated(&covers, size) {
            return;
        }
        for example in covers.iter() {
            let least = &mut self.least[example];
            *least = Some(least.map_or(size, |known| known.min(size)));
        }
        self.bodies.push(body.into());
        self.candidates.push(Candidate { covers, size });
        self.has_news = true;
    }

    fn is_strict(&self) -> bool {
        true
    }

    fn is_promising(&self, positive: &Bits, size: usize) -> bool {
        if positive.is_empty() || self.is_dominated(positive, size) {
            return false;
        }
        match self.best {
            None => true,
            Some((best, _)) => size < best && self.can_cover_beside(positive, best - 1 - size),
        }
    }

    fn end_of_extending(&self, coverage: &Coverage, size: usize) -> usize {
        if coverage.negative.is_empty() { size } else { usize::MAX }
    }

    fn has_room_for(&self, size: usize) -> bool {
        self.best.as_ref().is_none_or(|(best, _)| size < *best)
    }

    fn has_all_of(&mut self, size: usize) {
        self.complete = size;
    }

    fn improve(&mut self) {
        if !std::mem::take(&mut self.has_news) {
            return;
        }
        let chosen = self.greedy();
        let size = self.size_of(&chosen);
        if self.left_by(&chosen) > 0 {
            self.most = chosen;
        } else if self.best.as_ref().is_none_or(|(best, _)| size < *best) {
            self.best = Some((size, chosen));
        }
    }

    fn choose(&mut self, is_over: &dyn Fn() -> bool) -> bool {
        self.improve();
        let Some((below, _)) = self.best else { return true };
        let mut was_over = false;
        let found = cover::cheapest(&self.candidates, &Bits::all(self.counts[0]), below, &mut || {
            was_over |= is_over();
            was_over
        });
        if let Some(numbers) = found {
            self.best = Some((self.size_of(&numbers), numbers));
        }
        !was_over
    }

    /// Nothing is left to do: `choose` found the best program of all rules after the last size.
    fn prove(&mut self, _: &dyn Fn() -> bool) -> bool {
        self.best.is_some()
    }

    fn standing(&self) -> (usize, usize) {
        (self.size_of(self.numbers()), self.left_by(self.numbers()))
    }

    fn program(&self) -> (Vec<Body>, Coverage) {
        let mut positive = Bits::none(self.counts[0]);
        self.numbers().iter().for_each(|&number| positive.add(&self.candidates[number].covers));
        let bodies = self.numbers().iter().map(|&number| self.bodies[number].clone()).collect();
        (bodies, Coverage { positive, negative: Bits::none(self.counts[1]) })
    }
}
