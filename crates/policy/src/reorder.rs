//! Plans in another order that does the same: preparations come as late as they can.
//!
//! A\* puts actions that do not depend on each other into any order: a truck may set out for a package before that is on its way, or
//! after it has arrived. Regression makes other rules of each order. If what prepares a step comes right before it, the rules are few, and
//! their conditions hold in more states: the truck may still be anywhere while the package is on its way.

use pddl::{Atom, ObjectId, PredicateId};
use rustc_hash::FxHashSet;

use crate::schema::{Schemas, object_of};
use crate::world::GroundAction;

type GroundAtoms = FxHashSet<(PredicateId, Vec<ObjectId>)>;

/// The atoms that an action asks about, and those that it changes.
struct Touched {
    asked: GroundAtoms,
    changed: GroundAtoms,
}

impl Touched {
    fn new(action: &GroundAction, schemas: &Schemas) -> Option<Self> {
        let schema = schemas.actions[action.action].as_ref()?;
        let ground = |atom: &Atom| {
            (atom.predicate, atom.args.iter().map(|term| object_of(*term, &action.args)).collect())
        };
        Some(Self {
            asked: schema.positive.iter().chain(&schema.negative).map(ground).collect(),
            changed: schema.add.iter().chain(&schema.delete).map(ground).collect(),
        })
    }

    /// May it change what happens if the two change places?
    fn interferes(&self, other: &Self) -> bool {
        !self.changed.is_disjoint(&other.asked)
            || !self.changed.is_disjoint(&other.changed)
            || !self.asked.is_disjoint(&other.changed)
    }
}

/// The plan with its preparations as late as they can be. Actions that interfere stay in their order, so that it leads to the same state. A
/// plan with actions that rules do not take stays as it is.
pub fn late(plan: Vec<GroundAction>, schemas: &Schemas) -> Vec<GroundAction> {
    let touched: Option<Vec<Touched>> = plan.iter().map(|action| Touched::new(action, schemas)).collect();
    let Some(touched) = touched else { return plan };
    // For each action those before it that have to stay there.
    let mut before: Vec<FxHashSet<usize>> = Vec::with_capacity(plan.len());
    for (at, own) in touched.iter().enumerate() {
        let mut all = FxHashSet::default();
        for earlier in (0..at).rev() {
            if !all.contains(&earlier) && touched[earlier].interferes(own) {
                all.insert(earlier);
                all.extend(&before[earlier]);
            }
        }
        before.push(all);
    }
    // From the end: of the actions that may be the last, the one that least has to precede.
    let mut left: Vec<usize> = (0..plan.len()).collect();
    let mut reversed = Vec::with_capacity(plan.len());
    while !left.is_empty() {
        let may_be_last = |at: &usize| left.iter().all(|other| !before[*other].contains(at));
        let last =
            left.iter().copied().filter(may_be_last).min_by_key(|&at| (before[at].len(), plan.len() - at));
        let Some(last) = last else { break };
        left.retain(|&at| at != last);
        reversed.push(plan[last].clone());
    }
    reversed.reverse();
    reversed
}
