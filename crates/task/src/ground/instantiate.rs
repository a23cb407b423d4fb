//! From the fixed point of relaxed reachability to a ground task.

use super::costs::Costs;
use super::join::Join;
use super::join_plan::JoinPlan;
use super::reach::{Reachability, fill};
use super::rules::RuleNumbers;
use crate::normal::{Action, Axiom, Conjunction, Effect, Program};
use crate::propositional::{FactId, Facts, GroundEffect, GroundOperators, Literal, Propositional};
use crate::{GroundError, names};
use pddl::{Atom, Domain, Problem, Term};
use search::{Budget, Exhausted, Work};

/// Lists the facts, operators and axioms that are reachable.
pub(super) fn instantiate(
    domain: &Domain,
    problem: &Problem,
    program: &Program,
    mut reachability: Reachability,
    numbers: &RuleNumbers,
    budget: &Budget,
) -> Result<Propositional, GroundError> {
    let effect_plans = plan_effects(&mut reachability, numbers);
    let changes = super::rules::changing_predicates(program);
    let (facts, ids) = number_facts(problem, program, &reachability, &changes, budget)?;
    let mut ground = Propositional { initial: vec![false; facts.len()], facts, ..Propositional::default() };
    let mut instantiation =
        Instantiation { reachability: &reachability, changes: &changes, ids, tuple: Vec::new() };
    for atom in &problem.init {
        let tuple: Vec<u32> = atom.args.iter().map(|object| object.0).collect();
        if let Some(fact) = instantiation.fact_of(atom.predicate.index(), &tuple) {
            ground.initial[fact as usize] = true;
        }
    }
    ground.goal = instantiation.goal(&program.goal);
    for (axiom, &rule) in program.axioms.iter().zip(&numbers.axioms) {
        instantiation.axioms(axiom, rule, budget, &mut ground)?;
    }
    let costs = Costs::new(domain, problem);
    ground.operators.effect_conditions.push([]);
    for (number, action) in program.actions.iter().enumerate() {
        let mut builder = OperatorBuilder {
            instantiation: &mut instantiation,
            number: number as u32,
            action,
            arity: domain.actions[action.source].arity,
            effect_plans: &effect_plans[number],
            costs: &costs,
            budget,
            join: Join::default(),
            literals: Vec::new(),
            operators: &mut ground.operators,
        };
        builder.build(numbers.actions[number])?;
    }
    Ok(ground)
}

/// By action, by effect: how its instances are found; `None` where it has exactly one.
type EffectPlans = Vec<Vec<Option<JoinPlan>>>;

fn plan_effects(reachability: &mut Reachability, numbers: &RuleNumbers) -> EffectPlans {
    let mut plan = |rule: &Option<usize>| rule.map(|rule| reachability.plan_from_first_atom(rule));
    numbers.effects.iter().map(|effects| effects.iter().map(&mut plan).collect()).collect()
}

/// Numbers the reachable facts by name, so that the numbering does not depend on how they were reached.
/// Also returns the numbers by predicate and row.
fn number_facts(
    problem: &Problem,
    program: &Program,
    reachability: &Reachability,
    changes: &[bool],
    budget: &Budget,
) -> Result<(Facts, Vec<Vec<FactId>>), GroundError> {
    let object_ranks = names::ranks(problem.objects.iter().map(|object| object.name.as_str()));
    let mut predicates: Vec<usize> =
        (0..program.predicates.len()).filter(|&predicate| changes[predicate]).collect();
    predicates.sort_by_key(|&predicate| &program.predicates[predicate].name);
    let mut facts = Facts::default();
    let mut ids = vec![Vec::new(); program.predicates.len()];
    for predicate in predicates {
        budget.check().map_err(|limit| {
            let progress = format!("{} facts numbered", facts.len());
            GroundError::Exhausted { limit, progress }
        })?;
        let relation = &reachability.world.relations[predicate];
        let mut rows: Vec<u32> = (0..relation.len()).collect();
        rows.sort_by(|&a, &b| {
            let ranks = |row| relation.row(row).iter().map(|&object| object_ranks[object as usize]);
            ranks(a).cmp(ranks(b))
        });
        ids[predicate] = vec![0; rows.len()];
        for row in rows {
            ids[predicate][row as usize] = facts.len() as FactId;
            facts.predicates.push(predicate as u32);
            facts.args.push(relation.row(row).iter().copied());
        }
    }
    Ok((facts, ids))
}

