//! A problem to learn from: plans for its goals, one after the other, and a plan for all of them.

use heuristics::{CostKind, Entry};
use pddl::{Domain, Problem};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use search::{Budget, Greedy, Limits, Outcome, Report, StateSpace, StopReason};
use task::{Fact, Space, Task, searches};

use crate::names::Names;
use crate::notebook::Searched;
use crate::regress::Regression;
use crate::reorder::late;
use crate::rule::Rule;
use crate::world::{GroundAction, World};

/// A problem to learn from.
#[derive(Clone, Debug)]
pub struct Example {
    /// The problem.
    pub problem: Problem,
    /// The problem, ground.
    pub task: Task,
}

/// How much is done to learn from an example.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many orders of its goals are tried.
    pub orders: usize,
    /// The most states that a search for one goal expands.
    pub expansions: u64,
    /// How much effort a cheapest plan for one goal is worth, as [`Heuristic::effort`](search::Heuristic::effort) counts it. Where it takes more, any plan will do.
    pub cheapest: u64,
    /// For the orders of the goals.
    pub seed: u64,
}

impl Default for Effort {
    /// Goals of small problems are near, and a cheapest plan for one is worth a second.
    fn default() -> Self {
        Self { orders: 3, expansions: 1_000, cheapest: 10_000_000, seed: 1 }
    }
}

/// The rules that an example has to teach.
#[derive(Clone, Debug, Default)]
pub struct Taught {
    /// The rules.
    pub rules: Vec<Rule>,
    /// How many goals were given up, since the search for a plan took too long.
    pub given_up: usize,
    /// What searches took: the states that were evaluated, times the operators of the task.
    pub work: u64,
    /// What they found.
    pub searched: Vec<Searched>,
}

impl Example {
    /// Achieves the goals in several orders, each by a plan, which is regressed. What the first searches have found may be
    /// known.
    pub fn rules(
        &self,
        domain: &Domain,
        regression: &Regression<'_>,
        number: usize,
        effort: &Effort,
        known: &[Searched],
        budget: &Budget,
    ) -> Taught {
        let mut taught = Taught::default();
        let Some(mut goals) = task::conjuncts(&self.problem.goal) else { return taught };
        let Ok(start) = World::new(domain, &self.problem, regression.schemas) else { return taught };
        let names = Names::new(domain, &self.problem);
        let facts = names.facts(&self.task);
        for order in 0..effort.orders {
            let mut rng = ChaCha8Rng::seed_from_u64(effort.seed);
            rng.set_stream(((number as u64) << 16) + order as u64);
            goals.shuffle(&mut rng);
            let mut world = start.clone();
            let mut walk = Walk::new(self);
            for goal in &goals {
                if budget.check().is_err() {
                    return taught;
                }
                if world.database.contains(goal.predicate, &goal.args) {
                    continue;
                }
                let Some(&fact) = facts.get(goal) else { continue };
                let searched = match known.get(taught.searched.len()) {
                    Some(known) if known.plan.as_ref().is_none_or(|plan| walk.can(plan)) => known.clone(),
                    _ => walk.achieve(fact, effort, budget),
                };
                // A search that was cut off has found nothing out.
                if searched.plan.is_none() && budget.check().is_err() {
                    return taught;
                }
                let work = searched.evaluated.saturating_mul(self.task.operators.costs.len() as u64);
                taught.work = taught.work.saturating_add(work);
                taught.searched.push(searched.clone());
                let Some(plan) = searched.plan else {
                    taught.given_up += 1;
                    continue;
                };
                let Some(actions) = names.actions(&self.task, &plan) else { continue };
                let actions = late(actions, regression.schemas);
                taught.rules.extend(regression.rules(&world, goal, &actions));
                for action in &actions {
                    world.apply(action);
                }
                walk.follow(&plan);
            }
        }
        taught
    }

    /// The actions of a plan; `None` if there is none, or it is of another task.
    pub fn actions(&self, domain: &Domain, searched: &Searched) -> Option<Vec<GroundAction>> {
        let plan = searched.plan.as_ref().filter(|plan| Walk::new(self).can(plan))?;
        Names::new(domain, &self.problem).actions(&self.task, plan)
    }

