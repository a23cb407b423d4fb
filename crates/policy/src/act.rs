//! Acting by rules: no search, and no states stored but the way.

use std::sync::Arc;

use pddl::{Atom, ObjectId, Term};
use rustc_hash::FxHashSet;

use crate::database::AtomId;
use crate::moves::{Maps, Moves};
use crate::query::{Query, Search};
use crate::rule::{Literal, Order, Rule, Step, Strategy};
use crate::schema::object_of;
use crate::world::{GroundAction, World};

/// A strategy that is ready to be used on problems of its domain.
#[derive(Clone, Debug)]
pub struct Ready<'s> {
    /// The strategy.
    pub strategy: &'s Strategy,
    rules: Vec<ReadyRule>,
    /// By predicate, the rules whose goals have it, the cheapest first.
    by_goal: Vec<Vec<usize>>,
    moves: Arc<[Moves]>,
}

#[derive(Clone, Debug)]
struct ReadyRule {
    query: Query,
    exceptions: Vec<Query>,
}

impl<'s> Ready<'s> {
    /// Puts the conditions of the rules into the order in which they are looked up.
    pub fn new(strategy: &'s Strategy, moves: Arc<[Moves]>, is_fluent: &[bool]) -> Self {
        let mut by_goal = vec![Vec::new(); is_fluent.len()];
        let rules = strategy.rules.iter().enumerate().map(|(number, rule)| {
            by_goal[rule.goal.predicate.index()].push(number);
            ReadyRule::new(rule, is_fluent)
        });
        let rules = rules.collect();
        for numbers in &mut by_goal {
            numbers.sort_by_key(|&number| strategy.rules[number].cost);
        }
        Self { strategy, rules, by_goal, moves }
    }
}

impl ReadyRule {
    fn new(rule: &Rule, is_fluent: &[bool]) -> Self {
        let mut is_bound = vec![false; rule.variables()];
        for term in &rule.goal.args {
            if let Term::Variable(variable) = term {
                is_bound[variable.index()] = true;
            }
        }
        let exceptions = rule.unless.iter().map(|exception| {
            let condition: Vec<Literal> = exception.atoms.iter().cloned().map(Literal::Holds).collect();
            let types: Vec<_> = rule.types.iter().chain(&exception.types).cloned().collect();
            let mut is_bound = vec![true; rule.variables()];
            is_bound.resize(types.len(), false);
            Query::new(&condition, &types, &is_bound, is_fluent)
        });
        Self {
            query: Query::new(&rule.condition, &rule.types, &is_bound, is_fluent),
            exceptions: exceptions.collect(),
        }
    }
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

/// An action that a rule took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The action.
    pub action: GroundAction,
    /// The rule, by its number.
    pub rule: usize,
    /// The goal that it is for, by its number.
    pub goal: usize,
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
    ready: &'s Ready<'s>,
    maps: Maps,
    /// For each goal those that come before it.
    before: Vec<Vec<usize>>,
    /// The goal that it is about to achieve.
    current: Option<usize>,
    seen: FxHashSet<u64>,
}

/// A look at one rule ends after this many atoms.
const PATIENCE: u64 = 1_000_000;

/// Acting ends when it achieved no further goal for so many steps.
const STEPS_WITHOUT_GOAL: usize = 5_000;

impl<'w, 's> Actor<'w, 's> {
    /// At the start of a problem.
    pub fn new(world: World<'w>, ready: &'s Ready<'s>) -> Self {
        let before = before(&world, &ready.strategy.orders);
        let maps = Maps::new(Arc::clone(&ready.moves));
        let seen = FxHashSet::from_iter([world.database.hash()]);
        Self { world, taken: Vec::new(), ready, maps, before, current: None, seen }
    }

