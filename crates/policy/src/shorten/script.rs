//! A plan with the atoms that each of its actions reads and writes, by dense numbers.

use pddl::{Atom, ObjectId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::database::AtomId;
use crate::schema::object_of;
use crate::world::{GroundAction, World};

/// What an action has to do with an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Touch {
    /// The atom.
    pub atom: u32,
    /// Its truth that the action needs.
    pub reads: Option<bool>,
    /// Its truth afterwards.
    pub writes: Option<bool>,
}

/// An action of a plan.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub action: GroundAction,
    pub cost: u64,
    pub touches: Vec<Touch>,
}

/// A plan that achieves all goals.
#[derive(Clone, Debug)]
pub(super) struct Script {
    pub steps: Vec<Step>,
    /// The numbers here of the atoms that a version of the plan has touched.
    numbers: FxHashMap<AtomId, u32>,
    /// By atom: does it hold at the start?
    pub initial: Vec<bool>,
    /// By atom: is it a goal?
    pub is_goal: Vec<bool>,
    goals: FxHashSet<AtomId>,
}

impl Script {
    /// A plan from the current state; `None` if an action can't be applied or a goal is open at its end.
    pub fn new(world: &mut World<'_>, plan: &[GroundAction]) -> Option<Self> {
        let mut script = Self {
            steps: Vec::with_capacity(plan.len()),
            numbers: FxHashMap::default(),
            initial: Vec::new(),
            is_goal: Vec::new(),
            goals: world.goals.iter().copied().collect(),
        };
        let is_plan = script.follow(world, plan).is_some() && world.open_goals() == 0;
        script.steps.iter().for_each(|_| world.undo());
        is_plan.then_some(script)
    }

    fn follow(&mut self, world: &mut World<'_>, plan: &[GroundAction]) -> Option<()> {
        for action in plan {
            let is_known = action.args.iter().all(|object| object.index() < world.database.objects());
            if !is_known || !world.is_applicable(action) {
                return None;
            }
            let step = self.step(world, action)?;
            self.steps.push(step);
            world.apply(action);
        }
        Some(())
    }

    /// An action as a step. The world may be in any state on the way: what no earlier step has touched is as at the start.
    pub fn step(&mut self, world: &mut World<'_>, action: &GroundAction) -> Option<Step> {
        let cost = world.cost(action)?;
        let mut touches = touches(world, action)?;
        for touch in &mut touches {
            touch.atom = self.intern(world, touch.atom);
        }
        Some(Step { action: action.clone(), cost, touches })
    }

    /// The number here of an atom that a version of the plan has touched.
    pub fn number(&self, atom: AtomId) -> Option<u32> {
        self.numbers.get(&atom).copied()
    }

    /// Is the atom a goal, whether the plan touches it or not?
    pub fn is_goal(&self, atom: AtomId) -> bool {
        self.goals.contains(&atom)
    }

    fn intern(&mut self, world: &World<'_>, atom: AtomId) -> u32 {
        let next = self.initial.len() as u32;
        let number = *self.numbers.entry(atom).or_insert(next);
        if number == next {
            self.initial.push(world.database.holds(atom));
            self.is_goal.push(self.goals.contains(&atom));
        }
        number
    }
}

/// What an action has to do with atoms that actions can change, by their numbers in the database. `None` if it can never be
/// applied, as its condition contradicts itself.
pub(super) fn touches(world: &mut World<'_>, action: &GroundAction) -> Option<Vec<Touch>> {
    let schemas = world.schemas;
    let schema = schemas.actions.get(action.action)?.as_ref()?;
    let mut touches = Vec::new();
    let mut args = Vec::new();
    let parts =
        [(&schema.positive, false, true), (&schema.negative, false, false), (&schema.delete, true, false)];
    // What is deleted and added holds afterwards: additions come last.
    for (atoms, is_effect, value) in parts.into_iter().chain([(&schema.add, true, true)]) {
        for atom in atoms.iter().filter(|atom| !schemas.is_static(atom.predicate)) {
            fill(atom, &action.args, &mut args);
            let touch = entry(&mut touches, world.database.number(atom.predicate, &args));
            if is_effect {
                touch.writes = Some(value);
            } else if touch.reads.replace(value).is_some_and(|other| other != value) {
                return None;
            }
        }
    }
    Some(touches)
}

/// The arguments of a schema's atom for those of the action.
pub(super) fn fill(atom: &Atom, binding: &[ObjectId], args: &mut Vec<ObjectId>) {
    args.clear();
    args.extend(atom.args.iter().map(|term| object_of(*term, binding)));
}

fn entry(touches: &mut Vec<Touch>, atom: u32) -> &mut Touch {
    let place = touches.iter().position(|touch| touch.atom == atom).unwrap_or(touches.len());
    if place == touches.len() {
        touches.push(Touch { atom, reads: None, writes: None });
    }
    &mut touches[place]
}
