//! The learning track of the IPC 2023: what `hstar learn` makes without options, beside searches that need no learning and what
//! others have reached.
//!
//! For each domain there is an experiment of the lab, in a folder that all tables of a scale share: it learns a model from the
//! training problems, and plans the test problems with it and with other searches. So runs are limited, kept and continued as in
//! every experiment, and a cluster can do them, too.

mod domains;
mod experiment;
mod fast_downward;
mod plots;
mod results;

use std::path::{Path, PathBuf};
use std::time::Duration;

use planner::{Error, ErrorKind};

use self::domains::{DOMAINS, TrackDomain};
use self::experiment::DomainExperiment;
use self::results::{Attempt, ROWS};
use crate::{Context, Extras, Measure, Measured, Scale, Step, Table, Value, Work};

/// The track with one limit on the time for a problem.
pub(crate) struct Track {
    limit: Duration,
    benchmarks: Option<PathBuf>,
    /// Are runs to be done again that were done by another program or from other files?
    again: bool,
}

/// The column for all domains together.
const SUM: &str = "sum";

/// The sizes of the track's tests.
pub(super) const SIZES: [&str; 3] = ["easy", "medium", "hard"];

/// How many tests the track has of each size.
pub(super) const TESTS: usize = 30;

/// The part of a table for tests of all sizes.
const ALL_SIZES: &str = "all";

/// How much is done at a scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// Tests of each size.
    pub tests: [usize; 3],
    /// Training problems, where they are generated.
    pub training: usize,
    /// The time for learning.
    pub learning: Duration,
    /// The time for a problem.
    pub limit: Duration,
}

impl Effort {
    pub(super) fn at(scale: Scale) -> Self {
        let seconds = Duration::from_secs;
        match scale {
            Scale::Smoke => Self { tests: [2, 0, 0], training: 10, learning: seconds(5), limit: seconds(10) },
            Scale::Laptop => Self { tests: [2; 3], training: 50, learning: seconds(60), limit: seconds(60) },
            Scale::Paper | Scale::Full => {
                Self { tests: [TESTS; 3], training: 90, learning: seconds(600), limit: seconds(1800) }
            }
        }
    }
}

impl Track {
    /// The table of this name, if it is one.
    pub(crate) fn of(table: &str, benchmarks: Option<PathBuf>) -> Option<Self> {
        let limit = match table {
            "10s" => 10,
            "60s" => 60,
            "30min" => 1800,
            _ => return None,
        };
        Some(Self { limit: Duration::from_secs(limit), benchmarks, again: false })
    }

    fn experiment<'a>(
        &'a self,
        domain: &'static TrackDomain,
        scale: Scale,
        shared: &Path,
    ) -> DomainExperiment<'a> {
        DomainExperiment {
            domain,
            effort: Effort::at(scale),
            benchmarks: self.benchmarks.as_deref(),
            folder: shared.join(domain.name),
        }
    }

    /// The values of the column of a domain. Shares are scaled to as many problems as the track has.
    fn values(&self, domain: &TrackDomain, attempts: &[Attempt]) -> Vec<Value> {
        let mut values = Vec::new();
        for row in ROWS {
            let of_row = || attempts.iter().filter(|attempt| attempt.row == row);
            let has_all_sizes = SIZES.iter().all(|size| of_row().any(|attempt| attempt.size == *size));
            for part in SIZES.into_iter().chain(has_all_sizes.then_some(ALL_SIZES)) {
                let of_part = || of_row().filter(|attempt| part == ALL_SIZES || attempt.size == part);
                let solved = of_part().filter(|attempt| attempt.is_solved_in(self.limit)).count();
                let (all, tests) =
                    (of_part().count(), if part == ALL_SIZES { SIZES.len() * TESTS } else { TESTS });
                if all > 0 {
                    values.push(Value::new(part, row, domain.name, (solved * tests) as f64 / all as f64));
                }
            }
        }
        values
    }
}

impl Measure for Track {
    fn scales(&self) -> &[Scale] {
        let possible = Scale::USUAL.iter().position(|&scale| self.limit <= Effort::at(scale).limit);
        possible.map_or(&[], |first| &Scale::USUAL[first..])
    }

