//! Programs in the order of their size: clauses that do not recur, the bases, and those that do.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::{FxHashSet, FxHasher};

use super::answers::{Answers, Bases, Choice, Halt, STEPS, Values, answer, go_on};
use super::clauses::Clauses;
use super::dependencies::dependencies;
use super::knowledge::{Background, Knowledge, Tuple};
use super::plan::{self, Plan};
use crate::induce::Watched;
use crate::language::{Atom, Body, Language};
use crate::{Constant, Relation, Variable};

/// How long it may take to find out what a body looks like.
const LOOK_STEPS: u64 = 3_000;

/// A search for the smallest program.
pub(super) struct Search<'a> {
    language: &'a Language<'a>,
    /// The number of the predicate to define.
    own: usize,
    pub knowledge: Knowledge<'a>,
    given: Vec<Variable>,
    clauses: Clauses<'a>,
    /// Bodies that hold for all positive examples: a program of one clause has one of them.
    covering: Clauses<'a>,
    /// What the bodies so far look like in the examples.
    looks: FxHashSet<(u16, u64)>,
    bases: Bases,
    /// By size.
    recursive: Vec<Vec<Plan>>,
    positives: Vec<Example>,
    negatives: Vec<Example>,
    watched: &'a Watched<'a>,
}

#[derive(Clone, Copy)]
struct Example {
    all: Tuple,
    call: Tuple,
    wanted: Tuple,
}

/// There is no more time.
pub(super) struct Over;

/// A body as it is asked, in order.
pub(super) type Found = Vec<Vec<Atom>>;

impl<'a> Search<'a> {
    pub(super) fn new(
        language: &'a Language<'a>,
        own: usize,
        background: Option<&Background>,
        watched: &'a Watched<'a>,
    ) -> Self {
        let problem = language.problem;
        let knowledge = Knowledge::new(problem, background, watched);
        let given = plan::given(language);
        let example = |tuple: &[Constant]| {
            let mut all = Tuple::default();
            all.iter_mut().zip(tuple).for_each(|(value, &constant)| *value = knowledge.value(constant));
            let pick = |wanted: bool| {
                let mut some = Tuple::default();
                let places =
                    (0..language.head).filter(|place| given.contains(&(*place as Variable)) == wanted);
                some.iter_mut().zip(places).for_each(|(value, place)| *value = all[place]);
                some
            };
            Example { all, call: pick(true), wanted: pick(false) }
        };
        let examples = |relation: &Relation| relation.iter().map(example).collect();
        let dependencies = dependencies(language, own, background);
        Self {
            language,
            own,
            clauses: Clauses::new(language, own, dependencies.clone()),
            covering: Clauses::new(language, own, dependencies),
            looks: FxHashSet::default(),
            bases: Bases::new(given.clone()),
            recursive: Vec::new(),
            positives: examples(&problem.examples.positive),
            negatives: examples(&problem.examples.negative),
            given,
            knowledge,
            watched,
        }
    }

    /// A program of this size, if there is one, given that there is none smaller.
    pub(super) fn of_size(&mut self, size: usize) -> Result<Option<Found>, Over> {
        if let Some(body) = self.single(size)? {
            return Ok(Some(vec![body]));
        }
        let most = self.language.problem.bias.max_clauses.max(2) - 1;
        for largest in 3..size.saturating_sub(1) {
            self.grow(largest.max(size - largest))?;
            if let Some(found) = self.with_recursive(size, largest, most)? {
                return Ok(Some(found));
            }
        }
        if size < 4 {
            return Ok(None);
        }
        self.grow(size - 2)?;
        let found = self.try_clauses(&[], size);
        // What was cut short has found nothing.
        if found.is_none() && self.watched.is_over() { Err(Over) } else { Ok(found) }
    }

