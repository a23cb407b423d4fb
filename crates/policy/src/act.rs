//! Acting by rules: no search, and no states stored but the way, and numbers of those that came up.

mod detour;

use std::sync::Arc;

use pddl::{ObjectId, Term};
use rustc_hash::FxHashSet;

use crate::database::AtomId;
use crate::maps::Maps;
use crate::order::before;
use crate::query::{Query, Search};
use crate::ready::Ready;
use crate::rule::{Literal, Path, Rule, Step, Strategy};
use crate::schema::{bind, object_of};
use crate::world::{GroundAction, World};

/// The matches that are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Cheapest,
    Any,
}

/// A rule that matches in a state.
#[derive(Clone, Debug)]
pub struct Match {
    /// The rule, by its number.
    pub rule: usize,
    /// The objects of its variables.
    pub binding: Vec<ObjectId>,
    /// What its steps cost.
    pub cost: u64,
    /// Its first action.
    pub action: GroundAction,
}

/// An action that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The action.
    pub action: GroundAction,
    /// The rule that took it and the goal that it is for, by their numbers; `None` where a search did.
    pub by: Option<(usize, usize)>,
}

/// How acting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All goals hold.
    Solved,
    /// No rule matches an open goal.
    NoRule,
    /// A state came up a second time, or no further goal was achieved for too long.
    Cycle,
    /// It was to stop.
    Stopped,
}

/// An actor on the way through a problem.
#[derive(Clone, Debug)]
pub struct Actor<'w, 's> {
    /// The problem in its current state.
    pub world: World<'w>,
    /// The steps so far.
    pub taken: Vec<Taken>,
    ready: Arc<Ready<'s>>,
    maps: Maps,
    /// For each goal those that come before it.
    before: Vec<Vec<usize>>,
    /// The goal that it is about to achieve, with the match of the step before.
    current: Option<(usize, Match)>,
    /// What each goal cost when it was last looked at, at least, and the match that was found then.
    last_cost: Vec<u64>,
    last_match: Vec<Option<Match>>,
    /// How many atoms were looked at.
    work: u64,
    /// Do exceptions count?
    excepts: bool,
    /// The goals whose next steps lead back to states that came up before.
    aside: FxHashSet<usize>,
    seen: FxHashSet<u64>,
}

/// A look at one rule ends after this many atoms.
const PATIENCE: u64 = 200_000;

/// After a match, so many more are looked at for a cheaper one: the nearest come first.
const HASTE: u64 = 2_000;

/// To choose the next goal, at least this many are looked at, and others until so many atoms were.
const LOOKS: usize = 4;
const WORK: u64 = 50_000;

/// Acting ends when it achieved no further goal for so many steps.
const STEPS_WITHOUT_GOAL: usize = 5_000;

impl<'w, 's> Actor<'w, 's> {
    /// At the start of a problem.
    pub fn new(world: World<'w>, ready: Arc<Ready<'s>>) -> Self {
        let before = before(&world, &ready.strategy.orders);
        let maps = Maps::new(Arc::clone(&ready.moves));
        let seen = FxHashSet::from_iter([world.database.hash()]);
        let last_cost = vec![0; world.goals.len()];
        Self {
            world,
            taken: Vec::new(),
            ready,
            maps,
            before,
            current: None,
            last_match: vec![None; last_cost.len()],
            last_cost,
            work: 0,
            excepts: true,
            aside: FxHashSet::default(),
            seen,
        }
    }

    /// Acts until all goals hold, no rule matches, or a state comes up again.
    pub fn run(&mut self, mut is_over: impl FnMut() -> bool) -> Ended {
        let mut fewest = self.world.open_goals();
        let mut since = 0;
        self.aside.clear();
        while !is_over() {
            let open = self.world.open_goals();
            if open == 0 {
                return Ended::Solved;
            }
            if open < fewest {
                (fewest, since) = (open, 0);
            }
            since += 1;
            if since > STEPS_WITHOUT_GOAL {
                return Ended::Cycle;
            }
            let Some((goal, next)) = self.next_step() else {
                return if self.aside.is_empty() { Ended::NoRule } else { Ended::Cycle };
            };
            // A step that leads back to where it was leads nowhere: another goal may lead on.
            if !self.take(goal, next) {
                self.aside.insert(goal);
                self.current = None;
            }
        }
        Ended::Stopped
    }

    /// The cost of the plan that it makes from here, with so many steps at most; `None` if that is no plan. It comes back to where it is.
    pub fn plan_cost(&mut self, most: usize) -> Option<u64> {
        self.seen = FxHashSet::from_iter([self.world.database.hash()]);
        self.taken.clear();
        self.current = None;
        self.last_cost.fill(0);
        self.last_match.fill(None);
        let mut left = most;
        let ended = self.run(|| {
            let is_over = left == 0;
            left = left.saturating_sub(1);
            is_over
        });
        let mut costs = self.taken.iter().map(|taken| self.world.cost(&taken.action));
        let cost = costs.try_fold(0_u64, |sum, cost| sum.checked_add(cost?));
        for _ in self.taken.drain(..) {
            self.world.undo();
        }
        cost.filter(|_| ended == Ended::Solved)
    }

