//! Windows of a plan, planned anew at the least cost.

use pddl::ObjectId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::local::Local;
use super::script::{Script, Step, Touch};
use crate::database::AtomId;
use crate::world::{GroundAction, World};

/// A window about an object reaches over so many steps for each that it has.
const SPAN: usize = 12;

/// What is known of windows.
#[derive(Debug)]
pub(super) struct Windows {
    /// The keys of those for which nothing cheaper was found.
    tried: FxHashSet<u64>,
    /// Objects that every window may use.
    common: Vec<ObjectId>,
}

/// Of types with so few objects, such as numbers that count what is carried, every window may use all: a better way often needs
/// one that the plan does not mention.
const FEW: usize = 5;

impl Windows {
    /// Nothing is known yet.
    pub fn new(world: &World<'_>) -> Self {
        let mut common = world.schemas.named.clone();
        for types in world.schemas.actions.iter().flatten().flat_map(|schema| &schema.types) {
            let objects = (0..world.database.objects()).map(ObjectId::from_index);
            let of_type: Vec<ObjectId> =
                objects.filter(|&object| world.fits(object, types)).take(FEW + 1).collect();
            if of_type.len() <= FEW {
                common.extend(of_type);
            }
        }
        Self { tried: FxHashSet::default(), common }
    }

    /// Goes once through the plan with windows of a length. Returns whether it is cheaper now.
    pub fn sweep(
        &mut self,
        world: &mut World<'_>,
        script: &mut Script,
        length: usize,
        is_over: &mut impl FnMut() -> bool,
    ) -> bool {
        let half = (length / 2).max(1);
        let mut touched = Touched::new(script);
        let mut mentions: FxHashMap<ObjectId, usize> = FxHashMap::default();
        let mut found = false;
        let mut at = 0;
        while at < script.steps.len() {
            let mut about = if at.is_multiple_of(half) { vec![None] } else { Vec::new() };
            for &object in &script.steps[at].action.args {
                let mentioned = mentions.entry(object).or_default();
                if mentioned.is_multiple_of(half) {
                    about.push(Some(object));
                }
                *mentioned += 1;
            }
            for object in about {
                while !is_over() && self.improve(world, script, &mut touched, at, length, object) {
                    found = true;
                }
            }
            if is_over() {
                break;
            }
            let Some(step) = script.steps.get(at) else { break };
            world.apply(&step.action);
            at += 1;
        }
        (0..at).for_each(|_| world.undo());
        found
    }

    /// Replaces the window from a step on, about an object or of all steps, if something cheaper is found.
    fn improve(
        &mut self,
        world: &mut World<'_>,
        script: &mut Script,
        touched: &mut Touched,
        at: usize,
        length: usize,
        object: Option<ObjectId>,
    ) -> bool {
        let window = match object {
            Some(object) => about(script, at, length, object),
            None => (at..script.steps.len().min(at + length)).collect(),
        };
        let Some(instead) = self.cheaper(world, script, touched, &window) else { return false };
        let steps: Option<Vec<Step>> = instead.iter().map(|action| script.step(world, action)).collect();
        let Some(steps) = steps else { return false };
        replace(script, at, &window, steps);
        *touched = Touched::new(script);
        true
    }

    fn cheaper(
        &mut self,
        world: &mut World<'_>,
        script: &Script,
        touched: &Touched,
        window: &[usize],
    ) -> Option<Vec<GroundAction>> {
        if window.len() < 2 {
            return None;
        }
        let actions: Vec<&GroundAction> = window.iter().map(|&step| &script.steps[step].action).collect();
        let cost = window.iter().fold(0_u64, |sum, &step| sum.saturating_add(script.steps[step].cost));
        let local =
            Local::new(world, &self.common, &actions, cost, |atom| touched.is_needed(script, atom, window))?;
        if !self.tried.insert(local.key()) {
            return None;
        }
        local.cheaper()
    }
}

/// Puts other steps in the place of a window's. Steps between those of the window come after it.
fn replace(script: &mut Script, at: usize, window: &[usize], steps: Vec<Step>) {
    let Some(&last) = window.last() else { return };
    let region: Vec<Step> = script.steps.splice(at..=last, steps.iter().cloned()).collect();
    let rest = region.into_iter().zip(at..).filter(|(_, place)| window.binary_search(place).is_err());
    let rest: Vec<Step> = rest.map(|(step, _)| step).collect();
    let end = at + steps.len();
    script.steps.splice(end..end, rest);
}

/// The next steps that mention an object, as far as they can come before all steps between them without changing anything.
fn about(script: &Script, at: usize, length: usize, object: ObjectId) -> Vec<usize> {
    let mut window = Vec::new();
    // By atom: do steps that are passed over write it? If not, they read it.
    let mut passed: FxHashMap<u32, bool> = FxHashMap::default();
    for (place, step) in script.steps.iter().enumerate().skip(at).take(SPAN * length) {
        if !step.action.args.contains(&object) {
            for &Touch { atom, writes, .. } in &step.touches {
                *passed.entry(atom).or_default() |= writes.is_some();
            }
            continue;
        }
        let is_in_the_way = |touch: &Touch| {
            passed.get(&touch.atom).is_some_and(|&is_written| is_written || touch.writes.is_some())
        };
        if step.touches.iter().any(is_in_the_way) {
            break;
        }
        window.push(place);
        if window.len() == length {
            break;
        }
    }
    window
}

/// By atom, the steps that touch it, and whether they read it.
#[derive(Debug)]
struct Touched {
    steps: Vec<Vec<(u32, bool)>>,
}

impl Touched {
    fn new(script: &Script) -> Self {
        let mut steps = vec![Vec::new(); script.initial.len()];
        for (place, step) in script.steps.iter().enumerate() {
            for touch in &step.touches {
                steps[touch.atom as usize].push((place as u32, touch.reads.is_some()));
            }
        }
        Self { steps }
    }

    /// Does what comes after the window need the atom as the window leaves it?
    fn is_needed(&self, script: &Script, atom: AtomId, window: &[usize]) -> bool {
        let touching = script.number(atom).and_then(|number| self.steps.get(number as usize));
        let (Some(touching), Some(&first)) = (touching, window.first()) else { return script.is_goal(atom) };
        let start = touching.partition_point(|&(place, _)| (place as usize) < first);
        let mut later =
            touching[start..].iter().filter(|(place, _)| window.binary_search(&(*place as usize)).is_err());
        later.next().map_or_else(|| script.is_goal(atom), |&(_, is_read)| is_read)
    }
}
