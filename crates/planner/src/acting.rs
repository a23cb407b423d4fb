//! Planning by rules that act, and by search where they end.

use std::collections::HashMap;

use heuristics::{CostKind, Ff};
use pddl::GroundAtom;
use policy::act::{Actor, Ended as ActEnded};
use policy::database::AtomId;
use policy::example::start_from;
use policy::names::Names;
use policy::shorten;
use policy::world::{GroundAction, World};
use search::{Counters, Greedy, Limits, Outcome, Race, Report, StateSpace, StopReason};
use task::{Fact, Plan, Space, Task, Verdict, searches};

use crate::guide::ModelFile;
use crate::planning::{self, Ended, Found};
use crate::searches::{GreedyKind, Search, WITHOUT_MODEL};
use crate::{Error, ErrorKind, PlanningTask};

/// Plans by rules that act: without grounding, as long as a rule matches. Where none does, or a state comes up again, searches
/// for a plan that achieves one goal more, and acts again after it; where that takes long, for a plan for all goals: from there and
/// from the start, side by side. So whatever `nolan` solves is solved, if in about twice the time after the rules have ended, or five times
/// at worst.
///
/// # Errors
/// When the rules are no rules that act or of another domain, or the budget does not suffice for grounding.
pub fn act(given: &PlanningTask, model: &ModelFile, limits: &Limits) -> Result<Found, Error> {
    let PlanningTask::Lifted { domain, problem, .. } = given else {
        let why = "rules need the PDDL of domain and problem, and this task is in SAS+";
        return Err(model.failure(ErrorKind::Unsupported, why));
    };
    let rules = model.acting_rules(domain)?;
    let mut actor = rules.actor(domain, problem)?;
    let mut fresh = actor.world.clone();
    let mut counters = Counters::default();
    let ended = go_on(given, &mut actor, limits, &mut counters)?;
    let report = |outcome| Report { outcome, counters, until_last_jump: counters };
    let plan = match ended {
        Err(outcome) => {
            return Ok(Found {
                plan: None,
                ended: Ended { report: report(outcome), is_optimal: false, is_pruned: false, stopped: None },
            });
        }
        Ok(plan) => shortened(&mut fresh, plan, limits),
    };
    let names: Vec<String> = plan.iter().map(|action| named(&fresh, action)).collect();
    let plan: Plan = names.iter().map(String::as_str).collect();
    let cost = match given.validate(&plan) {
        Ok(Verdict::Valid { cost, .. }) => cost,
        Ok(verdict @ Verdict::Invalid(_)) => return Err(planning::bug(verdict.to_string(), &plan)),
        Err(error) => return Err(planning::bug(error.to_string(), &plan)),
    };
    let outcome = Outcome::Solved { plan: Vec::new(), cost };
    Ok(Found {
        plan: Some(plan),
        ended: Ended { report: report(outcome), is_optimal: false, is_pruned: false, stopped: None },
    })
}

/// So many attempts are made to shorten a plan by planning a part of it again: for each step, and in all. With ten for each step, plans
/// would cost two per cent less, and take ten times as long.
const ATTEMPTS_PER_STEP: usize = 1;
const ATTEMPTS: usize = 2_000;

/// The plan without what it does not need, and with parts that are planned again at least cost. The effort is bounded by a count, so
/// that the same plan comes out on machines of all speeds.
fn shortened(fresh: &mut World<'_>, plan: Vec<GroundAction>, limits: &Limits) -> Vec<GroundAction> {
    let is_over = || limits.budget.check().is_err();
    let plan = shorten::eliminate(fresh, &plan, is_over);
    let mut left = ATTEMPTS.min(ATTEMPTS_PER_STEP * plan.len());
    shorten::shorten(fresh, &plan, || {
        let is_enough = left == 0;
        left = left.saturating_sub(1);
        is_enough || is_over()
    })
}

