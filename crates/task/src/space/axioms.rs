//! Evaluates axioms: gives derived variables their values.

use std::ops::Range;

use super::conditions::{Condition, Conditions};
use super::packing::{Bits, Packing};
use crate::{Fact, Rows, Task, scc};

/// Gives derived variables the values that the axioms derive.
///
/// Derived variables that depend on each other form a component, and components are ordered such that each depends only
/// on earlier ones. (Stratification makes sure that no component depends on itself by negation.) A component is
/// evaluated again only when something it depends on has changed.
#[derive(Clone, Debug)]
pub(super) struct AxiomEvaluator {
    components: Vec<Component>,
    /// The bits outside a component that its rules test; the value is meaningless.
    inputs: Rows<Bits>,
    /// The variables of a component at their defaults.
    defaults: Rows<Bits>,
    pub(super) rules: Vec<Rule>,
    conditions: Conditions,
    /// For each derived variable, the rules of its own component that have it as a condition, once for each time they do.
    triggers: Rows<u32>,
}

/// Its number is its row in [`AxiomEvaluator::inputs`] and [`AxiomEvaluator::defaults`].
#[derive(Clone, Debug)]
struct Component {
    rules: Range<usize>,
    /// Does a rule depend on a variable of the component?
    is_cyclic: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Rule {
    head: Bits,
    /// Its conditions on variables outside its component.
    outside: Condition,
    /// The head's row in [`AxiomEvaluator::triggers`].
    trigger: u32,
    /// The number of conditions on variables of the rule's own component.
    inside: u32,
}

/// Working memory of [`AxiomEvaluator::evaluate`].
#[derive(Clone, Debug)]
pub(super) struct AxiomScratch {
    /// By rule of a cyclic component: the conditions on the component's variables that do not hold yet.
    missing: Vec<u32>,
    firing: Vec<u32>,
}

/// More conditions than a rule can have: it is never to fire.
const NEVER: u32 = u32::MAX;

impl AxiomEvaluator {
    pub(super) fn new(task: &Task, packing: &Packing) -> Self {
        let rules_by_head = rules_by_head(task);
        let components = scc::components(&dependencies(task, &rules_by_head));
        let mut component_of = vec![0; task.variables.len()];
        for (number, members) in components.iter().enumerate() {
            members.iter().for_each(|&member| component_of[member as usize] = number);
        }
        let mut evaluator = Self {
            components: Vec::new(),
            inputs: Rows::new(),
            defaults: Rows::new(),
            rules: Vec::new(),
            conditions: Conditions::new(),
            triggers: triggers(task, &components, &rules_by_head, &component_of),
        };
        for members in components.iter() {
            if task.variables.layers[members[0] as usize].is_some() {
                evaluator.add_component(task, packing, members, &rules_by_head, &component_of);
            }
        }
        evaluator
    }

    fn add_component(
        &mut self,
        task: &Task,
        packing: &Packing,
        members: &[u32],
        rules_by_head: &Rows<u32>,
        component_of: &[usize],
    ) {
        let first_rule = self.rules.len();
        let mut inputs: Vec<Fact> = Vec::new();
        for &rule in members.iter().flat_map(|&member| &rules_by_head[member as usize]) {
            let head = task.axioms.heads[rule as usize];
            let is_inside =
                |fact: &Fact| component_of[fact.variable as usize] == component_of[head.variable as usize];
            let (inside, outside): (Vec<Fact>, Vec<Fact>) =
                task.axioms.conditions[rule as usize].iter().partition(|fact| is_inside(fact));
            let inside = inside.len() as u32;
            self.rules.push(Rule {
                head: packing.bits(head),
                outside: self.conditions.add(&packing.condition(&outside)),
                trigger: head.variable,
                inside,
            });
            inputs.extend(outside);
        }
        inputs.sort_unstable();
        inputs.dedup_by_key(|fact| fact.variable);
        self.inputs.push(packing.condition(&inputs));
        let default = |&variable: &u32| Fact { variable, value: task.initial[variable as usize] };
        self.defaults.push(packing.condition(&members.iter().map(default).collect::<Vec<Fact>>()));
        let rules = first_rule..self.rules.len();
        let is_cyclic = self.rules[rules.clone()].iter().any(|rule| rule.inside > 0);
        self.components.push(Component { rules, is_cyclic });
    }

