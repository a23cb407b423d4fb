//! `hstar rules learn`

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use clap::builder::RangedU64ValueParser;
use clap::{Args, value_parser};
use induction::Failure::Wrong;
use induction::{Reading, Settings, Source, Standing, Watch};
use search::Budget;

use crate::args::LimitArgs;
use crate::{Exit, Failure, Log, threads};
use console::{ProgressLine, interrupt};

/// Find the smallest program that holds for all positive examples and for no negative one
///
/// Reads the three files that Popper reads: background knowledge (bk.pl), a bias that restricts the form of rules (bias.pl),
/// and examples (exs.pl). Rules are tried in order of size, so that a program that is found in time is a smallest one, and the
/// output says when that is certain. Every program is checked again by an independent method before it is printed. With
/// enable_recursion in the bias rules may be recursive, with enable_pi there may be predicates of the program's own.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hstar rules learn trains
  hstar rules learn zendo --time-limit 2m --max-vars 7
  hstar rules learn alzheimer --noisy --time-limit 1m")]
pub struct LearnRules {
    /// The folder with bk.pl, bias.pl and exs.pl
    folder: PathBuf,
    /// Examples may be wrong: find the program of least description length, which is its size plus one for each example that it
    /// gets wrong
    #[arg(long)]
    noisy: bool,
    /// The most variables of a rule, instead of the bias's limit
    #[arg(long, value_name = "N", value_parser = from_one(16))]
    max_vars: Option<u64>,
    /// The most literals of the body of a rule, instead of the bias's limit
    #[arg(long, value_name = "N", value_parser = from_one(100))]
    max_body: Option<u64>,
    /// The number of threads; the program is the same for any number [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    #[command(flatten)]
    limits: LimitArgs,
}

fn from_one(most: u64) -> RangedU64ValueParser {
    RangedU64ValueParser::new().range(1..=most)
}

impl LearnRules {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        let budget = self.limits.budget(interrupt::flag());
        let reading = self.read()?;
        let problem = &reading.problem;
        let (positives, negatives) = (problem.examples.positive.len(), problem.examples.negative.len());
        if positives == 0 {
            let exs = self.folder.join("exs.pl");
            let message = format!(
                "there is nothing to learn: {} has no positive example\n  = help: write those for which the rules are to hold, \
                 as in pos({}(…)).",
                exs.display(),
                problem.head.name
            );
            return Err(Failure::new(Exit::InputError, message));
        }
        log.line(format_args!("Examples: {positives} positive, {negatives} negative"));
        log.line(format_args!("Known: {}", reading.known()));
        let watcher = Watcher::new(&budget, self.noisy);
        let settings = Settings { is_noisy: self.noisy, threads: threads::or_all(self.threads) };
        let result = reading.learn(settings, &watcher);
        let time = watcher.start.elapsed();
        watcher.progress.clear();
        let learned = result.map_err(|error| {
            let exit = if error == Wrong { Exit::SearchCritical } else { Exit::Unsupported };
            Failure::new(exit, error)
        })?;
        learned.rules.iter().chain(&learned.verdict).for_each(|line| log.line(line));
        let rate = learned.tried as f64 / time.as_secs_f64().max(1e-9);
        log.line(format_args!(
            "Tried {} bodies and parts of bodies in {:.2}s, {rate:.0} per second",
            learned.tried,
            time.as_secs_f64()
        ));
        Ok(match (budget.check(), self.noisy || learned.is_complete) {
            (_, true) => Exit::Success,
            (Ok(()), false) => Exit::Unsolvable,
            (Err(limit), false) => search::StopReason::Exhausted(limit).into(),
        })
    }

    fn read(&self) -> Result<Reading, Failure> {
        let [bk, bias, exs] = ["bk.pl", "bias.pl", "exs.pl"].map(|name| self.folder.join(name));
        let mut texts = [read_text(&bk)?, read_text(&bias)?, read_text(&exs)?];
        // The last declaration counts.
        for (name, most) in [("max_vars", self.max_vars), ("max_body", self.max_body)] {
            texts[1].extend(most.map(|most| format!("\n{name}({most}).")));
        }
        let names = [&bk, &bias, &exs].map(|path| path.display().to_string());
        let source = |number: usize| Source { name: &names[number], text: &texts[number] };
        let reading = induction::read(source(0), source(1), source(2))?;
        reading.warnings.iter().for_each(console::complain);
        Ok(reading)
    }
}

fn read_text(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| {
        let message = format!(
            "cannot read {}: {error}\n  = help: the folder has to have bk.pl, bias.pl and exs.pl, as Popper reads them",
            path.display()
        );
        Failure::new(Exit::InputError, message)
    })
}

/// Shows the progress of an induction, and ends it in time.
struct Watcher<'a> {
    budget: &'a Budget,
    is_noisy: bool,
    progress: ProgressLine,
    start: Instant,
    /// When it was shown last, in milliseconds.
    shown: AtomicU64,
}

/// How often progress is shown.
const OFTEN: Duration = Duration::from_millis(200);

impl<'a> Watcher<'a> {
    fn new(budget: &'a Budget, is_noisy: bool) -> Self {
        Self {
            budget,
            is_noisy,
            progress: ProgressLine::new(),
            start: Instant::now(),
            shown: AtomicU64::new(0),
        }
    }
}

impl Watch for Watcher<'_> {
    fn is_over(&self) -> bool {
        self.budget.check().is_err()
    }

    fn see(&self, standing: &Standing) {
        let Standing { size, tried, cost, uncovered } = *standing;
        let time = self.start.elapsed();
        let now = time.as_millis() as u64;
        if now < self.shown.load(Ordering::Relaxed) + OFTEN.as_millis() as u64 {
            return;
        }
        self.shown.store(now, Ordering::Relaxed);
        let rate = tried as f64 / time.as_secs_f64().max(1e-9);
        let best = match (self.is_noisy, uncovered) {
            (true, _) => format!("description length {cost}"),
            (false, 0) => format!("size {cost}"),
            (false, _) => format!("size {cost}, {uncovered} not covered"),
        };
        self.progress
            .show(format_args!("{size} literals: {tried} bodies, {rate:.0} per second; best: {best}"));
    }
}
