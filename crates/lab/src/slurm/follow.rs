//! Follows jobs, and submits lost runs again.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::journal::{self, Assignment};
use super::work::Nobody;
use super::{Cluster, Queue, SlurmError, Submission, is_assigned};
use crate::Watch;

/// How often a lost run is submitted again.
const AGAIN: u32 = 3;

/// A result may appear some time after the task that made it has ended: file systems of clusters are slow.
const SETTLE: Duration = Duration::from_secs(5);

/// Checking takes time, on the cluster's side, too: the pause after a check is this many times as long as the check.
const SHARE: u32 = 10;
const SHORTEST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Is told the progress of jobs.
pub trait Follow: Watch {
    /// The queue was read.
    fn queued(&self, queue: &Queue);

    /// The queue can't be read now.
    fn unreachable(&self, error: &SlurmError);

    /// The tasks of `lost` runs have ended without a result; they have been submitted again.
    fn submitted_again(&self, lost: usize, submission: &Submission);
}

/// The outcome of following jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Followed {
    /// Every run that can be done has a result.
    Done,
    /// Following was interrupted; the jobs are as they were.
    Stopped,
    /// The runs of these numbers were lost too often, with the last lines of their tasks' logs.
    Lost(Vec<(usize, Option<String>)>),
}

/// Runs without a result.
struct Left<'a> {
    cluster: &'a Cluster<'a>,
    numbers: BTreeSet<usize>,
    /// Runs that failed, or need one that failed.
    failed: BTreeSet<usize>,
    assignments: BTreeMap<usize, Assignment>,
    /// Runs that no task is going to do, with the time when that was noticed.
    lost: BTreeMap<usize, Instant>,
    /// How often each was submitted again.
    again: BTreeMap<usize, u32>,
    given_up: BTreeSet<usize>,
}

impl Cluster<'_> {
    /// The runs among these that can be done, are not done, and are not in the queue.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn unassigned(&self, numbers: &[usize], queue: &Queue) -> io::Result<Vec<usize>> {
        let mut left = Left::new(self, numbers)?;
        left.collect(&Nobody);
        let is_assigned = |number: &usize| is_assigned(&left.assignments, *number, queue);
        Ok(left.numbers.iter().copied().filter(|number| !is_assigned(number)).collect())
    }

    /// Waits until the runs of these numbers are done, and submits lost ones again.
    ///
    /// # Errors
    /// When Slurm refuses runs that are submitted again, and errors of the file system.
    pub fn follow(
        &self,
        numbers: &[usize],
        interrupted: &AtomicBool,
        watch: &impl Follow,
    ) -> Result<Followed, SlurmError> {
        let mut left = Left::new(self, numbers)?;
        loop {
            let start = Instant::now();
            left.collect(watch);
            if left.numbers.is_subset(&left.given_up) {
                return Ok(left.end());
            }
            let queue = self.queue();
            if interrupted.load(Ordering::Relaxed) {
                return Ok(Followed::Stopped);
            }
            match queue {
                Ok(queue) => {
                    watch.queued(&queue);
                    left.submit_again(&queue, watch)?;
                }
                Err(error) => watch.unreachable(&error),
            }
            pause((start.elapsed() * SHARE).clamp(SHORTEST_PAUSE, LONGEST_PAUSE), interrupted);
        }
    }
}

impl<'a> Left<'a> {
    fn new(cluster: &'a Cluster<'a>, numbers: &[usize]) -> io::Result<Self> {
        let numbers: BTreeSet<usize> = numbers.iter().copied().collect();
        let needs = numbers.iter().flat_map(|&number| &cluster.runs[number].needs);
        let before: BTreeSet<usize> = needs.filter(|need| !numbers.contains(need)).copied().collect();
        let has_failed = |need: &usize| {
            let outcome = cluster.runs.get(*need).and_then(|run| cluster.folder.outcome(run));
            outcome.is_none_or(|outcome| outcome.is_failure)
        };
        Ok(Self {
            cluster,
            failed: before.into_iter().filter(has_failed).collect(),
            numbers,
            assignments: cluster.assignments()?,
            lost: BTreeMap::new(),
            again: BTreeMap::new(),
            given_up: BTreeSet::new(),
        })
    }

    /// Removes runs that are done, and runs that can't be done since one that they need has failed.
    fn collect(&mut self, watch: &impl Watch) {
        let Cluster { folder, runs, keys, .. } = self.cluster;
        // No run needs a later one.
        for number in self.numbers.clone() {
            let run = &runs[number];
            if run.needs.iter().any(|need| self.failed.contains(need)) {
                self.numbers.remove(&number);
                self.failed.insert(number);
                watch.left_out(run, self.numbers.len());
            } else if let Some(outcome) = folder.outcome(run).filter(|outcome| outcome.key == keys[number]) {
                self.numbers.remove(&number);
                if outcome.is_failure {
                    self.failed.insert(number);
                }
                watch.done(run, &outcome, self.numbers.len());
            }
        }
    }

    fn submit_again(&mut self, queue: &Queue, watch: &impl Follow) -> Result<(), SlurmError> {
        let lost = self.lost_for_long(queue);
        if lost.is_empty() {
            return Ok(());
        }
        let Cluster { folder, runs, .. } = self.cluster;
        let names: Vec<&str> = lost.iter().map(|&number| &*runs[number].name).collect();
        folder.tell("lost", json!({"runs": names}))?;
        let submission = self.cluster.submit(&lost, queue)?;
        self.assignments = self.cluster.assignments()?;
        watch.submitted_again(lost.len(), &submission);
        Ok(())
    }

    /// The runs that have been lost for long enough and have not been given up.
    fn lost_for_long(&mut self, queue: &Queue) -> Vec<usize> {
        let is_lost = |number: &usize| !is_assigned(&self.assignments, *number, queue);
        let lost: BTreeSet<usize> =
            self.numbers.difference(&self.given_up).copied().filter(is_lost).collect();
        self.lost.retain(|number, _| lost.contains(number));
        let mut for_long = Vec::new();
        for number in lost {
            let again = self.again.entry(number).or_default();
            if self.lost.entry(number).or_insert_with(Instant::now).elapsed() < SETTLE {
                continue;
            }
            let needs = &self.cluster.runs[number].needs;
            if *again == AGAIN || needs.iter().any(|need| self.given_up.contains(need)) {
                self.given_up.insert(number);
            } else {
                *again += 1;
                self.lost.remove(&number);
                for_long.push(number);
            }
        }
        for_long
    }

    fn end(&self) -> Followed {
        let words = |number: &usize| {
            let assignment = self.assignments.get(number)?;
            journal::last_words(self.cluster.folder, assignment)
        };
        match self.numbers.is_empty() {
            true => Followed::Done,
            false => Followed::Lost(self.numbers.iter().map(|number| (*number, words(number))).collect()),
        }
    }
}

fn pause(time: Duration, interrupted: &AtomicBool) {
    let start = Instant::now();
    while start.elapsed() < time && !interrupted.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(50));
    }
}
