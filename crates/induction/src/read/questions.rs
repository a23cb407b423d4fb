//! Asks the background knowledge for which tuples a predicate holds.

use super::domains::Domains;
use crate::problem::{Constant, Direction, Type};
use crate::prolog::{Name, TermId};
use prolog::engine::{Machine, Mode, Stop};

/// How long a question may take while arguments that Prolog would have to know are left open.
const TRIAL_STEPS: u64 = 2_000_000;
/// How long all questions about a predicate may take.
const STEPS: u64 = 1_000_000_000;
/// How many combinations of constants a predicate may be asked about.
const MOST_COMBINATIONS: u64 = 100_000_000;
/// How many arguments of tuples a predicate may have.
const MOST_ENTRIES: usize = 64_000_000;

/// This many arguments are found before repeated tuples are looked for.
const FIRST_TIDYING: usize = 1 << 20;

/// A predicate that rules define, and what is known of it so far.
pub(super) struct Question {
    pub name: Name,
    pub types: Vec<Type>,
    /// Arguments that have to be known before it can be asked.
    inputs: Vec<bool>,
    /// Arguments for which all constants of their type are put in. There are more of them whenever asking with fewer
    /// does not give an answer.
    bound: Vec<bool>,
    /// How many constants of its type have been put in for each argument; none before the first time.
    asked: Option<Vec<usize>>,
    steps_left: u64,
    /// Arguments of all tuples found.
    pub tuples: Vec<Constant>,
    /// Arguments of tuples that count once all that was asked is answered: a question without end has many answers
    /// before it is given up.
    found: Vec<TermId>,
    /// When to look for repeated tuples again.
    next_tidying: usize,
}

/// Why a predicate can't be written out.
pub(super) enum Failure {
    Stopped(Stop),
    /// There are too many combinations to ask about.
    Combinations,
    /// It holds for too many tuples.
    Tuples,
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Why the constants put in do not give an answer.
enum Setback {
    Failure(Failure),
    /// These arguments were left open by an answer.
    Open(Vec<usize>),
}

impl From<Stop> for Setback {
    fn from(stop: Stop) -> Self {
        Self::Failure(Failure::Stopped(stop))
    }
}

impl Question {
    pub(super) fn new(name: Name, types: Vec<Type>, directions: Option<&[Direction]>) -> Self {
        let inputs: Vec<bool> = match directions {
            Some(directions) => directions.iter().map(|&direction| direction == Direction::In).collect(),
            None => vec![true; types.len()],
        };
        let bound = vec![false; types.len()];
        Self {
            name,
            types,
            inputs,
            bound,
            asked: None,
            steps_left: STEPS,
            tuples: Vec::new(),
            found: Vec::new(),
            next_tidying: FIRST_TIDYING,
        }
    }

    /// Asks about all constants that have come up since the last time.
    pub(super) fn ask(
        &mut self,
        machine: &mut Machine<'_>,
        domains: &mut Domains,
        adds_constants: bool,
    ) -> Result<(), Failure> {
        loop {
            match self.ask_new(machine, domains) {
                Ok(()) => {
                    self.count_found(domains, adds_constants);
                    return Ok(());
                }
                Err(setback) => self.put_in_more(setback)?,
            }
        }
    }

    /// Until all inputs are known, only answers that do not depend on the order of goals count.
    fn mode(&self) -> Mode {
        let knows_inputs = self.inputs.iter().zip(&self.bound).all(|(&input, &bound)| bound || !input);
        if knows_inputs { Mode::Prolog } else { Mode::Strict }
    }

    /// Puts in constants for one more of the arguments that have to be known, or for those that an answer left open.
    fn put_in_more(&mut self, setback: Setback) -> Result<(), Failure> {
        let is_missing = |place: &usize| self.inputs[*place] && !self.bound[*place];
        let first_missing = (0..self.bound.len()).find(is_missing);
        let more = match setback {
            Setback::Open(places) => match places.iter().copied().find(is_missing).or(first_missing) {
                Some(place) => vec![place],
                None => places,
            },
            Setback::Failure(failure) => {
                let is_final = matches!(failure, Failure::Stopped(Stop::Undefined(_) | Stop::Senseless(..)));
                vec![first_missing.filter(|_| !is_final).ok_or(failure)?]
            }
        };
        more.into_iter().for_each(|place| self.bound[place] = true);
        self.asked = None;
        self.tuples.clear();
        self.found.clear();
        Ok(())
    }

