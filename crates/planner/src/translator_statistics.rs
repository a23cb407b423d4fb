//! The size of a ground task, in the numbers that Fast Downward's translator reports.

use task::Task;

/// How large a ground task is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TranslatorStatistics {
    variables: usize,
    derived_variables: usize,
    facts: usize,
    goal_facts: usize,
    mutex_groups: usize,
    mutex_facts: usize,
    operators: usize,
    axioms: usize,
    size: usize,
}

impl TranslatorStatistics {
    /// Counts.
    pub fn new(task: &Task) -> Self {
        let mut statistics = Self {
            variables: task.variables.len(),
            derived_variables: task.variables.layers.iter().flatten().count(),
            facts: task.variables.fact_names.len(),
            goal_facts: task.goal.len(),
            mutex_groups: task.mutex_groups.len(),
            mutex_facts: task.mutex_groups.items().len(),
            operators: task.operators.len(),
            axioms: task.axioms.len(),
            size: 0,
        };
        statistics.size = statistics.variables
            + statistics.facts
            + statistics.mutex_facts
            + statistics.goal_facts
            + operators_size(task)
            + statistics.axioms
            + task.axioms.conditions.items().len();
        statistics
    }

    /// The numbers by the names they are reported under.
    pub fn named(&self) -> [(&'static str, usize); 9] {
        [
            ("variables", self.variables),
            ("derived variables", self.derived_variables),
            ("facts", self.facts),
            ("goal facts", self.goal_facts),
            ("mutex groups", self.mutex_groups),
            ("total mutex groups size", self.mutex_facts),
            ("operators", self.operators),
            ("axioms", self.axioms),
            ("task size", self.size),
        ]
    }
}

/// One for each operator, prevail condition, effect, effect condition, and precondition of an effect.
fn operators_size(task: &Task) -> usize {
    let operators = &task.operators;
    let operator_size = |operator: usize| {
        let preconditions = &operators.preconditions[operator];
        let is_required =
            |variable: &u32| preconditions.binary_search_by_key(variable, |fact| fact.variable).is_ok();
        let effects = &operators.effects[operator];
        let mut affected: Vec<u32> = effects.iter().map(|effect| effect.fact.variable).collect();
        let effect_preconditions = affected.iter().filter(|variable| is_required(variable)).count();
        affected.sort_unstable();
        affected.dedup();
        let prevails = preconditions.len() - affected.iter().filter(|variable| is_required(variable)).count();
        let conditions =
            effects.iter().map(|effect| operators.effect_conditions[effect.condition as usize].len());
        1 + prevails + effects.len() + conditions.sum::<usize>() + effect_preconditions
    };
    (0..operators.len()).map(operator_size).sum()
}
