//! `hstar lab run --on slurm`

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard};

use clap::{Args, ValueEnum, value_parser};
use lab::slurm::{self, Cluster, Follow, Followed, Options, Queue, SlurmError, Submission};
use lab::{Folder, Outcome, Run, Watch};
use tools::numbers::inflected;
use tools::threads::locked;

use super::{tell, unreadable, unwritable};
use crate::{Exit, Failure, Log};
use console::{ProgressLine, interrupt};

/// Where runs are done.
#[derive(Args, Debug)]
#[command(next_help_heading = "On a cluster")]
pub(super) struct SlurmArgs {
    /// Submit the runs as job arrays instead of doing them here
    #[arg(long, value_name = "CLUSTER", value_enum, conflicts_with = "jobs")]
    on: Option<Place>,
    /// Wait until all runs are done, report progress, and submit lost runs again
    #[arg(long, requires = "on")]
    follow: bool,
    /// The partition
    #[arg(long, value_name = "NAME", requires = "on", value_parser = Options::value)]
    partition: Option<String>,
    /// The account that is charged
    #[arg(long, value_name = "NAME", requires = "on", value_parser = Options::value)]
    account: Option<String>,
    /// The quality of service
    #[arg(long, value_name = "NAME", requires = "on", value_parser = Options::value)]
    qos: Option<String>,
    /// The number of cores of each run [default: 1]
    #[arg(long, value_name = "N", requires = "on", value_parser = value_parser!(u16).range(1..=1024))]
    cores: Option<u16>,
    /// The number of runs that a task does, one after the other [default: as many as take about ten minutes]
    #[arg(long, value_name = "N", requires = "on", value_parser = value_parser!(u32).range(1..=1_000_000))]
    chunk: Option<u32>,
    /// One more option of sbatch, as in --slurm-option=--constraint=epyc; may be given again
    #[arg(long, value_name = "OPTION", requires = "on", value_parser = Options::option, allow_hyphen_values = true)]
    slurm_option: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Place {
    /// The Slurm cluster that this machine belongs to
    Slurm,
}

impl SlurmArgs {
    /// The options for a cluster, if one is asked for.
    pub(super) fn options(&self) -> Option<Options> {
        self.on.map(|Place::Slurm| Options {
            partition: self.partition.clone(),
            account: self.account.clone(),
            qos: self.qos.clone(),
            cores: self.cores,
            chunk: self.chunk.map(|chunk| chunk as usize),
            more: self.slurm_option.clone(),
        })
    }

    /// Is the cluster available, if one is asked for? Checked before anything is changed.
    pub(super) fn check(&self) -> Result<(), Failure> {
        self.on.map_or(Ok(()), |Place::Slurm| slurm::check().map_err(failure))
    }

