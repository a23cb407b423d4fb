//! `hstar lab run`

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::{Args, value_parser};
use lab::slurm::Cluster;
use lab::{Again, Experiment, FileError, Folder, Outcome, Run, Runner, Watch, WorkList, own_program};
use tools::numbers::counted;
use tools::threads::locked;

use super::check;
use super::slurm::{SlurmArgs, refuse_while_queued};
use super::{CheckCommand, no_program, tell, unreadable, unwritable};
use crate::{Exit, Failure, Log, threads, units};
use console::{ProgressLine, interrupt};
use planner::file_kind::mistaken;

/// Run an experiment: algorithms × problems × seeds, from a TOML file
///
/// Each run is a process of its own, with the limits given in the file. Finished runs are not repeated: the same command goes
/// on after Ctrl-C, a crash, or when problems or algorithms were added. The key of a result covers everything that went into
/// it, so that results of another hstar or of other files are noticed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct RunExperiment {
    /// The experiment
    experiment: PathBuf,
    /// The folder for all results [default: the experiment's name with .run instead of .toml]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The number of runs at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Repeat runs that failed
    #[arg(long)]
    retry: bool,
    /// Repeat runs that were done by another hstar or from other files
    #[arg(long, conflicts_with = "keep")]
    redo: bool,
    /// Keep results although they were made by another hstar or from other files
    #[arg(long)]
    keep: bool,
    #[command(flatten)]
    slurm: SlurmArgs,
}

const EXAMPLES: &str = r#"An experiment:
  seeds = [1, 2, 3]                    # stand for {seed}; what does not mention it is run once

  [limits]                             # for each run
  time = "60s"
  memory = "2G"
  evaluations = 100000

  [[problems]]
  files = ["gripper", "blocks/p01.pddl"]   # PDDL files and folders, beside this file

  [[algorithm]]
  name = "blind"
  search = "gbfs(blind)"

  [[algorithm]]                        # ff and lama-first stand beside it, unless baselines = false
  name = "learned"
  search = "gbfs(model)"
  model = "model-{seed}.hstar"

  [[job]]                              # makes files for the others, before them
  name = "training"
  command = ["learn", "model-{seed}.hstar", "data.parquet", "--seed", "{seed}"]
  makes = ["model-{seed}.hstar"]

Puzzles are [[problems]] with space = "tiles:4x4" and instances = "korf100:1-10".

Examples:
  hstar lab run experiment.toml
  hstar lab run experiment.toml --out results --jobs 4 --retry
  hstar lab run experiment.toml --on slurm --partition long --follow
"#;