struct Instantiation<'a> {
    reachability: &'a Reachability,
    changes: &'a [bool],
    /// By predicate, by row.
    ids: Vec<Vec<FactId>>,
    tuple: Vec<u32>,
}

impl Instantiation<'_> {
    fn axioms(
        &mut self,
        axiom: &Axiom,
        rule: usize,
        budget: &Budget,
        ground: &mut Propositional,
    ) -> Result<(), GroundError> {
        let reachability = self.reachability;
        let rule = &reachability.rules[rule];
        let Some(instances) = rule.instances.map(|relation| &reachability.world.relations[relation]) else {
            return Ok(());
        };
        let mut binding = vec![0; rule.domains.len()];
        let mut condition = Vec::new();
        for row in 0..instances.len() {
            if row % 4096 == 4095 {
                budget.check().map_err(|limit| {
                    let progress = format!("{} axioms instantiated", ground.axioms.heads.len());
                    GroundError::Exhausted { limit, progress }
                })?;
            }
            let instance = instances.row(row);
            let Some(head) = self.fact_of(axiom.predicate.index(), &instance[..axiom.arity]) else {
                continue;
            };
            for (&variable, &object) in rule.variables.iter().zip(instance) {
                binding[variable] = object;
            }
            condition.clear();
            self.literals(&axiom.condition, &binding, &mut condition);
            condition.sort_unstable();
            condition.dedup();
            ground.axioms.heads.push(head);
            ground.axioms.conditions.push(condition.iter().copied());
        }
        Ok(())
    }

    /// The goal, or `None` if it can't be reached.
    fn goal(&mut self, goal: &Conjunction) -> Option<Vec<Literal>> {
        let value = |term| match term {
            Term::Object(object) => Some(object),
            Term::Variable(_) => None,
        };
        if goal.equal.iter().any(|&(left, right)| value(left) != value(right))
            || goal.different.iter().any(|&(left, right)| value(left) == value(right))
        {
            return None;
        }
        for atom in &goal.positive {
            self.row(atom, &[])?;
        }
        for atom in &goal.negative {
            if !self.changes[atom.predicate.index()] && self.row(atom, &[]).is_some() {
                return None;
            }
        }
        let mut literals = Vec::new();
        self.literals(goal, &[], &mut literals);
        literals.sort_unstable();
        literals.dedup();
        let contradicts = literals.windows(2).any(|pair| pair[0].negate() == pair[1]);
        (!contradicts).then_some(literals)
    }

    /// Appends the literals whose truth can change; the others are known to hold.
    fn literals(&mut self, condition: &Conjunction, binding: &[u32], literals: &mut Vec<Literal>) {
        for (atoms, negated) in [(&condition.positive, false), (&condition.negative, true)] {
            for atom in atoms {
                if let Some(fact) = self.fact(atom, binding) {
                    literals.push(Literal::new(fact, negated));
                }
            }
        }
    }

    /// The number of an atom, if it can change and be reached.
    #[inline]
    fn fact(&mut self, atom: &Atom, binding: &[u32]) -> Option<FactId> {
        let predicate = atom.predicate.index();
        if !self.changes[predicate] {
            return None;
        }
        let row = self.row(atom, binding)?;
        Some(self.ids[predicate][row as usize])
    }

    #[inline]
    fn row(&mut self, atom: &Atom, binding: &[u32]) -> Option<u32> {
        fill(&mut self.tuple, &atom.args, binding);
        self.reachability.world.relations[atom.predicate.index()].find(&self.tuple)
    }

    fn fact_of(&self, predicate: usize, tuple: &[u32]) -> Option<FactId> {
        if !self.changes[predicate] {
            return None;
        }
        let row = self.reachability.world.relations[predicate].find(tuple)?;
        Some(self.ids[predicate][row as usize])
    }
}

