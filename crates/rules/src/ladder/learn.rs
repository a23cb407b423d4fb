//! Learns rules from states whose costs are known.

use std::time::{Duration, Instant};

use induction::Bits;
use tools::threads::in_parallel;

use super::choice;
use super::climb::{Climb, Found, Room};
use super::conditions::{Condition, Conditions, Says};
use super::coverage::Coverage;
use super::view::{CostRanks, View};
use super::{Clause, Facts, Ladder, Vocabulary};

/// Limits on the search for rules.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many literals a condition may have: a part of a body that is connected by variables of its own.
    pub condition_literals: usize,
    /// About how many bodies are tried.
    pub bodies: u64,
    /// In how many states a rule has to hold at least: one that holds in few may do so by chance.
    pub support: usize,
    /// How many threads; the result is the same for any number.
    pub threads: usize,
}

/// The rules that were learned.
#[derive(Clone, Debug)]
pub struct LearnedRules {
    /// Rules that together give every state the value that all rules found do. Those that bring the values closest to the costs
    /// come first: the first few are the best short program.
    pub clauses: Vec<Clause>,
    /// How many states have a value below their cost by these rules.
    pub uncovered: usize,
    /// From how many conditions rules were put together.
    pub conditions: usize,
    /// How many bodies and parts of bodies were tried.
    pub tried: u64,
    /// How long that took.
    pub time: Duration,
}

/// How many first conditions are extended before the results are looked at; fixed, so that the number of threads does not
/// matter.
const BATCH: usize = 32;

/// Learns rules for states with their costs, each true of all of these.
pub fn learn(
    vocabulary: &Vocabulary,
    facts: &Facts,
    effort: &Effort,
    is_over: &(dyn Fn() -> bool + Sync),
) -> LearnedRules {
    Groundwork::new(vocabulary, facts, effort, is_over).learn(facts, Vec::new(), effort, is_over).lesson
}

/// Learns rules that tell which states cost at least `cost`. Bodies may call the rules `callable` of a ladder.
pub fn learn_one(
    vocabulary: &Vocabulary,
    facts: &Facts,
    cost: u32,
    (ladder, callable): (&Ladder, &[u32]),
    effort: &Effort,
    is_over: &(dyn Fn() -> bool + Sync),
) -> LearnedRules {
    let mut coverage = Coverage::new(vocabulary, facts, ladder);
    let callable = callable.iter().map(|&number| (number, coverage.of(number))).collect();
    let ground = Groundwork::new(vocabulary, facts, effort, is_over);
    ground.learn(&facts.at_least(cost), callable, effort, is_over).lesson
}

/// Learns rules for states with their costs, one cost after the other: rules may call those of the cost before. `tell` is
/// called with each cost and the rules learned for it.
pub fn learn_in_turn(
    vocabulary: &Vocabulary,
    facts: &Facts,
    effort: &Effort,
    is_over: &(dyn Fn() -> bool + Sync),
    mut tell: impl FnMut(u32, &LearnedRules),
) -> Ladder {
    let mut ladder = Ladder::default();
    let ground = Groundwork::new(vocabulary, facts, effort, is_over);
    let mut callable = Vec::new();
    let mut costs = facts.costs().to_vec();
    costs.dedup();
    for cost in costs.into_iter().filter(|&cost| cost > 0) {
        if is_over() {
            break;
        }
        let Learned { lesson, covers } = ground.learn(&facts.at_least(cost), callable, effort, is_over);
        let first = ladder.clauses.len() as u32;
        callable = (first..).zip(covers).collect();
        tell(cost, &lesson);
        ladder.clauses.extend(lesson.clauses);
    }
    ladder
}

/// The conditions from which rules are put together.
struct Groundwork<'a> {
    vocabulary: &'a Vocabulary,
    conditions: Vec<Condition>,
    tried: u64,
    time: Duration,
}

struct Learned {
    lesson: LearnedRules,
    /// The states in which each rule holds.
    covers: Vec<Bits>,
}

