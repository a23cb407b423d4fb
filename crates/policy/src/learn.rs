//! Learning of a strategy: rules by regression, then orders and exceptions by trying the strategy on the examples.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use pddl::{Atom, Domain, PredicateId, Types};
use search::Budget;
use tools::threads::in_parallel;

use crate::act::{Actor, Ended, Ready};
use crate::cover::without_covered;
use crate::example::{Effort, Example, Taught};
use crate::fold::with_chains;
use crate::moves::{Moves, moves, variable};
use crate::order::Election;
use crate::regress::Regression;
use crate::rule::{Exception, Literal, Order, Rule, Step, Strategy};
use crate::schema::Schemas;
use crate::world::World;

/// What learning came to.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// The strategy.
    pub strategy: Strategy,
    /// How many rules regression made.
    pub regressed: usize,
    /// How many goals were given up, since the search for a plan took too long.
    pub given_up: usize,
    /// How many goals were achieved by search.
    pub achieved: usize,
    /// How many of the examples the strategy solves without search.
    pub solved: usize,
}

/// Learns a strategy from examples. The same examples, effort and seed make the same strategy, for any number of threads.
pub fn learn(
    domain: &Domain,
    examples: &[Example],
    effort: &Effort,
    threads: usize,
    budget: &Budget,
    mut tell: impl FnMut(&str),
) -> Lesson {
    let schemas = Schemas::new(domain);
    let kinds = moves(&schemas);
    let regression = Regression { schemas: &schemas, moves: &kinds };
    let mut trial = Trial { domain, examples, schemas: &schemas, moves: kinds.clone().into(), threads, budget };
    let mut lesson = Lesson::default();
    let mut pool = Pool::default();
    let (mut done, mut orders) = (0, None);
    for batch in batches(examples.len()) {
        let taught = in_parallel(batch.len(), threads, |place| {
            let number = batch.start + place;
            examples[number].rules(domain, &regression, number, effort, budget)
        });
        for taught in taught {
            lesson.given_up += taught.given_up;
            lesson.achieved += taught.achieved;
            pool.add(taught);
        }
        done += batch.len();
        lesson.regressed = pool.rules.len();
        let rules = without_covered(&domain.types, with_chains(pool.rules.values().cloned().collect()));
        tell(&format!("{} rules from {done} examples, {} that no other covers", pool.rules.len(), rules.len()));
        let strategy = Strategy { rules, orders: Vec::new() };
        let orders = orders.get_or_insert_with(|| trial.orders());
        (lesson.strategy, lesson.solved) = trial.improve(strategy, orders, &mut tell);
        if lesson.solved == examples.len() || budget.check().is_err() {
            break;
        }
    }
    lesson
}

/// Examples are taken in batches that double: most strategies are complete after the first few.
fn batches(examples: usize) -> impl Iterator<Item = Range<usize>> {
    let ends = std::iter::successors(Some(FIRST_BATCH), |end| Some(end * 2));
    let starts = std::iter::once(0).chain(ends.clone());
    starts.zip(ends).take_while(move |(start, _)| *start < examples).map(move |(start, end)| start..end.min(examples))
}

const FIRST_BATCH: usize = 4;

/// The rules by regression, each once.
#[derive(Default)]
struct Pool {
    rules: BTreeMap<(Atom, Vec<Literal>, Vec<Step>), Rule>,
}

impl Pool {
    fn add(&mut self, taught: Taught) {
        for rule in taught.rules {
            let key = (rule.goal.clone(), rule.condition.clone(), rule.steps.clone());
            self.rules
                .entry(key)
                .and_modify(|known| known.record.seen += rule.record.seen)
                .or_insert(rule);
        }
    }
}

/// Trying strategies on the examples.
struct Trial<'a> {
    domain: &'a Domain,
    examples: &'a [Example],
    schemas: &'a Schemas,
    moves: Arc<[Moves]>,
    threads: usize,
    budget: &'a Budget,
}

/// How a strategy does on an example: better is less.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    unsolved: usize,
    open: usize,
    cost: u64,
}

