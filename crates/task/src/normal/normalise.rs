//! From a checked domain and problem to normal form.

use super::condition::{Condition, DefinePredicate, Renumbering};
use super::expand::{Expansion, for_each_predicate};
use super::{Action, Axiom, Conjunction, Effect, Predicate, Program};
use crate::{Rows, scc};
use pddl::{Atom, Domain, Formula, PredicateId, Problem, Term, TypeNames, Variable, VariableId};
use rustc_hash::FxHashMap;

/// Brings a task into normal form.
pub(crate) fn normalise(domain: &Domain, problem: &Problem) -> Program {
    let mut invented = Invented::new(domain);
    let mut actions = Vec::new();
    for (source, action) in domain.actions.iter().enumerate() {
        normalise_action(source, action, &mut invented, &mut actions);
    }
    let recursive = recursive_groups(domain);
    for axiom in &domain.axioms {
        let types = types_of(&axiom.variables);
        let mut expansion = Expansion::new(domain, problem, &recursive[axiom.predicate.index()], types);
        let condition = expansion.expand(&axiom.condition, false);
        let mut condition = Condition::new(&condition, false, &expansion.types, &mut invented);
        if expansion.expanded {
            condition.outline_existentials(&expansion.types, &mut invented);
        }
        invented.add_rules(axiom.predicate, axiom.arity, expansion.types, condition);
    }
    let goal = normalise_goal(&problem.goal, &problem.goal_variables, &mut invented);
    Program { predicates: invented.predicates, actions, axioms: invented.axioms, goal }
}

fn types_of(variables: &[Variable]) -> Vec<TypeNames> {
    variables.iter().map(|variable| variable.types.clone()).collect()
}

/// By predicate: which predicates depend on it and it on them, through axioms.
fn recursive_groups(domain: &Domain) -> Vec<Vec<bool>> {
    let count = domain.predicates.len();
    if domain.axioms.is_empty() {
        return Vec::new();
    }
    let mut mentioned: Vec<Vec<u32>> = vec![Vec::new(); count];
    for axiom in &domain.axioms {
        let list = &mut mentioned[axiom.predicate.index()];
        for_each_predicate(&axiom.condition, &mut |predicate| list.push(predicate.0));
    }
    let mentioned: Rows<u32> = mentioned.into_iter().collect();
    let mut groups = vec![vec![false; count]; count];
    for component in scc::components(&mentioned).iter() {
        for &member in component {
            for &other in component {
                let depends = component.len() > 1 || mentioned[member as usize].contains(&member);
                groups[member as usize][other as usize] = depends;
            }
        }
    }
    groups
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
    let precondition = Condition::new(&action.precondition, false, &types, invented);
    for branch in precondition.branches(&types, invented) {
        let mut effects = Vec::new();
        flatten_effect(&action.effect, &mut Scope::new(&types), invented, &mut effects);
        let mut variables: Vec<_> = (0..action.arity).map(VariableId::from_index).collect();
        variables.extend(branch.variables);
        let precondition = branch.conjunction;
        actions.push(Action { source, types: types.clone(), variables, precondition, effects });
    }
}

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
