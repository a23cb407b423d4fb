//! What ground actions cost.

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
        match self.problem.metric {
            Metric::PlanLength => Ok(1),
            Metric::TotalCost => {
                let summands = &self.domain.actions[action].cost;
                let mut total = 0u64;
                for cost in summands {
                    total = total.saturating_add(self.summand(action, cost, binding)?);
                }
                // Fast Downward and its relatives read costs as 32-bit signed numbers.
                if total > i32::MAX as u64 {
                    let action = &self.domain.actions[action].name;
                    return Err(GroundError::Input(format!(
                        "an instance of action `{action}` costs {total}; at most {} is possible",
                        i32::MAX
                    )));
                }
                Ok(total as u32)
            }
        }
    }

    fn summand(&self, action: usize, cost: &Cost, binding: &[u32]) -> Result<u64, GroundError> {
        let (function, args) = match cost {
            Cost::Number(number) => return Ok(*number),
            Cost::Function(function, args) => (*function, args),
        };
        let object = |term: &Term| match term {
            Term::Object(object) => *object,
            Term::Variable(variable) => ObjectId(binding[variable.index()]),
        };
        let args: Vec<ObjectId> = args.iter().map(object).collect();
        self.values.get(&(function, &args[..])).copied().ok_or_else(|| {
            let mut term = self.domain.functions[function.index()].name.clone();
            for object in args {
                term.push(' ');
                term.push_str(&self.problem.objects[object.index()].name);
            }
            GroundError::Input(format!(
                "action `{}` costs `({term})`, which has no value in the problem's :init",
                self.domain.actions[action].name
            ))
        })
    }
}
