//! Evaluates axioms by layers: simple, and independent of the search's own evaluator.

use crate::{Fact, Task};

/// The rules of a task, by layer.
pub(super) struct AxiomRules<'a> {
    task: &'a Task,
    /// The layers in ascending order, each with its rules.
    layers: Vec<Vec<u32>>,
    /// For each fact, the rules that have it as a condition and are in the layer that derives it.
    waiting: Vec<Vec<u32>>,
}

impl<'a> AxiomRules<'a> {
    pub(super) fn new(task: &'a Task) -> Self {
        let layer_of = |fact: Fact| task.variables.layers[fact.variable as usize];
        let mut by_layer: Vec<(Option<u32>, u32)> =
            (0..).zip(&task.axioms.heads).map(|(rule, &head)| (layer_of(head), rule)).collect();
        by_layer.sort_unstable();
        let layers = by_layer.chunk_by(|left, right| left.0 == right.0);
        let mut waiting = Vec::new();
        if !task.axioms.is_empty() {
            waiting.resize(task.variables.fact_names.len(), Vec::new());
        }
        for (rule, (&head, conditions)) in
            (0..).zip(task.axioms.heads.iter().zip(task.axioms.conditions.iter()))
        {
            for &fact in conditions {
                if layer_of(fact) == layer_of(head) {
                    waiting[task.variables.fact_index(fact)].push(rule);
                }
            }
        }
        Self {
            task,
            layers: layers.map(|rules| rules.iter().map(|&(_, rule)| rule).collect()).collect(),
            waiting,
        }
    }

    /// Derives values in a state whose derived variables have their default values.
    pub(super) fn evaluate(&self, state: &mut [u32]) {
        let Task { axioms, variables, initial, .. } = self.task;
        for rules in &self.layers {
            let mut to_try = rules.clone();
            while let Some(rule) = to_try.pop() {
                let head = axioms.heads[rule as usize];
                let variable = head.variable as usize;
                let is_default = state[variable] == initial[variable] && initial[variable] != head.value;
                if is_default && super::holds(&axioms.conditions[rule as usize], state) {
                    state[variable] = head.value;
                    to_try.extend(&self.waiting[variables.fact_index(head)]);
                }
            }
        }
    }
}
