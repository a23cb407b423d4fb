//! The operators of the relaxed task, in terms of the task's own facts.

use task::{Effect, Fact, Task};

use super::conjunction::conjunction;
use super::{NONE, negation};

/// An operator of the relaxed task in the making. Facts are positions among all facts of the task; the goal fact comes
/// after them.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// Its preconditions, ascending.
    pub preconditions: Vec<u32>,
    /// Its effects, in the order of the task's effects.
    pub effects: Vec<u32>,
    pub cost: u32,
    /// The task's operator it stands for; [`NONE`] for axioms and the goal.
    pub origin: u32,
}

/// The operators, then the axioms and their negations, then the goal.
pub(super) fn drafts(task: &Task, costs: &[u32]) -> Vec<Draft> {
    let variables = &task.variables;
    let positions = |facts: &[Fact]| -> Vec<u32> {
        let mut positions: Vec<u32> = facts.iter().map(|&fact| variables.fact_index(fact) as u32).collect();
        positions.sort_unstable();
        positions
    };
    let rule = |conditions: &[Fact], effect: u32| Draft {
        preconditions: positions(conditions),
        effects: vec![effect],
        cost: 0,
        origin: NONE,
    };
    let mut drafts = Vec::with_capacity(task.operators.len() + task.axioms.len() + 1);
    // By fact: the last draft that has it as an effect.
    let mut last = vec![NONE; variables.fact_names.len()];
    for (operator, &cost) in costs.iter().enumerate() {
        for (conditions, effects) in parts(task, operator) {
            let preconditions = positions(&conditions);
            let number = drafts.len() as u32;
            let mut achieved: Vec<u32> =
                effects.iter().map(|&fact| variables.fact_index(fact) as u32).collect();
            achieved.retain(|&fact| {
                let is_new = std::mem::replace(&mut last[fact as usize], number) != number;
                is_new && preconditions.binary_search(&fact).is_err()
            });
            drafts.push(Draft { preconditions, effects: achieved, cost, origin: operator as u32 });
        }
    }
    for (&head, conditions) in task.axioms.heads.iter().zip(task.axioms.conditions.iter()) {
        drafts.push(rule(conditions, variables.fact_index(head) as u32));
    }
    for (head, conditions) in negation::default_rules(task) {
        drafts.push(rule(&conditions, variables.fact_index(head) as u32));
    }
    drafts.push(rule(&task.goal, variables.fact_names.len() as u32));
    drafts
}

/// The effects of an operator, grouped by the precondition and effect condition that they need.
fn parts(task: &Task, operator: usize) -> Vec<(Vec<Fact>, Vec<Fact>)> {
    let operators = &task.operators;
    let preconditions = &operators.preconditions[operator];
    let mut effects: Vec<Effect> = operators.effects[operator].to_vec();
    effects.sort_by_key(|effect| &operators.effect_conditions[effect.condition as usize]);
    let same_condition = effects.chunk_by(|a, b| {
        operators.effect_conditions[a.condition as usize] == operators.effect_conditions[b.condition as usize]
    });
    same_condition
        .filter_map(|effects| {
            let condition = &operators.effect_conditions[effects[0].condition as usize];
            let joined = conjunction(preconditions, condition)?;
            Some((joined, effects.iter().map(|effect| effect.fact).collect()))
        })
        .collect()
}
