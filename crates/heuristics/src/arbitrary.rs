//! Small random tasks for property tests.

use proptest::collection::vec;
use proptest::prelude::*;
use task::{Effect, Fact, Task};

/// A task of up to five variables, with costs from 0 to 3 in half the cases. Unless it is `plain`, up to three more
/// variables are derived, and effects have conditions.
pub(crate) fn task(plain: bool) -> impl Strategy<Value = Task> {
    vec(any::<u8>(), 0..500).prop_map(move |bytes| Builder { bytes: bytes.into_iter(), plain }.task())
}

/// Takes every choice from the next byte, and the first possible one when they run out, so that fewer and smaller bytes
/// make a simpler task.
struct Builder {
    bytes: std::vec::IntoIter<u8>,
    plain: bool,
}

impl Builder {
    fn below(&mut self, bound: u32) -> u32 {
        u32::from(self.bytes.next().unwrap_or(0)) % bound
    }

    fn task(&mut self) -> Task {
        let mut task = Task { has_costs: self.below(2) == 1, ..Task::default() };
        task.variables.fact_offsets.push(0);
        let basic = 1 + self.below(5);
        for _ in 0..basic {
            let size = 2 + self.below(3);
            self.variable(&mut task, None, size);
        }
        if !self.plain {
            for _ in 0..self.below(4) {
                let layer = self.below(3);
                self.variable(&mut task, Some(layer), 2);
            }
        }
        for _ in 0..self.below(12) {
            self.operator(&mut task, basic);
        }
        if task.variables.len() as u32 > basic {
            for _ in 0..self.below(6) {
                self.axiom(&mut task, basic);
            }
        }
        task.goal = self.condition(&task, 4);
        task
    }

    fn variable(&mut self, task: &mut Task, layer: Option<u32>, size: u32) {
        let number = task.variables.len();
        task.variables.names.push(format_args!("var{number}"));
        task.variables.layers.push(layer);
        for value in 0..size {
            task.variables.fact_names.push(format_args!("Atom p{number}({value})"));
        }
        task.variables.fact_offsets.push(task.variables.fact_names.len() as u32);
        task.initial.push(self.below(size));
    }

    fn fact(&mut self, task: &Task, among: u32) -> Fact {
        let variable = self.below(among);
        Fact { variable, value: self.below(task.variables.domain_size(variable as usize) as u32) }
    }

    /// Up to `most` facts by ascending variable.
    fn condition(&mut self, task: &Task, most: u32) -> Vec<Fact> {
        let count = self.below(most + 1);
        let mut facts: Vec<Fact> = (0..count).map(|_| self.fact(task, task.variables.len() as u32)).collect();
        facts.sort_unstable();
        facts.dedup_by_key(|fact| fact.variable);
        facts
    }

    fn operator(&mut self, task: &mut Task, basic: u32) {
        let preconditions = self.condition(task, 3);
        let mut effects: Vec<Effect> = Vec::new();
        for _ in 0..1 + self.below(3) {
            let fact = self.fact(task, basic);
            let condition = if self.plain { Vec::new() } else { self.condition(task, 2) };
            if !condition.is_empty() {
                let condition = task.operators.effect_conditions.push(condition) as u32;
                effects.push(Effect { fact, condition });
            } else if effects.iter().all(|other| other.fact.variable != fact.variable) {
                effects.push(Effect { fact, condition: 0 });
            }
        }
        task.operators.names.push(format_args!("act{}", task.operators.len()));
        task.operators.preconditions.push(preconditions);
        task.operators.effects.push(effects);
        task.operators.costs.push(if task.has_costs { self.below(4) } else { 1 });
    }

    fn axiom(&mut self, task: &mut Task, basic: u32) {
        let derived = task.variables.len() as u32 - basic;
        let variable = basic + self.below(derived);
        let layer = task.variables.layers[variable as usize];
        let mut condition = self.condition(task, 3);
        condition.retain(|fact| {
            let below = task.variables.layers[fact.variable as usize];
            let is_default = fact.value == task.initial[fact.variable as usize];
            below < layer || (below == layer && !is_default)
        });
        task.axioms.heads.push(Fact { variable, value: 1 - task.initial[variable as usize] });
        task.axioms.conditions.push(condition);
    }
}
