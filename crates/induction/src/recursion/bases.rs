//! Clauses that do not recur, and what each of them answers to calls.

use rustc_hash::FxHashMap;

use super::answers::{Halt, STEPS};
use super::knowledge::{Knowledge, Tuple, Value};
use super::plan::Plan;
use crate::Variable;
use crate::language::MOST_VARIABLES;

/// The clauses that do not recur, in the order of their size, and what each of them answers.
pub(super) struct Bases {
    pub plans: Vec<Plan>,
    pub given: Vec<Variable>,
    answers: FxHashMap<Tuple, BaseAnswers>,
}

#[derive(Default)]
pub(super) struct BaseAnswers {
    /// How many of the clauses were asked.
    asked: usize,
    /// Answers, and the clauses that give them.
    pub answers: Vec<(Tuple, Vec<u64>)>,
    numbers: FxHashMap<Tuple, usize>,
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

    /// Are the answers of the first `count` clauses to a call known?
    pub(super) fn are_known(&self, call: &Tuple, count: usize) -> bool {
        self.answers.get(call).is_some_and(|known| known.asked >= count)
    }

    /// Answers of the first `count` clauses to a call.
    pub(super) fn ask(
        &mut self,
        call: &Tuple,
        count: usize,
        knowledge: &mut Knowledge<'_>,
    ) -> Result<&BaseAnswers, Halt> {
        let known = self.answers.entry(*call).or_default();
        while known.asked < count {
            let number = known.asked;
            if number.is_multiple_of(64) && knowledge.is_over() {
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

/// Gives the variables that a call has values for theirs.
pub(super) fn set_values(bases: &Bases, call: &Tuple, values: &mut Values) {
    bases.given.iter().zip(call).for_each(|(&variable, &value)| values[usize::from(variable)] = value);
}

pub(super) fn tuple(variables: &[Variable], values: &Values) -> Tuple {
    let mut tuple = Tuple::default();
    tuple.iter_mut().zip(variables).for_each(|(value, &variable)| *value = values[usize::from(variable)]);
    tuple
}

/// Gives values to variables; false if one has another already.
pub(super) fn fits(found: &[(Variable, bool)], values: &mut Values, value: impl Fn(usize) -> Value) -> bool {
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
