//! A window as a planning task of its own, over the objects that occur in it.

use std::cell::Cell;
use std::hash::{Hash, Hasher};

use heuristics::{CostKind, LmCut};
use pddl::{Atom, ObjectId, Term};
use rustc_hash::{FxHashMap, FxHasher};
use search::{Batch, Counters, Estimate, Estimates, Heuristic, Limits, Observer, Outcome};
use task::{Effect, Fact, Space, Task};

use super::script::{Touch, fill, touches};
use crate::database::AtomId;
use crate::schema::{Schema, object_of};
use crate::world::{GroundAction, World};

/// A window with more ways to bind parameters, or more actions, is left as it is.
const MOST_TRIES: usize = 20_000;
const MOST_ACTIONS: usize = 1_000;

/// How many states of a window are estimated.
const MOST_EVALUATIONS: u64 = 400;

/// The task to do at the least cost what a window does.
#[derive(Debug)]
pub(super) struct Local {
    actions: Vec<GroundAction>,
    task: Task,
    cost: u64,
}

impl Local {
    /// The task of a window that begins in the current state, over its own objects and those that all have in common. `None` if it is too large.
    pub fn new(
        world: &mut World<'_>,
        common: &[ObjectId],
        window: &[&GroundAction],
        cost: u64,
        is_needed: impl Fn(AtomId) -> bool,
    ) -> Option<Self> {
        let mut objects: Vec<ObjectId> =
            window.iter().flat_map(|action| action.args.iter().copied()).collect();
        objects.extend(common);
        objects.sort_unstable();
        objects.dedup();
        let actions = ground(world, &objects)?;
        let mut maker = Maker::default();
        let actions = maker.add_reachable(world, actions)?;
        let mut end = maker.task.initial.clone();
        for action in window {
            for Touch { atom, writes, .. } in touches(world, action)? {
                if let (Some(&variable), Some(value)) = (maker.variables.get(&atom), writes) {
                    end[variable as usize] = u32::from(value);
                }
            }
        }
        let needed = maker.atoms.iter().zip(0..).filter(|(atom, _)| is_needed(**atom));
        maker.task.goal =
            needed.map(|(_, variable)| Fact { variable, value: end[variable as usize] }).collect();
        Some(Self { actions, task: maker.finish(), cost })
    }

    /// A number that tasks rarely have in common.
    pub fn key(&self) -> u64 {
        let mut hasher = FxHasher::default();
        (&self.actions, &self.task.initial, &self.task.goal, self.cost).hash(&mut hasher);
        hasher.finish()
    }

    /// Actions that cost less than the window. `None` if there are none, or it would take too long to find them.
    pub fn cheaper(&self) -> Option<Vec<GroundAction>> {
        let is_hopeless = Cell::new(false);
        let space = Space::new(&self.task);
        let cuts = LmCut::new(&self.task, CostKind::Normal).ok()?;
        let mut heuristic = Hopeful { cuts, is_hopeless: &is_hopeless };
        let limits = Limits { max_evaluations: Some(MOST_EVALUATIONS), ..Limits::default() };
        let mut watch = Watch { is_hopeless: &is_hopeless, cost: self.cost };
        let report = task::searches::astar(&space, &mut heuristic, 1.0, &limits, &mut watch);
        match report.outcome {
            Outcome::Solved { plan, cost } if cost < self.cost => {
                Some(plan.iter().map(|&action| self.actions[action as usize].clone()).collect())
            }
            _ => None,
        }
    }
}

/// Landmark cuts, until it is known that no plan is cheaper than the window. All states are dead ends then, so that the search
/// comes to its end.
struct Hopeful<'c> {
    cuts: LmCut,
    is_hopeless: &'c Cell<bool>,
}

impl Heuristic<Space> for Hopeful<'_> {
    fn estimate(&mut self, space: &Space, batch: &Batch, estimates: &mut Estimates) {
        if self.is_hopeless.get() {
            batch.iter().for_each(|_| estimates.push(Estimate::DEAD_END));
        } else {
            self.cuts.estimate(space, batch, estimates);
        }
    }
}

/// Notices when no plan is cheaper than the window.
struct Watch<'c> {
    is_hopeless: &'c Cell<bool>,
    cost: u64,
}

impl Observer for Watch<'_> {
    fn bound_rose(&mut self, bound: u64, _: &Counters) {
        self.is_hopeless.set(bound >= self.cost);
    }
}

/// Makes a task whose variables are atoms; value 1 says that the atom holds.
#[derive(Debug, Default)]
struct Maker {
    task: Task,
    atoms: Vec<AtomId>,
    variables: FxHashMap<AtomId, u32>,
}

impl Maker {
    /// Adds the actions that can be reached when nothing is ever deleted, and returns them. `None` if there are too many, or
    /// one costs too much.
    fn add_reachable(
        &mut self,
        world: &mut World<'_>,
        actions: Vec<GroundAction>,
    ) -> Option<Vec<GroundAction>> {
        let mut waiting: Vec<(GroundAction, Vec<Touch>)> = Vec::with_capacity(actions.len());
        for action in actions {
            let Some(mut touches) = touches(world, &action) else { continue };
            touches.iter_mut().for_each(|touch| touch.atom = self.variable(world, touch.atom));
            waiting.push((action, touches));
        }
        let mut is_reached: Vec<bool> = self.task.initial.iter().map(|&value| value == 1).collect();
        let mut reached = Vec::new();
        loop {
            let before = reached.len();
            let is_ready = |touches: &[Touch]| {
                touches.iter().all(|touch| touch.reads != Some(true) || is_reached[touch.atom as usize])
            };
            let (ready, still): (Vec<_>, Vec<_>) =
                waiting.into_iter().partition(|(_, touches)| is_ready(touches));
            waiting = still;
            for (action, touches) in ready {
                self.add(world, &action, &touches)?;
                let added = touches.iter().filter(|touch| touch.writes == Some(true));
                added.for_each(|touch| is_reached[touch.atom as usize] = true);
                reached.push(action);
            }
            if reached.len() > MOST_ACTIONS {
                return None;
            }
            if reached.len() == before {
                return Some(reached);
            }
        }
    }

