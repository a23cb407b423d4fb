//! Finding the objects that make a condition true in a state.
//!
//! Conditions are tested as soon as their variables are bound; until then, variables are bound by the
//! atoms that hold, fewest first. All objects of a type are gone through only where no atom helps.

use std::ops::ControlFlow;

use pddl::{Atom, ObjectId, Term, VariableId};

use super::condition::{Condition, Quantified};
use super::error::TooComplex;
use super::relation::{Relation, Tuple};
use super::scope::Scope;

/// How many choices may be open at once; each takes a place on the call stack.
const MAX_DEPTH: usize = 1000;

/// Relations up to this size are gone through rather than indexed.
const FEW: usize = 8;

/// The effort to bind variables by a condition that only tests them.
const UNGUIDED: usize = usize::MAX;

/// The object that each variable is bound to so far.
pub(super) type Binding = [Option<ObjectId>];

/// Is called with each solution, and decides whether to go on.
type Found<'f> = dyn FnMut(&Binding) -> ControlFlow<()> + 'f;

/// A query for all bindings of the targets (and of the conditions' free variables).
struct Query<'q> {
    targets: &'q [VariableId],
    found: &'q mut Found<'q>,
}

type Outcome = Result<ControlFlow<()>, TooComplex>;

/// Solves conditions in one state, under a binding that only [`unify`](Self::unify) changes for good.
pub(super) struct Solver<'a> {
    facts: &'a [Relation],
    scope: &'a Scope,
    binding: Vec<Option<ObjectId>>,
    /// The variables bound, in order.
    trail: Vec<VariableId>,
    depth: usize,
    /// A place to put arguments together for a look-up.
    tuple: Vec<ObjectId>,
}

impl<'a> Solver<'a> {
    pub(super) fn new(facts: &'a [Relation], scope: &'a Scope, binding: Vec<Option<ObjectId>>) -> Self {
        Self { facts, scope, binding, trail: Vec::new(), depth: 0, tuple: Vec::new() }
    }

    /// Binds the variables of `atom` so that it is the given one; false if that cannot be.
    pub(super) fn unify(&mut self, atom: &Atom, tuple: &[ObjectId]) -> bool {
        atom.args.iter().zip(tuple).all(|(&term, &object)| match term {
            Term::Object(constant) => constant == object,
            Term::Variable(variable) => match self.binding[variable.index()] {
                Some(bound) => bound == object,
                None => self.scope.allows(variable, object) && self.bind(variable, object),
            },
        })
    }

