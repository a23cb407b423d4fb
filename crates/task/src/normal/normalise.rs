//! From a checked domain and problem to normal form.

use super::condition::{Condition, DefinePredicate, Renumbering};
use super::expand::{Expansion, Recursion};
use super::{Action, Axiom, Conjunction, Effect, Predicate, Program};
use crate::GroundError;
use pddl::{Atom, Domain, Formula, PredicateId, Problem, Term, TypeNames, Variable, VariableId};
use rustc_hash::FxHashMap;
use search::Budget;
use std::rc::Rc;

/// Brings a task into normal form.
pub(crate) fn normalise(domain: &Domain, problem: &Problem, budget: &Budget) -> Result<Program, GroundError> {
    let mut invented = Invented::new(domain);
    let mut actions = Vec::new();
    let check = |actions: usize| {
        budget.check().map_err(|limit| GroundError::Exhausted {
            limit,
            progress: format!("{actions} action schemas brought into normal form"),
        })
    };
    for (source, action) in domain.actions.iter().enumerate() {
        check(source)?;
        normalise_action(source, action, &mut invented, &mut actions);
    }
    let recursion = Recursion::new(domain);
    for axiom in &domain.axioms {
        check(domain.actions.len())?;
        normalise_axiom(domain, problem, axiom, &recursion, &mut invented)?;
    }
    let goal = normalise_goal(&problem.goal, &problem.goal_variables, &mut invented);
    Ok(Program { predicates: invented.predicates, actions, axioms: invented.axioms, goal })
}

fn normalise_axiom(
    domain: &Domain,
    problem: &Problem,
    axiom: &pddl::Axiom,
    recursion: &Recursion,
    invented: &mut Invented,
) -> Result<(), GroundError> {
    let mut expansion =
        Expansion::new(domain, problem, recursion, axiom.predicate, types_of(&axiom.variables));
    let condition = expansion.expand(&axiom.condition, false);
    if expansion.is_too_large() {
        let name = &domain.predicates[axiom.predicate.index()].name;
        return Err(GroundError::Unsupported(format!(
            "a derived predicate (`{name}`) that depends on itself through a forall over this many objects"
        )));
    }
    let mut condition = Condition::new(&condition, false, &expansion.types, invented);
    if expansion.written > 0 {
        condition.outline(&expansion.types, invented);
    }
    invented.add_rules(axiom.predicate, axiom.arity, expansion.types, condition);
    Ok(())
}

fn types_of(variables: &[Variable]) -> Vec<TypeNames> {
    variables.iter().map(|variable| variable.types.clone()).collect()
}

/// The predicates and rules made so far.
struct Invented {
    predicates: Vec<Predicate>,
    axioms: Vec<Axiom>,
    domain_predicates: usize,
    /// So that the same condition gets the same predicate wherever it stands.
    by_condition: FxHashMap<(Condition, Vec<TypeNames>), PredicateId>,
}

impl Invented {
    fn new(domain: &Domain) -> Self {
        let predicates = domain
            .predicates
            .iter()
            .map(|predicate| Predicate { name: predicate.name.clone(), arity: predicate.parameters.len() })
            .collect::<Vec<_>>();
        Self {
            domain_predicates: predicates.len(),
            predicates,
            axioms: Vec::new(),
            by_condition: FxHashMap::default(),
        }
    }

    /// Adds a rule for each disjunct of the condition.
    fn add_rules(
        &mut self,
        predicate: PredicateId,
        arity: usize,
        types: Vec<TypeNames>,
        condition: Condition,
    ) {
        for branch in condition.branches(&types, self) {
            let mut variables: Vec<_> = (0..arity).map(VariableId::from_index).collect();
            variables.extend(branch.variables);
            self.axioms.push(Axiom {
                predicate,
                arity,
                types: types.clone(),
                variables,
                condition: branch.conjunction,
            });
        }
    }
}

