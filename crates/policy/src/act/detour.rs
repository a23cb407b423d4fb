//! Steps aside: what other goals need is done before the next step makes it impossible.

use std::sync::Arc;

use pddl::{Atom, ObjectId};

use super::{Actor, Match, Wanted};
use crate::database::AtomId;
use crate::rule::Step;
use crate::schema::{bind, object_of};
use crate::world::GroundAction;

/// Before a step, so many actions of each kind are looked at that turn out to do harm.
const MOST_HARM: usize = 4;

impl Actor<'_, '_> {
    /// A step for another goal that is possible only before the next step is taken, and does it no harm.
    pub(super) fn detour(&mut self, goal: usize, next: &Match) -> Option<(usize, Match)> {
        let deleted = self.deleted(&next.action);
        if deleted.is_empty() {
            return None;
        }
        let ready = Arc::clone(&self.ready);
        // Actions of one kind mostly do the same harm for all goals.
        let mut harmful = vec![0; self.world.domain.actions.len()];
        let any = (u64::MAX, Wanted::Any);
        for other in self.open() {
            let atom = self.world.goals[other];
            if other == goal || !self.is_free(other) {
                continue;
            }
            for &number in &ready.by_goal[self.world.database.predicate(atom).index()] {
                let Some(Step::Act { action, .. }) = ready.strategy.rules[number].steps.first() else {
                    continue;
                };
                for (needed, query) in &ready.detours[number] {
                    for &given in &deleted {
                        if harmful[*action] == MOST_HARM {
                            continue;
                        }
                        let Some(bound) = self.given(number, atom, needed, given) else { continue };
                        let Some(found) = self.matched_with(number, query, &bound, any) else { continue };
                        if found.action != next.action && self.is_harmless(&found.action, goal, next.cost) {
                            return Some((other, found));
                        }
                        harmful[*action] += 1;
                    }
                }
            }
        }
        None
    }

    /// The values of a rule's variables where its goal, and an atom that its first action needs, are given.
    fn given(
        &self,
        rule: usize,
        goal: AtomId,
        needed: &Atom,
        given: AtomId,
    ) -> Option<Vec<Option<ObjectId>>> {
        let database = &self.world.database;
        let rule = &self.ready.strategy.rules[rule];
        let mut bound = vec![None; rule.variables()];
        let fits = database.predicate(given) == needed.predicate
            && bind(&rule.goal.args, database.args(goal), &mut bound)
            && bind(&needed.args, database.args(given), &mut bound);
        fits.then_some(bound)
    }

    /// The atoms that hold and would not any more.
    fn deleted(&self, action: &GroundAction) -> Vec<AtomId> {
        let Some(schema) = &self.world.schemas.actions[action.action] else { return Vec::new() };
        let number = |atom: &Atom| {
            let args: Vec<ObjectId> = atom.args.iter().map(|term| object_of(*term, &action.args)).collect();
            self.world.database.find(atom.predicate, &args)
        };
        schema.delete.iter().filter_map(number).filter(|&atom| self.world.database.holds(atom)).collect()
    }

    /// Is a goal as near after an action as it was, and does no goal get lost by it?
    fn is_harmless(&mut self, action: &GroundAction, goal: usize, cost: u64) -> bool {
        let open = self.world.open_goals();
        self.world.apply(action);
        let is_new = !self.seen.contains(&self.world.database.hash());
        let harmless = is_new
            && self.world.open_goals() <= open
            && (self.holds(goal) || self.best(goal, cost.saturating_add(1)).is_some());
        self.world.undo();
        harmless
    }
}