/// Makes the operators of one action.
struct OperatorBuilder<'a, 'b> {
    instantiation: &'a mut Instantiation<'b>,
    number: u32,
    action: &'a Action,
    /// The number of parameters that the user sees.
    arity: usize,
    effect_plans: &'a [Option<JoinPlan>],
    costs: &'a Costs<'a>,
    budget: &'a Budget,
    join: Join,
    literals: Vec<Literal>,
    operators: &'a mut GroundOperators,
}

impl OperatorBuilder<'_, '_> {
    fn build(&mut self, rule: usize) -> Result<(), GroundError> {
        let reachability = self.instantiation.reachability;
        let rule = &reachability.rules[rule];
        let Some(instances) = rule.instances.map(|relation| &reachability.world.relations[relation]) else {
            return Ok(());
        };
        let mut binding = vec![0; rule.domains.len()];
        for row in 0..instances.len() {
            if row % 4096 == 4095 {
                self.budget.note(Work::Operators, 4096);
                self.budget.check().map_err(|limit| self.exhausted(limit))?;
            }
            let instance = instances.row(row);
            for (&variable, &object) in rule.variables.iter().zip(instance) {
                binding[variable] = object;
            }
            self.push_operator(instance, &binding)?;
        }
        Ok(())
    }

    fn exhausted(&self, limit: Exhausted) -> GroundError {
        GroundError::exhausted(limit, self.operators.len())
    }

    fn push_operator(&mut self, instance: &[u32], binding: &[u32]) -> Result<(), GroundError> {
        let effects_before = self.operators.effects.items().len();
        for (effect, plan) in self.action.effects.iter().zip(self.effect_plans) {
            match plan {
                None => self.push_effect(effect, binding, 0),
                Some(plan) => self.push_effects(effect, plan, instance)?,
            }
        }
        if self.operators.effects.items().len() == effects_before {
            return Ok(());
        }
        self.operators.effects.end_row();
        self.operators.actions.push(self.number);
        self.operators.args.push(instance[..self.arity].iter().copied());
        self.operators.costs.push(self.costs.of(self.action.source, binding)?);
        self.literals.clear();
        self.instantiation.literals(&self.action.precondition, binding, &mut self.literals);
        self.literals.sort_unstable();
        self.literals.dedup();
        self.operators.preconditions.push(self.literals.iter().copied());
        Ok(())
    }

    /// Pushes all instances of an effect that has a condition or variables of its own.
    fn push_effects(
        &mut self,
        effect: &Effect,
        plan: &JoinPlan,
        instance: &[u32],
    ) -> Result<(), GroundError> {
        let reachability = self.instantiation.reachability;
        let rule = &reachability.rules[plan.rule];
        let mut join = std::mem::take(&mut self.join);
        join.start(&reachability.world, rule, plan, instance);
        let result = loop {
            match join.next(&reachability.world, rule, plan, self.budget) {
                Ok(Some(binding)) => self.push_conditional_effect(effect, binding),
                Ok(None) => break Ok(()),
                Err(limit) => break Err(self.exhausted(limit)),
            }
        };
        self.join = join;
        result
    }

    fn push_conditional_effect(&mut self, effect: &Effect, binding: &[u32]) {
        self.literals.clear();
        self.instantiation.literals(&effect.condition, binding, &mut self.literals);
        self.literals.sort_unstable();
        self.literals.dedup();
        let condition = match self.literals.is_empty() {
            true => 0,
            false => self.operators.effect_conditions.push(self.literals.iter().copied()) as u32,
        };
        self.push_effect(effect, binding, condition);
    }

    fn push_effect(&mut self, effect: &Effect, binding: &[u32], condition: u32) {
        // A fact that can't be reached need not be deleted.
        if let Some(fact) = self.instantiation.fact(&effect.atom, binding) {
            let literal = Literal::new(fact, effect.negated);
            self.operators.effects.push_item(GroundEffect { literal, condition });
        }
    }
}
