//! What a recursive program answers: for all clauses that do not recur at once.
//!
//! The answers of a call are found top down, each call once. A set of clauses that do not recur comes with each answer: those
//! each of which, together with the recursive clauses, gives that answer. So recursive clauses are tried once for thousands of
//! bases. Where calls go round in a circle, answers are added until there are no more.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::bases::{Bases, Values, answer, fits, set_values, tuple};
use super::knowledge::{Knowledge, Tuple};
use super::lanes::Lanes;
use super::plan::Plan;

/// Calls within calls within calls: more than this is taken for no end.
pub(super) const DEPTH: usize = 500;
/// How deep to look for answers of negative examples in calls without end.
const CUT_DEPTH: usize = 50;
/// How many steps a program may take for an example.
pub(super) const STEPS: u64 = 20_000;
/// How many it may take with all bases at once.
const STEPS_OF_ALL: u64 = 100_000;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Deep,
    Long,
    /// The time is up.
    Over,
}

/// Where only one base in so many makes a call, it is asked by itself.
const FEW: usize = 8;

/// So often the clock is looked at, in steps.
const STEPS_BETWEEN_LOOKS: u64 = 512;

/// The answers to all calls so far, with some recursive clauses.
pub(super) struct Answers<'r> {
    recursive: Vec<&'r Plan>,
    choice: Choice<'r>,
    words: usize,
    entries: Vec<Entry>,
    calls: FxHashMap<Tuple, u32>,
    numbers: FxHashMap<(u32, Tuple), u32>,
    masks: Vec<u64>,
    /// By the number of a mask: the round in which it has last changed.
    changed: Vec<u32>,
    lanes: Option<Lanes>,
    /// Rounds are counted where answers are added until there are no more.
    round: u32,
    /// Only answers that have changed since this round say anything new.
    since: u32,
    steps: u64,
    depth: usize,
    /// Beyond this depth no recursive clause is tried, if that is not an error.
    cut: Option<usize>,
    is_cyclic: bool,
    has_changed: bool,
}

