//! From a task in normal form to the rules of its relaxed reachability.

use super::domains::Domains;
use super::rule::{Rule, RuleAtom};
use crate::normal::{Action, Axiom, Conjunction, Effect, Program};
use crate::relation::Relation;
use pddl::{Cost, Domain, Problem, Term};

/// The rules of a task, with the relations of their atoms.
pub(super) struct Rules<'a> {
    pub rules: Vec<Rule>,
    /// One relation for each predicate (with the initial state), then one for each function (with the arguments that
    /// have a value), then those that keep the instances of rules.
    pub relations: Vec<Relation>,
    /// By relation: the domain of each position.
    pub positions: Vec<Vec<usize>>,
    pub domains: Domains<'a>,
    /// The number of objects.
    pub objects: usize,
    /// By predicate: does an action or axiom change it?
    changes: Vec<bool>,
}

/// Which rules stand for which part of the task.
pub(super) struct RuleNumbers {
    /// By action.
    pub actions: Vec<usize>,
    /// By action, by effect; `None` for effects that always take place, for no variables but the action's.
    pub effects: Vec<Vec<Option<usize>>>,
    /// By axiom.
    pub axioms: Vec<usize>,
    /// The rules that find actions with a cost that has no value.
    pub unvalued: Vec<UnvaluedRule>,
}

/// A rule that finds instances of an action which are left out because a cost has no value.
pub(super) struct UnvaluedRule {
    pub rule: usize,
    /// The action's number in the domain.
    pub action: usize,
    /// The position of the cost among those of the action.
    pub cost: usize,
}

impl<'a> Rules<'a> {
    pub(super) fn new(domain: &'a Domain, problem: &'a Problem, program: &Program) -> (Self, RuleNumbers) {
        let mut rules = Self {
            rules: Vec::new(),
            relations: initial_relations(problem, program),
            positions: Vec::new(),
            domains: Domains::new(domain, problem),
            objects: problem.objects.len(),
            changes: changing_predicates(program),
        };
        let anything = vec![pddl::Types::OBJECT];
        for (index, predicate) in program.predicates.iter().enumerate() {
            let domains = match domain.predicates.get(index) {
                Some(declared) => declared.parameters.iter().map(|types| rules.domains.of(types)).collect(),
                None => vec![rules.domains.of(&anything); predicate.arity],
            };
            rules.positions.push(domains);
        }
        let first_function = rules.relations.len();
        rules.add_functions(domain, problem);
        let mut add_action = |action: &Action| {
            let costs = &domain.actions[action.source].cost;
            rules.add_action(action, costs, first_function)
        };
        let actions: Vec<usize> = program.actions.iter().map(&mut add_action).collect();
        let mut effects_of = |(action, &rule): (&Action, &usize)| {
            action.effects.iter().map(|effect| rules.add_effect(action, rule, effect)).collect()
        };
        let effects = program.actions.iter().zip(&actions).map(&mut effects_of).collect();
        let axioms = program.axioms.iter().map(|axiom| rules.add_axiom(axiom)).collect();
        let mut unvalued = Vec::new();
        for action in &program.actions {
            for (position, cost) in domain.actions[action.source].cost.iter().enumerate() {
                if let Some(value) = value_of(cost, first_function) {
                    let rule = rules.add_unvalued(action, value);
                    unvalued.push(UnvaluedRule { rule, action: action.source, cost: position });
                }
            }
        }
        (rules, RuleNumbers { actions, effects, axioms, unvalued })
    }

    fn add_functions(&mut self, domain: &Domain, problem: &Problem) {
        let first = self.relations.len();
        for function in &domain.functions {
            self.relations.push(Relation::new(function.parameters.len()));
            let domains = function.parameters.iter().map(|types| self.domains.of(types)).collect();
            self.positions.push(domains);
        }
        for entry in &problem.values {
            let tuple: Vec<u32> = entry.args.iter().map(|object| object.0).collect();
            self.relations[first + entry.function.index()].insert(&tuple);
        }
    }

