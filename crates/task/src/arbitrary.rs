//! Small random tasks for property tests.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::{Effect, Fact, Task};

/// A task with up to five variables that operators change and up to three derived ones, with conditional
/// effects, layered axioms and, in half the cases, costs.
pub(crate) fn task() -> impl Strategy<Value = Task> {
    vec(any::<u8>(), 0..400).prop_map(|bytes| build(&mut Choices(bytes.into_iter())))
}

/// Random bytes read as choices, the first possible one when they run out, so that fewer and smaller
/// bytes make a simpler task.
struct Choices(std::vec::IntoIter<u8>);

impl Choices {
    fn below(&mut self, bound: u32) -> u32 {
        u32::from(self.0.next().unwrap_or(0)) % bound
    }

    fn fact(&mut self, task: &Task, among: u32) -> Fact {
        let variable = self.below(among);
        Fact { variable, value: self.below(task.variables.domain_size(variable as usize) as u32) }
    }

    /// Up to `most` facts by ascending variable.
    fn facts(&mut self, task: &Task, most: u32) -> Vec<Fact> {
        let mut facts: Vec<Fact> =
            (0..self.below(most + 1)).map(|_| self.fact(task, task.variables.len() as u32)).collect();
        facts.sort_unstable();
        facts.dedup_by_key(|fact| fact.variable);
        facts
    }
}

fn build(choices: &mut Choices) -> Task {
    let mut task = Task { has_costs: choices.below(2) == 1, ..Task::default() };
    task.variables.fact_offsets.push(0);
    let changing = 1 + choices.below(5);
    for _ in 0..changing {
        let size = 2 + choices.below(2);
        add_variable(&mut task, None, size, choices);
    }
    for _ in 0..choices.below(4) {
        let layer = choices.below(3);
        add_variable(&mut task, Some(layer), 2, choices);
    }
    for _ in 0..choices.below(3) {
        let group = choices.facts(&task, 3);
        task.mutex_groups.push(group);
    }
    task.goal = choices.facts(&task, 3);
    for _ in 0..choices.below(9) {
        add_operator(&mut task, changing, choices);
    }
    if changing < task.variables.len() as u32 {
        for _ in 0..choices.below(6) {
            add_axiom(&mut task, changing, choices);
        }
    }
    task
}

fn add_variable(task: &mut Task, layer: Option<u32>, size: u32, choices: &mut Choices) {
    let number = task.variables.len();
    task.variables.names.push(format_args!("var{number}"));
    task.variables.layers.push(layer);
    for value in 0..size {
        task.variables.fact_names.push(format_args!("Atom p{number}({value})"));
    }
    task.variables.fact_offsets.push(task.variables.fact_names.len() as u32);
    task.initial.push(choices.below(size));
}

fn add_operator(task: &mut Task, changing: u32, choices: &mut Choices) {
    let preconditions = choices.facts(task, 2);
    let mut effects: Vec<Effect> = Vec::new();
    for _ in 0..1 + choices.below(3) {
        let fact = choices.fact(task, changing);
        let condition = choices.facts(task, 2);
        if condition.is_empty() {
            let again = effects.iter().any(|e| e.condition == 0 && e.fact.variable == fact.variable);
            if !again {
                effects.push(Effect { fact, condition: 0 });
            }
        } else {
            let condition = task.operators.effect_conditions.push(condition) as u32;
            effects.push(Effect { fact, condition });
        }
    }
    task.operators.names.push(format_args!("act{} x", task.operators.len()));
    task.operators.preconditions.push(preconditions);
    task.operators.effects.push(effects);
    task.operators.costs.push(if task.has_costs { choices.below(4) } else { 1 });
}

fn add_axiom(task: &mut Task, changing: u32, choices: &mut Choices) {
    let derived = task.variables.len() as u32 - changing;
    let variable = changing + choices.below(derived);
    let layer = task.variables.layers[variable as usize];
    let mut condition = choices.facts(task, 3);
    condition.retain(|fact| {
        let below = task.variables.layers[fact.variable as usize];
        let is_default = fact.value == task.initial[fact.variable as usize];
        below < layer || (below == layer && !is_default)
    });
    task.axioms.heads.push(Fact { variable, value: 1 - task.initial[variable as usize] });
    task.axioms.conditions.push(condition);
}