impl Score {
    fn sum(scores: &[Score]) -> Score {
        Score {
            unsolved: scores.iter().map(|score| score.unsolved).sum(),
            open: scores.iter().map(|score| score.open).sum(),
            cost: scores.iter().map(|score| score.cost).sum(),
        }
    }
}

/// A plan for all goals of an example is looked for among this many states.
const EXPANSIONS: u64 = 5_000;

/// Changes are tried on so many of the examples that are not solved, and on as many that are.
const MOST_TRIED: usize = 8;

impl Trial<'_> {
    /// Orders of goals that plans for the examples agree with.
    fn orders(&self) -> Vec<Order> {
        let (examples, domain, budget) = (self.examples, self.domain, self.budget);
        let plans = in_parallel(examples.len(), self.threads, |number| {
            examples[number].plan(domain, EXPANSIONS, budget)
        });
        let mut election = Election::default();
        for (example, plan) in self.examples.iter().zip(plans) {
            let world = World::new(self.domain, &example.problem, self.schemas);
            if let (Ok(world), Some(plan)) = (world, plan) {
                election.count(&world, &plan);
            }
        }
        election.elected()
    }

    /// How a strategy does on some examples, and which rules it takes there.
    fn scores(&self, strategy: &Strategy, numbers: &[usize]) -> Vec<Score> {
        let ready = Ready::new(strategy, Arc::clone(&self.moves), &self.schemas.is_fluent);
        let score = |&number: &usize| {
            let Ok(world) = World::new(self.domain, &self.examples[number].problem, self.schemas) else {
                return Score { unsolved: 1, open: usize::MAX >> 32, cost: 0 };
            };
            let mut actor = Actor::new(world, &ready);
            let ended = actor.run(|| self.budget.check().is_err());
            let cost = actor.taken.iter().filter_map(|taken| actor.world.cost(&taken.action)).sum();
            Score { unsolved: usize::from(ended != Ended::Solved), open: actor.world.open_goals(), cost }
        };
        numbers.iter().map(score).collect()
    }

    /// Adds orders and exceptions for as long as more of the examples are solved. Returns how many are in the end.
    fn improve(
        &mut self,
        mut strategy: Strategy,
        orders: &[Order],
        tell: &mut impl FnMut(&str),
    ) -> (Strategy, usize) {
        let all: Vec<usize> = (0..self.examples.len()).collect();
        let mut scores = self.scores(&strategy, &all);
        let mut left: Vec<Order> = orders.to_vec();
        loop {
            let sum = Score::sum(&scores);
            tell(&format!(
                "{} of {} examples solved without search, {} goals open, cost {}",
                all.len() - sum.unsolved,
                all.len(),
                sum.open,
                sum.cost
            ));
            if sum.unsolved == 0 || self.budget.check().is_err() {
                return (strategy, all.len() - sum.unsolved);
            }
            let tried = tried_on(&scores);
            let before = Score::sum(&tried.iter().map(|&number| scores[number].clone()).collect::<Vec<_>>());
            let ordered = left.iter().map(|order| {
                let mut changed = strategy.clone();
                changed.orders.push(order.clone());
                changed
            });
            let mut candidates: Vec<Strategy> = ordered.collect();
            let failing: Vec<usize> =
                tried.iter().copied().filter(|&number| scores[number].unsolved > 0).collect();
            for (rule, exception) in self.exceptions(&strategy, &failing) {
                let mut changed = strategy.clone();
                changed.rules[rule].unless.push(exception);
                candidates.push(changed);
            }
            let mut best: Option<(Score, Strategy)> = None;
            for candidate in candidates {
                let score = Score::sum(&self.scores(&candidate, &tried));
                let limit = best.as_ref().map_or(&before, |(score, _)| score);
                let better = (score.unsolved, score.open) < (limit.unsolved, limit.open)
                    || best.is_some() && score < *limit;
                if better {
                    best = Some((score, candidate));
                }
            }
            let Some((_, candidate)) = best else { return (strategy, all.len() - sum.unsolved) };
            let changed = self.scores(&candidate, &all);
            let changed_sum = Score::sum(&changed);
            if (changed_sum.unsolved, changed_sum.open) >= (sum.unsolved, sum.open) {
                return (strategy, all.len() - sum.unsolved);
            }
            left.retain(|order| !candidate.orders.contains(order));
            (strategy, scores) = (candidate, changed);
        }
    }

    /// Exceptions that would have made a difference: of rules that were taken where an example was not solved.
    fn exceptions(&self, strategy: &Strategy, failing: &[usize]) -> Vec<(usize, Exception)> {
        let ready = Ready::new(strategy, Arc::clone(&self.moves), &self.schemas.is_fluent);
        let mut taken: Vec<usize> = Vec::new();
        for &number in failing {
            if let Ok(world) = World::new(self.domain, &self.examples[number].problem, self.schemas) {
                let mut actor = Actor::new(world, &ready);
                actor.run(|| self.budget.check().is_err());
                taken.extend(actor.taken.iter().map(|taken| taken.rule));
            }
        }
        taken.sort_unstable();
        taken.dedup();
        taken.into_iter().flat_map(|rule| {
            exceptions(self.domain, &strategy.rules[rule]).into_iter().map(move |exception| (rule, exception))
        }).collect()
    }
}

