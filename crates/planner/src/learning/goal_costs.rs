//! The cost of each open goal of a state by itself.

use data::Split;
use heuristics::{CostKind, Entry};
use policy::example::start_from;
use rules::domain::Example;
use search::{Budget, Limits, Outcome};
use task::searches::astar;
use task::{Space, Task};
use tools::threads::in_parallel;

use super::rule_data::LabelledProblem;

/// The costs of goals.
pub struct GoalCosts {
    /// An example for each open goal of each state.
    pub examples: Vec<Example>,
    /// How many goals were given up, since their searches took too long.
    pub given_up: usize,
}

/// A search for the cost of one goal expands at most this many states: goals of small problems are near.
const MOST_EXPANSIONS: u64 = 20_000;

/// Searches, from each state of the problems to train on, for each open goal alone.
pub fn goal_costs(problems: &[LabelledProblem], threads: usize, budget: &Budget) -> GoalCosts {
    let of_problems = in_parallel(problems.len(), threads, |number| {
        let problem = &problems[number];
        if problem.split == Split::Train { of_problem(number, problem, budget) } else { (Vec::new(), 0) }
    });
    let given_up = of_problems.iter().map(|(_, given_up)| given_up).sum();
    let examples = of_problems.into_iter().flat_map(|(examples, _)| examples).collect();
    GoalCosts { examples, given_up }
}

fn of_problem(number: usize, problem: &LabelledProblem, budget: &Budget) -> (Vec<Example>, usize) {
    let mut task = problem.task.clone();
    let goals = std::mem::take(&mut task.goal);
    let limits =
        Limits { budget: budget.clone(), max_expansions: Some(MOST_EXPANSIONS), max_evaluations: None };
    let mut states: Vec<&Vec<u32>> = problem.states.iter().map(|(values, _)| values).collect();
    states.sort_unstable();
    states.dedup();
    let (mut examples, mut given_up) = (Vec::new(), 0);
    for values in states {
        start_from(&mut task, values);
        for (goal, &fact) in goals.iter().enumerate() {
            if !problem.world.is_open(goal, values) {
                continue;
            }
            task.goal = vec![fact];
            match cost(&task, &limits) {
                Some(cost) => {
                    examples.push(Example { cost, world: number, values: values.clone(), goal: Some(goal) })
                }
                None => given_up += 1,
            }
        }
    }
    (examples, given_up)
}

fn cost(task: &Task, limits: &Limits) -> Option<u32> {
    let made = |name| Entry::find(name).and_then(|entry| entry.make(task, CostKind::Normal).ok());
    let mut heuristic = made("lmcut").or_else(|| made("max")).or_else(|| made("blind"))?;
    match astar(&Space::new(task), &mut *heuristic, 1.0, limits, &mut ()).outcome {
        Outcome::Solved { cost, .. } => u32::try_from(cost).ok(),
        _ => None,
    }
}