    fn ask_new(&mut self, machine: &mut Machine<'_>, domains: &Domains) -> Result<(), Setback> {
        let arity = self.types.len();
        let variables: Vec<TermId> =
            (0..arity as u32).map(|number| machine.terms().variable(number)).collect();
        let goal = machine.terms().compound(self.name, &variables);
        let all: Vec<usize> = self.types.iter().map(|&of| domains.members(of).len()).collect();
        let bound: Vec<usize> = (0..arity).filter(|&place| self.bound[place]).collect();
        let combinations =
            bound.iter().try_fold(1u64, |product, &place| product.checked_mul(all[place] as u64));
        if combinations.is_none_or(|combinations| combinations > MOST_COMBINATIONS) {
            return Err(Setback::Failure(Failure::Combinations));
        }
        let Some(before) = self.asked.replace(all.clone()) else {
            let ranges: Vec<(usize, usize)> = bound.iter().map(|&place| (0, all[place])).collect();
            return self.ask_ranges(machine, domains, goal, &bound, &ranges);
        };
        // New at one place, old at those before it, anything at those behind: each new combination once.
        for new in 0..bound.len() {
            let ranges: Vec<(usize, usize)> = bound
                .iter()
                .enumerate()
                .map(|(order, &place)| match order.cmp(&new) {
                    std::cmp::Ordering::Less => (0, before[place]),
                    std::cmp::Ordering::Equal => (before[place], all[place]),
                    std::cmp::Ordering::Greater => (0, all[place]),
                })
                .collect();
            self.ask_ranges(machine, domains, goal, &bound, &ranges)?;
        }
        Ok(())
    }

    /// Asks with every combination of the members of the types in those ranges for the bound arguments.
    fn ask_ranges(
        &mut self,
        machine: &mut Machine<'_>,
        domains: &Domains,
        goal: TermId,
        bound: &[usize],
        ranges: &[(usize, usize)],
    ) -> Result<(), Setback> {
        if ranges.iter().any(|(start, end)| start >= end) {
            return Ok(());
        }
        let mode = self.mode();
        let mut counters: Vec<usize> = ranges.iter().map(|&(start, _)| start).collect();
        let mut values = vec![None; self.types.len()];
        loop {
            for (&place, &counter) in bound.iter().zip(&counters) {
                values[place] = Some(domains.term(domains.members(self.types[place])[counter]));
            }
            let steps = if mode == Mode::Strict { self.steps_left.min(TRIAL_STEPS) } else { self.steps_left };
            machine.ask(goal, &values, mode, steps)?;
            while machine.advance()? {
                self.note_answer(machine)?;
            }
            self.steps_left = self.steps_left.saturating_sub(steps - machine.steps_left());
            if !count_on(&mut counters, ranges) {
                return Ok(());
            }
        }
    }

    fn note_answer(&mut self, machine: &mut Machine<'_>) -> Result<(), Setback> {
        let mut open = Vec::new();
        for place in 0..self.types.len() {
            match machine.answer(place as u32)? {
                None => open.push(place),
                Some(term) => self.found.push(term),
            }
        }
        if !open.is_empty() {
            return Err(Setback::Open(open));
        }
        if self.found.len() > self.next_tidying {
            tidy(&mut self.found, self.types.len());
            self.next_tidying = (2 * self.found.len()).max(FIRST_TIDYING);
        }
        if self.found.len() + self.tuples.len() > MOST_ENTRIES {
            return Err(Setback::Failure(Failure::Tuples));
        }
        Ok(())
    }

    /// Keeps the tuples found; unless `adds_constants`, without those that have constants not seen before.
    fn count_found(&mut self, domains: &mut Domains, adds_constants: bool) {
        let found = std::mem::take(&mut self.found);
        for tuple in found.chunks_exact(self.types.len()) {
            let start = self.tuples.len();
            for (&term, &of) in tuple.iter().zip(&self.types) {
                let constant =
                    if adds_constants { Some(domains.add(term, of)) } else { domains.find(term, of) };
                self.tuples.extend(constant);
            }
            if self.tuples.len() - start < self.types.len() {
                self.tuples.truncate(start);
            }
        }
    }
}

/// The next combination; false after the last.
fn count_on(counters: &mut [usize], ranges: &[(usize, usize)]) -> bool {
    for (counter, &(start, end)) in counters.iter_mut().zip(ranges).rev() {
        *counter += 1;
        if *counter < end {
            return true;
        }
        *counter = start;
    }
    false
}

/// Each tuple once, in order.
pub(super) fn tidy<T: Copy + Ord>(tuples: &mut Vec<T>, arity: usize) {
    match arity {
        1 => {
            tuples.sort_unstable();
            tuples.dedup();
        }
        2 => {
            let mut pairs: Vec<(T, T)> = tuples.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
            pairs.sort_unstable();
            pairs.dedup();
            *tuples = pairs.into_iter().flat_map(|(first, second)| [first, second]).collect();
        }
        _ => {
            let mut sorted: Vec<&[T]> = tuples.chunks_exact(arity).collect();
            sorted.sort_unstable();
            sorted.dedup();
            *tuples = sorted.concat();
        }
    }
}
