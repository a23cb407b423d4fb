//! Recursive programs of least description length: their size, plus one for each example that they get wrong.
//!
//! Programs are tried in the order of their size, as long as a program of that size could be better than the best one. Where
//! clauses call themselves once each, bases do not help each other, and the best set of them is found as that of rules is.

use std::ops::Range;

use super::answers::{Answers, Choice, Halt};
use super::bases::Bases;
use super::plan::Plan;
use super::search::{Example, Found, Over, Search, bits};
use super::tally::Tally;
use crate::bits::Bits;
use crate::induce::{Coverage, Weighed, lightest};

/// The best program so far, and what is looked for now.
pub(super) struct Weighing {
    /// The description length of the best program.
    pub best: usize,
    /// None for the empty one.
    pub program: Option<Found>,
    /// The size of the programs that are tried.
    pub size: usize,
    /// Are clauses tried that call themselves once each, or the others? The first take less time.
    pub is_linear: bool,
}

impl Weighing {
    /// The empty program gets all positive examples wrong.
    pub(super) fn new(positives: usize) -> Self {
        Self { best: positives, program: None, size: 0, is_linear: true }
    }

    /// The description length of the best program, for which examples it holds.
    pub(super) fn length(&self, [positives, negatives]: &Judged) -> usize {
        let size: usize = self.program.iter().flatten().map(|body| body.len() + 1).sum();
        let count =
            |all: &[Option<bool>], wanted| all.iter().filter(|one| (**one == Some(true)) == wanted).count();
        size + count(positives, false) + count(negatives, true)
    }

    fn note(&mut self, length: usize, program: Found) {
        if length < self.best {
            (self.best, self.program) = (length, Some(program));
        }
    }
}

/// Whether a program holds for each positive and each negative example; none where that takes too long or goes too deep, so that
/// it does not count as covered.
pub(crate) type Judged = [Vec<Option<bool>>; 2];

/// Masks of bases by example, of positive and of negative ones.
type Masks = [Vec<Option<Vec<u64>>>; 2];

