//! The costs of ground actions.

use crate::GroundError;
use pddl::{Cost, Domain, FunctionId, Metric, ObjectId, Problem, Term};
use rustc_hash::FxHashMap;

/// The costs of a problem's actions.
pub(super) struct Costs<'a> {
    domain: &'a Domain,
    problem: &'a Problem,
    values: FxHashMap<(FunctionId, &'a [ObjectId]), u64>,
}

impl<'a> Costs<'a> {
    pub(super) fn new(domain: &'a Domain, problem: &'a Problem) -> Self {
        let values = problem.values.iter().map(|entry| ((entry.function, &entry.args[..]), entry.value));
        Self { domain, problem, values: values.collect() }
    }

    /// The cost of an action for these values of its variables.
    pub(super) fn of(&self, action: usize, binding: &[u32]) -> Result<u32, GroundError> {
        if self.problem.metric == Metric::PlanLength {
            return Ok(1);
        }
        let action = &self.domain.actions[action];
        let total =
            action.cost.iter().fold(0u64, |total, cost| total.saturating_add(self.summand(cost, binding)));
        // Fast Downward and its relatives read costs as 32-bit signed numbers.
        match i32::try_from(total) {
            Ok(total) => Ok(total as u32),
            Err(_) => Err(GroundError::Unsupported(format!(
                "costs beyond {}: an instance of action `{}` costs {total}",
                i32::MAX,
                action.name
            ))),
        }
    }

    /// One summand of a cost. Instances for which a value is missing are not reachable, so there always is a value.
    fn summand(&self, cost: &Cost, binding: &[u32]) -> u64 {
        match cost {
            Cost::Number(number) => *number,
            Cost::Function(function, args) => {
                let object = |term: &Term| match term {
                    Term::Object(object) => *object,
                    Term::Variable(variable) => ObjectId(binding[variable.index()]),
                };
                let args: Vec<ObjectId> = args.iter().map(object).collect();
                self.values.get(&(*function, &args[..])).copied().unwrap_or(0)
            }
        }
    }
}
