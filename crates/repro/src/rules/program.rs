//! Programs, and how they are learned.

use std::time::Instant;

use crate::Scale;
use rules::ladder::{Clause, Effort, Ladder, Lookup, learn, learn_in_turn};
use rules::puzzle8::{Learning, LearningOptions, Next, Puzzle8, Unfinished, Walk};

use super::bench::{Bench, Learned};
use crate::Context;
use planner::Error;

/// A program to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Program {
    /// From all states with their costs.
    All(Way),
    /// From states that are drawn for each cost, as in the paper.
    Sample {
        /// How many states for each cost.
        states: usize,
        /// May rules call those of the cost before?
        reuses: bool,
        /// The seed of random numbers.
        seed: u64,
    },
}

/// How rules are learned from all states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// For all costs at once, within the paper's bias.
    Plain,
    /// Cost by cost; rules may call those of the cost before.
    Reuse,
    /// For all costs at once, with more variables and literals than the paper allows.
    Wide,
}

/// More bodies than there are.
const ALL_BODIES: u64 = 10_000_000_000;

/// Variables and literals of the wider bias; the paper has 6 and 8.
const WIDE: (usize, usize) = (9, 12);

/// A rule that holds in fewer states of a sample may do so by chance.
const SUPPORT: usize = 8;

/// How many literals a connected part of a body may have.
pub(super) const CONDITION_LITERALS: usize = 3;

impl Learned {
    /// Rules that were learned before.
    pub(super) fn of(clauses: &[Clause]) -> Self {
        Self { ladder: Ladder::new(clauses.to_vec()), seconds: f64::NAN }
    }
}

impl Program {
    pub(super) fn name(&self) -> String {
        match *self {
            Self::All(way) => format!("181440 {}", way.name()),
            Self::Sample { states, reuses, seed } => format!("{states} {}, seed {seed}", reuse(reuses)),
        }
    }

    /// A text of everything that the rules depend on, except the program that learns them.
    pub(super) fn described(&self, scale: Scale) -> String {
        match self {
            Self::All(way) => way.described(way.bodies(scale)),
            Self::Sample { .. } => {
                format!("{self:?}, {} bodies for each cost, support {SUPPORT}", sample_bodies(scale))
            }
        }
    }

    pub(super) fn puzzle(&self) -> Puzzle8 {
        match self {
            Self::All(way) => way.puzzle(),
            Self::Sample { .. } => Puzzle8::new(),
        }
    }

    pub(super) fn learn(&self, scale: Scale, bench: &Bench, context: &Context<'_>) -> Result<Learned, Error> {
        match *self {
            Self::All(way) => way.learn_with(way.bodies(scale), bench, context),
            Self::Sample { states, reuses, seed } => {
                let effort = effort(SUPPORT, sample_bodies(scale), context);
                sample(
                    LearningOptions {
                        states,
                        walk: Walk::Together,
                        expansions: 1000,
                        unfinished: Unfinished::Nothing,
                        keeps_states: true,
                        next: Next::Each,
                        reuses,
                        only_complete: false,
                        reading: Lookup::Largest,
                        effort,
                        seed,
                    },
                    context,
                )
            }
        }
    }
}

impl Way {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Plain => "none",
            Self::Reuse => "reuse",
            Self::Wide => "wide",
        }
    }

    /// How many bodies are tried: in all, or for each cost if rules are learned cost by cost.
    pub(super) fn bodies(self, scale: Scale) -> u64 {
        match (self, scale) {
            (Self::Plain | Self::Wide, Scale::Smoke) => 100_000,
            (Self::Plain | Self::Wide, _) => ALL_BODIES,
            (Self::Reuse, Scale::Smoke) => 10_000,
            (Self::Reuse, Scale::Laptop) => 2_000_000,
            (Self::Reuse, Scale::Paper | Scale::Full) => 20_000_000,
        }
    }

    pub(super) fn described(self, bodies: u64) -> String {
        format!("all states, {}, {bodies} bodies", self.name())
    }

    pub(super) fn puzzle(self) -> Puzzle8 {
        let mut puzzle = Puzzle8::new();
        if self == Self::Wide {
            let mut bias = puzzle.vocabulary.frame().bias.clone();
            (bias.max_variables, bias.max_body) = WIDE;
            puzzle.vocabulary = puzzle.vocabulary.with_bias(bias);
        }
        puzzle
    }

    pub(super) fn learn_with(
        self,
        bodies: u64,
        bench: &Bench,
        context: &Context<'_>,
    ) -> Result<Learned, Error> {
        let start = Instant::now();
        let ladder = if self == Self::Reuse {
            let (puzzle, effort) = (self.puzzle(), effort(1, bodies, context));
            let facts = puzzle.facts(&bench.all_states());
            learn_in_turn(&puzzle.vocabulary, &facts, &effort, &|| is_over(context), |_, _| {})
        } else {
            Ladder::new(self.clauses(bodies, bench, context))
        };
        finished(ladder, start, context)
    }

    /// Rules at a scale, those first that improve the values most.
    pub(super) fn clauses_by_worth(
        self,
        scale: Scale,
        bench: &Bench,
        context: &Context<'_>,
    ) -> Result<Vec<Clause>, Error> {
        let clauses = self.clauses(self.bodies(scale), bench, context);
        context.check()?;
        Ok(clauses)
    }

    fn clauses(self, bodies: u64, bench: &Bench, context: &Context<'_>) -> Vec<Clause> {
        let puzzle = self.puzzle();
        let facts = puzzle.facts(&bench.all_states());
        learn(&puzzle.vocabulary, &facts, &effort(1, bodies, context), &|| is_over(context)).clauses
    }
}

/// How many bodies are tried for each cost.
pub(super) fn sample_bodies(scale: Scale) -> u64 {
    match scale {
        Scale::Smoke => 300_000,
        Scale::Laptop => 3_000_000,
        Scale::Paper | Scale::Full => 30_000_000,
    }
}

pub(super) fn reuse(reuses: bool) -> &'static str {
    if reuses { "reuse" } else { "none" }
}

fn effort(support: usize, bodies: u64, context: &Context<'_>) -> Effort {
    Effort { condition_literals: CONDITION_LITERALS, bodies, support, threads: context.threads }
}

fn sample(course: LearningOptions, context: &Context<'_>) -> Result<Learned, Error> {
    let start = Instant::now();
    let puzzle = Puzzle8::new();
    let mut learning = Learning::new(&puzzle, course);
    while learning.step(&|| is_over(context)).is_some() {}
    finished(learning.ladder, start, context)
}

fn finished(ladder: Ladder, start: Instant, context: &Context<'_>) -> Result<Learned, Error> {
    context.check()?;
    Ok(Learned { ladder, seconds: start.elapsed().as_secs_f64() })
}

fn is_over(context: &Context<'_>) -> bool {
    context.check().is_err()
}
