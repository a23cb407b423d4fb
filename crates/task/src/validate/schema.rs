//! Actions and the goal, made ready for execution.

use std::ops::ControlFlow;
use std::rc::Rc;

use pddl::{Action, Atom, Effect, ObjectId, PredicateId, Problem, VariableId};

use super::condition::Condition;
use super::derive::Derivations;
use super::error::TooComplex;
use super::relation::{Relation, Tuple};
use super::scope::{Ranges, Scope};
use super::solve::{Binding, Solver, value};

/// A condition with the ranges of its variables.
pub(super) struct Test {
    pub(super) scope: Scope,
    pub(super) condition: Condition,
    /// The derived predicates (in components) that must be evaluated first.
    pub(super) needed: Vec<usize>,
}

/// An action schema.
pub(super) struct Schema {
    /// The precondition; the derived predicates listed as needed include those of the effects.
    pub(super) precondition: Test,
    effects: Vec<ConditionalEffect>,
}

/// Atoms that become true or false for all objects for which the conditions hold.
struct ConditionalEffect {
    variables: Vec<VariableId>,
    conditions: Vec<Rc<Condition>>,
    changes: Vec<(Atom, bool)>,
}

/// The atoms that an action adds and deletes.
#[derive(Default)]
pub(super) struct Changes {
    pub(super) added: Vec<(PredicateId, Tuple)>,
    pub(super) deleted: Vec<(PredicateId, Tuple)>,
}

impl Test {
    pub(super) fn goal(problem: &Problem, ranges: &mut Ranges<'_>, derivations: &Derivations) -> Self {
        let condition = Condition::new(&problem.goal, true);
        let needed = derivations.needed_by([&condition]);
        Self { scope: ranges.scope(&problem.goal_variables), condition, needed }
    }
}

impl Schema {
    pub(super) fn new(action: &Action, ranges: &mut Ranges<'_>, derivations: &Derivations) -> Self {
        let condition = Condition::new(&action.precondition, true);
        let effects = ConditionalEffect::all_of(&action.effect);
        let effect_conditions = effects.iter().flat_map(|effect| &effect.conditions).map(Rc::as_ref);
        let needed = derivations.needed_by(effect_conditions.chain([&condition]));
        let scope = ranges.scope(&action.variables);
        Self { precondition: Test { scope, condition, needed }, effects }
    }

    pub(super) fn changes(&self, facts: &[Relation], args: &[ObjectId]) -> Result<Changes, TooComplex> {
        let mut changes = Changes::default();
        let scope = &self.precondition.scope;
        let mut solver = Solver::new(facts, scope, scope.bind(args));
        for effect in &self.effects {
            let conditions = effect.conditions.iter().map(Rc::as_ref).collect();
            solver.each(conditions, &effect.variables, &mut |binding: &Binding| {
                for (atom, holds) in &effect.changes {
                    let tuple = atom.args.iter().filter_map(|&arg| value(arg, binding)).collect();
                    let list = if *holds { &mut changes.added } else { &mut changes.deleted };
                    list.push((atom.predicate, tuple));
                }
                ControlFlow::Continue(())
            })?;
        }
        Ok(changes)
    }
}

impl ConditionalEffect {
    /// The effect in parts with no structure left but "for all", "when" and a list of atoms.
    fn all_of(effect: &Effect) -> Vec<Self> {
        let mut parts = Vec::new();
        collect(effect, &[], &[], &mut parts);
        parts.retain(|part: &Self| !part.changes.is_empty());
        parts
    }
}

fn collect(
    effect: &Effect,
    variables: &[VariableId],
    conditions: &[Rc<Condition>],
    parts: &mut Vec<ConditionalEffect>,
) {
    let mut changes = Vec::new();
    let mut pending = vec![effect];
    while let Some(effect) = pending.pop() {
        match effect {
            Effect::And(effects) => pending.extend(effects),
            Effect::Add(atom) => changes.push((atom.clone(), true)),
            Effect::Delete(atom) => changes.push((atom.clone(), false)),
            Effect::Forall(more, effect) => {
                collect(effect, &[variables, more].concat(), conditions, parts);
            }
            Effect::When(condition, effect) => {
                let condition = Rc::new(Condition::new(condition, true));
                collect(effect, variables, &[conditions, &[condition]].concat(), parts);
            }
        }
    }
    parts.push(ConditionalEffect { variables: variables.to_vec(), conditions: conditions.to_vec(), changes });
}