    fn add_action(&mut self, action: &Action, costs: &[Cost], first_function: usize) -> usize {
        let domains = action.types.iter().map(|types| self.domains.of(types)).collect();
        let mut rule = Rule::new(domains, action.variables.iter());
        rule.add_condition(&action.precondition, &self.changes);
        // An action whose cost has no value can't be applied.
        for value in costs.iter().filter_map(|cost| value_of(cost, first_function)) {
            rule.add_atom(value);
        }
        let adds = action.effects.iter().filter(|effect| !effect.negated && is_plain(effect));
        rule.heads = adds.map(|effect| RuleAtom::new(&effect.atom)).collect();
        self.keep_instances(&mut rule);
        self.push(rule)
    }

    /// Adds the rule "the precondition of the action is reachable, and this cost has no value". It has no heads.
    fn add_unvalued(&mut self, action: &Action, value: RuleAtom) -> usize {
        let domains = action.types.iter().map(|types| self.domains.of(types)).collect();
        let mut rule = Rule::new(domains, action.variables.iter());
        rule.add_condition(&action.precondition, &self.changes);
        rule.absent.push(value);
        self.push(rule)
    }

    /// Adds the rule "an instance of the action is reachable, and so is the condition of the effect".
    fn add_effect(&mut self, action: &Action, action_rule: usize, effect: &Effect) -> Option<usize> {
        if is_plain(effect) {
            return None;
        }
        let relation = self.rules[action_rule].instances?;
        self.rules[action_rule].instances_are_matched = true;
        let args = action.variables.iter().copied().map(Term::Variable).collect();
        let domains = self.rules[action_rule].domains.clone();
        let mut rule = Rule::new(domains, action.variables.iter().chain(&effect.variables));
        rule.body.push(RuleAtom { relation, args });
        rule.add_condition(&effect.condition, &self.changes);
        if !effect.negated {
            rule.heads.push(RuleAtom::new(&effect.atom));
        }
        Some(self.push(rule))
    }

    fn add_axiom(&mut self, axiom: &Axiom) -> usize {
        let domains = axiom.types.iter().map(|types| self.domains.of(types)).collect();
        let mut rule = Rule::new(domains, axiom.variables.iter());
        rule.add_condition(&axiom.condition, &self.changes);
        let args = axiom.variables[..axiom.arity].iter().copied().map(Term::Variable).collect();
        rule.heads.push(RuleAtom { relation: axiom.predicate.index(), args });
        self.keep_instances(&mut rule);
        self.push(rule)
    }

    fn keep_instances(&mut self, rule: &mut Rule) {
        rule.instances = Some(self.relations.len());
        self.relations.push(Relation::new(rule.variables.len()));
        self.positions.push(rule.variables.iter().map(|&variable| rule.domains[variable]).collect());
    }

    fn push(&mut self, rule: Rule) -> usize {
        self.rules.push(rule);
        self.rules.len() - 1
    }
}

/// The atom "this cost has a value"; `None` for a number.
fn value_of(cost: &Cost, first_function: usize) -> Option<RuleAtom> {
    match cost {
        Cost::Number(_) => None,
        Cost::Function(function, args) => {
            Some(RuleAtom { relation: first_function + function.index(), args: args.clone() })
        }
    }
}

/// Does the effect always take place, for no variables but the action's?
fn is_plain(effect: &Effect) -> bool {
    effect.variables.is_empty() && effect.condition == Conjunction::default()
}

fn initial_relations(problem: &Problem, program: &Program) -> Vec<Relation> {
    let mut relations: Vec<Relation> =
        program.predicates.iter().map(|predicate| Relation::new(predicate.arity)).collect();
    let mut tuple = Vec::new();
    for atom in &problem.init {
        tuple.clear();
        tuple.extend(atom.args.iter().map(|object| object.0));
        relations[atom.predicate.index()].insert(&tuple);
    }
    relations
}

/// By predicate: does an action or axiom change it?
pub(super) fn changing_predicates(program: &Program) -> Vec<bool> {
    let mut changes = vec![false; program.predicates.len()];
    let effects = program.actions.iter().flat_map(|action| action.effects.iter());
    let atoms = effects.map(|effect| effect.atom.predicate);
    for predicate in atoms.chain(program.axioms.iter().map(|axiom| axiom.predicate)) {
        changes[predicate.index()] = true;
    }
    changes
}