    fn departures(&self, scale: Scale) -> Vec<String> {
        let Effort { tests, learning, limit, .. } = Effort::at(scale);
        let source = match &self.benchmarks {
            Some(_) => {
                "Training problems, and tests of the sizes that are there, are the track's own; other tests are generated"
            }
            None => "All problems are generated",
        };
        let mut sentences = vec![
            format!("{source}, with parameters as the track's problems have them."),
            format!(
                "hstar learns {} s for a domain, on all cores; the track allowed a day.",
                learning.as_secs()
            ),
            format!(
                "A run may take {} s by the clock and 8 GB; as many run at once as there are cores. What was solved within the \
                 time of the table counts.",
                limit.as_secs()
            ),
            "What others have solved, they solved on other machines (docs/track.md has the sources)."
                .to_owned(),
        ];
        if scale != Scale::Full {
            let counts: Vec<String> =
                SIZES.iter().zip(tests).map(|(size, count)| format!("{count} {size}")).collect();
            sentences.push(format!(
                "Of each domain there are {} problems instead of {TESTS} of each size; shares are scaled to as many.",
                counts.join(", ")
            ));
        }
        if fast_downward::program().is_none() {
            sentences.push("Fast Downward is not on the path, and is not run.".to_owned());
        }
        sentences
    }

    fn steps(&self, scale: Scale) -> Vec<Step> {
        let source = self.benchmarks.as_ref().map(|folder| folder.display().to_string()).unwrap_or_default();
        let inputs = format!("{:?}; {source}; {}", Effort::at(scale), fast_downward::program().is_some());
        DOMAINS.iter().map(|domain| step(domain, &inputs)).collect()
    }

    fn measure(
        &mut self,
        step: &Step,
        scale: Scale,
        folder: &Path,
        context: &Context<'_>,
    ) -> Result<Vec<Value>, Error> {
        self.check_benchmarks()?;
        let domain = DOMAINS.iter().find(|domain| domain.name == step.name);
        let domain = domain.ok_or_else(|| Error::internal(&step.name))?;
        self.experiment(domain, scale, folder).run(self.again, context)?;
        Ok(self.values(domain, &attempts_at(domain, folder)?))
    }
}

fn step(domain: &TrackDomain, inputs: &str) -> Step {
    Step { name: domain.name.to_owned(), inputs: inputs.to_owned() }
}

impl Work for Track {
    fn repeat(&mut self) {
        self.again = true;
    }

    fn prepare(
        &self,
        scale: Scale,
        shared: &Path,
        is_wanted: &dyn Fn(&Step) -> bool,
    ) -> Result<Vec<PathBuf>, Error> {
        self.check_benchmarks()?;
        let wanted = DOMAINS.iter().filter(|domain| is_wanted(&step(domain, "")));
        wanted.map(|domain| self.experiment(domain, scale, shared).prepare()).collect()
    }

    /// The sums of the rows, where all domains are measured.
    fn derived(&self, table: &Table, measured: &Measured) -> Vec<Value> {
        let mut sums = Vec::new();
        for part in SIZES.into_iter().chain([ALL_SIZES]) {
            for row in ROWS {
                let solved =
                    |domain: &TrackDomain| measured.summary(table, table.place(part, row, domain.name)?);
                let sum: Option<f64> = DOMAINS.iter().map(solved).sum();
                sums.extend(sum.map(|sum| Value::new(part, row, SUM, sum)));
            }
        }
        sums
    }

    fn extras(&self, _: &Table, _: &Measured, shared: &Path) -> Extras {
        let attempts: Vec<Attempt> =
            DOMAINS.iter().filter_map(|domain| attempts_at(domain, shared).ok()).flatten().collect();
        Extras::of_plots(plots::of(&attempts, self.limit))
    }
}

impl Track {
    /// Refuses a folder of benchmarks without any of the domains.
    fn check_benchmarks(&self) -> Result<(), Error> {
        let Some(folder) = &self.benchmarks else { return Ok(()) };
        if DOMAINS.iter().any(|domain| experiment::own_folder(folder, domain).is_some()) {
            return Ok(());
        }
        let message = format_args!(
            "{0} has none of the track's domains\n  = help: --benchmarks takes the folder with blocksworld/domain.pddl and so \
             on, or the one that has it as {1}",
            folder.display(),
            experiment::TRACK
        );
        Err(Error::new(ErrorKind::Input, message))
    }
}

/// What came of all runs of a domain, in the folder that tables share.
fn attempts_at(domain: &'static TrackDomain, shared: &Path) -> Result<Vec<Attempt>, Error> {
    experiment::results(domain, &shared.join(domain.name))
}