    /// Acts until all goals hold, no rule matches, or a state comes up again.
    pub fn run(&mut self, mut is_over: impl FnMut() -> bool) -> Ended {
        let mut fewest = self.world.open_goals();
        let mut since = 0;
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
            let Some((goal, next)) = self.next() else { return Ended::NoRule };
            self.take(goal, next.rule, next.action);
            if !self.seen.insert(self.world.database.hash()) {
                return Ended::Cycle;
            }
        }
        Ended::Stopped
    }

    fn take(&mut self, goal: usize, rule: usize, action: GroundAction) {
        self.world.apply(&action);
        self.taken.push(Taken { action, rule, goal });
    }

    /// The next step: on the way to the current goal as long as a rule matches, then to the nearest.
    pub fn next(&mut self) -> Option<(usize, Match)> {
        let current = self.current.filter(|&goal| !self.holds(goal));
        let found = current.and_then(|goal| Some((goal, self.best(goal, u64::MAX)?)));
        let (goal, found) = found.or_else(|| self.nearest())?;
        self.current = Some(goal);
        Some(self.detour(goal, &found).unwrap_or((goal, found)))
    }

    /// The goal that can be achieved at the least cost, among those that nothing comes before.
    fn nearest(&mut self) -> Option<(usize, Match)> {
        let (free, waiting): (Vec<usize>, Vec<usize>) = self.open().partition(|&goal| self.is_free(goal));
        self.nearest_of(&free).or_else(|| self.nearest_of(&waiting))
    }

    fn nearest_of(&mut self, goals: &[usize]) -> Option<(usize, Match)> {
        let mut best: Option<(usize, Match)> = None;
        for &goal in goals {
            let limit = best.as_ref().map_or(u64::MAX, |(_, found)| found.cost);
            if let Some(found) = self.best(goal, limit) {
                best = Some((goal, found));
            }
        }
        best
    }

    fn open(&self) -> impl Iterator<Item = usize> {
        (0..self.world.goals.len()).filter(|&goal| !self.holds(goal)).collect::<Vec<_>>().into_iter()
    }

    fn holds(&self, goal: usize) -> bool {
        self.world.database.holds(self.world.goals[goal])
    }

    /// Do all goals hold that come before one?
    fn is_free(&self, goal: usize) -> bool {
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

    /// The cheapest match for a goal, if it costs less than a limit.
    pub fn best(&mut self, goal: usize, limit: u64) -> Option<Match> {
        let ready = self.ready;
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
        let (ready, world) = (self.ready, &self.world);
        let (rule, ready_rule) = (&ready.strategy.rules[number], &ready.rules[number]);
        let limit = limit.checked_sub(rule.cost).filter(|&limit| limit > 0)?;
        let mut bound = vec![None; rule.variables()];
        for (term, &object) in rule.goal.args.iter().zip(world.database.args(world.goals[goal])) {
            match term {
                Term::Object(own) if *own != object => return None,
                Term::Object(_) => {}
                Term::Variable(variable) => match bound[variable.index()].replace(object) {
                    Some(other) if other != object => return None,
                    _ => {}
                },
            }
        }
        let mut best = None;
        Search::new(world, &mut self.maps, PATIENCE).run_below(
            &ready_rule.query,
            &bound,
            limit,
            &mut |maps, binding, cost| {
                let action = first_action(world, maps, rule, binding)?;
                if !world.is_applicable(&action) || is_excepted(world, maps, ready_rule, binding) {
                    return None;
                }
                best =
                    Some(Match { rule: number, binding: binding.to_vec(), cost: rule.cost + cost, action });
                Some(cost)
            },
        );
        best
    }

    /// A step for another goal that is possible only before the next step is taken, and does it no harm.
    fn detour(&mut self, goal: usize, next: &Match) -> Option<(usize, Match)> {
        let deleted = self.deleted(&next.action);
        if deleted.is_empty() {
            return None;
        }
        let others: Vec<usize> =
            self.open().filter(|&other| other != goal && self.is_free(other)).collect();
        let ready = self.ready;
        for other in others {
            let predicate = self.world.database.predicate(self.world.goals[other]);
            for &number in &ready.by_goal[predicate.index()] {
                if !self.may_need(&ready.strategy.rules[number], &deleted) {
                    continue;
                }
                let Some(found) = self.matched(number, other, u64::MAX) else { continue };
                if found.action != next.action
                    && self.needs(&found.action, &deleted)
                    && self.is_harmless(&found.action, goal, next.cost)
                {
                    return Some((other, found));
                }
            }
        }
        None
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

    /// May the first action of a rule need one of these atoms?
    fn may_need(&self, rule: &Rule, atoms: &[AtomId]) -> bool {
        let Some(Step::Act { action, .. }) = rule.steps.first() else { return false };
        let Some(schema) = &self.world.schemas.actions[*action] else { return false };
        let database = &self.world.database;
        atoms.iter().any(|&atom| {
            schema.positive.iter().any(|needed| needed.predicate == database.predicate(atom))
        })
    }

    fn needs(&self, action: &GroundAction, atoms: &[AtomId]) -> bool {
        let Some(schema) = &self.world.schemas.actions[action.action] else { return false };
        schema.positive.iter().any(|needed| {
            let args: Vec<ObjectId> = needed.args.iter().map(|term| object_of(*term, &action.args)).collect();
            self.world.database.find(needed.predicate, &args).is_some_and(|atom| atoms.contains(&atom))
        })
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

fn first_action(world: &World<'_>, maps: &mut Maps, rule: &Rule, binding: &[ObjectId]) -> Option<GroundAction> {
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

fn is_excepted(world: &World<'_>, maps: &mut Maps, rule: &ReadyRule, binding: &[ObjectId]) -> bool {
    let bound: Vec<Option<ObjectId>> = binding.iter().map(|&object| Some(object)).collect();
    rule.exceptions.iter().any(|exception| {
        let mut bound = bound.clone();
        bound.resize(exception.variables(), None);
        let mut found = false;
        Search::new(world, maps, PATIENCE).run(exception, &bound, |_, _, _| {
            found = true;
            Some(0)
        });
        found
    })
}

/// For each goal those that come before it.
fn before(world: &World<'_>, orders: &[Order]) -> Vec<Vec<usize>> {
    let goals = &world.goals;
    let mut before = vec![Vec::new(); goals.len()];
    for order in orders {
        let variables = order_variables(order);
        for (first, &first_atom) in goals.iter().enumerate() {
            let mut bound = vec![None; variables];
            if !unify(&order.first, world, first_atom, &mut bound) {
                continue;
            }
            for (then, &then_atom) in goals.iter().enumerate() {
                let mut bound = bound.clone();
                if first != then
                    && unify(&order.then, world, then_atom, &mut bound)
                    && order.condition.iter().all(|atom| holds(world, atom, &bound))
                {
                    before[then].push(first);
                }
            }
        }
    }
    before
}

fn order_variables(order: &Order) -> usize {
    let atoms = [&order.first, &order.then].into_iter().chain(&order.condition);
    let variables = atoms.flat_map(|atom| &atom.args).filter_map(|term| match term {
        Term::Variable(variable) => Some(variable.index() + 1),
        Term::Object(_) => None,
    });
    variables.max().unwrap_or(0)
}

fn unify(pattern: &Atom, world: &World<'_>, atom: AtomId, bound: &mut [Option<ObjectId>]) -> bool {
    world.database.predicate(atom) == pattern.predicate
        && pattern.args.iter().zip(world.database.args(atom)).all(|(term, &object)| match term {
            Term::Object(own) => *own == object,
            Term::Variable(variable) => *bound[variable.index()].get_or_insert(object) == object,
        })
}

fn holds(world: &World<'_>, atom: &Atom, bound: &[Option<ObjectId>]) -> bool {
    let object = |term: &Term| match term {
        Term::Object(object) => Some(*object),
        Term::Variable(variable) => bound[variable.index()],
    };
    let args: Option<Vec<ObjectId>> = atom.args.iter().map(object).collect();
    args.is_some_and(|args| world.database.contains(atom.predicate, &args))
}
