//! Heuristics of puzzles, declared by name.
//!
//! A [`Guide`] is a heuristic without its type; the searches behind it are compiled for that type, so that dynamic dispatch happens
//! once per search and not once per state.

use std::fmt::Display;

use puzzles::tables::{Origin, Table, Tables};
use puzzles::{FromScratch, Packed, PatternError, Rooted};
use search::{
    Budget, Estimate, Exhausted, Heuristic, Ida, Limits, Observer, PathCost, PathHeuristic, Report,
    Reversible,
};

/// A heuristic's declaration.
pub struct Entry<S> {
    /// Its name.
    pub name: &'static str,
    /// Its usage, with its arguments if it takes any.
    pub usage: &'static str,
    /// A line of help.
    pub help: &'static str,
    /// Is it admissible?
    pub is_admissible: bool,
    /// Makes it for a space from its arguments; each is a word or a list of words.
    pub make: fn(&S, &[Vec<String>], &mut Resources) -> Made<S>,
}

/// A heuristic, or why there is none.
pub type Made<S> = Result<Box<dyn Guide<S>>, Unmade>;

/// The resources for making a heuristic.
pub struct Resources<'a> {
    /// Where tables are kept.
    pub tables: &'a Tables,
    /// The number of threads that may build them.
    pub threads: usize,
    /// The limits on time and memory.
    pub budget: &'a Budget,
    /// The GPU to search on instead of the processor. Only `pdb` for sliding tiles uses it; others ignore it.
    pub gpu: Option<usize>,
    /// Called with each notice.
    pub watch: &'a mut dyn FnMut(Notice),
}

/// A notice while a heuristic is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A table is being built.
    Building {
        /// Its name.
        name: String,
        /// The progress, where it is known.
        percent: Option<u8>,
    },
    /// A message about a table's file.
    Warning(String),
}

/// Why a heuristic could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmade {
    /// Something is wrong with its arguments.
    Wrong(String),
    /// It exceeded the time or memory budget.
    Stopped(Exhausted),
    /// The GPU can't be used, for this reason.
    NoGpu(String),
}

impl Unmade {
    /// An error in its arguments.
    pub fn wrong(error: impl Display) -> Self {
        Self::Wrong(error.to_string())
    }
}

impl From<PatternError> for Unmade {
    fn from(error: PatternError) -> Self {
        Self::wrong(error)
    }
}

impl Resources<'_> {
    /// The table of this name and length: from disk, or built.
    ///
    /// # Errors
    /// Those of `build`.
    pub fn table(
        &mut self,
        name: &str,
        length: usize,
        build: impl FnOnce(&Budget) -> Result<Vec<u8>, Exhausted>,
    ) -> Result<Table, Unmade> {
        let build = || {
            (self.watch)(Notice::Building { name: name.to_owned(), percent: None });
            build(self.budget)
        };
        let (table, origin) = self.tables.open(name, length, self.budget, build).map_err(Unmade::Stopped)?;
        self.warn(name, &origin);
        Ok(table)
    }

    /// Passes on the warning about a table's file, if there is one.
    pub fn warn(&mut self, name: &str, origin: &Origin) {
        if let Some(warning) = origin.warning(name) {
            (self.watch)(Notice::Warning(warning));
        }
    }
}

/// Parses patterns, given as lists of numbers.
///
/// # Errors
/// When something is not a number.
pub fn patterns(arguments: &[Vec<String>]) -> Result<Vec<Vec<u8>>, Unmade> {
    let number = |word: &String| {
        word.parse().map_err(|_| {
            Unmade::wrong(format_args!("`{word}` is not a number; a pattern is a list of numbers"))
        })
    };
    if arguments.is_empty() {
        return Err(Unmade::wrong("takes patterns"));
    }
    arguments.iter().map(|words| words.iter().map(number).collect()).collect()
}

/// Numbers with hyphens between them, for the name of a table.
pub fn hyphenated(numbers: &[u8]) -> String {
    numbers.iter().map(u8::to_string).collect::<Vec<_>>().join("-")
}

impl<S: Packed + Sync> Entry<S> {
    /// The blind heuristic.
    pub const BLIND: Self = Self {
        name: "blind",
        usage: "blind",
        help: "nothing: every state is estimated to cost 0",
        is_admissible: true,
        make: |_, _, _| Ok(Box::new(Blind)),
    };
}

/// A heuristic with its type erased; its methods are compiled for the type.
pub trait Guide<S: Packed>: Send + Sync {
    /// Its estimate for a state.
    fn estimate(&self, space: &S, state: &S::State) -> Estimate;

    /// IDA\* with it.
    fn ida(
        &self,
        space: &S,
        start: &S::State,
        options: &Ida,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report<S::Move>;

    /// The same heuristic for searches with a closed list (A\*, GBFS): it estimates each state from scratch.
    fn of_states(&self) -> Box<dyn Heuristic<Rooted<S>>>;
}

impl<S: Packed + Sync, H: PathHeuristic<S> + Clone + Send + Sync + 'static> Guide<S> for H {
    fn estimate(&self, space: &S, state: &S::State) -> Estimate {
        let mut own = self.clone();
        let value = own.begin(space, state);
        own.h(value).estimate()
    }

    fn ida(
        &self,
        space: &S,
        start: &S::State,
        options: &Ida,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report<S::Move> {
        search::ida(space, self, start, options, limits, observer)
    }

    fn of_states(&self) -> Box<dyn Heuristic<Rooted<S>>> {
        Box::new(FromScratch(self.clone()))
    }
}

#[derive(Clone, Copy)]
struct Blind;

impl<S: Reversible> PathHeuristic<S> for Blind {
    type Value = ();
    type Cost = u32;

    fn begin(&mut self, _: &S, _: &S::State) {}

    fn step(&mut self, _: &S, (): (), _: &S::State, _: S::Move) {}

    fn h(&self, (): ()) -> u32 {
        0
    }
}
