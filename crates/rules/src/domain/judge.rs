//! Evaluates rules on the states of a task.

use hashbrown::HashMap;
use induction::Literal;
use rustc_hash::FxBuildHasher;

use super::background::Background;
use super::join::Join;
use super::scene::{LANES, Scene};
use super::world::World;
use super::{DomainRules, Subject};
use crate::ladder::ground::parts;

/// Rules compiled for evaluation on the states of a task.
#[derive(Clone, Debug)]
pub struct Judge {
    pub(crate) background: Background,
    pub(crate) world: World,
    conditions: Vec<Join>,
    /// Those of the highest cost first.
    pub(crate) rules: Vec<Rule>,
    scene: Scene,
    /// The lanes in which each condition holds, once it has been evaluated.
    holds: Vec<Option<u64>>,
    /// The state and goal of each lane, as far as they are known.
    lanes: Vec<Lane>,
    /// A buffer for the open goals of a state.
    open: Vec<Option<usize>>,
    verdicts: Vec<Verdict>,
    firings: Vec<Firing>,
}

/// A rule: the conditions that have to hold.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) cost: u32,
    pub(crate) conditions: Vec<u32>,
    /// Its number in the ladder.
    pub(crate) number: usize,
}

#[derive(Clone, Copy, Debug)]
struct Lane {
    state: usize,
    goal: Option<usize>,
}

/// The value that the rules give a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The value: the largest cost of a rule that holds, or the sum of these over the open goals.
    pub value: u32,
    /// The largest cost of a rule that holds, for any goal.
    pub at_least: u32,
}

/// A rule that fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Firing {
    /// The state, by its place among those asked about.
    pub state: usize,
    /// The goal that it fired for, where rules are about goals.
    pub goal: Option<usize>,
    /// The rule, by its number in the file; `None` if no rule holds.
    pub rule: Option<usize>,
    /// The value: the cost of the rule, or without one that of the cheapest action.
    pub value: u32,
}

impl Judge {
    /// For the states of a task.
    pub fn new(rules: &DomainRules, world: World) -> Self {
        let DomainRules { background, ladder, .. } = rules;
        let mut numbers: HashMap<Vec<Literal>, u32, FxBuildHasher> = HashMap::default();
        let mut conditions = Vec::new();
        let mut ready = Vec::with_capacity(ladder.clauses.len());
        for (number, clause) in ladder.clauses.iter().enumerate() {
            let mut own: Vec<u32> = Vec::new();
            for part in parts(&clause.body) {
                let next = conditions.len() as u32;
                own.push(*numbers.entry(renamed(part)).or_insert_with_key(|part| {
                    conditions.push(Join::new(background, &world, part));
                    next
                }));
            }
            own.sort_unstable();
            own.dedup();
            ready.push(Rule { cost: clause.cost, conditions: own, number });
        }
        ready.sort_by_key(|rule| std::cmp::Reverse(rule.cost));
        Self {
            scene: Scene::new(background, &world),
            background: background.clone(),
            holds: vec![None; conditions.len()],
            conditions,
            rules: ready,
            world,
            lanes: Vec::new(),
            open: Vec::new(),
            verdicts: Vec::new(),
            firings: Vec::new(),
        }
    }

    /// The task that it is for.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Adds a state, given by the values of its variables.
    pub fn push(&mut self, values: &[u32]) {
        let state = self.verdicts.len();
        self.verdicts.push(Verdict::default());
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        open.extend((0..self.world.goals.len()).filter(|&goal| self.world.is_open(goal, values)).map(Some));
        // Where rules are about states, it matters only whether any goal is open.
        if self.background.subject == Subject::States && !open.is_empty() {
            open.clear();
            open.push(None);
        }
        let mut left = &open[..];
        while !left.is_empty() {
            if self.scene.len() == LANES {
                self.decide();
            }
            let (now, later) = left.split_at(left.len().min(LANES - self.scene.len()));
            self.add(state, values, now);
            left = later;
        }
        self.open = open;
    }