    /// A program of one clause. Of bodies that the same values of variables satisfy, in all examples, one is enough: what is
    /// added to one can be added to the other.
    fn single(&mut self, size: usize) -> Result<Option<Vec<Atom>>, Over> {
        while self.covering.size + 1 < size && !self.covering.is_exhausted() {
            let all: Vec<Variable> = (0..self.language.head as Variable).collect();
            let Self { covering, knowledge, language, own, positives, negatives, looks, watched, .. } = self;
            let mut keeps = |body: &[Atom]| {
                watched.count(1);
                if body.iter().any(|atom| atom.predicate() == *own) {
                    return false;
                }
                let plan = Plan::new(language, knowledge, *own, &all, body);
                if !positives.iter().all(|example| holds(&plan, &all, example, knowledge)) {
                    return false;
                }
                let examples = positives.iter().chain(negatives.iter());
                let variables = language.scope(body).count;
                match looks_of(&plan, examples, variables, knowledge) {
                    None => true,
                    // Which variables of the head are used tells whether it can be that of a clause; so does how many there
                    // are of a type.
                    Some(look) => {
                        let used = language.used(body) & ((1 << language.head) - 1);
                        language.counts_locals() || looks.insert((used, look))
                    }
                }
            };
            let layer = covering.grow(watched, &mut keeps).ok_or(Over)?;
            for body in layer.bases {
                let plan = Plan::new(language, knowledge, *own, &all, &body);
                let is_covered = |example: &Example| holds(&plan, &all, example, knowledge);
                if !negatives.iter().any(is_covered)
                    && self.positives.iter().all(|e| holds(&plan, &all, e, knowledge))
                {
                    return Ok(Some(Plan::new(language, knowledge, *own, &self.given, &body).body));
                }
            }
        }
        Ok(None)
    }

