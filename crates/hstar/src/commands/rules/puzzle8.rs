//! `hstar rules puzzle8`

mod learning_file;
mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum, value_parser};
use rules::ladder::{self, Effort, Ladder, Lesson, Reading};
use rules::puzzle8::{ABOUT, Course, Learning, Next, Puzzle8, Space, State, Unfinished, Walk};
use search::Budget;

use self::learning_file::LearningFile;
pub(crate) use self::report::TestStates;
use crate::cli::LimitArgs;
use crate::progress::Progress;
use crate::{Exit, Failure, Log, counted, interrupt, threads, whole_file};

/// Learn rules for the 8-puzzle that say how far a state is from the goal
///
/// Cost by cost: states are drawn, searches with the rules so far find their costs, and rules are learned that tell which
/// cost at least so much. With --all-states the costs of all 181,440 states are known instead, and rules for all costs are
/// learned at once; no rule then says more than is true.
///
/// DIR/rules.pl has the rules, which are the model: read them, try them with `hstar rules test`, ask why they say what they
/// say with `hstar explain`. With samples, what is done is kept: after Ctrl-C the same command goes on, and ends with the
/// same rules.
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
    /// The folder to write to; it is made where there is none
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Learn from all states with their costs, not from samples
    #[arg(long, conflicts_with_all = ["samples", "preset", "fresh", "next", "walk", "bounds", "only_complete", "expansions", "seed", "restart"])]
    all_states: bool,
    /// How many states to draw for each cost
    #[arg(long, value_name = "N", default_value = "1000", value_parser = value_parser!(u32).range(1..=1_000_000))]
    samples: u32,
    /// Let rules call those of the cost before
    #[arg(long)]
    reuse: bool,
    /// Do as the paper says, or as its authors' program does
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
    /// How many states a search for the cost of one may expand
    #[arg(long, value_name = "N", default_value = "1000", value_parser = value_parser!(u32).range(1..))]
    expansions: u32,
    /// Learn from the lower bounds of searches that were not finished, too
    #[arg(long)]
    bounds: bool,
    /// Keep the rules of a cost only if they hold for all states that cost so much
    #[arg(long)]
    only_complete: bool,
    /// How values are read: the largest cost of a rule that holds, or by bisection over the costs
    #[arg(long, default_value = "largest")]
    reading: ReadingArg,
    /// How many variables a rule may have
    #[arg(long, value_name = "N", default_value = "6", value_parser = value_parser!(u8).range(1..=16))]
    max_vars: u8,
    /// How many literals the body of a rule may have
    #[arg(long, value_name = "N", default_value = "8", value_parser = value_parser!(u8).range(1..=60))]
    max_body: u8,
    /// How many literals a part of a body may have that is connected by variables of its own
    #[arg(long, value_name = "N", default_value = "3", value_parser = value_parser!(u8).range(1..=60))]
    condition_literals: u8,
    /// How many bodies to try, for each cost if one after the other is learned
    #[arg(long, value_name = "N", default_value = "3000000")]
    bodies: u64,
    /// How many states a rule has to hold in [default: 8; 1 with --all-states]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    support: Option<u32>,
    /// Other seeds draw other states
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// A file of states with their costs, one `"[0, 1, …]",COST` a line, to try the rules on; may be given more than once
    /// [default: 942 states of all costs, and 50 to search from]
    #[arg(long, value_name = "FILE")]
    states: Vec<PathBuf>,
    /// How many threads to use [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Begin anew where something was kept
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

/// How values are read.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ReadingArg {
    Largest,
    Bisected,
}

impl From<ReadingArg> for Reading {
    fn from(reading: ReadingArg) -> Self {
        match reading {
            ReadingArg::Largest => Self::Largest,
            ReadingArg::Bisected => Self::Bisected,
        }
    }
}

