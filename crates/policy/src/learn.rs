//! Learning of a strategy: rules by regression, then orders and exceptions by trying the strategy on the examples.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use pddl::{Atom, Domain};
use search::Budget;
use tools::threads::in_parallel;

use crate::act::{Actor, Ended};
use crate::cover::without_covered;
use crate::example::{Effort, Example, Taught};
use crate::exception::{StepException, exceptions, with_exceptions};
use crate::fold::with_chains;
use crate::moves::{Moves, moves};
use crate::names::Names;
use crate::notebook::{Notebook, Searched, Wanted};
use crate::order::{self, Election};
use crate::ready::Ready;
use crate::regress::Regression;
use crate::rule::{Literal, Order, Rule, Step, Strategy};
use crate::schema::Schemas;
use crate::world::World;

/// What learning came to.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// The strategy.
    pub strategy: Strategy,
    /// How many goals were given up, since the search for a plan took too long.
    pub given_up: usize,
    /// How many of the examples the strategy solves without search.
    pub solved: usize,
}

/// Learns a strategy from examples. The same examples, effort and seed make the same strategy, for any number of threads, and
/// whatever of it the notebook knows.
pub fn learn(
    domain: &Domain,
    examples: &[Example],
    effort: &Effort,
    threads: usize,
    budget: &Budget,
    notebook: &Notebook,
    mut tell: impl FnMut(&str),
) -> Lesson {
    let schemas = Schemas::new(domain);
    let kinds = moves(&schemas);
    let regression = Regression { schemas: &schemas, moves: &kinds };
    let moves = kinds.clone().into();
    let trial = Trial { domain, examples, schemas: &schemas, moves, threads, budget, notebook };
    let orders = trial.orders();
    let mut lesson = Lesson::default();
    let mut pool = Pool::default();
    let (mut done, mut known, mut unchanged, mut work) = (0, Vec::new(), 0, 0u64);
    for batch in batches(examples.len()) {
        let taught = in_parallel(batch.len(), threads, |place| {
            let number = batch.start + place;
            let known = notebook.known(number, Wanted::EachGoal);
            let taught = examples[number].rules(domain, &regression, number, effort, known, budget);
            notebook.keep(number, Wanted::EachGoal, &taught.searched);
            taught
        });
        for taught in taught {
            lesson.given_up += taught.given_up;
            work = work.saturating_add(taught.work);
            pool.add(taught);
        }
        done += batch.len();
        let rules =
            without_covered(&domain.types, with_chains(pool.rules.values().cloned().collect()), budget);
        tell(&format!(
            "{} rules from {done} examples, {} that no other covers",
            pool.rules.len(),
            rules.len()
        ));
        // What there is no time to try does not take the place of what was tried.
        if budget.check().is_err() && !lesson.strategy.rules.is_empty() {
            break;
        }
        let mut conditions: Vec<Vec<Literal>> = rules.iter().map(|rule| rule.condition.clone()).collect();
        conditions.sort();
        unchanged = if conditions == known { unchanged + 1 } else { 0 };
        known = conditions;
        if unchanged == 0 {
            lesson.strategy = trial.with_orders(Strategy { rules, orders: Vec::new() }, &orders);
            lesson.solved = trial.tell(&lesson.strategy, &mut tell).unwrap_or(lesson.solved);
        }
        let is_complete = lesson.solved == examples.len();
        let is_enough = is_complete && (unchanged == 1 || work > ENOUGH);
        if is_enough || work > MOST || budget.check().is_err() {
            break;
        }
    }
    if lesson.solved < examples.len() && lesson.strategy.rules.len() <= MOST_MENDED {
        lesson.strategy = trial.with_exceptions(lesson.strategy, &mut tell);
        lesson.solved = trial.tell(&lesson.strategy, &mut tell).unwrap_or(lesson.solved);
    }
    trial.keep_records(&mut lesson.strategy);
    lesson
}

/// Examples are taken in batches that double: most strategies are complete after the first few.
fn batches(examples: usize) -> impl Iterator<Item = Range<usize>> {
    let ends = std::iter::successors(Some(FIRST_BATCH), |end| Some(end * 2));
    let starts = std::iter::once(0).chain(ends.clone());
    starts
        .zip(ends)
        .take_while(move |(start, _)| *start < examples)
        .map(move |(start, end)| start..end.min(examples))
}

const FIRST_BATCH: usize = 4;

/// Where searches have taken this much work, no more are made, also if examples are left unsolved.
const MOST: u64 = 20 * ENOUGH;

/// Where all examples are solved and searches have taken this much work, by [`Taught::work`], no more are made: what larger examples
/// could teach takes too long.
const ENOUGH: u64 = 1_000_000;