/// The examples that changes are tried on: some that are not solved, and some that are.
fn tried_on(scores: &[Score]) -> Vec<usize> {
    let (failing, solved): (Vec<usize>, Vec<usize>) =
        (0..scores.len()).partition(|&number| scores[number].unsolved > 0);
    let mut tried: Vec<usize> = failing.into_iter().take(MOST_TRIED).collect();
    tried.extend(solved.into_iter().rev().take(MOST_TRIED));
    tried
}

/// The exceptions of one atom that a rule can have: about its objects, and one more.
fn exceptions(domain: &Domain, rule: &Rule) -> Vec<Exception> {
    let mut exceptions = Vec::new();
    for (index, predicate) in domain.predicates.iter().enumerate() {
        let arity = predicate.parameters.len();
        if arity == 0 || arity > 3 {
            continue;
        }
        let another = rule.variables();
        // All ways to fill the arguments with variables of the rule or the one that is new.
        let choices = (another + 1).pow(arity as u32);
        for choice in 0..choices {
            let args: Vec<usize> =
                (0..arity).map(|place| choice / (another + 1).pow(place as u32) % (another + 1)).collect();
            let fresh: Vec<usize> = (0..arity).filter(|&place| args[place] == another).collect();
            if fresh.len() > 1 || fresh.len() == arity {
                continue;
            }
            let fits = (0..arity).filter(|place| args[*place] != another).all(|place| {
                may_overlap(&domain.types, &rule.types[args[place]], &predicate.parameters[place])
            });
            let atom = Atom {
                predicate: PredicateId::from_index(index),
                args: args.iter().map(|&variable_number| variable(variable_number)).collect(),
            };
            let says_so = rule.condition.iter().any(|literal| {
                matches!(literal, Literal::Holds(own) if *own == atom)
            });
            if fits && !says_so {
                let wider = fresh.iter().map(|&place| predicate.parameters[place].clone());
                let types: Vec<_> = wider.collect();
                // The new variable may be of any of the types below.
                for narrowed in narrowed(&domain.types, &types) {
                    exceptions.push(Exception { atoms: vec![atom.clone()], types: narrowed });
                }
            }
        }
    }
    exceptions
}

/// The types themselves, and each narrower choice.
fn narrowed(types: &Types, given: &[Vec<pddl::TypeId>]) -> Vec<Vec<Vec<pddl::TypeId>>> {
    let [only] = given else { return vec![given.to_vec()] };
    let mut all = vec![vec![only.clone()]];
    for index in 0..types.len() {
        let of = pddl::TypeId::from_index(index);
        if !only.contains(&of) && only.iter().any(|&above| types.is_subtype(of, above)) {
            all.push(vec![vec![of]]);
        }
    }
    all
}

fn may_overlap(types: &Types, one: &[pddl::TypeId], other: &[pddl::TypeId]) -> bool {
    one.iter().any(|&one| {
        other.iter().any(|&other| types.is_subtype(one, other) || types.is_subtype(other, one))
    })
}
