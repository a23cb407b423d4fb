//! Heuristics of puzzles: declared by name, with their types erased once, outside all searches.

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
    /// How it is written, with its arguments if it takes any.
    pub usage: &'static str,
    /// What it is, in a line.
    pub help: &'static str,
    /// Does it never overestimate?
    pub is_admissible: bool,
    /// Makes it for a space from its arguments: words, and lists of words.
    pub make: fn(&S, &[Vec<String>], &mut Resources) -> Made<S>,
}

/// A heuristic, or why there is none.
pub type Made<S> = Result<Box<dyn Guide<S>>, Unmade>;

/// What it takes to make a heuristic.
pub struct Resources<'a> {
    /// Where tables are kept.
    pub tables: &'a Tables,
    /// How many threads may build them.
    pub threads: usize,
    /// How long, and with how much memory.
    pub budget: &'a Budget,
    /// The GPU to search on, if not by the processor. Only `pdb` for sliding tiles knows what to do there; it does not count
    /// for others.
    pub gpu: Option<usize>,
    /// Is told what happens.
    pub watch: &'a mut dyn FnMut(Notice),
}

/// What is told while a heuristic is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A table is being built.
    Building {
        /// Its name.
        name: String,
        /// How much of it is done, where that is known.
        percent: Option<u8>,
    },
    /// Something is wrong with a table's file, in words.
    Warning(String),
}

/// Why a heuristic could not be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmade {
    /// Something is wrong with its arguments.
    Wrong(String),
    /// It took too long, or too much memory.
    Stopped(Exhausted),
    /// The GPU can't be used, for this reason.
    NoGpu(String),
}

impl Unmade {
    /// Says what is wrong.
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
    /// A table of this name and length, kept or built.
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
        let (table, origin) = self.tables.open(name, length, build).map_err(Unmade::Stopped)?;
        self.warn(name, &origin);
        Ok(table)
    }

    /// Tells what is wrong with a table's file, if anything is.
    pub fn warn(&mut self, name: &str, origin: &Origin) {
        if let Some(warning) = origin.warning(name) {
            (self.watch)(Notice::Warning(warning));
        }
    }
}

/// Patterns of numbered things, given as lists of their numbers.
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
    /// Knows nothing.
    pub const BLIND: Self = Self {
        name: "blind",
        usage: "blind",
        help: "nothing: every state is estimated to cost 0",
        is_admissible: true,
        make: |_, _, _| Ok(Box::new(Blind)),
    };
}

/// A heuristic that some search is to use: behind it, the searches are compiled for its type.
pub trait Guide<S: Packed>: Send + Sync {
    /// What it says of a state.
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

    /// The same heuristic for the searches that remember states: it estimates each from scratch.
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