    /// Takes a step, unless it leads to a state that came up before.
    fn take(&mut self, goal: usize, next: Match) -> bool {
        self.world.apply(&next.action);
        if !self.seen.insert(self.world.database.hash()) {
            self.world.undo();
            return false;
        }
        self.taken.push(Taken { action: next.action, by: Some((next.rule, goal)) });
        self.aside.clear();
        true
    }

    /// Takes actions that no rule has chosen.
    pub fn follow(&mut self, actions: &[GroundAction]) {
        for action in actions {
            self.world.apply(action);
            self.seen.insert(self.world.database.hash());
            self.taken.push(Taken { action: action.clone(), by: None });
        }
        self.current = None;
    }

    /// The open goals, those first that no other comes before.
    pub fn open_in_order(&self) -> Vec<AtomId> {
        let (free, waiting): (Vec<usize>, Vec<usize>) =
            self.open().into_iter().partition(|&goal| self.is_free(goal));
        free.into_iter().chain(waiting).map(|goal| self.world.goals[goal]).collect()
    }

    /// The next step: on the way to the current goal as long as a rule matches, then to the nearest.
    pub fn next_step(&mut self) -> Option<(usize, Match)> {
        let found = self.along_the_path().or_else(|| self.towards_current()).or_else(|| self.nearest());
        // An exception says what is better left for others: where nothing else is left, it does not count.
        let (goal, found) = found.or_else(|| {
            self.excepts = false;
            let found = self.nearest();
            self.excepts = true;
            found
        })?;
        self.current = Some((goal, found.clone()));
        Some(self.detour(goal, &found).unwrap_or((goal, found)))
    }

    /// The next step to the current goal, if it does not hold yet. Each step brings it nearer, if nothing interferes.
    fn towards_current(&mut self) -> Option<(usize, Match)> {
        let (goal, cost) = self.current.as_ref().map(|(goal, last)| (*goal, last.cost))?;
        if self.holds(goal) {
            return None;
        }
        let found = self.best(goal, cost.saturating_add(1)).or_else(|| self.best(goal, u64::MAX));
        Some((goal, found?))
    }

    /// The next step on a path that was begun, while nothing speaks against it: no look at other rules is needed.
    fn along_the_path(&mut self) -> Option<(usize, Match)> {
        let (goal, last) = self.current.clone()?;
        let ready = Arc::clone(&self.ready);
        let rule = &ready.strategy.rules[last.rule];
        let Some(Step::Go(path)) = rule.steps.first() else { return None };
        let Term::Variable(from) = path.from else { return None };
        // A step aside leaves it where it was.
        let is_taken = self.taken.last().is_some_and(|taken| taken.action == last.action);
        if self.holds(goal) || !is_taken || !rule.unless.is_empty() {
            return None;
        }
        let mut bound: Vec<Option<ObjectId>> = last.binding.iter().map(|object| Some(*object)).collect();
        bound[from.index()] = None;
        let found =
            self.matched_with(last.rule, &ready.queries[last.rule], &bound, (last.cost, Wanted::Cheapest))?;
        Some((goal, found))
    }

    /// The goal that can be achieved at the least cost, among those that nothing comes before.
    fn nearest(&mut self) -> Option<(usize, Match)> {
        let open = self.open().into_iter().filter(|goal| !self.aside.contains(goal));
        let (free, waiting): (Vec<usize>, Vec<usize>) = open.partition(|&goal| self.is_free(goal));
        // What comes later too early may never be mended: rather a search for what comes first.
        if free.is_empty() { self.nearest_of(waiting) } else { self.nearest_of(free) }
    }

    /// The nearest of some goals. What was found the last time may still hold, which is quickly seen; those that are near by that are
    /// looked at first, and where that takes long, only those.
    fn nearest_of(&mut self, mut goals: Vec<usize>) -> Option<(usize, Match)> {
        let mut best: Option<(usize, Match)> = None;
        for &goal in &goals {
            let Some(found) = self.found_again(goal) else { continue };
            self.last_cost[goal] = found.cost;
            if best.as_ref().is_none_or(|(_, best)| found.cost < best.cost) {
                best = Some((goal, found));
            }
        }
        goals.sort_by_key(|&goal| self.last_cost[goal]);
        let start = self.work;
        for (place, &goal) in goals.iter().enumerate() {
            if place >= LOOKS && self.work - start > WORK && best.is_some() {
                break;
            }
            let limit = best.as_ref().map_or(u64::MAX, |(_, found)| found.cost);
            match self.best(goal, limit) {
                Some(found) => {
                    self.last_cost[goal] = found.cost;
                    self.last_match[goal] = Some(found.clone());
                    best = Some((goal, found));
                }
                None => self.last_cost[goal] = self.last_cost[goal].max(limit),
            }
        }
        best
    }