    /// Makes all clauses up to this size known.
    fn grow(&mut self, size: usize) -> Result<(), Over> {
        while self.clauses.size + 1 < size && !self.clauses.is_exhausted() {
            let layer = self.clauses.grow(self.watched, &mut |_| true).ok_or(Over)?;
            let Self { language, knowledge, own, given, .. } = self;
            let plan = |knowledge: &mut Knowledge<'a>, body: &Body| {
                Plan::new(language, knowledge, *own, given, body)
            };
            let all: Vec<Variable> = (0..language.head as Variable).collect();
            for (number, body) in layer.bases.iter().enumerate() {
                if number % 64 == 0 && self.watched.is_over() {
                    return Err(Over);
                }
                self.watched.count(1);
                // A clause that holds for a negative example can't be part of any program.
                let asked = Plan::new(language, knowledge, *own, &all, body);
                if !self.negatives.iter().any(|example| holds(&asked, &all, example, knowledge)) {
                    self.bases.plans.push(plan(knowledge, body));
                }
            }
            let size = self.clauses.size + 1;
            self.recursive.resize_with(size + 1, Vec::new);
            self.recursive[size] = layer.recursive.iter().map(|body| plan(knowledge, body)).collect();
        }
        Ok(())
    }

    /// A program of which the largest recursive clause has this size, and that has at most so many of them.
    fn with_recursive(&mut self, size: usize, largest: usize, most: usize) -> Result<Option<Found>, Over> {
        let all = std::mem::take(&mut self.recursive);
        let mut chosen = Vec::new();
        let found = self.choose(&all, &mut chosen, (largest, usize::MAX), size, most, largest);
        self.recursive = all;
        found
    }

    /// Chooses recursive clauses: the first has the size `largest`, each next one comes before the last in the order of sizes.
    fn choose<'r>(
        &mut self,
        all: &'r [Vec<Plan>],
        chosen: &mut Vec<&'r Plan>,
        (last, before): (usize, usize),
        left: usize,
        most: usize,
        smallest: usize,
    ) -> Result<Option<Found>, Over> {
        for size in (smallest..=last).rev().filter(|size| size + 2 <= left) {
            let plans = all.get(size).map_or(&[][..], Vec::as_slice);
            let end = if size == last { before.min(plans.len()) } else { plans.len() };
            for (number, plan) in plans[..end].iter().enumerate() {
                if self.watched.is_over() {
                    return Err(Over);
                }
                chosen.push(plan);
                let mut found = self.try_clauses(chosen, left - size);
                if found.is_none() && chosen.len() < most {
                    found = self.choose(all, chosen, (size, number), left - size, most, 3)?;
                }
                chosen.pop();
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    /// Bases of this size in all that make a program of recursive clauses, if there are any.
    fn try_clauses(&mut self, recursive: &[&Plan], left: usize) -> Option<Found> {
        self.watched.count(1);
        let count = self.bases.up_to(left);
        if count == 0 {
            return None;
        }
        let mut answers = Answers::new(recursive.to_vec(), Choice::EachOf(count));
        let words = count.div_ceil(64);
        // Smaller ones have been tried.
        let smaller = self.bases.up_to(left - 1);
        let mut alive = vec![u64::MAX; words];
        alive.iter_mut().take(smaller / 64).for_each(|word| *word = 0);
        if let Some(word) = alive.get_mut(smaller / 64) {
            *word &= u64::MAX << (smaller % 64);
        }
        let can_be_several = left >= 4;
        let is_over = |alive: &[u64]| !can_be_several && alive.iter().all(|&word| word == 0);
        let mut covers: Vec<Vec<u64>> = Vec::new();
        for number in 0..self.positives.len() {
            let Example { call, wanted, .. } = self.positives[number];
            let found = answers.find(&call, &wanted, &mut self.bases, &mut self.knowledge);
            let mask = match found {
                Ok(Some(mask)) => mask,
                Ok(None) | Err(Halt::Deep) => {
                    self.prefer(number);
                    return None;
                }
                Err(Halt::Long) => return self.try_each(recursive, smaller..count, left),
                Err(Halt::Over) => return None,
            };
            alive.iter_mut().zip(mask).for_each(|(word, other)| *word &= other);
            if is_over(&alive) {
                self.prefer(number);
                return None;
            }
            if can_be_several {
                covers.push(mask.to_vec());
            }
        }
        let mut allowed = vec![u64::MAX; words];
        for Example { call, wanted, .. } in &self.negatives {
            let found = answers.find_near(call, wanted, &mut self.bases, &mut self.knowledge);
            let mask = match found {
                Ok(mask) => mask,
                Err(Halt::Deep | Halt::Long) => return self.try_each(recursive, smaller..count, left),
                Err(Halt::Over) => return None,
            };
            for (number, word) in mask.iter().flat_map(|mask| mask.iter()).enumerate() {
                alive[number] &= !word;
                allowed[number] &= !word;
            }
            if is_over(&alive) {
                return None;
            }
        }
        if let Some(base) = bits(&alive).next() {
            return Some(self.program(recursive, &[base]));
        }
        covers
            .iter_mut()
            .for_each(|mask| mask.iter_mut().zip(&allowed).for_each(|(word, other)| *word &= other));
        let is_linear = recursive.iter().all(|plan| plan.calls == 1);
        let mut chosen = Vec::new();
        let found = if is_linear {
            self.cover(&covers, left, &mut chosen)
        } else {
            let allowed: Vec<usize> = bits(&allowed).take_while(|&base| base < count).collect();
            self.combine(recursive, &allowed, left, &mut chosen)
        };
        found.then(|| self.program(recursive, &chosen))
    }

    /// The same where it takes too long to try all bases at once: those of that size one after the other, then several.
    fn try_each(&mut self, recursive: &[&Plan], of_size: Range<usize>, left: usize) -> Option<Found> {
        for base in of_size.clone() {
            if self.watched.is_over() {
                return None;
            }
            if self.is_complete(recursive, &[base]) && self.is_consistent(recursive, &[base]) {
                return Some(self.program(recursive, &[base]));
            }
        }
        let small = 0..self.bases.up_to(left.saturating_sub(2));
        let allowed: Vec<usize> =
            small.filter(|&base| !self.watched.is_over() && self.is_consistent(recursive, &[base])).collect();
        let mut chosen = Vec::new();
        let is_found = left >= 4 && self.combine(recursive, &allowed, left, &mut chosen);
        is_found.then(|| self.program(recursive, &chosen))
    }

    /// Examples that are not covered stand first from now on: they tell sooner what is of no use.
    fn prefer(&mut self, number: usize) {
        self.positives[..=number].rotate_right(1);
    }

    fn program(&self, recursive: &[&Plan], bases: &[usize]) -> Found {
        let bases = bases.iter().map(|&base| self.bases.plans[base].body.clone());
        let mut rest: Vec<_> = recursive.iter().map(|plan| plan.body.clone()).collect();
        rest.sort_by_key(Vec::len);
        bases.chain(rest).collect()
    }

    /// Chooses bases of that size at most so that each example has one of its own; they do not help each other.
    fn cover(&self, covers: &[Vec<u64>], left: usize, chosen: &mut Vec<usize>) -> bool {
        let has = |mask: &Vec<u64>, base: &usize| mask[base / 64] >> (base % 64) & 1 == 1;
        let open = covers.iter().filter(|mask| !chosen.iter().any(|base| has(mask, base)));
        let Some(mask) = open.min_by_key(|mask| mask.iter().map(|word| word.count_ones()).sum::<u32>())
        else {
            return true;
        };
        for base in bits(mask) {
            let size = self.bases.plans[base].size;
            if size > left || self.watched.is_over() {
                return false;
            }
            chosen.push(base);
            if self.cover(covers, left - size, chosen) {
                return true;
            }
            chosen.pop();
        }
        false
    }

    /// Chooses bases of that size in all, with recursive clauses in which they help each other.
    fn combine(
        &mut self,
        recursive: &[&Plan],
        allowed: &[usize],
        left: usize,
        chosen: &mut Vec<usize>,
    ) -> bool {
        for (place, &base) in allowed.iter().enumerate() {
            let size = self.bases.plans[base].size;
            if size > left || self.watched.is_over() {
                return false;
            }
            chosen.push(base);
            let is_done = if size == left {
                chosen.len() > 1
                    && self.is_complete(recursive, chosen)
                    && self.is_consistent(recursive, chosen)
            } else {
                self.combine(recursive, &allowed[place + 1..], left - size, chosen)
            };
            if is_done {
                return true;
            }
            chosen.pop();
        }
        false
    }

    /// Do bases and recursive clauses together hold for all positive examples?
    fn is_complete(&mut self, recursive: &[&Plan], bases: &[usize]) -> bool {
        let mut answers = Answers::new(recursive.to_vec(), Choice::All(bases));
        let Self { positives, knowledge, bases, .. } = self;
        let missed = positives.iter().position(|Example { call, wanted, .. }| {
            !matches!(answers.find(call, wanted, bases, knowledge), Ok(Some(_)))
        });
        missed.inspect(|&number| self.prefer(number)).is_none()
    }

    /// Do bases and recursive clauses together hold for no negative example?
    fn is_consistent(&mut self, recursive: &[&Plan], bases: &[usize]) -> bool {
        let mut answers = Answers::new(recursive.to_vec(), Choice::All(bases));
        let Self { negatives, knowledge, bases, .. } = self;
        !negatives.iter().any(|Example { call, wanted, .. }| {
            match answers.find_near(call, wanted, bases, knowledge) {
                Ok(found) => found.is_some(),
                Err(Halt::Deep | Halt::Long) => false,
                // What was not tried to the end is not known to be consistent.
                Err(Halt::Over) => true,
            }
        })
    }
}

/// Does a body hold for an example?
fn holds(plan: &Plan, all: &[Variable], example: &Example, knowledge: &mut Knowledge<'_>) -> bool {
    let mut found = Vec::new();
    answer(plan, all, &example.all, knowledge, &mut STEPS.clone(), &mut found).is_ok() && !found.is_empty()
}

/// What a body looks like in examples: a hash of the values that satisfy it, the same whatever the names of variables; none if
/// there are too many.
fn looks_of<'e>(
    plan: &Plan,
    examples: impl Iterator<Item = &'e Example>,
    variables: usize,
    knowledge: &mut Knowledge<'_>,
) -> Option<u64> {
    let mut rows: Vec<(usize, Values)> = Vec::new();
    let mut steps = LOOK_STEPS;
    for (number, example) in examples.enumerate() {
        let mut values = Values::default();
        values[..example.all.len()].copy_from_slice(&example.all);
        let mut note = |values: &Values| {
            rows.push((number, *values));
            true
        };
        go_on(plan, 0, &mut values, knowledge, &mut steps, &mut note).ok()?;
    }
    // Columns in an order that does not depend on names, as far as their values tell.
    let hashed = |value: &dyn Fn(&mut FxHasher)| {
        let mut hasher = FxHasher::default();
        value(&mut hasher);
        hasher.finish()
    };
    let column = |variable: usize| {
        let hashes = rows.iter().map(|(number, values)| hashed(&|h| (number, values[variable]).hash(h)));
        hashes.fold(0_u64, u64::wrapping_add)
    };
    let mut columns: Vec<(u64, usize)> =
        (0..variables).map(|variable| (column(variable), variable)).collect();
    columns.sort_unstable();
    let order = |values: &Values| columns.iter().map(|&(_, at)| values[at]).collect::<Vec<_>>();
    let mut rows: Vec<(usize, Vec<_>)> =
        rows.iter().map(|(number, values)| (*number, order(values))).collect();
    rows.sort_unstable();
    Some(hashed(&|h| (variables, &rows).hash(h)))
}

fn bits(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(place, &word)| {
        (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| place * 64 + bit)
    })
}