impl Puzzle8Rules {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        let space = Space::new();
        let tests = TestStates::read(&space, &self.states)?;
        fs::create_dir_all(&self.out).map_err(|error| {
            Failure::new(Exit::InputError, format_args!("cannot make {}: {error}", self.out.display()))
        })?;
        let puzzle = self.puzzle();
        let budget = self.limits.budget(interrupt::flag());
        let start = Instant::now();
        let (ladder, is_done) = if self.all_states {
            self.learn_from_all(&puzzle, &space, &budget, log)?
        } else {
            self.learn_from_samples(&puzzle, &budget, log)?
        };
        self.write_model(&puzzle, &ladder)?;
        let reading = self.course().reading;
        log.line(format_args!(
            "{} of size {} in {:.1} s",
            counted(ladder.clauses.len(), "rule"),
            ladder.size(),
            start.elapsed().as_secs_f64()
        ));
        tests.report(&puzzle, &ladder, reading, log)?;
        log.line(format_args!("Written to {}", self.model().display()));
        match budget.check() {
            Err(limit) if !is_done => {
                let next = if self.all_states { "begins anew" } else { "goes on from there" };
                log.line(format_args!("Not all was learned; the same command {next}"));
                Ok(search::StopReason::Exhausted(limit).into())
            }
            _ => Ok(Exit::Success),
        }
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
        Effort {
            condition_literals: usize::from(self.condition_literals),
            bodies: self.bodies,
            support: self
                .support
                .map_or(if self.all_states || self.preset.is_some() { 1 } else { 8 }, |support| {
                    support as usize
                }),
            threads: threads::or_all(self.threads),
        }
    }

    fn course(&self) -> Course {
        let own = Course {
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
            Some(Preset::Paper) => Course {
                walk: Walk::Alone,
                next: Next::SmallestFound,
                keeps_states: false,
                only_complete: true,
                reading: Reading::Bisected,
                ..own
            },
            Some(Preset::Authors) => Course {
                walk: Walk::Together,
                next: Next::Each,
                keeps_states: false,
                only_complete: false,
                reading: Reading::Bisected,
                ..own
            },
        }
    }

    fn model(&self) -> PathBuf {
        self.out.join("rules.pl")
    }

    fn write_model(&self, puzzle: &Puzzle8, ladder: &Ladder) -> Result<(), Failure> {
        let text = ladder::write(ladder, &puzzle.vocabulary, ABOUT);
        write(&self.model(), &text)
    }

    /// Rules from all states, and whether all was learned.
    fn learn_from_all(
        &self,
        puzzle: &Puzzle8,
        space: &Space,
        budget: &Budget,
        log: &mut Log,
    ) -> Result<(Ladder, bool), Failure> {
        let states: Vec<(State, u32)> =
            space.states().iter().map(|state| (*state, space.cost(state))).collect();
        let facts = puzzle.facts(&states);
        let is_over = || budget.check().is_err();
        let (effort, vocabulary) = (self.effort(), &puzzle.vocabulary);
        let ladder = if self.reuse {
            ladder::learn_in_turn(vocabulary, &facts, &effort, &is_over, |cost, lesson| {
                log.line(learned(cost, states.len(), lesson));
            })
        } else {
            let lesson = ladder::learn(vocabulary, &facts, &effort, &is_over);
            log.line(format_args!(
                "{}, {}; {} of {} states are known to have their cost",
                counted(lesson.conditions, "condition"),
                tried(&lesson),
                states.len() - lesson.uncovered,
                states.len()
            ));
            Ladder::new(lesson.clauses)
        };
        Ok((ladder, !is_over()))
    }

    /// Rules from samples, cost by cost, and whether all was learned.
    fn learn_from_samples(
        &self,
        puzzle: &Puzzle8,
        budget: &Budget,
        log: &mut Log,
    ) -> Result<(Ladder, bool), Failure> {
        let course = self.course();
        let file = LearningFile::new(self.out.join("learning.json"), puzzle, &course);
        let mut learning = Learning::new(puzzle, course);
        if self.restart {
            file.remove()?;
        } else if file.restore(&mut learning)? {
            log.line(format_args!("Going on after cost {}", learning.cost));
        }
        let is_over = || budget.check().is_err();
        let progress = Progress::new();
        loop {
            progress.show(format_args!("cost {}: drawing states, and learning from them", learning.cost + 1));
            let done = learning.step(&is_over);
            progress.clear();
            let Some(done) = done else { break };
            log.line(format_args!(
                "{}; {} of the states cost so much",
                learned(done.cost, done.states, &done.lesson),
                done.positive
            ));
            file.keep(&learning)?;
            self.write_model(puzzle, &learning.ladder)?;
        }
        Ok((learning.ladder, !is_over()))
    }
}

fn learned(cost: u32, states: usize, lesson: &Lesson) -> String {
    format!(
        "Cost {cost}: {} from {}, {}, {} not covered",
        counted(lesson.clauses.len(), "rule"),
        counted(states, "state"),
        tried(lesson),
        counted(lesson.uncovered, "state")
    )
}

fn tried(lesson: &Lesson) -> String {
    let rate = lesson.tried as f64 / lesson.time.as_secs_f64().max(1e-9);
    format!("{} tried at {rate:.0} per second", counted(lesson.tried, "body"))
}

/// Writes a whole file, or leaves the old one.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    use std::io::Write;
    whole_file::write(path, |out| out.write_all(text.as_bytes())).map_err(|error| {
        Failure::new(Exit::InputError, format_args!("cannot write {}: {error}", path.display()))
    })
}