    pub(super) fn scratch(&self) -> AxiomScratch {
        AxiomScratch { missing: vec![0; self.rules.len()], firing: Vec::new() }
    }

    /// Sets all derived variables of `state`.
    pub(super) fn evaluate(&self, state: &mut [u64], scratch: &mut AxiomScratch) {
        for number in 0..self.components.len() {
            self.evaluate_component(number, state, scratch);
        }
    }

    /// Sets the derived variables of `state`, which are those of `parent` so far.
    pub(super) fn update(&self, parent: &[u64], state: &mut [u64], scratch: &mut AxiomScratch) {
        for number in 0..self.components.len() {
            if self.inputs[number].iter().any(|bits| bits.differ(parent, state)) {
                self.evaluate_component(number, state, scratch);
            }
        }
    }

    fn evaluate_component(&self, number: usize, state: &mut [u64], scratch: &mut AxiomScratch) {
        self.defaults[number].iter().for_each(|bits| bits.write(state));
        let component = &self.components[number];
        if component.is_cyclic {
            self.fire_until_nothing_changes(component, state, scratch);
            return;
        }
        // All these rules derive the same fact.
        let rules = &self.rules[component.rules.clone()];
        if let Some(rule) = rules.iter().find(|rule| self.conditions.hold(rule.outside, state)) {
            rule.head.write(state);
        }
    }

    /// Each rule counts its conditions that do not hold yet, and fires at zero.
    fn fire_until_nothing_changes(
        &self,
        component: &Component,
        state: &mut [u64],
        scratch: &mut AxiomScratch,
    ) {
        let AxiomScratch { missing, firing } = scratch;
        for index in component.rules.clone() {
            let rule = &self.rules[index];
            let is_possible = self.conditions.hold(rule.outside, state);
            missing[index] = if is_possible { rule.inside } else { NEVER };
            if missing[index] == 0 {
                firing.push(index as u32);
            }
        }
        while let Some(index) = firing.pop() {
            let rule = &self.rules[index as usize];
            if rule.head.holds(state) {
                continue;
            }
            rule.head.write(state);
            for &waiting in &self.triggers[rule.trigger as usize] {
                let missing = &mut missing[waiting as usize];
                if *missing != NEVER {
                    *missing -= 1;
                    if *missing == 0 {
                        firing.push(waiting);
                    }
                }
            }
        }
    }
}

/// For each variable, the rules that derive it.
fn rules_by_head(task: &Task) -> Rows<u32> {
    let mut rules: Vec<Vec<u32>> = vec![Vec::new(); task.variables.len()];
    for (rule, head) in task.axioms.heads.iter().enumerate() {
        rules[head.variable as usize].push(rule as u32);
    }
    rules.into_iter().collect()
}

/// For each variable, those in the conditions of its rules.
fn dependencies(task: &Task, rules_by_head: &Rows<u32>) -> Rows<u32> {
    let conditions = |rules: &[u32]| -> Vec<u32> {
        let facts = rules.iter().flat_map(|&rule| &task.axioms.conditions[rule as usize]);
        facts.map(|fact| fact.variable).collect()
    };
    rules_by_head.iter().map(conditions).collect()
}

/// For each variable, the rules of its own component that have it as a condition, as positions among the rules of an
/// [`AxiomEvaluator`].
fn triggers(
    task: &Task,
    components: &Rows<u32>,
    rules_by_head: &Rows<u32>,
    component_of: &[usize],
) -> Rows<u32> {
    let mut triggers: Vec<Vec<u32>> = vec![Vec::new(); task.variables.len()];
    let heads = components
        .iter()
        .flatten()
        .flat_map(|&head| rules_by_head[head as usize].iter().map(move |&rule| (head, rule)));
    for (position, (head, rule)) in heads.enumerate() {
        for fact in &task.axioms.conditions[rule as usize] {
            if component_of[fact.variable as usize] == component_of[head as usize] {
                triggers[fact.variable as usize].push(position as u32);
            }
        }
    }
    triggers.into_iter().collect()
}