    /// Does the runs of these numbers on a cluster.
    pub(super) fn run(&self, cluster: &Cluster, left: &[usize], log: &mut Log) -> Result<Exit, Failure> {
        let interrupted = interrupt::patient_flag();
        let queue = cluster.queue().map_err(failure)?;
        let unreadable = |error: io::Error| unreadable(cluster.folder.path(), &error);
        if !queue.is_empty() {
            if !cluster.is_submitted().map_err(unreadable)? {
                return Err(still_queued(cluster.folder, &queue, "of this experiment as it was before"));
            }
            log.line(format_args!("{} runs are left; of the tasks {}", left.len(), in_words(&queue)));
        }
        let unassigned = cluster.unassigned(left, &queue).map_err(unreadable)?;
        if left.is_empty() || unassigned.is_empty() && queue.is_empty() {
            return collect(cluster, log);
        }
        if !unassigned.is_empty() {
            let submission = cluster.submit(&unassigned, &queue).map_err(failure)?;
            log.line(format_args!(
                "{} submitted: {}",
                count(unassigned.len(), "run"),
                submitted(&submission)
            ));
        }
        if self.follow {
            wait(cluster, left, &interrupted, log)
        } else {
            cluster.folder.write_properties().map_err(|error| unwritable(cluster.folder.path(), &error))?;
            log.line("The same command tells how far it is, and submits again what got lost; with --follow it waits.");
            log.line(format_args!("To cancel: scancel --name={}", cluster.job_name()));
            Ok(Exit::Success)
        }
    }
}

fn wait(cluster: &Cluster, left: &[usize], interrupted: &AtomicBool, log: &mut Log) -> Result<Exit, Failure> {
    let watcher = Watcher::new(left.len(), log);
    let followed = cluster.follow(left, interrupted, &watcher);
    watcher.progress.clear();
    let written = cluster.folder.write_properties();
    let followed = followed.map_err(failure)?;
    written.map_err(|error| unwritable(cluster.folder.path(), &error))?;
    match followed {
        Followed::Done => tell(cluster.folder, cluster.runs, log),
        Followed::Stopped => {
            log.line("Stopped waiting; the jobs go on. The same command waits again.");
            log.line(format_args!("To cancel: scancel --name={}", cluster.job_name()));
            Ok(Exit::Interrupted)
        }
        Followed::Lost(lost) => Err(lost_for_good(cluster, &lost)),
    }
}

fn collect(cluster: &Cluster, log: &mut Log) -> Result<Exit, Failure> {
    cluster.folder.write_properties().map_err(|error| unwritable(cluster.folder.path(), &error))?;
    tell(cluster.folder, cluster.runs, log)
}

/// The file in an experiment's folder that records submissions.
const JOURNAL: &str = "slurm.json";

/// Refuses to run here while jobs are queued: both would do the same runs.
pub(super) fn refuse_while_queued(folder: &Folder) -> Result<(), Failure> {
    match slurm::queue(folder) {
        Ok(queue) if queue.is_empty() => Ok(()),
        Ok(queue) => Err(still_queued(folder, &queue, "of this experiment")),
        Err(SlurmError::Folder(error)) => Err(unreadable(&folder.path().join(JOURNAL), &error)),
        Err(error) => Err(perhaps_queued(folder, &error)),
    }
}

fn perhaps_queued(folder: &Folder, error: &SlurmError) -> Failure {
    let message = format!(
        "Slurm may still have tasks of this experiment, but does not answer: {error}\n  = help: try again when it does; if \
         those tasks are gone for good, remove {}",
        folder.path().join(JOURNAL).display()
    );
    Failure::new(Exit::Usage, message)
}

fn still_queued(folder: &Folder, queue: &Queue, what: &str) -> Failure {
    let message = format!(
        "Slurm still has tasks {what}: {}\n  = help: wait for them, or cancel them: scancel --name={}",
        in_words(queue),
        slurm::job_name(folder)
    );
    Failure::new(Exit::Usage, message)
}

fn lost_for_good(cluster: &Cluster, lost: &[(usize, Option<String>)]) -> Failure {
    let mut reasons: BTreeMap<&str, Vec<&Run>> = BTreeMap::new();
    for (number, words) in lost {
        let reason = words.as_deref().unwrap_or("its task ended without a word");
        reasons.entry(reason).or_default().push(&cluster.runs[*number]);
    }
    let mut message =
        format!("{} runs have no result, though they were submitted again and again", lost.len());
    for (reason, runs) in reasons.iter().take(lab::TOLD) {
        let more = if runs.len() > 1 { format!(" (and {} more)", runs.len() - 1) } else { String::new() };
        message += &format!("\n  {}: {reason}{more}", runs[0].name);
    }
    message += &format!(
        "\n  = help: the tasks' logs are in {}; the same command tries again",
        cluster.folder.path().join("slurm").display()
    );
    Failure::new(Exit::SearchCritical, message)
}

fn failure(error: SlurmError) -> Failure {
    let exit = match error {
        SlurmError::Missing(_) | SlurmError::Stray(_) => Exit::Usage,
        _ => Exit::SearchCritical,
    };
    Failure::new(exit, error)
}

fn submitted(submission: &Submission) -> String {
    let jobs: Vec<String> = submission.jobs.iter().map(u64::to_string).collect();
    let numbers = jobs.join(", ");
    format!("{}, {} {numbers}", count(submission.tasks, "task"), inflected(jobs.len(), "job"))
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {}", inflected(number, noun))
}

fn in_words(queue: &Queue) -> String {
    let waiting: usize = queue.waiting.values().sum();
    let mut text = format!("{} run and {waiting} wait", queue.running);
    let reasons: Vec<&str> =
        queue.waiting.keys().map(String::as_str).filter(|reason| !matches!(*reason, "" | "None")).collect();
    if !reasons.is_empty() {
        text += &format!(" ({})", reasons.join(", "));
    }
    text
}

/// Reports progress.
struct Watcher<'a> {
    progress: ProgressLine,
    all: usize,
    state: Mutex<State<'a>>,
}

struct State<'a> {
    log: &'a mut Log,
    left: usize,
    failed: usize,
    queue: String,
}

impl<'a> Watcher<'a> {
    fn new(all: usize, log: &'a mut Log) -> Self {
        let state = State { log, left: all, failed: 0, queue: String::new() };
        Self { progress: ProgressLine::new(), all, state: Mutex::new(state) }
    }

    fn state(&self) -> MutexGuard<'_, State<'a>> {
        locked(&self.state)
    }

    fn show(&self, state: &State) {
        let failures = if state.failed > 0 { format!(", {} failed", state.failed) } else { String::new() };
        let State { left, queue, .. } = state;
        self.progress.show(format_args!("{} of {} runs{failures}{queue}", self.all - left, self.all));
    }

    fn one_less(&self, left: usize, has_failed: bool) {
        let mut state = self.state();
        state.left = left;
        state.failed += usize::from(has_failed);
        self.show(&state);
    }

    fn say_of_queue(&self, what: impl Display) {
        let mut state = self.state();
        state.queue = format!("; {what}");
        self.show(&state);
    }
}

impl Watch for Watcher<'_> {
    fn done(&self, _: &Run, outcome: &Outcome, left: usize) {
        self.one_less(left, outcome.is_failure);
    }

    fn left_out(&self, _: &Run, left: usize) {
        self.one_less(left, true);
    }
}

impl Follow for Watcher<'_> {
    fn queued(&self, queue: &Queue) {
        self.say_of_queue(format_args!("of the tasks {}", in_words(queue)));
    }

    fn unreachable(&self, _: &SlurmError) {
        self.say_of_queue("Slurm does not answer");
    }

    fn submitted_again(&self, lost: usize, submission: &Submission) {
        self.progress.clear();
        let (lost, submitted) = (count(lost, "run"), submitted(submission));
        self.state().log.line(format_args!("{lost} got lost, submitted again: {submitted}"));
    }
}
