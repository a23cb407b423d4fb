//! The facts of one task as features.

use rustc_hash::FxHashMap;
use task::{Space, Task};

use data::atom_text;

/// The mark of facts without an input.
const NONE: u32 = u32::MAX;

/// The facts that hold in a state, as zeros and ones. Only atoms have inputs, not their negations.
#[derive(Clone, Debug)]
pub struct FactFeatures {
    /// By fact, in the task's order: its input, or `NONE`.
    inputs: Vec<u32>,
    /// By variable: the index of its first fact.
    offsets: Vec<u32>,
    /// A buffer for the values of the variables in a state.
    values: Vec<u32>,
}

/// The names of a task's facts, sorted.
pub fn fact_names(task: &Task) -> Vec<String> {
    let mut names: Vec<String> = task.variables.fact_names.iter().filter_map(atom_text).collect();
    names.sort_unstable();
    names.dedup();
    names
}

impl FactFeatures {
    /// Features for the states of `task`, with an input for each of the facts in `names`. Other facts of the task are ignored.
    pub fn new(names: &[String], task: &Task) -> Self {
        let numbers: FxHashMap<&str, u32> = names.iter().map(String::as_str).zip(0..).collect();
        let input = |name: &str| atom_text(name).and_then(|text| numbers.get(text.as_str()).copied());
        Self {
            inputs: task.variables.fact_names.iter().map(|name| input(name).unwrap_or(NONE)).collect(),
            offsets: task.variables.fact_offsets.clone(),
            values: vec![0; task.variables.len()],
        }
    }

    /// The inputs of the facts that hold.
    pub fn ones(&mut self, space: &Space, state: &[u64]) -> impl Iterator<Item = u32> {
        let Self { inputs, offsets, values } = self;
        space.values(state, values);
        let facts = values.iter().zip(offsets.iter()).map(|(value, offset)| (offset + value) as usize);
        facts.map(|fact| inputs[fact]).filter(|&input| input != NONE)
    }
}
