//! Rules that act as a heuristic: what the open goals cost by them, and the actions with which they would begin.

use belief::{Belief, Point, Reader};
use rustc_hash::FxHashMap;
use search::{Action, Batch, Estimate, Estimates, Heuristic};
use task::{Space, Task};

use crate::act::Actor;
use crate::database::AtomId;
use crate::names::Names;
use crate::world::GroundAction;

/// Plans by rules that are asked for a bound have no more steps than this.
const MOST_STEPS: usize = 1_000;

/// Rules that act, as judges of the states of a ground task.
///
/// The value of a state is the sum, over its open goals, of the cost of the cheapest rule that matches. Goals help and hinder each
/// other, so that is neither a lower nor an upper bound on h\*.
#[derive(Clone, Debug)]
pub struct Adviser<'w, 's> {
    actor: Actor<'w, 's>,
    /// The atom that holds if a variable has a value; those of variable `v` begin at `offsets[v]`.
    atoms: Vec<Option<AtomId>>,
    offsets: Vec<u32>,
    /// The values of the variables in the state that was last looked at.
    values: Vec<u32>,
    operators: FxHashMap<GroundAction, Action>,
    /// What a goal counts that no rule matches.
    unmatched: u64,
    preferred: Vec<Action>,
}

impl<'w, 's> Adviser<'w, 's> {
    /// For the states of a problem's ground task, wherever that begins.
    pub fn new(mut actor: Actor<'w, 's>, task: &Task) -> Self {
        let names = Names::new(actor.world.domain, actor.world.problem);
        let offsets = task.variables.fact_offsets.clone();
        let mut atoms = vec![None; task.variables.fact_names.len()];
        for (atom, fact) in names.facts(task) {
            let number = actor.world.database.number(atom.predicate, &atom.args);
            atoms[(offsets[fact.variable as usize] + fact.value) as usize] = Some(number);
        }
        let operators = task.operators.names.iter().zip(0..);
        let operators =
            operators.filter_map(|(name, operator)| Some((names.action(name)?, operator))).collect();
        // The state that the actor is in.
        let held = |range: &[u32]| {
            let has = |is_it: &dyn Fn(Option<AtomId>) -> bool| {
                (0..range[1] - range[0]).find(|value| is_it(atoms[(range[0] + value) as usize]))
            };
            let holds = |atom: Option<AtomId>| atom.is_some_and(|atom| actor.world.database.holds(atom));
            has(&holds).or_else(|| has(&|atom| atom.is_none())).unwrap_or(0)
        };
        let values = offsets.windows(2).map(held).collect();
        let most = actor.strategy().rules.iter().map(|rule| rule.cost).max();
        Self {
            actor,
            atoms,
            offsets,
            values,
            operators,
            unmatched: most.unwrap_or(0) + 1,
            preferred: Vec::new(),
        }
    }

    /// Looks at a state, given by the values of the task's variables. Returns what rules believe of it: `None` for no number, which none is.
    pub fn believe(&mut self, values: &[u32]) -> Option<Belief<'static>> {
        self.go_to(values);
        self.preferred.clear();
        let mut value = 0_u64;
        for goal in self.actor.open() {
            let Some(found) = self.actor.best(goal, u64::MAX) else {
                value = value.saturating_add(self.unmatched);
                continue;
            };
            // An open goal is no goal reached, also where actions cost nothing.
            value = value.saturating_add(found.cost.max(1));
            if self.actor.is_free(goal) {
                self.preferred.extend(self.operators.get(&found.action));
            }
        }
        Point::new(value as f64, 0.0).map(Belief::Point).ok()
    }

    /// The cost of the plan that rules make from a state: an upper bound on h\*. `None` if they make none.
    pub fn plan_cost(&mut self, values: &[u32]) -> Option<u64> {
        self.go_to(values);
        self.actor.plan_cost(MOST_STEPS)
    }

    /// The first actions of the rules that matched in the state that was last looked at, for goals that no other comes before.
    pub fn preferred(&self) -> &[Action] {
        &self.preferred
    }

    /// How many variables the task has.
    pub fn variables(&self) -> usize {
        self.values.len()
    }

    /// How many goals there are.
    pub fn goals(&self) -> usize {
        self.actor.world.goals.len()
    }

    /// Makes the database that of another state.
    fn go_to(&mut self, values: &[u32]) {
        let database = &mut self.actor.world.database;
        for ((old, &new), offset) in self.values.iter_mut().zip(values).zip(&self.offsets) {
            if *old != new {
                if let Some(atom) = self.atoms[(offset + *old) as usize] {
                    database.remove(atom);
                }
                if let Some(atom) = self.atoms[(offset + new) as usize] {
                    database.insert(atom);
                }
                *old = new;
            }
        }
    }
}

/// Rules that act as a heuristic for the states of a task, by a reading of their values.
#[derive(Clone, Debug)]
pub struct ActHeuristic<'w, 's> {
    adviser: Adviser<'w, 's>,
    reader: Reader,
    values: Vec<u32>,
}

impl<'w, 's> ActHeuristic<'w, 's> {
    /// By these rules and this reading.
    pub fn new(adviser: Adviser<'w, 's>, reader: Reader) -> Self {
        let values = adviser.values.clone();
        Self { adviser, reader, values }
    }
}

impl Heuristic<Space> for ActHeuristic<'_, '_> {
    fn estimate(&mut self, space: &Space, batch: &Batch, estimates: &mut Estimates) {
        for (_, state, _) in batch.iter() {
            space.values(state, &mut self.values);
            let belief = self.adviser.believe(&self.values);
            if estimates.wants_preferred() {
                self.adviser.preferred().iter().for_each(|&action| estimates.prefer(action));
            }
            estimates.push(belief.map_or(Estimate::new(0.0), |belief| self.reader.read(&belief)));
        }
    }

    /// About five microseconds for each goal.
    fn effort(&self) -> u64 {
        50 * self.adviser.goals() as u64
    }
}