impl<'a> Groundwork<'a> {
    fn new(
        vocabulary: &'a Vocabulary,
        facts: &'a Facts,
        effort: &Effort,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Self {
        let start = Instant::now();
        let mut grown = Conditions::new(vocabulary, facts);
        for _ in 0..effort.condition_literals.min(vocabulary.frame().bias.max_body) {
            if grown.are_complete() || !grown.grow(effort.threads, is_over) {
                break;
            }
        }
        Self { vocabulary, tried: grown.tried, conditions: grown.found, time: start.elapsed() }
    }

    /// Learns from states that may have other costs, with calls of rules that hold in some of them.
    fn learn(
        &self,
        facts: &Facts,
        callable: Vec<(u32, Bits)>,
        effort: &Effort,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Learned {
        let start = Instant::now();
        let says_something = |covers: &Bits| !covers.is_empty() && covers.len() < facts.len();
        let calls = callable.into_iter().filter(|(_, covers)| says_something(covers));
        let call = |(number, covers)| Condition { says: Says::Rule(number), covers, size: 1, locals: 0 };
        let mut conditions = self.conditions.clone();
        conditions.extend(calls.map(call));
        conditions.sort_by_key(|condition| condition.size);
        let mut by_rank = facts.costs().to_vec();
        by_rank.dedup();
        let mut search = Search::new(self.vocabulary, facts, &conditions, &by_rank, self.tried);
        search.run(effort, is_over);
        let open =
            search.known.ranks.iter().zip(&search.known.reached).filter(|(own, reached)| reached < own);
        let uncovered = open.count();
        let (found, tried) = (search.found, search.tried);
        let chosen = choice::choose(found, &conditions, facts.costs(), &by_rank);
        let clause =
            |one: &Found| Clause::new(self.vocabulary, &conditions, one, by_rank[usize::from(one.rank)]);
        Learned {
            lesson: LearnedRules {
                clauses: chosen.iter().map(clause).collect(),
                uncovered,
                conditions: conditions.len(),
                tried,
                time: self.time + start.elapsed(),
            },
            covers: chosen.iter().map(|one| choice::members(one, &conditions)).collect(),
        }
    }
}

struct Search<'a> {
    conditions: &'a [Condition],
    starts: Vec<usize>,
    known: CostRanks,
    room: Room,
    found: Vec<Found>,
    tried: u64,
}

impl<'a> Search<'a> {
    fn new(
        vocabulary: &Vocabulary,
        facts: &Facts,
        conditions: &'a [Condition],
        by_rank: &[u32],
        tried: u64,
    ) -> Self {
        let bias = &vocabulary.frame().bias;
        let room = Room { literals: bias.max_body, locals: bias.max_variables.saturating_sub(1) };
        let begins = |size: usize| conditions.partition_point(|condition| condition.size < size);
        let rank = |cost: &u32| by_rank.partition_point(|other| other < cost) as u16;
        Self {
            conditions,
            starts: (0..=room.literals + 1).map(begins).collect(),
            known: CostRanks {
                ranks: facts.costs().iter().map(rank).collect(),
                reached: vec![0; facts.len()],
            },
            room,
            found: Vec::new(),
            tried,
        }
    }

    fn run(&mut self, effort: &Effort, is_over: &(dyn Fn() -> bool + Sync)) {
        for literals in 1..=self.room.literals {
            let firsts: Vec<usize> = (0..self.starts[literals + 1]).collect();
            for batch in firsts.chunks(BATCH) {
                if self.tried > effort.bodies || is_over() {
                    return;
                }
                let climbed = self.climb(batch, Room { literals, ..self.room }, effort);
                for (found, tried) in climbed {
                    self.tried += tried;
                    found.into_iter().for_each(|one| self.keep(one));
                }
            }
        }
    }

    /// The rules found from each of some first conditions.
    fn climb(&self, batch: &[usize], room: Room, effort: &Effort) -> Vec<(Vec<Found>, u64)> {
        let one = |first: usize| {
            let left = room.literals - self.conditions[first].size;
            let end = if left == 0 { 0 } else { self.starts[left + 1] };
            let Some(view) = View::of(self.conditions, first, end, &self.known, effort.support) else {
                return (Vec::new(), 0);
            };
            let mut climb = Climb::new(self.conditions, &self.starts, view);
            climb.from(first, room);
            (climb.found, climb.tried)
        };
        in_parallel(batch.len(), effort.threads, |place| one(batch[place]))
    }

    /// Keeps a rule that raises the value of some state.
    fn keep(&mut self, one: Found) {
        let members = choice::members(&one, self.conditions);
        let mut is_news = false;
        for state in members.iter() {
            is_news |= self.known.reached[state] < one.rank;
            self.known.reached[state] = self.known.reached[state].max(one.rank);
        }
        if is_news {
            self.found.push(one);
        }
    }
}
