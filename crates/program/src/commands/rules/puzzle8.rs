//! `hstar rules puzzle8`

use std::path::PathBuf;

use clap::{Args, ValueEnum, value_parser};
use planner::puzzle8::{RuleLearning, TestStates};
use rules::ladder::{Effort, Lookup};
use rules::puzzle8::{LearningOptions, Next, Puzzle8, Space, Unfinished, Walk};
use search::StopReason;

use crate::args::LimitArgs;
use crate::{Exit, Failure, Log, threads};
use console::interrupt;

/// Learn rules for the 8-puzzle that bound the distance of a state from the goal
///
/// Cost by cost: states are drawn, searches with the rules so far find their costs, and rules are learned that tell which
/// states have at least that cost. With --all-states the costs of all 181,440 states are known instead, and rules for all costs
/// are learned at once; then no rule overestimates.
///
/// DIR/rules.pl has the rules, which are the model: read them, test them with `hstar rules test`, and see why they hold in a
/// state with `hstar explain`. With samples, progress is kept: after Ctrl-C the same command goes on, and ends with the same
/// rules.
///
/// The options' defaults work best; --as paper and --as authors do what the paper says and what its authors' program does.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hstar rules puzzle8 --all-states --out all
  hstar rules puzzle8 --all-states --max-vars 9 --max-body 12 --bodies 1000000000 --out wide
  hstar rules puzzle8 --samples 1000 --reuse --seed 7 --out sampled
  hstar rules puzzle8 --all-states --out all --states puzzle8-test942.csv")]
pub struct Puzzle8Rules {
    /// The folder to write to; it is made if there is none
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Learn from all states with their costs, not from samples
    #[arg(long, conflicts_with_all = ["samples", "preset", "fresh", "next", "walk", "bounds", "only_complete", "expansions", "seed", "restart"])]
    all_states: bool,
    /// The number of states to draw for each cost
    #[arg(long, value_name = "N", default_value = "1000", value_parser = value_parser!(u32).range(1..=1_000_000))]
    samples: u32,
    /// Let rules call those of the cost before
    #[arg(long)]
    reuse: bool,
    /// Follow the paper, or its authors' program
    #[arg(long = "as", value_name = "WHO", conflicts_with_all = ["fresh", "next", "walk", "only_complete", "reading", "support"])]
    preset: Option<Preset>,
    /// Learn each cost from its own states alone, not from those of lower costs as well
    #[arg(long)]
    fresh: bool,
    /// Which cost comes next: each in turn, or the smallest that a state was found to have
    #[arg(long, default_value = "each")]
    next: NextArg,
    /// How states are drawn: by walks that move together, or each alone
    #[arg(long, default_value = "together")]
    walk: WalkArg,
    /// The most states that a search for the cost of a state may expand
    #[arg(long, value_name = "N", default_value = "1000", value_parser = value_parser!(u32).range(1..))]
    expansions: u32,
    /// Learn from the lower bounds of unfinished searches, too
    #[arg(long)]
    bounds: bool,
    /// Keep the rules of a cost only if they cover all states of at least that cost
    #[arg(long)]
    only_complete: bool,
    /// How values are looked up: the largest cost of a rule that holds, or by bisection over the costs
    #[arg(long, default_value = "largest")]
    reading: ReadingArg,
    /// The most variables of a rule
    #[arg(long, value_name = "N", default_value = "6", value_parser = value_parser!(u8).range(1..=16))]
    max_vars: u8,
    /// The most literals of the body of a rule
    #[arg(long, value_name = "N", default_value = "8", value_parser = value_parser!(u8).range(1..=60))]
    max_body: u8,
    /// The most literals of a part of a body that is connected by variables of its own
    #[arg(long, value_name = "N", default_value = "3", value_parser = value_parser!(u8).range(1..=60))]
    condition_literals: u8,
    /// The number of bodies to try; for each cost, if rules are learned cost by cost
    #[arg(long, value_name = "N", default_value = "3000000")]
    bodies: u64,
    /// The least number of states that a rule has to hold in [default: 8; 1 with --all-states]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    support: Option<u32>,
    /// Other seeds draw other states
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// A file of states with their costs, one `"[0, 1, …]",COST` a line, to test the rules on; may be given more than once
    /// [default: 942 states of all costs, and 50 to search from]
    #[arg(long, value_name = "FILE")]
    states: Vec<PathBuf>,
    /// The number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Begin anew, and discard the progress of an earlier run
    #[arg(long)]
    restart: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Preset {
    Paper,
    Authors,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum NextArg {
    Each,
    Found,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum WalkArg {
    Together,
    Alone,
}

/// How values are looked up.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ReadingArg {
    Largest,
    Bisected,
}

impl From<ReadingArg> for Lookup {
    fn from(reading: ReadingArg) -> Self {
        match reading {
            ReadingArg::Largest => Self::Largest,
            ReadingArg::Bisected => Self::Bisected,
        }
    }
}

impl Puzzle8Rules {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        let budget = self.limits.budget(interrupt::flag());
        let exhausted = |limit| Failure::new(StopReason::Exhausted(limit).into(), limit);
        let _watchdog = self.limits.watch(&budget, exhausted);
        let space = Space::new();
        let learning = RuleLearning {
            out: &self.out,
            puzzle: &self.puzzle(),
            course: self.course(),
            all_states: self.all_states,
            restart: self.restart,
            tests: &TestStates::read(&space, &self.states)?,
            budget: &budget,
        };
        let stopped = learning.run(&space, log)?;
        Ok(stopped.map_or(Exit::Success, |limit| StopReason::Exhausted(limit).into()))
    }

    fn puzzle(&self) -> Puzzle8 {
        let mut puzzle = Puzzle8::new();
        let mut bias = puzzle.vocabulary.frame().bias.clone();
        bias.max_variables = usize::from(self.max_vars);
        bias.max_body = usize::from(self.max_body);
        puzzle.vocabulary = puzzle.vocabulary.with_bias(bias);
        puzzle
    }

    fn effort(&self) -> Effort {
        let usual = if self.all_states || self.preset.is_some() { 1 } else { 8 };
        Effort {
            condition_literals: usize::from(self.condition_literals),
            bodies: self.bodies,
            support: self.support.map_or(usual, |support| support as usize),
            threads: threads::or_all(self.threads),
        }
    }

    fn course(&self) -> LearningOptions {
        let own = LearningOptions {
            states: self.samples as usize,
            walk: match self.walk {
                WalkArg::Together => Walk::Together,
                WalkArg::Alone => Walk::Alone,
            },
            expansions: self.expansions,
            unfinished: if self.bounds { Unfinished::AtLeast } else { Unfinished::Nothing },
            keeps_states: !self.fresh,
            next: match self.next {
                NextArg::Each => Next::Each,
                NextArg::Found => Next::SmallestFound,
            },
            reuses: self.reuse,
            only_complete: self.only_complete,
            reading: self.reading.into(),
            effort: self.effort(),
            seed: self.seed,
        };
        match self.preset {
            None => own,
            Some(Preset::Paper) => LearningOptions {
                walk: Walk::Alone,
                next: Next::SmallestFound,
                keeps_states: false,
                only_complete: true,
                reading: Lookup::Bisected,
                ..own
            },
            Some(Preset::Authors) => LearningOptions {
                walk: Walk::Together,
                next: Next::Each,
                keeps_states: false,
                only_complete: false,
                reading: Lookup::Bisected,
                ..own
            },
        }
    }
}