    fn add(&mut self, world: &World<'_>, action: &GroundAction, touches: &[Touch]) -> Option<()> {
        let operators = &mut self.task.operators;
        operators.costs.push(u32::try_from(world.cost(action)?).ok()?);
        let fact = |touch: &Touch, value: bool| Fact { variable: touch.atom, value: u32::from(value) };
        let mut read: Vec<Fact> =
            touches.iter().filter_map(|touch| Some(fact(touch, touch.reads?))).collect();
        read.sort_unstable();
        operators.preconditions.push(read);
        let written = touches.iter().filter_map(|touch| Some(fact(touch, touch.writes?)));
        operators.effects.push(written.map(|fact| Effect { fact, condition: 0 }));
        Some(())
    }

    fn variable(&mut self, world: &World<'_>, atom: AtomId) -> u32 {
        let next = self.atoms.len() as u32;
        let number = *self.variables.entry(atom).or_insert(next);
        if number == next {
            self.atoms.push(atom);
            self.task.initial.push(u32::from(world.database.holds(atom)));
        }
        number
    }

    fn finish(mut self) -> Task {
        let variables = self.atoms.len() as u32;
        self.task.variables.layers = vec![None; self.atoms.len()];
        self.task.variables.fact_offsets = (0..=variables).map(|variable| 2 * variable).collect();
        // Heuristics count the facts by their names.
        (0..2 * variables).for_each(|_| self.task.variables.fact_names.push(""));
        self.task.has_costs = true;
        self.task
    }
}

/// A part of an action's condition that can't change.
#[derive(Clone, Copy, Debug)]
enum Check<'s> {
    Holds(&'s Atom, bool),
    Same(Term, Term, bool),
}

impl Check<'_> {
    /// How many parameters have to be bound before it is checked.
    fn bound(self) -> usize {
        let end = |term: &Term| match term {
            Term::Variable(variable) => variable.index() + 1,
            Term::Object(_) => 0,
        };
        match self {
            Self::Holds(atom, _) => atom.args.iter().map(end).max().unwrap_or(0),
            Self::Same(left, right, _) => end(&left).max(end(&right)),
        }
    }

    fn is_met(self, world: &World<'_>, binding: &[ObjectId], args: &mut Vec<ObjectId>) -> bool {
        match self {
            Self::Holds(atom, value) => {
                fill(atom, binding, args);
                world.database.contains(atom.predicate, args) == value
            }
            Self::Same(left, right, value) => {
                (object_of(left, binding) == object_of(right, binding)) == value
            }
        }
    }
}

/// The unchanging parts of a schema's condition, by the number of parameters that have to be bound.
fn checks<'s>(world: &World<'_>, schema: &'s Schema) -> Vec<Vec<Check<'s>>> {
    let holds = schema.positive.iter().map(|atom| Check::Holds(atom, true));
    let fails = schema.negative.iter().map(|atom| Check::Holds(atom, false));
    let is_static =
        |check: &Check<'_>| matches!(check, Check::Holds(atom, _) if world.schemas.is_static(atom.predicate));
    let same = schema.equal.iter().map(|&(left, right)| Check::Same(left, right, true));
    let different = schema.different.iter().map(|&(left, right)| Check::Same(left, right, false));
    let mut checks = vec![Vec::new(); schema.types.len() + 1];
    for check in holds.chain(fails).filter(is_static).chain(same).chain(different) {
        checks[check.bound()].push(check);
    }
    checks
}

/// All actions of these objects whose unchanging conditions hold; `None` if it takes too long to find them.
fn ground(world: &World<'_>, objects: &[ObjectId]) -> Option<Vec<GroundAction>> {
    let mut found = Vec::new();
    let mut tries = MOST_TRIES;
    for (action, schema) in world.schemas.actions.iter().enumerate() {
        let Some(schema) = schema else { continue };
        ground_schema(world, objects, schema, &mut tries, |args| {
            let action = GroundAction { action, args: args.to_vec() };
            if world.cost(&action).is_some() {
                found.push(action);
            }
        })?;
    }
    Some(found)
}

/// Binds the parameters one after the other, and goes back where the condition can't hold.
fn ground_schema(
    world: &World<'_>,
    objects: &[ObjectId],
    schema: &Schema,
    tries: &mut usize,
    mut found: impl FnMut(&[ObjectId]),
) -> Option<()> {
    let checks = checks(world, schema);
    let mut room = Vec::new();
    let mut is_met =
        |args: &[ObjectId]| checks[args.len()].iter().all(|check| check.is_met(world, args, &mut room));
    let mut next = vec![0; schema.types.len()];
    let mut args: Vec<ObjectId> = Vec::with_capacity(next.len());
    if !is_met(&args) {
        return Some(());
    }
    loop {
        let depth = args.len();
        let object = next.get(depth).and_then(|&next| objects.get(next));
        if let Some(&object) = object {
            *tries = tries.checked_sub(1)?;
            next[depth] += 1;
            if world.fits(object, &schema.types[depth]) {
                args.push(object);
                if !is_met(&args) {
                    args.pop();
                }
            }
            continue;
        }
        match next.get_mut(depth) {
            Some(next) => *next = 0,
            None => found(&args),
        }
        if args.pop().is_none() {
            return Some(());
        }
    }
}