/// Which of the clauses that do not recur there are.
#[derive(Clone, Debug)]
pub(super) enum Choice<'r> {
    /// Each of these by itself, which begin with a whole word of bits, together with some more.
    EachOf(Range<usize>, &'r [usize]),
    /// All of these together.
    All(&'r [usize]),
    /// The first few, all together.
    First(usize),
}

struct Entry {
    call: Tuple,
    answers: Vec<Tuple>,
    /// The number of the mask of each.
    masks: Vec<u32>,
    is_open: bool,
}

impl<'r> Answers<'r> {
    pub(super) fn new(recursive: Vec<&'r Plan>, choice: Choice<'r>) -> Self {
        let words = match &choice {
            Choice::EachOf(range, _) => range.len().div_ceil(64),
            Choice::All(_) | Choice::First(_) => 1,
        };
        let is_linear = recursive.iter().all(|plan| plan.calls == 1);
        let lanes = match &choice {
            Choice::EachOf(..) if !is_linear => Some(Lanes::new(words)),
            _ => None,
        };
        Self {
            recursive,
            choice,
            words,
            lanes,
            entries: Vec::new(),
            calls: FxHashMap::default(),
            numbers: FxHashMap::default(),
            masks: Vec::new(),
            changed: Vec::new(),
            round: 0,
            since: 0,
            steps: 0,
            depth: 0,
            cut: None,
            is_cyclic: false,
            has_changed: false,
        }
    }

    /// Bases that are not among these, as bits, are of no interest any more.
    pub(super) fn keep(&mut self, alive: &[u64]) {
        if let Some(lanes) = &mut self.lanes {
            lanes.keep(alive);
        }
    }

    /// Leaves out bases whose calls had no end.
    pub(super) fn mask_alive(&self, mask: &mut [u64]) {
        if let Some(lanes) = &self.lanes {
            lanes.mask_alive(mask);
        }
    }

    /// Starts anew with other recursive clauses.
    pub(super) fn reset(&mut self) {
        self.entries.clear();
        self.calls.clear();
        self.numbers.clear();
        self.masks.clear();
        self.changed.clear();
        (self.round, self.since) = (0, 0);
        self.lanes.iter_mut().for_each(Lanes::reset);
        self.depth = 0;
        self.is_cyclic = false;
    }

    /// The clauses that give an answer to a call, as words of bits; none if no clause does.
    ///
    /// # Errors
    /// When there is no end to calls, it takes too long, or the time is up.
    pub(super) fn find(
        &mut self,
        call: &Tuple,
        wanted: &Tuple,
        bases: &mut Bases,
        knowledge: &mut Knowledge<'_>,
    ) -> Result<Option<&[u64]>, Halt> {
        let first = self.place(call, wanted, bases, knowledge)?;
        Ok(first.map(|first| &self.masks[first..first + self.words]))
    }

    /// The same for negative examples: where there is no end to calls, it looks no deeper than so deep.
    ///
    /// # Errors
    /// When it takes too long, or the time is up.
    pub(super) fn find_near(
        &mut self,
        call: &Tuple,
        wanted: &Tuple,
        bases: &mut Bases,
        knowledge: &mut Knowledge<'_>,
    ) -> Result<Option<Cow<'_, [u64]>>, Halt> {
        match self.place(call, wanted, bases, knowledge) {
            Ok(first) => Ok(first.map(|first| Cow::Borrowed(&self.masks[first..first + self.words]))),
            Err(Halt::Deep) => {
                self.cut = Some(CUT_DEPTH);
                let is_one = matches!(self.choice, Choice::All(_));
                let found = match self.find(call, wanted, bases, knowledge) {
                    // What takes too long even so, with one base alone, is taken for no answer.
                    Err(Halt::Deep | Halt::Long) if is_one => Ok(None),
                    found => found.map(|mask| mask.map(|mask| Cow::Owned(mask.to_vec()))),
                };
                self.cut = None;
                self.reset();
                found
            }
            Err(halt) => Err(halt),
        }
    }

    /// Where the words of an answer's clauses begin; none if no clause gives it.
    fn place(
        &mut self,
        call: &Tuple,
        wanted: &Tuple,
        bases: &mut Bases,
        knowledge: &mut Knowledge<'_>,
    ) -> Result<Option<usize>, Halt> {
        self.steps = match self.choice {
            Choice::EachOf(..) | Choice::First(_) => STEPS_OF_ALL,
            Choice::All(_) => STEPS,
        };
        let entry = match self.close(call, bases, knowledge) {
            Ok(entry) => entry,
            Err(halt) => {
                self.reset();
                // What takes too long for several bases at once is tried with fewer.
                if halt == Halt::Long && matches!(self.choice, Choice::All(_)) {
                    knowledge.give_up();
                }
                return Err(halt);
            }
        };
        Ok(self.numbers.get(&(entry, *wanted)).map(|&mask| mask as usize * self.words))
    }

    fn close(&mut self, call: &Tuple, bases: &mut Bases, knowledge: &mut Knowledge<'_>) -> Result<u32, Halt> {
        self.lanes.iter_mut().for_each(Lanes::start);
        self.round += 1;
        let entry = self.solve(call, bases, knowledge)?;
        while self.is_cyclic {
            self.has_changed = false;
            (self.since, self.round) = (self.round, self.round + 1);
            for entry in (0..self.entries.len()).rev() {
                self.entries[entry].is_open = true;
                self.lanes.iter_mut().for_each(|lanes| lanes.follow_all(entry));
                self.extend(entry as u32, bases, knowledge)?;
                self.lanes.iter_mut().for_each(Lanes::leave);
                self.entries[entry].is_open = false;
            }
            if !self.has_changed {
                break;
            }
        }
        (self.is_cyclic, self.since) = (false, 0);
        Ok(entry)
    }

    /// The entry of a call with its answers.
    fn solve(&mut self, call: &Tuple, bases: &mut Bases, knowledge: &mut Knowledge<'_>) -> Result<u32, Halt> {
        if let Some(&entry) = self.calls.get(call) {
            let known = &mut self.entries[entry as usize];
            self.is_cyclic |= known.is_open;
            if !known.is_open && self.lanes.as_mut().is_some_and(|lanes| lanes.are_new(entry as usize)) {
                known.is_open = true;
                self.follow(entry, bases, knowledge)?;
            }
            return Ok(entry);
        }
        let number = self.entries.len() as u32;
        self.calls.insert(*call, number);
        self.entries.push(Entry { call: *call, answers: Vec::new(), masks: Vec::new(), is_open: true });
        self.lanes.iter_mut().for_each(Lanes::add);
        self.follow(number, bases, knowledge)?;
        Ok(number)
    }

    /// Adds all that a call is answered for the first time.
    fn follow(&mut self, entry: u32, bases: &mut Bases, knowledge: &mut Knowledge<'_>) -> Result<(), Halt> {
        let since = std::mem::take(&mut self.since);
        // Recursive clauses come first: where calls have no end, bases need not be asked.
        self.extend(entry, bases, knowledge)?;
        self.add_bases(entry, bases, knowledge)?;
        self.entries[entry as usize].is_open = false;
        self.since = since;
        Ok(())
    }

    /// Adds what clauses that do not recur answer.
    fn add_bases(
        &mut self,
        entry: u32,
        bases: &mut Bases,
        knowledge: &mut Knowledge<'_>,
    ) -> Result<(), Halt> {
        let call = self.entries[entry as usize].call;
        let words = self.words;
        let (range, always) = match self.choice.clone() {
            Choice::EachOf(range, always) => (range, always),
            Choice::All(chosen) => (0..0, chosen),
            Choice::First(count) => (0..count, &[][..]),
        };
        if !always.is_empty() {
            let mut found = Vec::new();
            for &base in always {
                answer(&bases.plans[base], &bases.given, &call, knowledge, &mut self.steps, &mut found)?;
            }
            let full = vec![u64::MAX; words];
            found.iter().for_each(|tuple| self.add(entry, tuple, &full));
        }
        if range.is_empty() {
            return Ok(());
        }
        let few = self.lanes.as_ref().and_then(|lanes| lanes.few(range.len() / FEW));
        if let Some(few) = few
            && !bases.are_known(&call, range.end)
        {
            let mut mask = vec![0; words];
            for lane in few {
                if knowledge.is_over() {
                    return Err(Halt::Over);
                }
                let Some(plan) = bases.plans.get(range.start + lane) else { continue };
                let mut found = Vec::new();
                answer(plan, &bases.given, &call, knowledge, &mut STEPS.clone(), &mut found)?;
                self.steps = self.steps.checked_sub(found.len() as u64 + 1).ok_or(Halt::Long)?;
                mask[lane / 64] = 1 << (lane % 64);
                found.iter().for_each(|tuple| self.add(entry, tuple, &mask));
                mask[lane / 64] = 0;
            }
            return Ok(());
        }
        let known = bases.ask(&call, range.end, knowledge)?;
        self.steps = self.steps.checked_sub(known.answers.len() as u64 + 10).ok_or(Halt::Long)?;
        let is_any = matches!(self.choice, Choice::First(_));
        let (first, end) = (range.start / 64, range.end.div_ceil(64));
        let last = match range.end % 64 {
            0 => u64::MAX,
            rest => (1 << rest) - 1,
        };
        let mut mask = vec![0; end - first];
        for (tuple, all) in &known.answers {
            mask.fill(0);
            mask.iter_mut().zip(all.iter().skip(first)).for_each(|(word, other)| *word = *other);
            mask[end - first - 1] &= last;
            self.lanes.iter().for_each(|lanes| lanes.mask_present(&mut mask));
            if is_any {
                let any = u64::from(mask.iter().any(|&word| word != 0));
                self.add(entry, tuple, &[any]);
            } else {
                self.add(entry, tuple, &mask);
            }
        }
        Ok(())
    }

    /// Adds what recursive clauses answer.
    fn extend(&mut self, entry: u32, bases: &mut Bases, knowledge: &mut Knowledge<'_>) -> Result<(), Halt> {
        if self.cut.is_some_and(|cut| self.depth >= cut) {
            return Ok(());
        }
        if self.depth >= DEPTH {
            // Only bases by which calls have come here are to blame.
            knowledge.give_up();
            return self.lanes.as_mut().map(Lanes::give_up).ok_or(Halt::Deep);
        }
        self.depth += 1;
        let call = self.entries[entry as usize].call;
        for number in 0..self.recursive.len() {
            let plan = self.recursive[number];
            let mut values = Values::default();
            set_values(bases, &call, &mut values);
            self.go_on(plan, 0, &mut values, &mut Vec::new(), entry, bases, knowledge)?;
        }
        self.depth -= 1;
        Ok(())
    }

    #[expect(clippy::too_many_arguments, reason = "what a recursion carries along")]
    fn go_on(
        &mut self,
        plan: &'r Plan,
        place: usize,
        values: &mut Values,
        masks: &mut Vec<u32>,
        entry: u32,
        bases: &mut Bases,
        knowledge: &mut Knowledge<'_>,
    ) -> Result<(), Halt> {
        self.steps = self.steps.checked_sub(1).ok_or(Halt::Long)?;
        if self.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) && knowledge.is_over() {
            return Err(Halt::Over);
        }
        let Some(step) = plan.steps.get(place) else {
            self.add_joint(entry, &tuple(&plan.outputs, values), masks);
            return Ok(());
        };
        let known = tuple(&step.known, values);
        if let Some(access) = step.access {
            let (first, count) = knowledge.ask(access, &known);
            for number in 0..count {
                if fits(&step.found, values, |at| knowledge.found(access, first, number, at)) {
                    self.go_on(plan, place + 1, values, masks, entry, bases, knowledge)?;
                }
            }
            return Ok(());
        }
        if self.lanes.as_mut().is_some_and(|lanes| !lanes.follow(masks, &self.masks)) {
            return Ok(());
        }
        let callee = self.solve(&known, bases, knowledge)? as usize;
        self.lanes.iter_mut().for_each(Lanes::leave);
        // Where calls depend on answers, others than these may be new, too.
        let since = if self.lanes.is_none() && plan.calls == 1 { self.since } else { 0 };
        for number in 0..self.entries[callee].answers.len() {
            if self.changed[self.entries[callee].masks[number] as usize] < since {
                continue;
            }
            let answer = self.entries[callee].answers[number];
            if fits(&step.found, values, |at| answer[at]) {
                masks.push(self.entries[callee].masks[number]);
                self.go_on(plan, place + 1, values, masks, entry, bases, knowledge)?;
                masks.pop();
            }
        }
        Ok(())
    }

    /// Adds an answer that follows from others.
    fn add_joint(&mut self, entry: u32, tuple: &Tuple, masks: &[u32]) {
        let Some((&first, others)) = masks.split_first() else { return };
        let first = first as usize * self.words;
        let mut joint = self.masks[first..first + self.words].to_vec();
        for &other in others {
            let other = &self.masks[other as usize * self.words..][..self.words];
            joint.iter_mut().zip(other).for_each(|(word, other)| *word &= other);
        }
        self.add(entry, tuple, &joint);
    }

    fn add(&mut self, entry: u32, tuple: &Tuple, mask: &[u64]) {
        if mask.iter().all(|&word| word == 0) {
            return;
        }
        let next = (self.masks.len() / self.words.max(1)) as u32;
        let number = *self.numbers.entry((entry, *tuple)).or_insert(next);
        if number == next {
            self.masks.extend_from_slice(mask);
            self.changed.push(self.round);
            let entry = &mut self.entries[entry as usize];
            entry.answers.push(*tuple);
            entry.masks.push(number);
            self.has_changed = true;
            return;
        }
        let mut is_more = false;
        for (own, word) in self.masks[number as usize * self.words..].iter_mut().zip(mask) {
            is_more |= *word & !*own != 0;
            *own |= word;
        }
        if is_more {
            self.has_changed = true;
            self.changed[number as usize] = self.round;
        }
    }
}