    /// The values of the states added, in order.
    pub fn verdicts(&mut self) -> &[Verdict] {
        self.decide();
        &self.verdicts
    }

    /// The rules that decide these values.
    pub fn firings(&mut self) -> &[Firing] {
        self.decide();
        &self.firings
    }

    /// Forgets all states.
    pub fn clear(&mut self) {
        self.forget();
        self.verdicts.clear();
        self.firings.clear();
    }

    fn forget(&mut self) {
        self.scene.clear();
        self.holds.fill(None);
        self.lanes.clear();
    }

    /// Adds a lane for each of some goals in a state.
    fn add(&mut self, state: usize, values: &[u32], goals: &[Option<usize>]) {
        let first = self.scene.len();
        let lanes = self.scene.add_lanes(goals.len());
        for atom in self.world.holding(values) {
            self.scene.set(atom, lanes);
        }
        for (lane, &goal) in (first..).zip(goals) {
            if let Some(wanted) = goal.and_then(|goal| self.world.goals[goal].wanted) {
                self.scene.set(wanted, 1 << lane);
            }
            self.lanes.push(Lane { state, goal });
        }
    }

    /// Decides all lanes: the rule of the highest cost that holds counts.
    fn decide(&mut self) {
        let mut left = self.scene.all();
        for place in 0..self.rules.len() {
            if left == 0 {
                break;
            }
            let holds = self.holding(place, left);
            let Rule { cost, number, .. } = self.rules[place];
            self.settle(holds, cost.max(self.world.cheapest), Some(number));
            left &= !holds;
        }
        self.settle(left, self.world.cheapest, None);
        self.forget();
    }

    /// The lanes among some in which a rule holds.
    fn holding(&mut self, place: usize, mut lanes: u64) -> u64 {
        let Self { rules, conditions, holds, world, scene, .. } = self;
        for &condition in &rules[place].conditions {
            let own = &mut holds[condition as usize];
            lanes &= *own.get_or_insert_with(|| conditions[condition as usize].lanes(world, scene));
            if lanes == 0 {
                break;
            }
        }
        lanes
    }

    fn settle(&mut self, mut lanes: u64, value: u32, rule: Option<usize>) {
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let Lane { state, goal } = self.lanes[lane];
            let verdict = &mut self.verdicts[state];
            verdict.value = verdict.value.saturating_add(value);
            verdict.at_least = verdict.at_least.max(value);
            self.firings.push(Firing { state, goal, rule, value });
        }
    }

    /// Why a rule fired in a state: its literals, with the names of the objects for which they hold.
    pub fn reasons(&mut self, values: &[u32], firing: Firing) -> Vec<String> {
        self.clear();
        self.add(0, values, &[firing.goal]);
        let rule = self.rules.iter().find(|rule| Some(rule.number) == firing.rule);
        let conditions =
            rule.iter().flat_map(|rule| &rule.conditions).map(|&number| &self.conditions[number as usize]);
        let reasons = conditions.flat_map(|condition| {
            let bound = condition.witness(&self.world, &self.scene, 1);
            bound.map(|bound| condition.in_words(&self.background, &self.world, &bound)).unwrap_or_default()
        });
        let reasons = reasons.collect();
        self.clear();
        reasons
    }
}

/// Literals with their variables numbered in order of occurrence, so that rules share conditions that are written alike.
fn renamed(mut literals: Vec<Literal>) -> Vec<Literal> {
    literals.sort_unstable();
    let mut names = vec![0];
    for argument in literals.iter_mut().flat_map(|literal| &mut literal.arguments) {
        let known = names.iter().position(|name| name == argument);
        *argument = known.unwrap_or_else(|| {
            names.push(*argument);
            names.len() - 1
        }) as u8;
    }
    literals
}