impl Search<'_> {
    /// Programs of this size that recur and are better than the best.
    pub(super) fn weigh_recursive(&mut self, size: usize) -> Result<(), Over> {
        let most = self.language.problem.bias.max_clauses.max(2) - 1;
        for is_linear in [true, false] {
            if let Some(weighing) = &mut self.weighing {
                (weighing.size, weighing.is_linear) = (size, is_linear);
            }
            for largest in 3..size.saturating_sub(1) {
                self.grow(largest.max(size - largest))?;
                self.with_recursive(size, largest, most)?;
            }
        }
        if self.watched.is_over() { Err(Over) } else { Ok(()) }
    }

    /// Programs of bases alone that are better than the best, the largest of them of this size, or of this size less two if there
    /// are several.
    pub(super) fn weigh_direct(&mut self, size: usize) -> Result<(), Over> {
        self.grow(size)?;
        if let Some(weighing) = &mut self.weighing {
            weighing.is_linear = true;
        }
        self.weigh(&[], size);
        if self.watched.is_over() { Err(Over) } else { Ok(()) }
    }

    /// The best description length so far; none if examples are right.
    pub(super) fn best(&self) -> Option<usize> {
        self.weighing.as_ref().map(|weighing| weighing.best)
    }

    /// Is a description length better than the best?
    fn is_better(&self, length: usize) -> bool {
        self.best().is_some_and(|best| length < best)
    }

    /// Bases of this size in all with recursive clauses.
    pub(super) fn weigh(&mut self, recursive: &[&Plan], left: usize) {
        let is_linear = recursive.iter().all(|plan| plan.calls == 1);
        let Some(weighing) = &self.weighing else { return };
        if weighing.is_linear != is_linear {
            return;
        }
        self.watched.count(1);
        let count = self.bases.up_to(left);
        if count == 0 {
            return;
        }
        let new = self.bases.up_to(left - 1)..count;
        if is_linear && self.weigh_linear(recursive, new.clone(), left).is_ok() {
            return;
        }
        self.weigh_each(recursive, &[], new, left);
        let size: usize = recursive.iter().map(|plan| plan.size).sum();
        if left >= 4
            && self.missed_by_all(recursive, left - 2).is_some_and(|missed| self.is_better(size + 4 + missed))
        {
            self.weigh_several(recursive, left, &mut Vec::new());
        }
    }

    /// All bases at once, where calls do not depend on them.
    fn weigh_linear(&mut self, recursive: &[&Plan], new: Range<usize>, left: usize) -> Result<(), Halt> {
        let words = new.end.div_ceil(64);
        let size: usize = recursive.iter().map(|plan| plan.size).sum();
        let mut answers = Answers::new(recursive.to_vec(), Choice::EachOf(0..new.end, &[]));
        let mut masks: Masks = [Vec::new(), Vec::new()];
        let mut right = Tally::new(words);
        let mut missed = 0;
        for place in 0..self.positives.len() {
            let Example { call, wanted, .. } = self.positives[place];
            let mask = match answers.find(&call, &wanted, &mut self.bases, &mut self.knowledge) {
                Ok(mask) => mask.map(<[u64]>::to_vec),
                Err(Halt::Deep) => None,
                Err(halt) => return Err(halt),
            };
            mask.iter().for_each(|mask| right.add(mask));
            missed += usize::from(mask.is_none());
            if !self.is_better(size + 2 + missed) {
                return Ok(());
            }
            masks[0].push(mask);
        }
        let count = self.positives.len();
        // What one base has to get right, and what each of several has to.
        let least = (count + size + left + 1).saturating_sub(self.best().unwrap_or(0));
        let single: Vec<usize> = bits(&right.at_least(least)).filter(|base| new.contains(base)).collect();
        let most = if left < 4 { 0 } else { left - 2 };
        let mut several = Vec::new();
        for size in 2..=most {
            let range = self.bases.up_to(size - 1)..self.bases.up_to(size);
            several.extend(bits(&right.at_least(size + 1)).filter(|base| range.contains(base)));
        }
        // Sets of smaller bases have been tried.
        let are_new = several.last().is_some_and(|&base| self.bases.plans[base].size == most);
        if single.is_empty() && !are_new {
            return Ok(());
        }
        let mut wrong = Tally::new(words);
        for Example { call, wanted, .. } in &self.negatives {
            let mask = answers.find_near(call, wanted, &mut self.bases, &mut self.knowledge)?;
            mask.iter().for_each(|mask| wrong.add(mask));
            masks[1].push(mask.map(|mask| mask.to_vec()));
        }
        for base in single {
            let length = size + left + count - right.of(base) + wrong.of(base);
            if self.is_better(length) {
                self.note_alike(recursive, &[base], length)?;
            }
        }
        if are_new {
            self.weigh_set(recursive, &several, &masks)?;
        }
        Ok(())
    }

    /// Notes a program, unless examples take longer with its bases alone than they may.
    fn note_alike(&mut self, recursive: &[&Plan], bases: &[usize], length: usize) -> Result<(), Halt> {
        let size: usize = recursive.iter().map(|plan| plan.size).sum();
        let bases_size: usize = bases.iter().map(|&base| self.bases.plans[base].size).sum();
        if self.length(recursive, bases, size + bases_size) != Some(length) {
            return Err(if self.watched.is_over() { Halt::Over } else { Halt::Long });
        }
        let program = self.program(recursive, bases);
        self.weighing.iter_mut().for_each(|weighing| weighing.note(length, program.clone()));
        Ok(())
    }

    /// The best set of bases that do not help each other.
    fn weigh_set(&mut self, recursive: &[&Plan], several: &[usize], masks: &Masks) -> Result<(), Halt> {
        let size: usize = recursive.iter().map(|plan| plan.size).sum();
        let Some(below) = self.best().and_then(|best| best.checked_sub(size)) else { return Ok(()) };
        let covered = |base: usize, masks: &[Option<Vec<u64>>]| {
            let mut covered = Bits::none(masks.len());
            let has = |mask: &&Option<Vec<u64>>| {
                mask.as_ref().is_some_and(|mask| mask[base / 64] >> (base % 64) & 1 == 1)
            };
            masks
                .iter()
                .enumerate()
                .filter(|(_, mask)| has(mask))
                .for_each(|(number, _)| covered.insert(number));
            covered
        };
        let mut rules: Vec<Weighed> = Vec::new();
        let mut numbers = Vec::new();
        for &base in several {
            let [positive, negative] = [0, 1].map(|kind| covered(base, &masks[kind]));
            let own = self.bases.plans[base].size;
            // In the order of size, so that a rule as good as another one comes later.
            let is_dominated = rules.iter().any(|other| {
                positive.is_subset(&other.coverage.positive) && other.coverage.negative.is_subset(&negative)
            });
            if !is_dominated && own + negative.len() < below {
                rules.push(Weighed { coverage: Coverage { positive, negative }, size: own });
                numbers.push(base);
            }
        }
        let counts = [masks[0].len(), masks[1].len()];
        let found = lightest::lightest(&rules, counts, below, &|| self.watched.is_over());
        if let Ok(Some(chosen)) = found {
            let length = size + lightest::weight(&rules, counts, &chosen);
            let mut bases: Vec<usize> = chosen.iter().map(|&rule| numbers[rule]).collect();
            bases.sort_unstable();
            self.note_alike(recursive, &bases, length)?;
        }
        Ok(())
    }

    /// Each of some bases, together with those that are chosen: one after the other.
    fn weigh_each(&mut self, recursive: &[&Plan], chosen: &[usize], bases: Range<usize>, left: usize) {
        let size: usize = recursive.iter().map(|plan| plan.size).sum();
        let chosen_size: usize = chosen.iter().map(|&base| self.bases.plans[base].size).sum();
        let mut all = chosen.to_vec();
        for base in bases {
            if self.watched.is_over() {
                return;
            }
            all.push(base);
            if let Some(length) = self.length(recursive, &all, size + chosen_size + left) {
                let program = self.program(recursive, &all);
                self.weighing.iter_mut().for_each(|weighing| weighing.note(length, program.clone()));
            }
            all.pop();
        }
    }

    /// Several bases of this size in all, in order.
    fn weigh_several(&mut self, recursive: &[&Plan], left: usize, chosen: &mut Vec<usize>) {
        let first = chosen.last().map_or(0, |last| last + 1);
        if !chosen.is_empty() {
            let bases = self.bases.up_to(left - 1).max(first)..self.bases.up_to(left);
            self.weigh_each(recursive, chosen, bases, left);
        }
        for base in first..self.bases.plans.len() {
            let size = self.bases.plans[base].size;
            // The next one is no smaller.
            if 2 * size > left || self.watched.is_over() {
                return;
            }
            chosen.push(base);
            self.weigh_several(recursive, left - size, chosen);
            chosen.pop();
        }
    }

    /// The description length of a program of this size, if it is better than the best.
    fn length(&mut self, recursive: &[&Plan], bases: &[usize], size: usize) -> Option<usize> {
        let best = self.best()?;
        let mut length = size;
        let mut answers = Answers::new(recursive.to_vec(), Choice::All(bases));
        for place in 0..self.positives.len() {
            let Example { call, wanted, .. } = self.positives[place];
            let found = answers.find(&call, &wanted, &mut self.bases, &mut self.knowledge);
            length += usize::from(!matches!(found, Ok(Some(_))));
            if length >= best {
                return None;
            }
        }
        for Example { call, wanted, .. } in &self.negatives {
            let found = match answers.find_near(call, wanted, &mut self.bases, &mut self.knowledge) {
                Ok(found) => found.is_some(),
                Err(Halt::Deep | Halt::Long) => false,
                Err(Halt::Over) => return None,
            };
            length += usize::from(found);
            if length >= best {
                return None;
            }
        }
        Some(length)
    }

    /// How many positive examples bases of at most this size miss all together, at least; none if the time is up.
    fn missed_by_all(&mut self, recursive: &[&Plan], size: usize) -> Option<usize> {
        let mut answers = Answers::new(recursive.to_vec(), Choice::First(self.bases.up_to(size)));
        let mut missed = 0;
        for Example { call, wanted, .. } in &self.positives {
            match answers.find(call, wanted, &mut self.bases, &mut self.knowledge) {
                Ok(found) => missed += usize::from(found.is_none()),
                Err(Halt::Deep | Halt::Long) => {}
                Err(Halt::Over) => return None,
            }
        }
        Some(missed)
    }

    /// For which examples the best program holds.
    pub(super) fn judge(&mut self) -> Judged {
        let program = self.weighing.as_mut().and_then(|weighing| weighing.program.take()).unwrap_or_default();
        let Self { language, own, given, knowledge, .. } = self;
        let plans = program.iter().map(|body| Plan::new(language, knowledge, *own, given, body));
        let (recursive, direct): (Vec<Plan>, Vec<Plan>) = plans.partition(|plan| plan.calls > 0);
        let all: Vec<usize> = (0..direct.len()).collect();
        let mut bases = Bases::new(given.clone());
        bases.plans = direct;
        let mut answers = Answers::new(recursive.iter().collect(), Choice::All(&all));
        self.positives.sort_by_key(|example| example.number);
        self.knowledge.is_patient = true;
        let positives = self.positives.iter().map(|Example { call, wanted, .. }| {
            answers.find(call, wanted, &mut bases, &mut self.knowledge).ok().map(|found| found.is_some())
        });
        let positives = positives.collect();
        let negatives = self.negatives.iter().map(|Example { call, wanted, .. }| {
            if let Ok(found) = answers.find(call, wanted, &mut bases, &mut self.knowledge) {
                return Some(found.is_some());
            }
            // What does not follow from calls that are near may follow from others.
            let near = answers.find_near(call, wanted, &mut bases, &mut self.knowledge);
            near.is_ok_and(|found| found.is_some()).then_some(true)
        });
        let negatives = negatives.collect();
        drop(answers);
        self.weighing.iter_mut().for_each(|weighing| weighing.program = Some(program.clone()));
        [positives, negatives]
    }
}