    /// Is the condition true? All its variables are bound.
    pub(super) fn holds(&mut self, condition: &Condition) -> Result<bool, TooComplex> {
        match condition {
            Condition::Literal(atom, wanted) => Ok(self.is_fact(atom) == *wanted),
            Condition::Equality(left, right, wanted) => {
                Ok((self.value(*left) == self.value(*right)) == *wanted)
            }
            Condition::All(parts) => {
                for part in parts {
                    if !self.holds(part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Condition::Any(any) => {
                for branch in &any.branches {
                    if self.holds(branch)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Condition::Exists(quantified) => self.is_satisfiable(quantified),
            Condition::NoneSuch(quantified) => Ok(!self.is_satisfiable(quantified)?),
        }
    }

    /// Finds all ways to bind the free variables of the conditions, and `targets`, so that all the
    /// conditions hold. The same one may be found several times.
    pub(super) fn each(
        &mut self,
        conditions: Vec<&Condition>,
        targets: &[VariableId],
        found: &mut Found<'_>,
    ) -> Result<(), TooComplex> {
        self.search(conditions, &mut Query { targets, found }).map(|_| ())
    }

    fn is_satisfiable(&mut self, quantified: &Quantified) -> Result<bool, TooComplex> {
        if !self.scope.all_inhabited(&quantified.variables) {
            return Ok(false);
        }
        let mut query = Query { targets: &[], found: &mut |_| ControlFlow::Break(()) };
        Ok(self.search(vec![&quantified.body], &mut query)?.is_break())
    }

    fn search(&mut self, agenda: Vec<&Condition>, query: &mut Query<'_>) -> Outcome {
        if self.depth == MAX_DEPTH {
            return Err(TooComplex);
        }
        self.depth += 1;
        let outcome = self.advance(agenda, query);
        self.depth -= 1;
        outcome
    }

    /// Handles all conditions of the agenda that leave no choice, then makes one choice.
    fn advance(&mut self, mut agenda: Vec<&Condition>, query: &mut Query<'_>) -> Outcome {
        while let Some((position, effort)) = self.easiest(&agenda) {
            let condition = agenda.swap_remove(position);
            if self.is_closed(condition) {
                if !self.holds(condition)? {
                    return Ok(ControlFlow::Continue(()));
                }
                continue;
            }
            match condition {
                Condition::All(parts) => agenda.extend(parts),
                Condition::Exists(quantified) => {
                    if !self.scope.all_inhabited(&quantified.variables) {
                        return Ok(ControlFlow::Continue(()));
                    }
                    agenda.push(&quantified.body);
                }
                Condition::Literal(atom, true) => return self.try_facts(atom, &agenda, query),
                Condition::Equality(left, right, true) if effort < UNGUIDED => {
                    return self.try_equal(*left, *right, &agenda, query);
                }
                Condition::Any(any) if effort < UNGUIDED => {
                    return self.try_branches(&any.branches, &agenda, query);
                }
                unguided => {
                    agenda.push(unguided);
                    return self.try_objects(self.narrowest_free(&agenda), &agenda, query);
                }
            }
        }
        match query.targets.iter().find(|target| self.binding[target.index()].is_none()) {
            target @ Some(_) => self.try_objects(target.copied(), &agenda, query),
            None => Ok((query.found)(&self.binding)),
        }
    }

    fn try_facts(&mut self, atom: &Atom, agenda: &[&Condition], query: &mut Query<'_>) -> Outcome {
        for fact in self.candidates(atom) {
            let mark = self.trail.len();
            let outcome = if self.unify(atom, fact) {
                self.search(agenda.to_vec(), query)?
            } else {
                ControlFlow::Continue(())
            };
            self.undo(mark);
            if outcome.is_break() {
                return Ok(outcome);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn try_branches(
        &mut self,
        branches: &[Condition],
        agenda: &[&Condition],
        query: &mut Query<'_>,
    ) -> Outcome {
        for branch in branches {
            let outcome = self.search(agenda.iter().copied().chain([branch]).collect(), query)?;
            if outcome.is_break() {
                return Ok(outcome);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn try_equal(
        &mut self,
        left: Term,
        right: Term,
        agenda: &[&Condition],
        query: &mut Query<'_>,
    ) -> Outcome {
        match (left, self.value(left), right, self.value(right)) {
            (Term::Variable(variable), None, _, Some(object))
            | (_, Some(object), Term::Variable(variable), None)
                if self.scope.allows(variable, object) =>
            {
                self.try_object(variable, object, agenda, query)
            }
            _ => Ok(ControlFlow::Continue(())),
        }
    }

    fn try_objects(
        &mut self,
        variable: Option<VariableId>,
        agenda: &[&Condition],
        query: &mut Query<'_>,
    ) -> Outcome {
        let Some(variable) = variable else { return Ok(ControlFlow::Continue(())) };
        for &object in self.scope.range(variable) {
            let outcome = self.try_object(variable, object, agenda, query)?;
            if outcome.is_break() {
                return Ok(outcome);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn try_object(
        &mut self,
        variable: VariableId,
        object: ObjectId,
        agenda: &[&Condition],
        query: &mut Query<'_>,
    ) -> Outcome {
        let mark = self.trail.len();
        self.bind(variable, object);
        let outcome = self.search(agenda.to_vec(), query)?;
        self.undo(mark);
        Ok(outcome)
    }

    /// The condition with the fewest ways to go on from it, and their number.
    fn easiest(&self, agenda: &[&Condition]) -> Option<(usize, usize)> {
        let mut easiest: Option<(usize, usize)> = None;
        for (position, condition) in agenda.iter().enumerate() {
            let effort = self.effort(condition);
            if easiest.is_none_or(|(_, least)| effort < least) {
                easiest = Some((position, effort));
            }
            if effort == 0 {
                break;
            }
        }
        easiest
    }

    /// How many ways there are, roughly, to go on from a condition.
    fn effort(&self, condition: &Condition) -> usize {
        if self.is_closed(condition) {
            return 0;
        }
        match condition {
            Condition::Literal(atom, true) => self.candidates(atom).len(),
            Condition::Equality(left, right, true)
                if self.value(*left).is_some() || self.value(*right).is_some() =>
            {
                1
            }
            Condition::All(parts) => parts.iter().map(|part| self.effort(part)).min().unwrap_or(0),
            Condition::Any(any) => {
                any.branches.iter().fold(1, |sum, branch| sum.saturating_add(self.effort(branch)))
            }
            Condition::Exists(quantified) => self.effort(&quantified.body),
            Condition::Literal(..) | Condition::Equality(..) | Condition::NoneSuch(_) => UNGUIDED,
        }
    }

    fn is_closed(&self, condition: &Condition) -> bool {
        let bound = |variables: &[VariableId]| {
            variables.iter().all(|variable| self.binding[variable.index()].is_some())
        };
        match condition {
            Condition::Literal(atom, _) => atom.args.iter().all(|&arg| self.value(arg).is_some()),
            Condition::Equality(left, right, _) => {
                self.value(*left).is_some() && self.value(*right).is_some()
            }
            Condition::All(parts) => parts.iter().all(|part| self.is_closed(part)),
            Condition::Any(any) => bound(&any.free),
            Condition::Exists(quantified) | Condition::NoneSuch(quantified) => bound(&quantified.free),
        }
    }

    fn narrowest_free(&self, agenda: &[&Condition]) -> Option<VariableId> {
        let mut free = Vec::new();
        agenda.iter().for_each(|condition| condition.add_free(&mut free));
        let unbound = free.into_iter().filter(|variable| self.binding[variable.index()].is_none());
        unbound.min_by_key(|&variable| (self.scope.range(variable).len(), variable))
    }

    /// Facts that include all those which the atom can match.
    fn candidates(&self, atom: &Atom) -> &'a [Tuple] {
        let relation = &self.facts[atom.predicate.index()];
        let mut fewest = relation.tuples();
        for (position, &term) in atom.args.iter().enumerate() {
            if fewest.len() <= FEW {
                break;
            }
            if let Some(object) = self.value(term) {
                let facts = relation.with_argument(position, object);
                if facts.len() < fewest.len() {
                    fewest = facts;
                }
            }
        }
        fewest
    }

    fn is_fact(&mut self, atom: &Atom) -> bool {
        let mut tuple = std::mem::take(&mut self.tuple);
        tuple.clear();
        tuple.extend(atom.args.iter().filter_map(|&arg| self.value(arg)));
        let found = self.facts[atom.predicate.index()].contains(&tuple);
        self.tuple = tuple;
        found
    }

    fn value(&self, term: Term) -> Option<ObjectId> {
        value(term, &self.binding)
    }

    fn bind(&mut self, variable: VariableId, object: ObjectId) -> bool {
        self.binding[variable.index()] = Some(object);
        self.trail.push(variable);
        true
    }

    fn undo(&mut self, mark: usize) {
        for variable in self.trail.drain(mark..) {
            self.binding[variable.index()] = None;
        }
    }
}

/// The object that a term stands for.
pub(super) fn value(term: Term, binding: &Binding) -> Option<ObjectId> {
    match term {
        Term::Object(object) => Some(object),
        Term::Variable(variable) => binding[variable.index()],
    }
}