    /// Searches for some plan for all goals; `None` if the budget cuts it off.
    pub fn plan(&self, expansions: u64, budget: &Budget) -> Option<Searched> {
        let limits =
            Limits { budget: budget.clone(), max_expansions: Some(expansions), max_evaluations: None };
        let report = greedily(&self.task, &Space::new(&self.task), &limits)?;
        let evaluated = report.counters.evaluated;
        match report.outcome {
            Outcome::Solved { plan, .. } => Some(Searched { plan: Some(plan), evaluated }),
            _ => budget.check().is_ok().then_some(Searched { plan: None, evaluated }),
        }
    }
}

/// Searches greedily, with preferred operators; `None` if that heuristic can't handle the task.
fn greedily(task: &Task, space: &Space, limits: &Limits) -> Option<Report<u32>> {
    let mut heuristic = Entry::find("ff")?.make(task, CostKind::One).ok()?;
    let options = Greedy { preferred: true, boost: 1000, ..Greedy::default() };
    Some(searches::stepwise_lazy(space, &mut [&mut *heuristic], options, limits).run(&mut ()))
}

/// Searches of the task begin in this state from now on.
pub fn start_from(task: &mut Task, values: &[u32]) {
    for (variable, layer) in task.variables.layers.iter().enumerate() {
        // A derived variable's initial value is its default, in any state.
        if layer.is_none() {
            task.initial[variable] = values[variable];
        }
    }
}

/// A way through the ground task.
struct Walk {
    task: Task,
    space: Space,
    state: Vec<u64>,
}

impl Walk {
    fn new(example: &Example) -> Self {
        let mut task = example.task.clone();
        // Of plans of equal cost the one with the fewest objects makes the most general rules.
        for (operator, cost) in task.operators.costs.iter_mut().enumerate() {
            let objects = task.operators.names[operator].split_ascii_whitespace().count() as u32;
            *cost = cost.saturating_mul(SCALE).saturating_add(objects);
        }
        task.has_costs = true;
        let space = Space::new(&task);
        let mut state = vec![0; space.words()];
        space.initial(&mut state);
        Self { task, space, state }
    }

    /// Searches for a plan for one fact from here: a cheapest one, or where its states take long to evaluate any, which regression rids of what
    /// the fact does not need.
    fn achieve(&mut self, goal: Fact, effort: &Effort, budget: &Budget) -> Searched {
        self.task.goal = vec![goal];
        let mut values = vec![0; self.task.initial.len()];
        self.space.values(&self.state, &mut values);
        start_from(&mut self.task, &values);
        let space = Space::new(&self.task);
        let made = |name| Entry::find(name).and_then(|entry| entry.make(&self.task, CostKind::Normal).ok());
        let Some(mut heuristic) = made("lmcut").or_else(|| made("max")).or_else(|| made("blind")) else {
            return Searched { plan: None, evaluated: 0 };
        };
        let max_evaluations = Some(effort.cheapest / heuristic.effort().max(1));
        let limits =
            Limits { budget: budget.clone(), max_expansions: Some(effort.expansions), max_evaluations };
        let mut report = searches::astar(&space, &mut *heuristic, 1.0, &limits, &mut ());
        let mut evaluated = report.counters.evaluated;
        if report.outcome == Outcome::Stopped(StopReason::Evaluations) {
            let limits = Limits { max_evaluations: None, ..limits };
            if let Some(other) = greedily(&self.task, &space, &limits) {
                evaluated += other.counters.evaluated;
                report = other;
            }
        }
        let plan = match report.outcome {
            Outcome::Solved { plan, .. } => Some(plan),
            _ => None,
        };
        Searched { plan, evaluated }
    }

    /// Can all these operators be applied, one after the other?
    fn can(&self, plan: &[u32]) -> bool {
        self.space.after(&self.state, plan).is_some()
    }

    fn follow(&mut self, plan: &[u32]) {
        let mut scratch = self.space.scratch();
        let mut next = self.state.clone();
        for &action in plan {
            self.space.apply(&self.state, action, &mut scratch, &mut next);
            self.state.copy_from_slice(&next);
        }
    }
}

/// Costs are multiplied by this, and what ties them added.
const SCALE: u32 = 1_000;
