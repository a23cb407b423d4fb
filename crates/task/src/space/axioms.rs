//! The values of derived variables.

use std::ops::Range;

use super::packing::{Bits, Field, Packing};
use crate::{Fact, Rows, Task};

/// Gives derived variables the values that the axioms derive, layer by layer.
///
/// Each rule counts its conditions that do not hold yet, and fires at zero.
#[derive(Clone, Debug)]
pub(super) struct AxiomEvaluator {
    /// All derived variables at their defaults.
    defaults: Vec<Bits>,
    /// The variables in conditions that are not derived.
    basics: Vec<Basic>,
    layers: Vec<Layer>,
    /// By layer.
    rules: Vec<Rule>,
    /// The number of conditions of each rule.
    condition_counts: Vec<u32>,
    /// For each fact, the rules with that condition.
    triggers: Rows<u32>,
}

/// A variable, and the row of its first value in [`AxiomEvaluator::triggers`].
#[derive(Clone, Debug)]
struct Basic {
    field: Field,
    first_row: u32,
}

/// A fact, and its row in [`AxiomEvaluator::triggers`].
#[derive(Clone, Debug)]
struct Rule {
    head: Bits,
    row: u32,
}

#[derive(Clone, Debug)]
struct Layer {
    rules: Range<usize>,
    /// The defaults of the layer's variables: once the layer is done, those that still hold do hold.
    defaults: Vec<Rule>,
}

/// Working memory of [`AxiomEvaluator::evaluate`].
#[derive(Clone, Debug)]
pub(super) struct AxiomScratch {
    missing: Vec<u32>,
    firing: Vec<u32>,
}

impl AxiomEvaluator {
    pub(super) fn new(task: &Task, packing: &Packing) -> Self {
        let axioms = &task.axioms;
        let layer_of = |fact: &Fact| task.variables.layers[fact.variable as usize];
        let mut order: Vec<usize> = (0..axioms.len()).collect();
        order.sort_by_key(|&rule| layer_of(&axioms.heads[rule]));
        let with_row =
            |fact: Fact| Rule { head: packing.bits(fact), row: task.variables.fact_index(fact) as u32 };

        let mut defaults: Vec<Fact> = (0..task.variables.len() as u32)
            .zip(&task.initial)
            .map(|(variable, &value)| Fact { variable, value })
            .filter(|fact| layer_of(fact).is_some())
            .collect();
        defaults.sort_by_key(layer_of);
        let layers = defaults.chunk_by(|a, b| layer_of(a) == layer_of(b)).map(|chunk| {
            let layer = layer_of(&chunk[0]);
            let start = order.partition_point(|&rule| layer_of(&axioms.heads[rule]) < layer);
            let end = order.partition_point(|&rule| layer_of(&axioms.heads[rule]) <= layer);
            Layer { rules: start..end, defaults: chunk.iter().map(|&fact| with_row(fact)).collect() }
        });

        Self {
            layers: layers.collect(),
            basics: basics(task, packing),
            rules: order.iter().map(|&rule| with_row(axioms.heads[rule])).collect(),
            condition_counts: order.iter().map(|&rule| axioms.conditions[rule].len() as u32).collect(),
            triggers: triggers(task, &order),
            defaults: packing.condition(&defaults),
        }
    }

    pub(super) fn scratch(&self) -> AxiomScratch {
        AxiomScratch { missing: self.condition_counts.clone(), firing: Vec::new() }
    }

    /// Sets the derived variables of `state`.
    pub(super) fn evaluate(&self, state: &mut [u64], scratch: &mut AxiomScratch) {
        if self.rules.is_empty() {
            return;
        }
        let AxiomScratch { missing, firing } = scratch;
        self.defaults.iter().for_each(|bits| bits.write(state));
        missing.copy_from_slice(&self.condition_counts);
        for basic in &self.basics {
            self.trigger(basic.first_row + basic.field.value(state), missing, |_| ());
        }
        for layer in &self.layers {
            firing.extend(layer.rules.clone().filter(|&rule| missing[rule] == 0).map(|rule| rule as u32));
            while let Some(rule) = firing.pop() {
                let rule = &self.rules[rule as usize];
                if !rule.head.holds(state) {
                    rule.head.write(state);
                    self.trigger(rule.row, missing, |ready| {
                        if layer.rules.contains(&(ready as usize)) {
                            firing.push(ready);
                        }
                    });
                }
            }
            for default in layer.defaults.iter().filter(|default| default.head.holds(state)) {
                self.trigger(default.row, missing, |_| ());
            }
        }
    }

    /// Counts a fact that holds; calls `ready` for rules that miss nothing any more.
    fn trigger(&self, row: u32, missing: &mut [u32], mut ready: impl FnMut(u32)) {
        for &rule in &self.triggers[row as usize] {
            let missing = &mut missing[rule as usize];
            *missing -= 1;
            if *missing == 0 {
                ready(rule);
            }
        }
    }
}

fn basics(task: &Task, packing: &Packing) -> Vec<Basic> {
    let conditions = task.axioms.conditions.items().iter().map(|fact| fact.variable);
    let mut variables: Vec<u32> =
        conditions.filter(|&variable| task.variables.layers[variable as usize].is_none()).collect();
    variables.sort_unstable();
    variables.dedup();
    let basic = |variable: u32| Basic {
        field: packing.field(variable),
        first_row: task.variables.fact_offsets[variable as usize],
    };
    variables.into_iter().map(basic).collect()
}

/// For each fact, the positions in `order` of the rules with that condition.
fn triggers(task: &Task, order: &[usize]) -> Rows<u32> {
    let mut rules_by_fact: Vec<Vec<u32>> = vec![Vec::new(); task.variables.fact_names.len()];
    for (position, &rule) in order.iter().enumerate() {
        for &fact in &task.axioms.conditions[rule] {
            rules_by_fact[task.variables.fact_index(fact)].push(position as u32);
        }
    }
    rules_by_fact.into_iter().collect()
}