impl DefinePredicate for Invented {
    fn define(&mut self, mut condition: Condition, types: &[TypeNames]) -> Atom {
        let mut numbering = Renumbering::default();
        for variable in condition.free_variables() {
            numbering.number(variable);
        }
        let arity = numbering.old.len();
        let args = numbering.old.iter().copied().map(Term::Variable).collect();
        condition.rename(&mut |variable| numbering.number(variable));
        let own_types: Vec<_> =
            numbering.old.iter().map(|variable| types[variable.index()].clone()).collect();

        let key = (condition, own_types);
        if let Some(&predicate) = self.by_condition.get(&key) {
            return Atom { predicate, args };
        }
        let predicate = PredicateId::from_index(self.predicates.len());
        let name = format!("new-axiom@{}", self.predicates.len() - self.domain_predicates);
        self.predicates.push(Predicate { name, arity });
        self.by_condition.insert(key.clone(), predicate);
        let (condition, own_types) = key;
        self.add_rules(predicate, arity, own_types, condition);
        Atom { predicate, args }
    }
}

fn normalise_action(
    source: usize,
    action: &pddl::Action,
    invented: &mut Invented,
    actions: &mut Vec<Action>,
) {
    let types = types_of(&action.variables);
    let mut effects = Vec::new();
    flatten_effect(&action.effect, &mut Scope::new(&types), invented, &mut effects);
    let effects: Rc<[Effect]> = effects.into();
    let precondition = Condition::new(&action.precondition, false, &types, invented);
    let mut branches = precondition.clone().branches(&types, invented);
    if branches.len() > 1 && branches.len() * effects.len() > MOST_EFFECTS {
        let atom = invented.define(precondition, &types);
        branches = Condition::Atom { negated: false, atom }.branches(&types, invented);
    }
    for branch in branches {
        let mut variables: Vec<_> = (0..action.arity).map(VariableId::from_index).collect();
        variables.extend(branch.variables);
        let (types, effects) = (types.clone(), Rc::clone(&effects));
        actions.push(Action { source, types, variables, precondition: branch.conjunction, effects });
    }
}

/// The precondition of an action with more effects than this, over all its disjuncts, is given a predicate of its own
/// instead of being split.
const MOST_EFFECTS: usize = 1 << 16;

/// Where a part of an effect stands: under which quantifiers and conditions.
struct Scope<'a> {
    types: &'a [TypeNames],
    variables: Vec<VariableId>,
    conditions: Vec<&'a Formula>,
}

impl<'a> Scope<'a> {
    fn new(types: &'a [TypeNames]) -> Self {
        Self { types, variables: Vec::new(), conditions: Vec::new() }
    }
}

fn flatten_effect<'a>(
    effect: &'a pddl::Effect,
    scope: &mut Scope<'a>,
    invented: &mut Invented,
    effects: &mut Vec<Effect>,
) {
    match effect {
        pddl::Effect::And(parts) => {
            for part in parts {
                flatten_effect(part, scope, invented, effects);
            }
        }
        pddl::Effect::Forall(variables, inner) => {
            let outer = scope.variables.len();
            scope.variables.extend(variables);
            flatten_effect(inner, scope, invented, effects);
            scope.variables.truncate(outer);
        }
        pddl::Effect::When(condition, inner) => {
            scope.conditions.push(condition);
            flatten_effect(inner, scope, invented, effects);
            scope.conditions.pop();
        }
        pddl::Effect::Add(atom) => push_effect(atom, false, scope, invented, effects),
        pddl::Effect::Delete(atom) => push_effect(atom, true, scope, invented, effects),
    }
}

fn push_effect(
    atom: &Atom,
    negated: bool,
    scope: &Scope,
    invented: &mut Invented,
    effects: &mut Vec<Effect>,
) {
    let conditions = scope
        .conditions
        .iter()
        .map(|condition| Condition::new(condition, false, scope.types, invented))
        .collect();
    for branch in Condition::And(conditions).branches(scope.types, invented) {
        let variables = scope.variables.iter().copied().chain(branch.variables).collect();
        effects.push(Effect { variables, condition: branch.conjunction, negated, atom: atom.clone() });
    }
}

/// A goal that is no conjunction of literals becomes a derived predicate.
fn normalise_goal(goal: &Formula, variables: &[Variable], invented: &mut Invented) -> Conjunction {
    let types = types_of(variables);
    let condition = Condition::new(goal, false, &types, invented);
    let mut branches = condition.clone().branches(&types, invented);
    match branches.pop() {
        Some(only) if branches.is_empty() && only.variables.is_empty() => only.conjunction,
        _ => {
            let atom = invented.define(condition, &types);
            Conjunction { positive: vec![atom], ..Conjunction::default() }
        }
    }
}