/// Acts and searches in turn. Returns the plan, or why there is none.
fn go_on(
    given: &PlanningTask,
    actor: &mut Actor<'_, '_>,
    limits: &Limits,
    counters: &mut Counters,
) -> Result<Result<Vec<GroundAction>, Outcome>, Error> {
    let mut fallback: Option<Fallback> = None;
    let (mut fewest, mut in_vain) = (usize::MAX, 0);
    loop {
        let ended = actor.run(|| limits.budget.check().is_err());
        if ended == ActEnded::Solved {
            return Ok(Ok(actor.taken.iter().map(|taken| taken.action.clone()).collect()));
        }
        if let Err(exhausted) = limits.budget.check() {
            return Ok(Err(Outcome::Stopped(StopReason::Exhausted(exhausted))));
        }
        if fallback.is_none() {
            fallback = Some(Fallback::new(given.ground(&limits.budget)?.into_owned(), &actor.world));
        }
        let Some(fallback) = &mut fallback else { continue };
        fallback.follow(actor);
        // Rules may undo again and again what searches achieve.
        let open = actor.world.open_goals();
        in_vain = if open < fewest { 0 } else { in_vain + 1 };
        fewest = fewest.min(open);
        let more = if in_vain < IN_VAIN { fallback.one_more(actor, limits, counters) } else { None };
        match more {
            Some(actions) => actor.follow(&actions),
            None => return fallback.all(actor, limits, counters),
        }
    }
}

/// Search where rules end, on the ground task.
struct Fallback {
    task: Task,
    space: Space,
    /// Made for all goals, and asked for some.
    ff: Ff,
    operators: HashMap<String, u32>,
    facts: HashMap<GroundAtom, Fact>,
    /// How many of the actor's steps were followed, and where they lead.
    followed: usize,
    state: Vec<u64>,
}

/// A search for one more goal expands at most this many states.
const EXPANSIONS: u64 = 1_000;
/// It takes so many states by preferred operators before others, whenever it comes nearer.
const BOOST: u32 = 1_000;
/// So many goals are tried.
const GOALS: usize = 16;
/// After so many plans for one more goal, without ever fewer open goals than before, all goals are searched for at once.
const IN_VAIN: usize = 4;

impl Fallback {
    fn new(task: Task, world: &World<'_>) -> Self {
        let space = Space::new(&task);
        let mut state = vec![0; space.words()];
        space.initial(&mut state);
        let names = task.operators.names.iter().enumerate();
        let operators = names.map(|(number, name)| (name.to_owned(), number as u32)).collect();
        let facts = names_of(world).facts(&task).into_iter().collect();
        Self { ff: Ff::new(&task, CostKind::One), task, space, operators, facts, followed: 0, state }
    }

    /// Goes where the actor has gone. Actions that the ground task lacks change nothing that matters to the goal.
    fn follow(&mut self, actor: &Actor<'_, '_>) {
        let mut scratch = self.space.scratch();
        let mut next = self.state.clone();
        for taken in &actor.taken[self.followed..] {
            if let Some(&operator) = self.operators.get(&named(&actor.world, &taken.action)) {
                self.space.apply(&self.state, operator, &mut scratch, &mut next);
                self.state.copy_from_slice(&next);
            }
        }
        self.followed = actor.taken.len();
    }

    /// The values of all variables where the actor is.
    fn values(&self) -> Vec<u32> {
        let mut values = vec![0; self.task.initial.len()];
        self.space.values(&self.state, &mut values);
        values
    }

    /// A plan after which one goal more holds, and all that hold now; `None` if there is none, or rules can't go on after it.
    fn one_more(
        &mut self,
        actor: &Actor<'_, '_>,
        limits: &Limits,
        counters: &mut Counters,
    ) -> Option<Vec<GroundAction>> {
        let values = self.values();
        // Rules don't see whether goals hold that axioms define.
        let is_open = |fact: &Fact| values[fact.variable as usize] != fact.value;
        let open = actor.open_in_order().into_iter().filter_map(|atom| self.fact(&actor.world, atom));
        let goals = &self.task.goal;
        let open: Vec<Fact> = open.filter(|fact| is_open(fact) && goals.contains(fact)).collect();
        let held: Vec<Fact> = goals.iter().filter(|goal| !open.contains(goal)).copied().collect();
        let options = Greedy { preferred: true, boost: BOOST, ..Greedy::default() };
        let mut space = self.space.starting_from(&self.state);
        for &goal in open.iter().take(GOALS) {
            let limits = Limits { max_expansions: Some(EXPANSIONS), ..left(limits, counters) };
            let mut wanted = held.clone();
            wanted.push(goal);
            wanted.sort_unstable();
            space.set_goal(&wanted);
            self.ff.set_goal(&wanted);
            let report =
                searches::stepwise_lazy(&space, &mut [&mut self.ff], options.clone(), &limits).run(&mut ());
            counters.add(&report.counters);
            if let Outcome::Solved { plan, .. } = report.outcome {
                // Rules can't go on after actions whose effects they do not know.
                let actions = names_of(&actor.world).actions(&self.task, &plan);
                let known = |action: &GroundAction| actor.world.schemas.actions[action.action].is_some();
                return actions.filter(|actions| !actions.is_empty() && actions.iter().all(known));
            }
        }
        None
    }

