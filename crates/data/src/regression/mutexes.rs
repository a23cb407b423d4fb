//! Mutexes: facts that exclude each other.

use task::{Fact, Rows, Task, Variables};

/// The mutexes of a task, by fact.
#[derive(Clone, Debug)]
pub struct Mutexes {
    /// By fact: the facts of other variables that it excludes. There may be duplicates.
    excluded: Rows<Fact>,
    /// By variable: the index of its first fact.
    offsets: Vec<u32>,
}

impl Mutexes {
    /// The mutexes of a task.
    pub fn new(task: &Task) -> Self {
        let Variables { fact_offsets: offsets, .. } = &task.variables;
        let mut excluded: Vec<Vec<Fact>> = vec![Vec::new(); task.variables.fact_names.len()];
        for group in task.mutex_groups.iter() {
            for &fact in group {
                let others = group.iter().filter(|other| other.variable != fact.variable);
                excluded[task.variables.fact_index(fact)].extend(others);
            }
        }
        Self { excluded: excluded.into_iter().collect(), offsets: offsets.clone() }
    }

    /// Can a fact hold together with the given values?
    pub fn allow(&self, fact: Fact, values: &[Option<u32>]) -> bool {
        let index = self.offsets[fact.variable as usize] + fact.value;
        !self.excluded[index as usize]
            .iter()
            .any(|other| values[other.variable as usize] == Some(other.value))
    }
}
