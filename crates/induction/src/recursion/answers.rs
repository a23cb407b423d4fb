//! What a recursive program answers: for all clauses that do not recur at once.
//!
//! The answers of a call are found top down, each call once. A set of clauses that do not recur comes with each answer: those
//! each of which, together with the recursive clauses, gives that answer. So recursive clauses are tried once for thousands of
//! bases. Where calls go round in a circle, answers are added until there are no more.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::knowledge::{Knowledge, Tuple, Value};
use super::plan::Plan;
use crate::Variable;
use crate::language::MOST_VARIABLES;

/// Calls within calls within calls: more than this is taken for no end.
const DEPTH: usize = 500;
/// How deep to look for answers of negative examples in calls without end.
const CUT_DEPTH: usize = 50;
/// How many steps a program may take for an example.
pub(super) const STEPS: u64 = 20_000;
/// How many it may take with all bases at once.
const STEPS_OF_ALL: u64 = 100_000;

/// The clauses that do not recur, in the order of their size, and what each of them answers.
pub(super) struct Bases {
    pub plans: Vec<Plan>,
    given: Vec<Variable>,
    answers: FxHashMap<Tuple, BaseAnswers>,
}

#[derive(Default)]
struct BaseAnswers {
    /// How many of the clauses were asked.
    asked: usize,
    /// Answers, and the clauses that give them.
    answers: Vec<(Tuple, Vec<u64>)>,
    numbers: FxHashMap<Tuple, usize>,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Deep,
    Long,
    /// The time is up.
    Over,
}

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
    steps: u64,
    depth: usize,
    /// Beyond this depth no recursive clause is tried, if that is not an error.
    cut: Option<usize>,
    is_cyclic: bool,
    has_changed: bool,
}

/// Which of the clauses that do not recur there are.
#[derive(Clone, Copy)]
pub(super) enum Choice<'r> {
    /// Each of the first few by itself.
    EachOf(usize),
    /// All of these together.
    All(&'r [usize]),
}

struct Entry {
    call: Tuple,
    answers: Vec<Tuple>,
    /// The number of the mask of each.
    masks: Vec<u32>,
    is_open: bool,
}

/// The values of variables.
pub(super) type Values = [Value; MOST_VARIABLES];

impl Bases {
    pub(super) fn new(given: Vec<Variable>) -> Self {
        Self { plans: Vec::new(), given, answers: FxHashMap::default() }
    }

    /// How many have at most this size.
    pub(super) fn up_to(&self, size: usize) -> usize {
        self.plans.partition_point(|plan| plan.size <= size)
    }

    /// Answers of the first `count` clauses to a call.
    fn ask(
        &mut self,
        call: &Tuple,
        count: usize,
        knowledge: &mut Knowledge<'_>,
    ) -> Result<&BaseAnswers, Halt> {
        let known = self.answers.entry(*call).or_default();
        while known.asked < count {
            let number = known.asked;
            if number.is_multiple_of(64) && knowledge.watched.is_over() {
                return Err(Halt::Over);
            }
            let mut found = Vec::new();
            answer(&self.plans[number], &self.given, call, knowledge, &mut STEPS.clone(), &mut found)?;
            for tuple in found {
                let next = known.answers.len();
                let place = *known.numbers.entry(tuple).or_insert(next);
                if place == next {
                    known.answers.push((tuple, Vec::new()));
                }
                let mask = &mut known.answers[place].1;
                mask.resize(number / 64 + 1, 0);
                mask[number / 64] |= 1 << (number % 64);
            }
            known.asked += 1;
        }
        Ok(known)
    }
}

/// All answers of a clause that does not recur.
pub(super) fn answer(
    plan: &Plan,
    given: &[Variable],
    call: &Tuple,
    knowledge: &mut Knowledge<'_>,
    steps: &mut u64,
    found: &mut Vec<Tuple>,
) -> Result<(), Halt> {
    let mut values = Values::default();
    given.iter().zip(call).for_each(|(&variable, &value)| values[usize::from(variable)] = value);
    // Where nothing is found out but that there is an answer, one is enough.
    let is_one_enough = plan.outputs.is_empty();
    let mut note = |values: &Values| {
        found.push(tuple(&plan.outputs, values));
        !is_one_enough
    };
    go_on(plan, 0, &mut values, knowledge, steps, &mut note)?;
    found.sort_unstable();
    found.dedup();
    Ok(())
}

/// Finds all values of the variables of a body that does not recur, given some in `values`, until `answers` says no; false then.
pub(super) fn go_on(
    plan: &Plan,
    place: usize,
    values: &mut Values,
    knowledge: &mut Knowledge<'_>,
    steps: &mut u64,
    answers: &mut dyn FnMut(&Values) -> bool,
) -> Result<bool, Halt> {
    *steps = steps.checked_sub(1).ok_or(Halt::Long)?;
    let Some(step) = plan.steps.get(place) else { return Ok(answers(values)) };
    let Some(access) = step.access else { return Ok(true) };
    let (first, count) = knowledge.ask(access, &tuple(&step.known, values));
    for number in 0..count {
        if fits(&step.found, values, |at| knowledge.found(access, first, number, at))
            && !go_on(plan, place + 1, values, knowledge, steps, answers)?
        {
            return Ok(false);
        }
    }
    Ok(true)
}

fn tuple(variables: &[Variable], values: &Values) -> Tuple {
    let mut tuple = Tuple::default();
    tuple.iter_mut().zip(variables).for_each(|(value, &variable)| *value = values[usize::from(variable)]);
    tuple
}