impl RunExperiment {
    pub(crate) fn run(&self, check: CheckCommand<'_>, log: &mut Log) -> Result<Exit, Failure> {
        let (text, runs) = self.read()?;
        let program = own_program().map_err(no_program)?;
        let path = self.out.clone().unwrap_or_else(|| self.experiment.with_extension("run"));
        let folder = Folder::create(&path).map_err(|error| unwritable(&path, &error))?;
        let unwritable = |error: io::Error| unwritable(&path, &error);
        let Some(_lock) = folder.lock().map_err(unwritable)? else {
            let message = format!("the experiment is being run by another hstar in {}", path.display());
            return Err(Failure::new(Exit::Usage, message));
        };
        self.slurm.check()?;
        let again = Again { failed: self.retry, outdated: self.redo, keep: self.keep };
        let list = WorkList::new(&program, &folder, runs, again).map_err(unreadable_input)?;
        let options = self.slurm.options();
        if options.is_none() {
            refuse_while_queued(&folder)?;
        }
        if list.outdated > 0 && !self.keep {
            let message = format!(
                "{} of {} results were made by another hstar or from other files\n  = help: --redo makes them again, \
                 --keep keeps them, --out DIR begins anew",
                list.outdated,
                list.runs.len()
            );
            return Err(Failure::new(Exit::Usage, message));
        }
        let WorkList { runs, keys, left, .. } = &list;
        check::all(check, &self.experiment, &folder, left.iter().map(|&number| &runs[number]))?;
        for &number in left {
            folder.forget(&runs[number]).map_err(unwritable)?;
        }
        let done = runs.len() - left.len();
        log.line(format_args!("{}, {done} of them done before", counted(runs.len(), "run")));
        folder.write_plan(&text, runs).map_err(unwritable)?;
        if let Some(options) = &options {
            let cluster = Cluster { program: &program, folder: &folder, runs, keys, options };
            return self.slurm.run(&cluster, left, log);
        }
        let interrupted = interrupt::patient_flag();
        let runner = Runner { program: &program, folder: &folder, runs, keys, interrupted: &interrupted };
        let watcher = Watcher::new(left.len());
        let result = runner.run(left, threads::or_all(self.jobs), &watcher);
        watcher.progress.clear();
        let changed = list.forget_changed(&program, &folder).map_err(unreadable_input)?;
        folder.write_properties().map_err(unwritable)?;
        result.map_err(unwritable)?;
        if changed > 0 {
            let message = format!(
                "{changed} results are forgotten, since files changed while they were made\n  = help: the same command makes \
                 them again"
            );
            return Err(Failure::new(Exit::InputError, message));
        }
        if interrupted.load(Ordering::Relaxed) {
            log.line("Stopped; the same command goes on.");
            return Ok(Exit::Interrupted);
        }
        tell(&folder, runs, log)
    }

    /// The text of the experiment, and its runs.
    fn read(&self) -> Result<(String, Vec<Run>), Failure> {
        let path = &self.experiment;
        if let Some(mistake) = mistaken(path, "an experiment") {
            return Err(mistake.into());
        }
        let text = fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
        let wrong = |why: &dyn std::fmt::Display| {
            Failure::new(Exit::InputError, format_args!("{}: {why}", path.display()))
        };
        let experiment = Experiment::parse(&text).map_err(|error| wrong(&error))?;
        let whole = fs::canonicalize(path).map_err(|error| unreadable(path, &error))?;
        let runs = lab::expand(&experiment, whole.parent().unwrap_or(Path::new("/")))
            .map_err(|error| wrong(&error))?;
        Ok((text, runs))
    }
}

fn unreadable_input((path, error): FileError) -> Failure {
    unreadable(&path, &error)
}

/// Reports progress.
struct Watcher {
    progress: ProgressLine,
    start: Instant,
    all: usize,
    failed: Mutex<usize>,
}

impl Watcher {
    fn new(all: usize) -> Self {
        Self { progress: ProgressLine::new(), start: Instant::now(), all, failed: Mutex::new(0) }
    }

    fn show(&self, left: usize, has_failed: bool) {
        let mut failed = locked(&self.failed);
        *failed += usize::from(has_failed);
        self.progress.show(how_far(self.all - left, self.all, *failed, self.start.elapsed()));
    }
}

fn how_far(done: usize, all: usize, failed: usize, elapsed: Duration) -> String {
    let failures = if failed > 0 { format!(" · {failed} failed") } else { String::new() };
    let left = elapsed.mul_f64((all - done) as f64 / done.max(1) as f64);
    let left = units::spoken_time(Duration::from_secs(left.as_secs()));
    format!("{done} of {}{failures} · about {left} left", counted(all, "run"))
}

impl Watch for Watcher {
    fn done(&self, _: &Run, outcome: &Outcome, left: usize) {
        self.show(left, outcome.is_failure);
    }

    fn left_out(&self, _: &Run, left: usize) {
        self.show(left, true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_runs_failures_and_the_time_left() {
        let elapsed = Duration::from_secs(60);
        assert_eq!(how_far(10, 40, 0, elapsed), "10 of 40 runs · about 3 min left");
        assert_eq!(how_far(20, 40, 2, elapsed), "20 of 40 runs · 2 failed · about 1 min left");
    }
}
