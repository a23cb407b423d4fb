//! Finds the axioms that are needed, and their layers.

use super::Draft;
use super::conditions::ConditionEncoder;
use crate::GroundError;
use crate::normal::Program;
use crate::propositional::{FactId, Literal, Propositional};
use crate::rows::Rows;
use crate::scc;
use rustc_hash::FxHashMap;

/// The derived facts that the goal or an operator depends on.
pub(super) struct Layers<'a> {
    ground: &'a Propositional,
    /// In order.
    facts: Vec<FactId>,
    /// By place in `facts`: the rules for the fact, as numbers of ground axioms.
    rules: Vec<Vec<u32>>,
    /// By place in `facts`.
    layers: Vec<u32>,
}

impl<'a> Layers<'a> {
    /// Finds the needed axioms and gives every derived fact the lowest layer possible.
    pub(super) fn new(
        ground: &'a Propositional,
        goal: &[Literal],
        program: &Program,
    ) -> Result<Self, GroundError> {
        let mut rules_of: Vec<Vec<u32>> = vec![Vec::new(); ground.facts.len()];
        for (axiom, &head) in ground.axioms.heads.iter().enumerate() {
            rules_of[head as usize].push(axiom as u32);
        }
        let facts = needed_facts(ground, goal, &rules_of);
        let rules =
            facts.iter().map(|&fact| simplify_rules(ground, fact, &rules_of[fact as usize])).collect();
        let layers = vec![0; facts.len()];
        let mut result = Self { ground, facts, rules, layers };
        result.assign_layers(program)?;
        Ok(result)
    }

    fn assign_layers(&mut self, program: &Program) -> Result<(), GroundError> {
        let place: FxHashMap<FactId, u32> =
            self.facts.iter().enumerate().map(|(place, &fact)| (fact, place as u32)).collect();
        let conditions = &self.ground.axioms.conditions;
        // By derived fact: the derived facts its rules mention, and whether negated.
        let mentions: Rows<(u32, bool)> = self
            .rules
            .iter()
            .map(|rules| {
                let literals = rules.iter().flat_map(|&rule| &conditions[rule as usize]);
                let derived =
                    literals.filter_map(|literal| Some((*place.get(&literal.fact())?, literal.is_negated())));
                derived.collect::<Vec<_>>()
            })
            .collect();
        let successors: Rows<u32> =
            mentions.iter().map(|row| row.iter().map(|mention| mention.0).collect::<Vec<_>>()).collect();
        let mut component_of = vec![u32::MAX; self.facts.len()];
        for (number, component) in scc::components(&successors).iter().enumerate() {
            for &member in component {
                component_of[member as usize] = number as u32;
            }
            let mut layer = 0;
            for &member in component {
                for &(other, negated) in &mentions[member as usize] {
                    if component_of[other as usize] != number as u32 {
                        layer = layer.max(self.layers[other as usize] + u32::from(negated));
                    } else if negated {
                        return Err(self.not_stratifiable(program, member));
                    }
                }
            }
            for &member in component {
                self.layers[member as usize] = layer;
            }
        }
        Ok(())
    }

    fn not_stratifiable(&self, program: &Program, place: u32) -> GroundError {
        let fact = self.facts[place as usize];
        let predicate = self.ground.facts.predicates[fact as usize];
        let name = &program.predicates[predicate as usize].name;
        GroundError::Input(format!(
            "the derived predicate `{name}` depends on its own negation: the :derived rules are not stratifiable"
        ))
    }

    /// Adds the rules and the layers of their variables.
    pub(super) fn encode(&self, conditions: &mut ConditionEncoder, draft: &mut Draft) {
        let mut order: Vec<usize> = (0..self.facts.len()).collect();
        order.sort_by_key(|&place| self.layers[place]);
        for place in order {
            let head = conditions.encoding.place(self.facts[place]);
            draft.layers[head.variable as usize] = Some(self.layers[place]);
            for &rule in &self.rules[place] {
                for condition in conditions.encode(&self.ground.axioms.conditions[rule as usize]) {
                    draft.axioms.heads.push(head);
                    draft.axioms.conditions.push(condition);
                }
            }
        }
    }
}

/// The derived facts that the goal, an operator or a needed axiom mentions, in order.
fn needed_facts(ground: &Propositional, goal: &[Literal], rules_of: &[Vec<u32>]) -> Vec<FactId> {
    let mut needed = vec![false; rules_of.len()];
    let mut queue = Vec::new();
    let mut need = |literals: &[Literal], queue: &mut Vec<FactId>| {
        for fact in literals.iter().map(|literal| literal.fact()) {
            if !rules_of[fact as usize].is_empty() && !std::mem::replace(&mut needed[fact as usize], true) {
                queue.push(fact);
            }
        }
    };
    need(goal, &mut queue);
    need(ground.operators.preconditions.items(), &mut queue);
    need(ground.operators.effect_conditions.items(), &mut queue);
    while let Some(fact) = queue.pop() {
        for &rule in &rules_of[fact as usize] {
            need(&ground.axioms.conditions[rule as usize], &mut queue);
        }
    }
    (0..needed.len() as FactId).filter(|&fact| needed[fact as usize]).collect()
}

/// Leaves out rules whose head is among their conditions, and rules whose conditions include all those of another one.
fn simplify_rules(ground: &Propositional, head: FactId, rules: &[u32]) -> Vec<u32> {
    let condition = |rule: u32| &ground.axioms.conditions[rule as usize];
    let mut rules: Vec<u32> = rules.to_vec();
    rules.retain(|&rule| condition(rule).binary_search(&Literal::new(head, false)).is_err());
    rules.sort_by(|&one, &other| condition(one).cmp(condition(other)));
    rules.dedup_by(|one, other| condition(*one) == condition(*other));
    let mut rules_with: FxHashMap<Literal, Vec<u32>> = FxHashMap::default();
    for &rule in &rules {
        for &literal in condition(rule) {
            rules_with.entry(literal).or_default().push(rule);
        }
    }
    let mut dominated = vec![];
    for &rule in &rules {
        let Some(rarest) = condition(rule).iter().min_by_key(|literal| rules_with[literal].len()) else {
            return vec![rule];
        };
        let others = rules_with[rarest].iter().copied().filter(|&other| other != rule);
        dominated.extend(others.filter(|&other| is_subset(condition(rule), condition(other))));
    }
    dominated.sort_unstable();
    rules.retain(|rule| dominated.binary_search(rule).is_err());
    rules
}

/// Both are sorted.
fn is_subset(small: &[Literal], large: &[Literal]) -> bool {
    small.iter().all(|literal| large.binary_search(literal).is_ok())
}
