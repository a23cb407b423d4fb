//! The delete relaxation of a task as rules, from which landmarks are found.

use std::ops::Range;

use task::{Fact, Rows, Task};

/// The position of a fact among all facts of the task.
pub(super) type FactId = u32;

/// The number of a rule in [`Rules`].
pub(super) type RuleId = u32;

/// The task without deletions. An operator becomes one rule for the effects that always take place and one for each
/// conditional effect; an axiom becomes one rule.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) conditions: Rows<FactId>,
    pub(super) effects: Rows<FactId>,
    /// For each fact, the rules that make it true.
    pub(super) achievers: Rows<RuleId>,
    /// For each fact, the rules with that condition.
    pub(super) triggers: Rows<RuleId>,
    /// The operator of each rule; those of axioms come last and have none.
    operators: Vec<u32>,
    /// Where the rules of each operator start; then where those of axioms start.
    starts: Vec<u32>,
    /// For each operator: do the effects of its first rule take place whenever it is applied?
    is_sure: Vec<bool>,
    facts: Vec<Fact>,
}

impl Rules {
    pub(super) fn new(task: &Task) -> Self {
        let mut rules = Self {
            conditions: Rows::new(),
            effects: Rows::new(),
            achievers: Rows::new(),
            triggers: Rows::new(),
            operators: Vec::new(),
            starts: Vec::new(),
            is_sure: Vec::new(),
            facts: facts(task),
        };
        for operator in 0..task.operators.len() {
            rules.add_operator(task, operator);
        }
        rules.starts.push(rules.len() as u32);
        for (head, conditions) in task.axioms.heads.iter().zip(task.axioms.conditions.iter()) {
            rules.conditions.push(ids(task, conditions));
            rules.effects.push(ids(task, std::slice::from_ref(head)));
        }
        rules.achievers = rows_by_item(&rules.effects, rules.facts.len());
        rules.triggers = rows_by_item(&rules.conditions, rules.facts.len());
        rules
    }

    fn add_operator(&mut self, task: &Task, operator: usize) {
        let operators = &task.operators;
        let (precondition, effects) = (&operators.preconditions[operator], &operators.effects[operator]);
        self.starts.push(self.len() as u32);
        let unconditional =
            || effects.iter().filter(|effect| effect.condition == 0).map(|effect| effect.fact);
        let has_unconditional = unconditional().next().is_some();
        if has_unconditional {
            self.conditions.push(ids(task, precondition));
            self.effects.push(unconditional().map(|fact| task.variables.fact_index(fact) as FactId));
        }
        self.is_sure.push(has_unconditional && !sets_a_variable_twice(effects));
        for effect in effects.iter().filter(|effect| effect.condition != 0) {
            let mut condition =
                [precondition, &operators.effect_conditions[effect.condition as usize]].concat();
            condition.sort_unstable();
            condition.dedup();
            let is_consistent = condition.is_sorted_by(|a, b| a.variable < b.variable);
            if is_consistent {
                self.conditions.push(ids(task, &condition));
                self.effects.push(ids(task, &[effect.fact]));
            }
        }
        self.operators.resize(self.len(), operator as u32);
    }

    pub(super) fn len(&self) -> usize {
        self.conditions.len()
    }

    pub(super) fn fact_count(&self) -> usize {
        self.facts.len()
    }

    pub(super) fn fact(&self, id: FactId) -> Fact {
        self.facts[id as usize]
    }

    /// The operator that a rule is a part of; `None` for axioms.
    pub(super) fn operator(&self, rule: RuleId) -> Option<u32> {
        self.operators.get(rule as usize).copied()
    }

    /// The first rule of the operator that a rule is a part of; an axiom's is itself.
    pub(super) fn first_of_operator(&self, rule: RuleId) -> RuleId {
        self.operator(rule).map_or(rule, |operator| self.starts[operator as usize])
    }

    pub(super) fn of_operator(&self, operator: u32) -> Range<RuleId> {
        self.starts[operator as usize]..self.starts[operator as usize + 1]
    }

    /// The effects that take place whenever an operator is applied.
    pub(super) fn sure_effects(&self, operator: u32) -> &[FactId] {
        let first = self.starts[operator as usize];
        if self.is_sure[operator as usize] { &self.effects[first as usize] } else { &[] }
    }

    /// The operators of which every application makes the fact true.
    pub(super) fn sure_achievers(&self, fact: FactId) -> impl Iterator<Item = u32> {
        self.achievers[fact as usize].iter().filter_map(|&rule| {
            let operator = self.operator(rule)?;
            let is_first = self.starts[operator as usize] == rule;
            (is_first && self.is_sure[operator as usize]).then_some(operator)
        })
    }
}

/// Does an operator have several effects on one variable? Then the last one that takes place wins.
fn sets_a_variable_twice(effects: &[task::Effect]) -> bool {
    let mut variables: Vec<u32> = effects.iter().map(|effect| effect.fact.variable).collect();
    variables.sort_unstable();
    !variables.is_sorted_by(|a, b| a < b)
}

fn facts(task: &Task) -> Vec<Fact> {
    let of_variable = |variable: usize| {
        let values = 0..task.variables.domain_size(variable) as u32;
        values.map(move |value| Fact { variable: variable as u32, value })
    };
    (0..task.variables.len()).flat_map(of_variable).collect()
}

fn ids(task: &Task, facts: &[Fact]) -> Vec<FactId> {
    facts.iter().map(|&fact| task.variables.fact_index(fact) as FactId).collect()
}

/// For each item below `items`, the rows it occurs in.
fn rows_by_item(rows: &Rows<u32>, items: usize) -> Rows<u32> {
    let mut next = vec![0_usize; items + 1];
    for &item in rows.items() {
        next[item as usize + 1] += 1;
    }
    for item in 0..items {
        next[item + 1] += next[item];
    }
    let starts = next.clone();
    let mut row_of = vec![0; rows.items().len()];
    for (number, row) in rows.iter().enumerate() {
        for &item in row {
            row_of[next[item as usize]] = number as u32;
            next[item as usize] += 1;
        }
    }
    starts.windows(2).map(|bounds| row_of[bounds[0]..bounds[1]].iter().copied()).collect()
}
