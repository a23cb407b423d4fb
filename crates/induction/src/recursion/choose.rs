//! Which recursive clauses to try together, and which bases go with them.

use std::ops::Range;

use super::answers::{Answers, Choice, Halt};
use super::plan::Plan;
use super::search::{Example, Found, Over, Recurrent, Search, bits};

/// So often the clock is looked at, in clauses.
const CLAUSES_BETWEEN_LOOKS: usize = 64;

/// Recursive clauses that were chosen, and the positive examples for which one of them calls itself.
#[derive(Default)]
struct Chosen {
    clauses: Vec<Plan>,
    calls: Vec<Vec<u64>>,
}

impl Search<'_> {
    /// A program of which the largest recursive clause has this size, and that has at most so many of them.
    pub(super) fn with_recursive(
        &mut self,
        size: usize,
        largest: usize,
        most: usize,
    ) -> Result<Option<Found>, Over> {
        let all = std::mem::take(&mut self.recursive);
        let mut chosen = Chosen::default();
        let found = self.choose(&all, &mut chosen, (largest, usize::MAX), size, most, largest);
        self.recursive = all;
        found
    }

    /// Chooses recursive clauses: the first has the size `largest`, each next one comes before the last in the order of sizes.
    fn choose(
        &mut self,
        all: &[Recurrent],
        chosen: &mut Chosen,
        (last, before): (usize, usize),
        left: usize,
        most: usize,
        smallest: usize,
    ) -> Result<Option<Found>, Over> {
        for size in (smallest..=last).filter(|size| size + 2 <= left) {
            let Some(Recurrent { bodies, halves }) = all.get(size) else { continue };
            let end = if size == last { before.min(halves.len()) } else { halves.len() };
            // Each positive example needs a base that holds for it by itself, or a clause that calls on.
            let mut covered = self.direct(left - size)?.to_vec();
            if let Some(calls) = chosen.calls.last() {
                covered.iter_mut().zip(calls).for_each(|(word, other)| *word |= other);
            }
            let is_last = chosen.clauses.len() + 1 == most;
            for (number, &half) in halves[..end].iter().enumerate() {
                if number.is_multiple_of(CLAUSES_BETWEEN_LOOKS) && self.watched.is_over() {
                    return Err(Over);
                }
                let calls = self.halves.calls(half as usize);
                let met: u32 =
                    covered.iter().zip(calls).map(|(&word, &other)| (word | other).count_ones()).sum();
                let missed = self.positives.len() - met as usize;
                let is_possible = match &self.weighing {
                    Some(weighing) => weighing.size + missed < weighing.best,
                    None => missed == 0,
                };
                if is_last && !is_possible {
                    continue;
                }
                let mut calls = calls.to_vec();
                if let Some(before) = chosen.calls.last() {
                    calls.iter_mut().zip(before).for_each(|(word, other)| *word |= other);
                }
                let Self { language, knowledge, own, given, .. } = self;
                let plan = Plan::new(language, knowledge, *own, given, bodies.at(number as u32));
                chosen.clauses.push(plan);
                chosen.calls.push(calls);
                let mut found = None;
                if is_possible {
                    let plans: Vec<&Plan> = chosen.clauses.iter().collect();
                    match self.weighing {
                        Some(_) => self.weigh(&plans, left - size),
                        None => found = self.try_clauses(&plans, left - size),
                    }
                }
                if found.is_none() && !is_last {
                    found = self.choose(all, chosen, (size, number), left - size, most, 3)?;
                }
                chosen.clauses.pop();
                chosen.calls.pop();
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    /// The positive examples for which a base of at most this size holds by itself, as bits.
    fn direct(&mut self, size: usize) -> Result<&[u64], Over> {
        let known = self.direct.len();
        for size in known..=size {
            let count = self.bases.up_to(size);
            let mut covered = vec![0; self.positives.len().div_ceil(64)];
            let mut answers = Answers::new(Vec::new(), Choice::First(count));
            for &Example { call, wanted, number, .. } in &self.positives {
                // What takes too long to find out may be.
                let is_covered = match answers.find(&call, &wanted, &mut self.bases, &mut self.knowledge) {
                    Ok(found) => found.is_some(),
                    Err(Halt::Over) => return Err(Over),
                    Err(Halt::Deep | Halt::Long) => true,
                };
                covered[number / 64] |= u64::from(is_covered) << (number % 64);
            }
            self.direct.push(covered);
        }
        Ok(&self.direct[size])
    }

    /// Bases of this size in all that make a program of recursive clauses, if there are any.
    pub(super) fn try_clauses(&mut self, recursive: &[&Plan], left: usize) -> Option<Found> {
        self.watched.count(1);
        let count = self.bases.up_to(left);
        if count == 0 {
            return None;
        }
        // Smaller ones have been tried.
        let new = self.bases.up_to(left - 1)..count;
        // What clauses call does not depend on bases if they call themselves once each.
        if recursive.iter().all(|plan| plan.calls == 1) {
            match self.try_linear(recursive, new.clone(), left) {
                Ok(found) => return found,
                Err(Halt::Over | Halt::Deep) => return None,
                Err(Halt::Long) => {}
            }
        }
        if let Some(base) = self.each(recursive, &[], new) {
            return Some(self.program(recursive, &[base]));
        }
        if left < 4 || !self.may_be_complete(recursive, left - 2) {
            return None;
        }
        let mut chosen = Vec::new();
        self.combine(recursive, left, &mut chosen).then(|| self.program(recursive, &chosen))
    }

    /// The same for recursive clauses that call themselves once each: all bases at once.
    fn try_linear(
        &mut self,
        recursive: &[&Plan],
        new: Range<usize>,
        left: usize,
    ) -> Result<Option<Found>, Halt> {
        let count = new.end;
        let mut answers = Answers::new(recursive.to_vec(), Choice::EachOf(0..count, &[]));
        let mut alive = ones(&new);
        let can_be_several = left >= 4;
        let is_over = |alive: &[u64]| !can_be_several && alive.iter().all(|&word| word == 0);
        let mut covers: Vec<Vec<u64>> = Vec::new();
        for place in 0..self.positives.len() {
            let Example { call, wanted, .. } = self.positives[place];
            let mask = match answers.find(&call, &wanted, &mut self.bases, &mut self.knowledge) {
                Ok(Some(mask)) => mask,
                Ok(None) => {
                    self.prefer(place);
                    return Ok(None);
                }
                Err(halt) => return Err(halt),
            };
            alive.iter_mut().zip(mask).for_each(|(word, other)| *word &= other);
            if is_over(&alive) {
                self.prefer(place);
                return Ok(None);
            }
            if can_be_several {
                covers.push(mask.to_vec());
            }
        }
        let mut allowed = vec![u64::MAX; count.div_ceil(64)];
        for Example { call, wanted, .. } in &self.negatives {
            let mask = answers.find_near(call, wanted, &mut self.bases, &mut self.knowledge)?;
            for (place, word) in mask.iter().flat_map(|mask| mask.iter()).enumerate() {
                alive[place] &= !word;
                allowed[place] &= !word;
            }
            if is_over(&alive) {
                return Ok(None);
            }
        }
        if let Some(base) = bits(&alive).next() {
            return Ok(Some(self.program(recursive, &[base])));
        }
        covers
            .iter_mut()
            .for_each(|mask| mask.iter_mut().zip(&allowed).for_each(|(word, other)| *word &= other));
        let mut chosen = Vec::new();
        Ok(self.cover(&covers, left, &mut chosen).then(|| self.program(recursive, &chosen)))
    }

    /// The first of some bases that makes a program of recursive clauses, together with bases that are chosen already. They are
    /// tried at once as far as that does not take too long.
    fn each(&mut self, recursive: &[&Plan], chosen: &[usize], bases: Range<usize>) -> Option<usize> {
        if bases.is_empty() || self.watched.is_over() {
            return None;
        }
        let aligned = bases.start / 64 * 64..bases.end;
        match self.alive(recursive, chosen, &bases, aligned.clone()) {
            Ok(found) => return found,
            Err(Halt::Over) => return None,
            Err(Halt::Deep | Halt::Long) => {}
        }
        if aligned.len() > 64 {
            return aligned.step_by(64).find_map(|start| {
                let word = start.max(bases.start)..(start + 64).min(bases.end);
                self.each(recursive, chosen, word)
            });
        }
        let mut all = chosen.to_vec();
        for base in bases {
            if self.watched.is_over() {
                return None;
            }
            all.push(base);
            if self.is_complete(recursive, &all) && self.is_consistent(recursive, &all) {
                return Some(base);
            }
            all.pop();
        }
        None
    }

    /// The same, without a way out.
    fn alive(
        &mut self,
        recursive: &[&Plan],
        chosen: &[usize],
        bases: &Range<usize>,
        aligned: Range<usize>,
    ) -> Result<Option<usize>, Halt> {
        let first = aligned.start;
        let mut alive = ones(&(bases.start - first..bases.end - first));
        let mut answers = Answers::new(recursive.to_vec(), Choice::EachOf(aligned, chosen));
        for place in 0..self.positives.len() {
            let Example { call, wanted, .. } = self.positives[place];
            answers.keep(&alive);
            match answers.find(&call, &wanted, &mut self.bases, &mut self.knowledge)? {
                None => alive.fill(0),
                Some(mask) => alive.iter_mut().zip(mask).for_each(|(word, other)| *word &= other),
            }
            answers.mask_alive(&mut alive);
            if alive.iter().all(|&word| word == 0) {
                self.prefer(place);
                return Ok(None);
            }
        }
        for Example { call, wanted, .. } in &self.negatives {
            answers.keep(&alive);
            // What takes too long or goes too deep is left to the check of each.
            match answers.find(call, wanted, &mut self.bases, &mut self.knowledge) {
                Ok(None) | Err(Halt::Deep | Halt::Long) => {}
                Ok(Some(mask)) => alive.iter_mut().zip(mask).for_each(|(word, other)| *word &= !other),
                Err(Halt::Over) => return Err(Halt::Over),
            }
            if alive.iter().all(|&word| word == 0) {
                return Ok(None);
            }
        }
        Ok(bits(&alive).map(|base| first + base).find(|&base| {
            let all = [chosen, &[base]].concat();
            !self.watched.is_over()
                && self.is_complete(recursive, &all)
                && self.is_consistent(recursive, &all)
        }))
    }

    /// Examples that are not covered stand first from now on: they tell sooner what is of no use.
    fn prefer(&mut self, place: usize) {
        self.positives[..=place].rotate_right(1);
    }

    pub(super) fn program(&self, recursive: &[&Plan], bases: &[usize]) -> Found {
        let bases = bases.iter().map(|&base| self.bases.plans[base].body.clone());
        let mut rest: Vec<_> = recursive.iter().map(|plan| plan.body.clone()).collect();
        rest.sort_by_key(Vec::len);
        bases.chain(rest).collect()
    }

    /// Chooses bases of that size at most so that each example has one of its own; they do not help each other.
    fn cover(&self, covers: &[Vec<u64>], left: usize, chosen: &mut Vec<usize>) -> bool {
        let has = |mask: &Vec<u64>, base: &usize| mask[base / 64] >> (base % 64) & 1 == 1;
        let open = covers.iter().filter(|mask| !chosen.iter().any(|base| has(mask, base)));
        let Some(mask) = open.min_by_key(|mask| mask.iter().map(|word| word.count_ones()).sum::<u32>())
        else {
            return true;
        };
        for base in bits(mask) {
            let size = self.bases.plans[base].size;
            if size > left || self.watched.is_over() {
                return false;
            }
            chosen.push(base);
            if self.cover(covers, left - size, chosen) {
                return true;
            }
            chosen.pop();
        }
        false
    }

    /// Chooses several bases of that size in all, in order, with recursive clauses in which they help each other.
    fn combine(&mut self, recursive: &[&Plan], left: usize, chosen: &mut Vec<usize>) -> bool {
        let first = chosen.last().map_or(0, |last| last + 1);
        if !chosen.is_empty() {
            let bases = self.bases.up_to(left - 1).max(first)..self.bases.up_to(left);
            if let Some(base) = self.each(recursive, chosen, bases) {
                chosen.push(base);
                return true;
            }
        }
        for base in first..self.bases.plans.len() {
            let size = self.bases.plans[base].size;
            // The next one is no smaller.
            if 2 * size > left || self.watched.is_over() {
                return false;
            }
            chosen.push(base);
            if self.is_consistent(recursive, chosen) && self.combine(recursive, left - size, chosen) {
                return true;
            }
            chosen.pop();
        }
        false
    }

    /// Could bases of at most this size, all together, hold for all positive examples?
    fn may_be_complete(&mut self, recursive: &[&Plan], size: usize) -> bool {
        let mut answers = Answers::new(recursive.to_vec(), Choice::First(self.bases.up_to(size)));
        let Self { positives, knowledge, bases, .. } = self;
        let missed = positives.iter().position(|Example { call, wanted, .. }| {
            matches!(answers.find(call, wanted, bases, knowledge), Ok(None))
        });
        missed.inspect(|&place| self.prefer(place)).is_none()
    }

    /// Do bases and recursive clauses together hold for all positive examples?
    fn is_complete(&mut self, recursive: &[&Plan], bases: &[usize]) -> bool {
        let mut answers = Answers::new(recursive.to_vec(), Choice::All(bases));
        let Self { positives, knowledge, bases, .. } = self;
        let missed = positives.iter().position(|Example { call, wanted, .. }| {
            !matches!(answers.find(call, wanted, bases, knowledge), Ok(Some(_)))
        });
        missed.inspect(|&place| self.prefer(place)).is_none()
    }

    /// Do bases and recursive clauses together hold for no negative example?
    fn is_consistent(&mut self, recursive: &[&Plan], bases: &[usize]) -> bool {
        let mut answers = Answers::new(recursive.to_vec(), Choice::All(bases));
        let Self { negatives, knowledge, bases, .. } = self;
        !negatives.iter().any(|Example { call, wanted, .. }| {
            match answers.find_near(call, wanted, bases, knowledge) {
                Ok(found) => found.is_some(),
                Err(Halt::Deep | Halt::Long) => false,
                // What was not tried to the end is not known to be consistent.
                Err(Halt::Over) => true,
            }
        })
    }
}

/// Words of bits in which those of a range are set.
fn ones(range: &Range<usize>) -> Vec<u64> {
    let mut words = vec![0; range.end.div_ceil(64)];
    range.clone().for_each(|bit| words[bit / 64] |= 1 << (bit % 64));
    words
}
