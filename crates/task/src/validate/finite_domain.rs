//! Executing a plan on a ground task.
//!
//! Several operators may share a name: an action with a disjunctive precondition becomes one operator for
//! each way to satisfy it. A plan does not say which is meant, so all states that the plan may have led to
//! are kept, each with its least cost.

mod axioms;

use rustc_hash::FxHashMap;

use self::axioms::AxiomRules;
use super::error::ValidateError;
use super::text::fact_text;
use super::verdict::{Cause, Flaw, Reason, Unmet, Verdict};
use crate::plan::{Plan, Step};
use crate::{Fact, Task};

/// How many states a plan may have led to at once.
const MAX_STATES: usize = 10_000;

/// The value of each variable, derived ones included.
type State = Vec<u32>;

/// Executes `plan` on a ground task. Operators are found by name; where several have the same one, any
/// that can be applied may be meant.
///
/// # Errors
/// The plan is not judged if there are too many ways to read it, or its cost is too large a number.
pub fn validate_ground(task: &Task, plan: &Plan) -> Result<Verdict, ValidateError> {
    let named = operators_named(task, plan);
    let mut execution = Execution::new(task);
    for (index, step) in plan.steps.iter().enumerate() {
        let operators = &named[&name_of(step)];
        let reason = if operators.is_empty() {
            Some(unknown(task, step))
        } else {
            execution.execute(operators, index + 1)?
        };
        if let Some(reason) = reason {
            let (number, line, action) = (index + 1, step.line, step.to_string());
            return Ok(Verdict::Invalid(Flaw::Step { number, line, action, reason }));
        }
    }
    Ok(match execution.cheapest_goal() {
        Some(cost) => Verdict::Valid { steps: plan.steps.len(), cost, stated_cost: plan.cost },
        None => Verdict::Invalid(Flaw::Goal(execution.unmet_goal())),
    })
}

/// The states that a plan may have led to so far, each with its least cost.
struct Execution<'a> {
    task: &'a Task,
    axioms: AxiomRules<'a>,
    states: Vec<(State, u64)>,
}

impl<'a> Execution<'a> {
    fn new(task: &'a Task) -> Self {
        let axioms = AxiomRules::new(task);
        let mut initial = task.initial.clone();
        axioms.evaluate(&mut initial);
        Self { task, axioms, states: vec![(initial, 0)] }
    }

    /// Applies those of the operators that can be; if none can, says why.
    fn execute(&mut self, operators: &[usize], step: usize) -> Result<Option<Reason>, ValidateError> {
        let mut next: Vec<(State, u64)> = Vec::new();
        let mut places: FxHashMap<State, usize> = FxHashMap::default();
        for (state, cost) in &self.states {
            for &operator in operators {
                if !holds(&self.task.operators.preconditions[operator], state) {
                    continue;
                }
                let own =
                    if self.task.has_costs { u64::from(self.task.operators.costs[operator]) } else { 1 };
                let cost = cost.checked_add(own).ok_or(ValidateError::CostOverflow)?;
                let successor = self.successor(state, operator);
                match places.get(&successor) {
                    Some(&place) => next[place].1 = cost.min(next[place].1),
                    None if next.len() == MAX_STATES => {
                        return Err(ValidateError::TooManyAlternatives { step });
                    }
                    None => {
                        places.insert(successor.clone(), next.len());
                        next.push((successor, cost));
                    }
                }
            }
        }
        if next.is_empty() {
            return Ok(Some(Reason::UnsatisfiedPrecondition(self.nearest_unmet(operators))));
        }
        self.states = next;
        Ok(None)
    }

    fn successor(&self, state: &State, operator: usize) -> State {
        let Task { operators, variables, initial, .. } = self.task;
        let mut successor = state.clone();
        for effect in &operators.effects[operator] {
            if holds(&operators.effect_conditions[effect.condition as usize], state) {
                successor[effect.fact.variable as usize] = effect.fact.value;
            }
        }
        for (variable, layer) in variables.layers.iter().enumerate() {
            if layer.is_some() {
                successor[variable] = initial[variable];
            }
        }
        self.axioms.evaluate(&mut successor);
        successor
    }

    fn cheapest_goal(&self) -> Option<u64> {
        let reached = self.states.iter().filter(|(state, _)| holds(&self.task.goal, state));
        reached.map(|&(_, cost)| cost).min()
    }

    fn unmet_goal(&self) -> Vec<Unmet> {
        self.fewest_unmet([self.task.goal.as_slice()])
    }

    fn nearest_unmet(&self, operators: &[usize]) -> Vec<Unmet> {
        self.fewest_unmet(operators.iter().map(|&operator| &self.task.operators.preconditions[operator]))
    }

    /// The facts missing from the condition that comes nearest to being true in one of the states.
    fn fewest_unmet<'c>(&self, conditions: impl IntoIterator<Item = &'c [Fact]>) -> Vec<Unmet> {
        let missing = conditions.into_iter().flat_map(|facts| {
            self.states.iter().map(|(state, _)| facts.iter().filter(|fact| !is_fact(**fact, state)).collect())
        });
        let fewest: Vec<&Fact> = missing.min_by_key(Vec::len).unwrap_or_default();
        let names = fewest.into_iter().map(|&fact| self.task.variables.fact_name(fact));
        names.map(|name| Unmet { condition: fact_text(name), cause: Cause::Plain }).collect()
    }
}

/// The operators of each name in the plan.
fn operators_named(task: &Task, plan: &Plan) -> FxHashMap<String, Vec<usize>> {
    let mut named: FxHashMap<String, Vec<usize>> =
        plan.steps.iter().map(|step| (name_of(step), Vec::new())).collect();
    for (operator, name) in task.operators.names.iter().enumerate() {
        if let Some(operators) = named.get_mut(&normal_name(name)) {
            operators.push(operator);
        }
    }
    named
}

fn name_of(step: &Step) -> String {
    let mut name = step.name.clone();
    for arg in &step.args {
        name.push(' ');
        name.push_str(arg);
    }
    name
}

/// The name in lower case with single spaces: an operator without arguments may end in a space.
fn normal_name(name: &str) -> String {
    let words: Vec<&str> = name.split_ascii_whitespace().collect();
    words.join(" ").to_ascii_lowercase()
}

fn unknown(task: &Task, step: &Step) -> Reason {
    let name = name_of(step);
    Reason::UnknownAction { similar: tools::nearest(&name, task.operators.names.iter()), name }
}

fn holds(facts: &[Fact], state: &[u32]) -> bool {
    facts.iter().all(|&fact| is_fact(fact, state))
}

fn is_fact(fact: Fact, state: &[u32]) -> bool {
    state[fact.variable as usize] == fact.value
}

#[cfg(test)]
mod tests;
