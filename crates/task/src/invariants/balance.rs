//! Checks whether any operator breaks a candidate for an invariant.

use super::candidate::{COUNTED, Candidate, PartId, Parts};
use crate::normal::Program;
use crate::propositional::{FactId, GroundEffect, Literal, Propositional};
use crate::rows::Rows;
use search::{Budget, Exhausted};

/// How many pairs of effects are compared between two checks of the budget.
const PATIENCE: usize = 1 << 20;

/// Checks candidates against all operators.
pub(super) struct BalanceChecker<'a> {
    ground: &'a Propositional,
    /// By predicate: the operators that add an atom of it, in order.
    adders: Rows<u32>,
    /// By predicate: its part of the candidate at hand.
    part_of: Vec<Option<PartId>>,
}

/// How far a candidate is known to be sound: parts before `part` are checked, and of the operators that add an
/// atom of `part` (a place among the candidate's parts) those before `operator`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Checked {
    pub part: usize,
    pub operator: usize,
}

/// The result of checking a candidate.
pub(super) enum Verdict {
    /// No operator can make more of its atoms true than it makes false.
    Invariant,
    /// An operator adds two of its atoms at once: no refinement can mend that.
    TooHeavy,
    /// An operator of this action adds an atom of this part without deleting another one that held; everything before
    /// it is balanced.
    Unbalanced { action: usize, part: PartId, checked: Checked },
}

/// How an operator may break a candidate.
enum Threat {
    None,
    TooHeavy,
    Unbalanced(PartId),
}

impl<'a> BalanceChecker<'a> {
    pub(super) fn new(program: &Program, ground: &'a Propositional) -> Self {
        let mut adders: Vec<Vec<u32>> = vec![Vec::new(); program.predicates.len()];
        for operator in 0..ground.operators.len() {
            for effect in
                ground.operators.effects[operator].iter().filter(|effect| !effect.literal.is_negated())
            {
                let predicate = ground.facts.predicates[effect.literal.fact() as usize];
                let list = &mut adders[predicate as usize];
                if list.last() != Some(&(operator as u32)) {
                    list.push(operator as u32);
                }
            }
        }
        let part_of = vec![None; program.predicates.len()];
        Self { ground, adders: adders.into_iter().collect(), part_of }
    }

    /// Checks a candidate of which all but the last part is `checked` already.
    ///
    /// A new part can't unbalance an operator that was balanced; it only brings new operators that add its atoms. So
    /// these come first, and the others from where the candidate without the part failed.
    pub(super) fn check(
        &mut self,
        parts: &Parts,
        candidate: &Candidate,
        checked: Checked,
        budget: &Budget,
    ) -> Result<Verdict, Exhausted> {
        for &part in &candidate.parts {
            self.part_of[parts[part].predicate] = Some(part);
        }
        let verdict = self.check_parts(parts, candidate, checked, budget);
        for &part in &candidate.parts {
            self.part_of[parts[part].predicate] = None;
        }
        verdict
    }

    fn check_parts(
        &self,
        parts: &Parts,
        candidate: &Candidate,
        checked: Checked,
        budget: &Budget,
    ) -> Result<Verdict, Exhausted> {
        let mut work = 0;
        let last = candidate.parts.len() - 1;
        let mut adds = Vec::new();
        let rest =
            (checked.part..last).map(|part| (part, if part == checked.part { checked.operator } else { 0 }));
        for (place, start) in std::iter::once((last, 0)).chain(rest) {
            let predicate = parts[candidate.parts[place]].predicate;
            for (index, &operator) in self.adders[predicate].iter().enumerate().skip(start) {
                let threat = self.threat(parts, operator as usize, &mut adds);
                work += 1 + adds.len() * self.ground.operators.effects[operator as usize].len();
                if work > PATIENCE {
                    budget.check()?;
                    work = 0;
                }
                match threat {
                    Threat::None => {}
                    Threat::TooHeavy => return Ok(Verdict::TooHeavy),
                    Threat::Unbalanced(part) => {
                        let checked = match place == last && checked.part < last {
                            // The older parts have not been checked again yet: nothing new is known of them.
                            true => checked,
                            false => Checked { part: place, operator: index },
                        };
                        let action = self.ground.operators.actions[operator as usize] as usize;
                        return Ok(Verdict::Unbalanced { action, part, checked });
                    }
                }
            }
        }
        Ok(Verdict::Invariant)
    }

    fn threat(&self, parts: &Parts, operator: usize, adds: &mut Vec<GroundEffect>) -> Threat {
        let operators = &self.ground.operators;
        let precondition = &operators.preconditions[operator];
        let effects = &operators.effects[operator];
        adds.clear();
        for &effect in effects {
            let literal = effect.literal;
            // Adding a fact that held before changes nothing.
            if !literal.is_negated()
                && self.part(literal.fact()).is_some()
                && !contains(precondition, literal)
                && !contains(operators.condition(effect), literal)
            {
                adds.push(effect);
            }
        }
        for (index, &add) in adds.iter().enumerate() {
            if adds[..index].iter().any(|&other| self.adds_two(parts, add, other)) {
                return Threat::TooHeavy;
            }
        }
        for &add in adds.iter() {
            if !effects.iter().any(|&delete| self.makes_up_for(parts, operator, add, delete)) {
                return self.part(add.literal.fact()).map_or(Threat::None, Threat::Unbalanced);
            }
        }
        Threat::None
    }

    /// Can both effects take place together and add two atoms that the candidate says exclude each other?
    fn adds_two(&self, parts: &Parts, one: GroundEffect, other: GroundEffect) -> bool {
        let operators = &self.ground.operators;
        one.literal != other.literal
            && self.same_instance(parts, one.literal.fact(), other.literal.fact())
            && !operators
                .condition(one)
                .iter()
                .any(|literal| contains(operators.condition(other), literal.negate()))
    }

    /// Whenever `add` takes place, does `delete` remove another atom of the same instance that held?
    fn makes_up_for(&self, parts: &Parts, operator: usize, add: GroundEffect, delete: GroundEffect) -> bool {
        let operators = &self.ground.operators;
        let deleted = delete.literal;
        if !deleted.is_negated() || !self.same_instance(parts, add.literal.fact(), deleted.fact()) {
            return false;
        }
        let holds = |literal| {
            contains(&operators.preconditions[operator], literal)
                || contains(operators.condition(add), literal)
        };
        holds(deleted.negate())
            && operators.condition(delete).iter().all(|&literal| holds(literal))
            && operators.effects[operator].iter().all(|effect| effect.literal != deleted.negate())
    }

    fn part(&self, fact: FactId) -> Option<PartId> {
        self.part_of[self.ground.facts.predicates[fact as usize] as usize]
    }

    /// Does the candidate cover both facts, for the same values of its parameters?
    fn same_instance(&self, parts: &Parts, one: FactId, other: FactId) -> bool {
        let (Some(one_part), Some(other_part)) = (self.part(one), self.part(other)) else {
            return false;
        };
        let args = &self.ground.facts.args;
        let (one, other) = (&args[one as usize], &args[other as usize]);
        parts[one_part].args.iter().zip(one).filter(|(arg, _)| **arg != COUNTED).all(|(arg, object)| {
            let others = parts[other_part].args.iter().zip(other);
            others.into_iter().any(|(other_arg, value)| other_arg == arg && value == object)
        })
    }
}

/// Conditions are sorted.
fn contains(condition: &[Literal], literal: Literal) -> bool {
    condition.binary_search(&literal).is_ok()
}
