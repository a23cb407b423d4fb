//! What recursive clauses do before they first call what they define: many have that in common.
//!
//! It tells without knowing any other clause whether a clause calls itself without end, and for which examples it calls itself
//! at all: in a program, each positive example needs a clause that holds for it by itself, or one that goes on to a call.

use rustc_hash::FxHashMap;

use super::answers::{Answers, Choice, Halt, STEPS};
use super::bases::{Bases, Values, go_on, set_values};
use super::knowledge::{Knowledge, Tuple};
use super::plan::{Plan, Step};
use super::search::Over;
use crate::Variable;
use crate::language::MOST_VARIABLES;

/// What is known about all clauses so far.
#[derive(Default)]
pub(super) struct Halves {
    /// By their steps up to the call, with local variables in the order in which they come.
    numbers: FxHashMap<Vec<Step>, usize>,
    halves: Vec<Half>,
    /// May examples be wrong? Then those that come to no end matter, too.
    is_noisy: bool,
}

struct Half {
    is_endless: bool,
    /// The positive examples for which clauses call themselves and come to an end, as bits.
    calls: Vec<u64>,
}

impl Halves {
    pub(super) fn new(is_noisy: bool) -> Self {
        Self { is_noisy, ..Self::default() }
    }

    /// The number of a clause's half. `calls` are those of the positive examples, in order.
    pub(super) fn number(
        &mut self,
        plan: &Plan,
        heads: usize,
        calls: &[Tuple],
        bases: &mut Bases,
        knowledge: &mut Knowledge<'_>,
    ) -> Result<usize, Over> {
        let next = self.halves.len();
        let number = *self.numbers.entry(steps_of(plan, heads)).or_insert(next);
        if number == next {
            self.halves.push(Half::new(plan, calls, bases, knowledge, self.is_noisy)?);
        }
        Ok(number)
    }

    /// Do clauses with this half call themselves without end for a positive example? Then it is not covered.
    pub(super) fn is_endless(&self, number: usize) -> bool {
        self.halves[number].is_endless
    }

    /// The positive examples for which a clause with this half calls itself and comes to an end, as bits.
    pub(super) fn calls(&self, number: usize) -> &[u64] {
        &self.halves[number].calls
    }
}

impl Half {
    fn new(
        plan: &Plan,
        calls: &[Tuple],
        bases: &mut Bases,
        knowledge: &mut Knowledge<'_>,
        is_noisy: bool,
    ) -> Result<Self, Over> {
        let count = plan.steps.iter().take_while(|step| step.access.is_some()).count();
        let half = Plan {
            steps: plan.steps[..count].to_vec(),
            outputs: Vec::new(),
            calls: 0,
            size: 0,
            body: Vec::new(),
        };
        let mut known = Self { is_endless: false, calls: vec![0; calls.len().div_ceil(64)] };
        let mut answers = Answers::new(vec![plan], Choice::All(&[]));
        for (number, call) in calls.iter().enumerate() {
            let mut values = Values::default();
            set_values(bases, call, &mut values);
            // What takes too long to find out may be.
            let is_called = go_on(&half, 0, &mut values, knowledge, &mut STEPS.clone(), &mut |_| false);
            if is_called == Ok(true) {
                continue;
            }
            known.calls[number / 64] |= 1 << (number % 64);
            // Without other clauses there are no answers, so that nothing is done but to call.
            match answers.find(call, &Tuple::default(), bases, knowledge) {
                Err(Halt::Deep) => {
                    known.is_endless = true;
                    known.calls[number / 64] &= !(1 << (number % 64));
                    if !is_noisy {
                        return Ok(known);
                    }
                }
                Err(Halt::Over) => return Err(Over),
                Ok(_) | Err(Halt::Long) => {}
            }
        }
        Ok(known)
    }
}

/// The steps up to the first call, the call itself without what it finds.
fn steps_of(plan: &Plan, heads: usize) -> Vec<Step> {
    let count = plan.steps.iter().take_while(|step| step.access.is_some()).count();
    let mut names = [Variable::MAX; MOST_VARIABLES];
    (0..heads).for_each(|variable| names[variable] = variable as Variable);
    let mut next = heads as Variable;
    let mut rename = |variable: Variable| {
        let name = &mut names[usize::from(variable)];
        if *name == Variable::MAX {
            *name = next;
            next += 1;
        }
        *name
    };
    let mut steps = plan.steps[..plan.steps.len().min(count + 1)].to_vec();
    for (place, step) in steps.iter_mut().enumerate() {
        step.known.iter_mut().for_each(|variable| *variable = rename(*variable));
        if place == count {
            step.found.clear();
        }
        step.found.iter_mut().for_each(|(variable, _)| *variable = rename(*variable));
    }
    steps
}