    /// The strategy that it follows.
    pub fn strategy(&self) -> &'s Strategy {
        self.ready.strategy
    }

    /// The open goals, by their numbers.
    pub(crate) fn open(&self) -> Vec<usize> {
        (0..self.world.goals.len()).filter(|&goal| !self.holds(goal)).collect()
    }

    fn holds(&self, goal: usize) -> bool {
        self.world.database.holds(self.world.goals[goal])
    }

    /// Do all goals hold that come before one?
    pub(crate) fn is_free(&self, goal: usize) -> bool {
        if self.before[goal].is_empty() {
            return true;
        }
        let mut met = FxHashSet::from_iter([goal]);
        let mut left = self.before[goal].clone();
        while let Some(earlier) = left.pop() {
            if met.insert(earlier) {
                if !self.holds(earlier) {
                    return false;
                }
                left.extend(&self.before[earlier]);
            }
        }
        true
    }

    /// The match that was found for a goal the last time, with paths from where things are now.
    fn found_again(&mut self, goal: usize) -> Option<Match> {
        let last = self.last_match[goal].take()?;
        let ready = Arc::clone(&self.ready);
        let rule = &ready.strategy.rules[last.rule];
        let mut bound: Vec<Option<ObjectId>> = last.binding.iter().map(|object| Some(*object)).collect();
        for literal in &rule.condition {
            if let Literal::Path(Path { from: Term::Variable(from), .. }) = literal {
                bound[from.index()] = None;
            }
        }
        // Unless the goal says where it is.
        bind(&rule.goal.args, self.world.database.args(self.world.goals[goal]), &mut bound);
        let found =
            self.matched_with(last.rule, self.query(&ready, last.rule), &bound, (u64::MAX, Wanted::Cheapest));
        self.last_match[goal].clone_from(&found);
        found
    }

    /// The cheapest match for a goal, if it costs less than a limit.
    pub fn best(&mut self, goal: usize, limit: u64) -> Option<Match> {
        let ready = Arc::clone(&self.ready);
        let rules = &ready.by_goal[self.world.database.predicate(self.world.goals[goal]).index()];
        let mut best: Option<Match> = None;
        for &number in rules {
            let limit = best.as_ref().map_or(limit, |found| found.cost);
            if let Some(found) = self.matched(number, goal, limit) {
                best = Some(found);
            }
        }
        best
    }

    /// The cheapest match of a rule for a goal, if it costs less than a limit.
    fn matched(&mut self, number: usize, goal: usize, limit: u64) -> Option<Match> {
        let ready = Arc::clone(&self.ready);
        let rule = &ready.strategy.rules[number];
        let mut bound = vec![None; rule.variables()];
        let goal = self.world.goals[goal];
        let is_own = bind(&rule.goal.args, self.world.database.args(goal), &mut bound);
        if !is_own {
            return None;
        }
        self.matched_with(number, self.query(&ready, number), &bound, (limit, Wanted::Cheapest))
    }

    /// The condition of a rule, without its exceptions where these do not count.
    fn query<'r>(&self, ready: &'r Ready<'_>, rule: usize) -> &'r Query {
        ready.plain[rule].as_ref().filter(|_| !self.excepts).unwrap_or(&ready.queries[rule])
    }

    /// The same where variables have values already.
    fn matched_with(
        &mut self,
        number: usize,
        query: &Query,
        bound: &[Option<ObjectId>],
        (limit, wanted): (u64, Wanted),
    ) -> Option<Match> {
        let world = &self.world;
        let rule = &self.ready.strategy.rules[number];
        let limit = limit.checked_sub(rule.cost).filter(|&limit| limit > 0)?;
        let mut best = None;
        let mut search = Search::new(world, &mut self.maps, PATIENCE).in_haste(HASTE);
        search.run_below(query, bound, limit, &mut |maps, binding, cost| {
            let action = first_action(world, maps, rule, binding)?;
            if !world.is_applicable(&action) {
                return None;
            }
            best = Some(Match { rule: number, binding: binding.to_vec(), cost: rule.cost + cost, action });
            Some(if wanted == Wanted::Any { 0 } else { cost })
        });
        self.work += search.looked_at();
        best
    }
}

fn first_action(
    world: &World<'_>,
    maps: &mut Maps,
    rule: &Rule,
    binding: &[ObjectId],
) -> Option<GroundAction> {
    let object = |term: &Term| object_of(*term, binding);
    match rule.steps.first()? {
        Step::Act { action, args } => {
            Some(GroundAction { action: *action, args: args.iter().map(object).collect() })
        }
        Step::Go(path) => {
            let mover: Vec<ObjectId> = path.mover.iter().map(object).collect();
            maps.first(world, path.moves, &mover, object(&path.from), object(&path.to))
        }
    }
}
