//! Examples to learn from: states, or goals in states, whose costs are known.

use std::fmt::{self, Display};

use super::background::{Background, Size};
use super::kinds::Member;
use super::world::World;
use crate::{Facts, Value, Vocabulary};

/// A state, or a goal in a state, whose cost is known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Example {
    /// The cost.
    pub cost: u32,
    /// The task, by its place among the worlds.
    pub world: usize,
    /// The values of the task's variables.
    pub values: Vec<u32>,
    /// The goal that the cost is of, by its number in the task, where rules are about goals.
    pub goal: Option<usize>,
}

/// The examples that rules are learned from.
#[derive(Clone, Debug)]
pub struct Material {
    /// The predicates that rules may use: without those that would have too many ground atoms.
    pub(crate) background: Background,
    pub(crate) vocabulary: Vocabulary,
    pub(crate) facts: Facts,
    /// Predicates left out, since they would have too many ground atoms.
    pub left_out: Vec<String>,
}

/// There are too many objects to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyObjects {
    /// How many there are of one kind.
    pub count: usize,
}

impl Display for TooManyObjects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a problem has {} objects of one kind, too many to learn from (at most {MOST_OBJECTS})",
            self.count
        )
    }
}

impl std::error::Error for TooManyObjects {}

/// The most objects of a kind in a task to learn from.
pub const MOST_OBJECTS: usize = Value::MAX as usize + 1;

/// The most ground atoms of a predicate to learn from.
const MOST_ATOMS: usize = 50_000;

impl Material {
    /// Examples from the states of tasks.
    ///
    /// # Errors
    /// When a task has too many objects.
    pub fn new(
        background: &Background,
        worlds: &[World],
        mut examples: Vec<Example>,
        size: Size,
    ) -> Result<Self, TooManyObjects> {
        let kinds = background.kinds.names.len();
        let most =
            |kind: usize| worlds.iter().filter_map(|world| world.counts().nth(kind)).max().unwrap_or(0);
        let counts: Vec<usize> = (0..kinds).map(most).collect();
        if let Some(&count) = counts.iter().find(|&&count| count > MOST_OBJECTS) {
            return Err(TooManyObjects { count });
        }
        let atoms = |number: usize| {
            let kinds = &background.terms[number].kinds;
            kinds.iter().map(|&kind| counts[usize::from(kind)]).product::<usize>()
        };
        let is_left_out = |number: usize| atoms(number) > MOST_ATOMS;
        let names = (0..background.terms.len()).filter(|&number| is_left_out(number));
        let left_out = names.map(|number| background.terms[number].name.clone()).collect();
        let kept: Vec<usize> = (0..background.terms.len()).filter(|&number| !is_left_out(number)).collect();
        let background = background.without(is_left_out);
        let vocabulary = background.vocabulary(&counts, size);
        examples.sort_unstable();
        examples.dedup();
        let described: Vec<(Example, u32)> =
            examples.into_iter().map(|one| (one.clone(), one.cost)).collect();
        let writer = Writer { background: &background, vocabulary: &vocabulary, worlds, kept };
        let facts = Facts::new(&vocabulary, &described, |example, holds| writer.describe(example, holds));
        Ok(Self { background, vocabulary, facts, left_out })
    }

    /// How many examples there are.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }
}

/// Writes examples as ground atoms of a vocabulary.
struct Writer<'a> {
    background: &'a Background,
    vocabulary: &'a Vocabulary,
    worlds: &'a [World],
    /// The numbers that predicates have in the worlds, ascending.
    kept: Vec<usize>,
}

impl Writer<'_> {
    fn describe(&self, example: &Example, holds: &mut dyn FnMut(usize)) {
        let Some(world) = self.worlds.get(example.world) else { return };
        let wanted = example.goal.and_then(|goal| world.goals.get(goal)?.wanted);
        for atom in world.always.iter().copied().chain(world.holding(&example.values)).chain(wanted) {
            let atom = &world.atoms[atom as usize];
            if let Ok(predicate) = self.kept.binary_search(&usize::from(atom.predicate)) {
                self.say(predicate, atom.members.iter().map(|&member| member as Value), holds);
            }
        }
        for (predicate, (term, &number)) in self.background.terms.iter().zip(&self.kept).enumerate() {
            let Some(test) = &world.tests[number] else { continue };
            let count = world.counts().nth(usize::from(term.kinds[0])).unwrap_or(0) as Member;
            let pairs = (0..count).flat_map(|one| (0..count).map(move |other| [one, other]));
            for pair in pairs.filter(|&[one, other]| test.holds(one, other)) {
                self.say(predicate, pair.into_iter().map(|member| member as Value), holds);
            }
        }
    }

    fn say(&self, predicate: usize, values: impl Iterator<Item = Value>, holds: &mut dyn FnMut(usize)) {
        if let Some(first) = self.vocabulary.first_atom(predicate) {
            holds(self.vocabulary.atom(predicate, first, values));
        }
    }
}