/// Exceptions are looked for if there are no more rules than this: where each state needs a rule of its own, none helps.
const MOST_MENDED: usize = 200;

/// The rules by regression, each once.
#[derive(Default)]
struct Pool {
    rules: BTreeMap<(Atom, Vec<Literal>, Vec<Step>), Rule>,
}

impl Pool {
    fn add(&mut self, taught: Taught) {
        for rule in taught.rules {
            let key = (rule.goal.clone(), rule.condition.clone(), rule.steps.clone());
            self.rules.entry(key).and_modify(|known| known.record.seen += rule.record.seen).or_insert(rule);
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
    notebook: &'a Notebook,
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

/// Plans for all goals take at most this part of the time.
const ORDERING: u32 = 4;

/// Changes are tried on so many of the examples that are not solved, and on as many that are.
const MOST_TRIED: usize = 8;

/// So many pairs of exceptions to a kind of step are tried.
const MOST_PAIRS: usize = 200;

/// So many of the changes that help on one example are tried on others.
const MOST_PROMISING: usize = 20;

impl Trial<'_> {
    /// Orders of goals that the examples agree with: by plans, or by landmarks where a search finds none.
    fn orders(&self) -> Vec<Order> {
        let (examples, notebook) = (self.examples, self.notebook);
        // Rules come before their order: most of the time is theirs.
        let budget = self.budget.part(ORDERING);
        let counted = in_parallel(examples.len(), self.threads, |number| {
            let example = &examples[number];
            let known = notebook.known(number, Wanted::AllGoals).first().cloned();
            let searched = known.or_else(|| example.plan(EXPANSIONS, &budget));
            notebook.keep(number, Wanted::AllGoals, searched.as_slice());
            let world = World::new(self.domain, &example.problem, self.schemas).ok()?;
            let pairs = match searched? {
                Searched { plan: None, .. } if budget.check().is_err() => return None,
                Searched { plan: None, .. } => {
                    order::by_landmarks(&world, &Names::new(self.domain, &example.problem), &example.task)
                }
                found => order::in_plan(&world, &example.actions(self.domain, &found)?),
            };
            Some((world, pairs))
        });
        let mut election = Election::default();
        for (world, pairs) in counted.into_iter().flatten() {
            election.count(&world, &pairs);
        }
        election.elected()
    }

    /// How a strategy does on some examples.
    fn scores(&self, strategy: &Strategy, numbers: &[usize]) -> Vec<Score> {
        in_parallel(numbers.len(), self.threads, |place| self.score(strategy, numbers[place]))
    }

    fn score(&self, strategy: &Strategy, number: usize) -> Score {
        let Some((ended, actor)) = self.act(strategy, number) else {
            return Score { unsolved: 1, open: 1_000, cost: 0 };
        };
        let cost = actor.taken.iter().filter_map(|taken| actor.world.cost(&taken.action)).sum();
        Score { unsolved: usize::from(ended != Ended::Solved), open: actor.world.open_goals(), cost }
    }

    /// Acts on an example, while there is time.
    fn act<'s>(&'s self, strategy: &'s Strategy, number: usize) -> Option<(Ended, Actor<'s, 's>)> {
        self.budget.check().ok()?;
        let world = World::new(self.domain, &self.examples[number].problem, self.schemas).ok()?;
        let ready = Ready::new(strategy, Arc::clone(&self.moves), &world);
        let mut actor = Actor::new(world, ready.into());
        let ended = actor.run(|| self.budget.check().is_err());
        Some((ended, actor))
    }

    /// Counts how often each rule was taken on the examples, and how often its goal held in the end.
    fn keep_records(&self, strategy: &mut Strategy) {
        let of_examples = in_parallel(self.examples.len(), self.threads, |number| {
            let mut counts = vec![(0, 0); strategy.rules.len()];
            if let Some((_, actor)) = self.act(strategy, number) {
                for taken in &actor.taken {
                    if let Some((rule, goal)) = taken.by {
                        counts[rule].0 += 1;
                        counts[rule].1 += u32::from(actor.world.database.holds(actor.world.goals[goal]));
                    }
                }
            }
            counts
        });
        for counts in of_examples {
            for (rule, (tried, held)) in strategy.rules.iter_mut().zip(counts) {
                rule.record.tried += tried;
                rule.record.held += held;
            }
        }
    }

    /// Tells how a strategy does, and how many examples it solves; `None` if there was no time to see.
    fn tell(&self, strategy: &Strategy, tell: &mut impl FnMut(&str)) -> Option<usize> {
        let sum = self.sum(strategy);
        self.budget.check().ok()?;
        let solved = self.examples.len() - sum.unsolved;
        tell(&format!(
            "{solved} of {} examples solved without search, {} goals open, cost {}",
            self.examples.len(),
            sum.open,
            sum.cost
        ));
        Some(solved)
    }

    fn sum(&self, strategy: &Strategy) -> Score {
        let all: Vec<usize> = (0..self.examples.len()).collect();
        Score::sum(&self.scores(strategy, &all))
    }

    /// The strategy with those of the orders that more examples are solved by, or the same at less cost.
    fn with_orders(&self, strategy: Strategy, orders: &[Order]) -> Strategy {
        if orders.is_empty() {
            return strategy;
        }
        let with = |orders: &[Order]| Strategy { orders: orders.to_vec(), ..strategy.clone() };
        let mut kept: Vec<Order> = orders.to_vec();
        let mut score = self.sum(&with(&kept));
        for order in orders {
            let fewer: Vec<Order> = kept.iter().filter(|other| *other != order).cloned().collect();
            let other = self.sum(&with(&fewer));
            if other <= score && self.budget.check().is_ok() {
                (kept, score) = (fewer, other);
            }
        }
        with(&kept)
    }

    /// Adds exceptions for as long as more of the examples are solved.
    fn with_exceptions(&self, mut strategy: Strategy, tell: &mut impl FnMut(&str)) -> Strategy {
        let all: Vec<usize> = (0..self.examples.len()).collect();
        let mut scores = self.scores(&strategy, &all);
        while let Some((candidate, changed)) = self.exception(&strategy, &scores) {
            (strategy, scores) = (candidate, changed);
            self.tell(&strategy, tell);
        }
        self.without_needless(strategy, &Score::sum(&scores))
    }

    /// The strategy without exceptions that make no difference, or a bad one.
    fn without_needless(&self, mut strategy: Strategy, score: &Score) -> Strategy {
        let mut score = score.clone();
        for rule in 0..strategy.rules.len() {
            for exception in strategy.rules[rule].unless.clone() {
                let mut fewer = strategy.clone();
                fewer.rules[rule].unless.retain(|other| *other != exception);
                let other = self.sum(&fewer);
                if other <= score && self.budget.check().is_ok() {
                    (strategy, score) = (fewer, other);
                }
            }
        }
        strategy
    }

    /// The strategy with an exception that more of the examples are solved by, and its scores.
    fn exception(&self, strategy: &Strategy, scores: &[Score]) -> Option<(Strategy, Vec<Score>)> {
        let all: Vec<usize> = (0..self.examples.len()).collect();
        let tried = tried_on(scores);
        let key = |score: &Score| (score.unsolved, score.open);
        for &failing in tried.iter().filter(|&&number| scores[number].unsolved > 0) {
            if self.budget.check().is_err() {
                return None;
            }
            let candidates = self.candidates(strategy, failing);
            // A change that does not help where it was found hardly helps elsewhere.
            let first =
                in_parallel(candidates.len(), self.threads, |place| self.score(&candidates[place], failing));
            let mut promising: Vec<usize> =
                (0..candidates.len()).filter(|&place| first[place].open < scores[failing].open).collect();
            promising.sort_by_key(|&place| &first[place]);
            promising.truncate(MOST_PROMISING);
            let sums =
                promising.iter().map(|&place| (Score::sum(&self.scores(&candidates[place], &tried)), place));
            let Some((_, place)) = sums.min() else { continue };
            let changed = self.scores(&candidates[place], &all);
            self.budget.check().ok()?;
            if key(&Score::sum(&changed)) < key(&Score::sum(scores)) {
                return Some((candidates[place].clone(), changed));
            }
        }
        None
    }

    /// The strategy with one exception more, or two, to all rules that begin with an action which was taken where an example was
    /// not solved.
    fn candidates(&self, strategy: &Strategy, failing: usize) -> Vec<Strategy> {
        let Some((_, actor)) = self.act(strategy, failing) else { return Vec::new() };
        let first = |rule: usize| strategy.rules[rule].steps.first().map(Step::kind);
        let mut begins: Vec<_> = actor.taken.iter().filter_map(|taken| first(taken.by?.0)).collect();
        begins.sort_unstable();
        begins.dedup();
        let mut candidates = Vec::new();
        for kind in begins {
            let single = exceptions(self.domain, self.schemas, &self.moves, kind);
            let constant = single.iter().filter(|exception| exception.is_constant(self.schemas));
            let constant: Vec<&StepException> = constant.collect();
            let pairs = constant.iter().enumerate().flat_map(|(place, one)| {
                constant[place + 1..].iter().map(move |other| vec![(*one).clone(), (*other).clone()])
            });
            let pairs: Vec<Vec<StepException>> = pairs.take(MOST_PAIRS).collect();
            let all = single.iter().map(|only| vec![only.clone()]).chain(pairs);
            candidates.extend(all.filter_map(|exceptions| with_exceptions(strategy, kind, &exceptions)));
        }
        candidates
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