    /// A plan for all goals: from the start and from here.
    fn all(
        &self,
        actor: &Actor<'_, '_>,
        limits: &Limits,
        counters: &mut Counters,
    ) -> Result<Result<Vec<GroundAction>, Outcome>, Error> {
        let Search::Greedy(kind) = WITHOUT_MODEL.parse()? else {
            return Err(Error::new(ErrorKind::Internal, format_args!("{WITHOUT_MODEL} is no greedy search")));
        };
        let mut initial = vec![0; self.space.words()];
        self.space.initial(&mut initial);
        if self.state == initial {
            return self.all_from_start(kind, actor, limits, counters);
        }
        let mut here = self.task.clone();
        start_from(&mut here, &self.values());
        let here_space = self.space.starting_from(&self.state);
        let mut at_start = planning::heuristics(&kind.heuristics, None, &self.task)?;
        let mut at_here = planning::heuristics(&kind.heuristics, None, &here)?;
        let mut from_start = planning::references(&mut at_start);
        let mut from_here = planning::references(&mut at_here);
        let limits_left = &left(limits, counters);
        let mut race = Race::new(limits_left);
        race.enter(planning::begin(&kind, &here_space, &mut from_here, limits_left), 0, 0);
        let first = kind.heuristics.len();
        race.enter(planning::begin(&kind, &self.space, &mut from_start, limits_left), 0, first);
        let report = race.run(&mut ());
        counters.add(&report.counters);
        let plan = match report.outcome {
            Outcome::Solved { plan, .. } => plan,
            // That nothing leads on from here proves nothing about the start.
            Outcome::Unsolvable => return self.all_from_start(kind, actor, limits, counters),
            stopped @ Outcome::Stopped(_) => return Ok(Err(stopped)),
        };
        let actions = names_of(&actor.world).actions(&self.task, &plan).unwrap_or_default();
        let is_from_start = leads_to_goal(&self.space, &plan);
        let before = if is_from_start { &[][..] } else { &actor.taken };
        Ok(Ok(before.iter().map(|taken| taken.action.clone()).chain(actions).collect()))
    }

    /// A plan for all goals from the start.
    fn all_from_start(
        &self,
        kind: GreedyKind,
        actor: &Actor<'_, '_>,
        limits: &Limits,
        counters: &mut Counters,
    ) -> Result<Result<Vec<GroundAction>, Outcome>, Error> {
        let limits = &left(limits, counters);
        let ended = planning::search(&Search::Greedy(kind), None, &self.task, limits, &mut ())?;
        counters.add(&ended.report.counters);
        Ok(match ended.report.outcome {
            Outcome::Solved { plan, .. } => {
                Ok(names_of(&actor.world).actions(&self.task, &plan).unwrap_or_default())
            }
            outcome => Err(outcome),
        })
    }

    fn fact(&self, world: &World<'_>, atom: AtomId) -> Option<Fact> {
        let World { database, .. } = world;
        let atom = GroundAtom { predicate: database.predicate(atom), args: database.args(atom).into() };
        self.facts.get(&atom).copied()
    }
}

/// The names of a problem's facts and operators.
fn names_of<'a>(world: &World<'a>) -> Names<'a> {
    Names::new(world.domain, world.problem)
}

/// What earlier searches have left of the limits.
fn left(limits: &Limits, counters: &Counters) -> Limits {
    let left = |most: u64| most.saturating_sub(counters.evaluated);
    Limits { max_evaluations: limits.max_evaluations.map(left), ..limits.clone() }
}

/// Does a plan lead from the start to the goal?
fn leads_to_goal(space: &Space, plan: &[u32]) -> bool {
    let mut start = vec![0; space.words()];
    space.initial(&mut start);
    space.after(&start, plan).is_some_and(|end| space.is_goal(&end))
}

/// An action as operators are called: `stack a b`.
fn named(world: &World<'_>, action: &GroundAction) -> String {
    let text = world.text(action);
    text.trim_start_matches('(').trim_end_matches(')').to_owned()
}
