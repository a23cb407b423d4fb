//! Induction: the smallest program that holds for all positive examples and for no negative one, or the one of least
//! description length where examples may be wrong.
//!
//! A body splits into *parts* that share only variables of the head: it holds for an example if each of its parts does. So each
//! part is evaluated on the examples once, and bodies are put together from parts by intersecting sets of examples.
//!
//! Parts and bodies are tried in order of size, and one that can't belong to a better program prunes everything that contains
//! it. Of parts that are satisfied by the same values of the same variables, whatever their literals, only one is extended:
//! most literals only repeat what others say.

mod ambiguity;
mod bindings;
mod combine;
mod consistent;
mod context_set;
mod contexts;
mod cover;
mod coverage;
mod exists;
mod grouped;
mod growth;
mod index;
mod joint;
pub(crate) mod lightest;
mod lineage;
mod mark;
mod noisy;
mod part;
mod pool;
mod table;
#[cfg(test)]
mod tests;
mod watch;
mod workers;
mod world;

use std::fmt::{self, Display};

pub use self::ambiguity::{Ambiguity, Limits};
use self::combine::Combinations;
use self::consistent::Consistent;
pub(crate) use self::coverage::Coverage;
use self::growth::Growth;
pub(crate) use self::lightest::Weighed;
use self::noisy::Noisy;
use self::pool::Pool;
pub(crate) use self::watch::Watched;
pub use self::watch::{Standing, Watch};
use self::world::{MOST_WORDS, World};
use crate::language::{Language, MOST_ARGUMENTS, MOST_PREDICATES, rule};
use crate::{Problem, Relation, Rule};

/// How to induce.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// May examples be wrong? Then the program of least description length is sought: its size, plus one for each example that
    /// it gets wrong.
    pub is_noisy: bool,
    /// How many threads; the outcome is the same for any number.
    pub threads: usize,
}

/// The outcome of an induction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The rules.
    pub rules: Vec<Rule>,
    /// The positive examples for which none of them holds.
    pub uncovered: Vec<usize>,
    /// The negative examples for which any of them holds; none unless noise is allowed for.
    pub covered: Vec<usize>,
    /// Is it certain that no program of the language is smaller, or has a smaller description length?
    pub is_minimal: bool,
    /// How many bodies and parts of bodies were tried.
    pub tried: u64,
    /// For positive examples that are not covered, why no rule covers them, where that is certain.
    pub ambiguities: Vec<Ambiguity>,
    /// The limits of the bias that keep rules from telling more examples apart.
    pub limits: Limits,
}

impl Program {
    /// Where nothing has to be covered, no rule is needed.
    fn empty() -> Self {
        Self {
            rules: Vec::new(),
            uncovered: Vec::new(),
            covered: Vec::new(),
            is_minimal: true,
            tried: 0,
            ambiguities: Vec::new(),
            limits: Limits { variables: false, literals: false },
        }
    }

    /// The size of all rules.
    pub fn size(&self) -> usize {
        self.rules.iter().map(Rule::size).sum()
    }

    /// The size of all rules, and one for each example that they get wrong.
    pub fn description_length(&self) -> usize {
        self.size() + self.uncovered.len() + self.covered.len()
    }
}

/// Why there can be no induction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsuitable {
    /// A predicate has too many arguments.
    Arguments(String),
    /// There are too many predicates.
    Predicates,
    /// Examples may be wrong, and programs have predicates of their own.
    Noise,
}

impl Display for Unsuitable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arguments(name) => write!(f, "`{name}` has more than {MOST_ARGUMENTS} arguments"),
            Self::Predicates => write!(f, "there are more than {MOST_PREDICATES} predicates"),
            Self::Noise => f.write_str(
                "programs that have predicates of their own are learned from examples that are right\n  \
                 = help: take out --noisy, or `enable_pi.` in the bias",
            ),
        }
    }
}

impl std::error::Error for Unsuitable {}

/// The best program for a problem, or the best so far when `watch` ends the search.
///
/// # Errors
/// When a predicate has too many arguments, or there are too many predicates.
pub fn induce(problem: &Problem, settings: Settings, watch: &dyn Watch) -> Result<Program, Unsuitable> {
    check(problem)?;
    let counts = [problem.examples.positive.len(), problem.examples.negative.len()];
    if counts[0] == 0 {
        return Ok(Program::empty());
    }
    let language = Language::new(problem);
    let world = World::new(&language, MOST_WORDS);
    Ok(if settings.is_noisy {
        search(&world, &mut Noisy::new(counts), settings.threads, watch)
    } else {
        search(&world, &mut Consistent::new(counts), settings.threads, watch)
    })
}

/// Is there room for the predicates of a problem?
pub(crate) fn check(problem: &Problem) -> Result<(), Unsuitable> {
    let mut predicates = problem.body.iter().chain([&problem.head]);
    if let Some(wide) = predicates.find(|predicate| predicate.arity() > MOST_ARGUMENTS) {
        return Err(Unsuitable::Arguments(wide.name.clone()));
    }
    if problem.body.len() > MOST_PREDICATES {
        return Err(Unsuitable::Predicates);
    }
    Ok(())
}

fn search(world: &World, pool: &mut dyn Pool, threads: usize, watch: &dyn Watch) -> Program {
    let (language, problem) = (world.language, world.language.problem);
    let watched = Watched::new(watch);
    let mut growth = Growth::new(world, threads);
    let mut combinations = Combinations::new(language, threads);
    let mut is_exhausted = true;
    for size in 1..=problem.bias.max_body {
        is_exhausted = combinations.make(size, &growth, pool, &watched)
            && growth.grow(size, pool, &watched)
            && pool.choose(&|| watched.is_over());
        pool.has_all_of(size + 1);
        if !is_exhausted || !pool.has_room_for(size + 2) {
            break;
        }
    }
    let is_minimal = is_exhausted && pool.prove(&|| watched.is_over());
    let (mut bodies, coverage) = pool.program();
    bodies.sort_unstable_by_key(|body| (body.len(), body.clone()));
    let [positives, negatives] = [&problem.examples.positive, &problem.examples.negative].map(Relation::len);
    let uncovered: Vec<usize> =
        (0..positives).filter(|&example| !coverage.positive.contains(example)).collect();
    let has_failed = is_exhausted && !is_minimal;
    let explained = if has_failed { uncovered.as_slice() } else { &[] };
    Program {
        rules: bodies.iter().map(|body| rule(body, &language.arities)).collect(),
        covered: coverage.negative.iter().collect(),
        is_minimal,
        tried: watched.tried(),
        ambiguities: ambiguity::of(explained, &growth, negatives),
        limits: Limits { variables: growth.is_short_of_variables, literals: growth.is_growing() },
        uncovered,
    }
}
