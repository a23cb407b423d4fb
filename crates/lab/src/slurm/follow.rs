//! Watching what becomes of jobs, and submitting again what gets lost.

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

/// How often a run that gets lost is submitted again.
const AGAIN: u32 = 3;

/// A result may show up some time after the task that made it has ended: file systems of clusters are not in a hurry.
const SETTLE: Duration = Duration::from_secs(5);

/// Looking at it takes time, on the cluster's side too: at most such a share of all time is spent on it.
const SHARE: u32 = 10;
const SHORTEST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Hears what becomes of jobs.
pub trait Follow: Watch {
    /// The queue has been looked at.
    fn queued(&self, queue: &Queue);

    /// The queue can't be looked at now.
    fn unreachable(&self, error: &SlurmError);

    /// The tasks of `lost` runs have ended without a result; they have been submitted again.
    fn submitted_again(&self, lost: usize, submission: &Submission);
}

/// What became of jobs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Followed {
    /// There is a result for everything that can be done.
    Done,
    /// Whoever watched has gone; the jobs are as they were.
    Stopped,
    /// The runs of these numbers got lost again and again, with the last words of their tasks.
    Lost(Vec<(usize, Option<String>)>),
}

/// Runs without a result.
struct Left<'a> {
    cluster: &'a Cluster<'a>,
    numbers: BTreeSet<usize>,
    /// What can't be used: it failed, or needs what failed.
    failed: BTreeSet<usize>,
    assignments: BTreeMap<usize, Assignment>,
    /// Those that no task is going to do, with the time when that was noticed.
    lost: BTreeMap<usize, Instant>,
    /// How often each was submitted again.
    again: BTreeMap<usize, u32>,
    given_up: BTreeSet<usize>,
}

impl Cluster<'_> {
    /// Which of these runs can be done, but are not, and no task in the queue is going to do them.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn unassigned(&self, numbers: &[usize], queue: &Queue) -> io::Result<Vec<usize>> {
        let mut left = Left::new(self, numbers)?;
        left.collect(&Nobody);
        let is_assigned = |number: &usize| is_assigned(&left.assignments, *number, queue);
        Ok(left.numbers.iter().copied().filter(|number| !is_assigned(number)).collect())
    }

    /// Waits until the runs of these numbers are done, and submits again what gets lost.
    ///
    /// # Errors
    /// When Slurm refuses what is submitted again, and those of the file system.
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

    /// Takes out what is done, and what can't be done since something that it needs has failed.
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

    /// The runs that no task is going to do, for long enough, and not too often.
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