/// Gives values to variables; false if one has another already.
fn fits(found: &[(Variable, bool)], values: &mut Values, value: impl Fn(usize) -> Value) -> bool {
    found.iter().enumerate().all(|(at, &(variable, is_known))| {
        let (value, own) = (value(at), &mut values[usize::from(variable)]);
        if is_known {
            *own == value
        } else {
            *own = value;
            true
        }
    })
}

impl<'r> Answers<'r> {
    pub(super) fn new(recursive: Vec<&'r Plan>, choice: Choice<'r>) -> Self {
        let words = match choice {
            Choice::EachOf(count) => count.div_ceil(64),
            Choice::All(_) => 1,
        };
        Self {
            recursive,
            choice,
            words,
            entries: Vec::new(),
            calls: FxHashMap::default(),
            numbers: FxHashMap::default(),
            masks: Vec::new(),
            steps: 0,
            depth: 0,
            cut: None,
            is_cyclic: false,
            has_changed: false,
        }
    }

    /// Starts anew with other recursive clauses.
    pub(super) fn reset(&mut self) {
        self.entries.clear();
        self.calls.clear();
        self.numbers.clear();
        self.masks.clear();
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
                let found = match self.find(call, wanted, bases, knowledge) {
                    Err(Halt::Over) => Err(Halt::Over),
                    // What takes too long even so is taken for no answer.
                    found => Ok(found.ok().flatten().map(|mask| Cow::Owned(mask.to_vec()))),
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
            Choice::EachOf(_) => STEPS_OF_ALL,
            Choice::All(_) => STEPS,
        };
        let entry = match self.close(call, bases, knowledge) {
            Ok(entry) => entry,
            Err(halt) => {
                self.reset();
                return Err(halt);
            }
        };
        Ok(self.numbers.get(&(entry, *wanted)).map(|&mask| mask as usize * self.words))
    }

    fn close(&mut self, call: &Tuple, bases: &mut Bases, knowledge: &mut Knowledge<'_>) -> Result<u32, Halt> {
        let entry = self.solve(call, bases, knowledge)?;
        while self.is_cyclic {
            self.has_changed = false;
            for entry in (0..self.entries.len()).rev() {
                self.entries[entry].is_open = true;
                self.extend(entry as u32, bases, knowledge)?;
                self.entries[entry].is_open = false;
            }
            if !self.has_changed {
                break;
            }
        }
        self.is_cyclic = false;
        Ok(entry)
    }

    /// The entry of a call with its answers.
    fn solve(&mut self, call: &Tuple, bases: &mut Bases, knowledge: &mut Knowledge<'_>) -> Result<u32, Halt> {
        if let Some(&entry) = self.calls.get(call) {
            self.is_cyclic |= self.entries[entry as usize].is_open;
            return Ok(entry);
        }
        let number = self.entries.len() as u32;
        self.calls.insert(*call, number);
        self.entries.push(Entry { call: *call, answers: Vec::new(), masks: Vec::new(), is_open: true });
        // Recursive clauses come first: where calls have no end, bases need not be asked.
        self.extend(number, bases, knowledge)?;
        self.add_bases(number, bases, knowledge)?;
        self.entries[number as usize].is_open = false;
        Ok(number)
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
        let count = match self.choice {
            Choice::EachOf(count) => count,
            Choice::All(chosen) => {
                let mut found = Vec::new();
                for &base in chosen {
                    answer(&bases.plans[base], &bases.given, &call, knowledge, &mut self.steps, &mut found)?;
                }
                found.iter().for_each(|tuple| self.add(entry, tuple, &[1]));
                return Ok(());
            }
        };
        let known = bases.ask(&call, count, knowledge)?;
        self.steps = self.steps.checked_sub(known.answers.len() as u64 + 10).ok_or(Halt::Long)?;
        let mut mask = vec![0; words];
        for (tuple, all) in &known.answers {
            mask.fill(0);
            mask.iter_mut().zip(all).for_each(|(word, other)| *word = *other);
            if !count.is_multiple_of(64) {
                mask[words - 1] &= (1 << (count % 64)) - 1;
            }
            self.add(entry, tuple, &mask);
        }
        Ok(())
    }

    /// Adds what recursive clauses answer.
    fn extend(&mut self, entry: u32, bases: &mut Bases, knowledge: &mut Knowledge<'_>) -> Result<(), Halt> {
        if self.cut.is_some_and(|cut| self.depth >= cut) {
            return Ok(());
        }
        if self.depth >= DEPTH {
            return Err(Halt::Deep);
        }
        self.depth += 1;
        let call = self.entries[entry as usize].call;
        for number in 0..self.recursive.len() {
            let plan = self.recursive[number];
            let mut values = Values::default();
            bases.given.iter().zip(call).for_each(|(&variable, value)| values[usize::from(variable)] = value);
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
        if self.steps.is_multiple_of(STEPS_BETWEEN_LOOKS) && knowledge.watched.is_over() {
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
        let callee = self.solve(&known, bases, knowledge)? as usize;
        for number in 0..self.entries[callee].answers.len() {
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
            let entry = &mut self.entries[entry as usize];
            entry.answers.push(*tuple);
            entry.masks.push(number);
            self.has_changed = true;
            return;
        }
        for (own, word) in self.masks[number as usize * self.words..].iter_mut().zip(mask) {
            self.has_changed |= *word & !*own != 0;
            *own |= word;
        }
    }
}
