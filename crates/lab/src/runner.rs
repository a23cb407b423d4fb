//! Runs experiments on the cores of this machine.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use serde_json::json;
use tools::threads::{in_parallel, locked};

use crate::folder::{Folder, Outcome};
use crate::process;
use crate::run::Run;

/// How often a run is tried that is killed from outside.
const TRIES: u32 = 3;

/// Runs the program.
#[derive(Debug)]
pub struct Runner<'a> {
    /// The program.
    pub program: &'a Path,
    /// The experiment's folder.
    pub folder: &'a Folder,
    /// All runs of the experiment.
    pub runs: &'a [Run],
    /// Their keys.
    pub keys: &'a [String],
    /// Becomes true when everything is to stop.
    pub interrupted: &'a AtomicBool,
}

/// Is told every run that is done.
pub trait Watch: Sync {
    /// A run is done; `left` more are to be done.
    fn done(&self, run: &Run, outcome: &Outcome, left: usize);

    /// A run can't be done, since one that it needs has failed.
    fn left_out(&self, run: &Run, left: usize);
}

/// Runs that wait, and those that they wait for.
struct Queue {
    waiting: Vec<usize>,
    running: usize,
    /// For each run: is it done, and without failure?
    is_ready: Vec<bool>,
    has_failed: Vec<bool>,
    error: Option<io::Error>,
}

enum Next {
    Run(usize),
    LeftOut(usize, usize),
    Wait,
    Nothing,
}

impl Runner<'_> {
    /// Does the runs of these numbers, at most `at_once` at a time, each after those that it needs: those among these, and
    /// earlier ones that were done without failure.
    ///
    /// # Errors
    /// When a process can't be started, or its result can't be stored. No other run is begun then.
    pub fn run(&self, numbers: &[usize], at_once: usize, watch: &impl Watch) -> io::Result<()> {
        let mut is_ready = vec![true; self.runs.len()];
        numbers.iter().for_each(|&number| is_ready[number] = false);
        let needed = numbers.iter().flat_map(|&number| &self.runs[number].needs);
        let mut has_failed = vec![false; self.runs.len()];
        for &number in needed.filter(|&&number| is_ready[number]) {
            has_failed[number] =
                self.folder.outcome(&self.runs[number]).is_none_or(|outcome| outcome.is_failure);
        }
        let waiting: Vec<usize> = numbers.iter().rev().copied().collect();
        let queue = Mutex::new(Queue { waiting, running: 0, is_ready, has_failed, error: None });
        let changed = Condvar::new();
        let threads = at_once.clamp(1, numbers.len().max(1));
        in_parallel(threads, threads, |_| self.work(&queue, &changed, watch));
        let queue = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        queue.error.map_or(Ok(()), Err)
    }

    fn work(&self, queue: &Mutex<Queue>, changed: &Condvar, watch: &impl Watch) {
        let mut guard = locked(queue);
        loop {
            if self.interrupted.load(Ordering::Relaxed) || guard.error.is_some() {
                return;
            }
            match guard.next(self.runs) {
                Next::Nothing => return,
                Next::Wait => guard = changed.wait(guard).unwrap_or_else(PoisonError::into_inner),
                Next::LeftOut(number, left) => watch.left_out(&self.runs[number], left),
                Next::Run(number) => {
                    drop(guard);
                    let result = self.one(number);
                    guard = locked(queue);
                    guard.running -= 1;
                    match result {
                        Ok(Some(outcome)) => {
                            guard.is_ready[number] = !outcome.is_failure;
                            guard.has_failed[number] = outcome.is_failure;
                            watch.done(&self.runs[number], &outcome, guard.left());
                        }
                        Ok(None) => {}
                        Err(error) => guard.error = Some(error),
                    }
                    changed.notify_all();
                }
            }
        }
    }

    /// Does one run. `None` if it was interrupted.
    fn one(&self, number: usize) -> io::Result<Option<Outcome>> {
        let (run, key) = (&self.runs[number], &self.keys[number]);
        let start = Instant::now();
        let mut tries = 1;
        loop {
            let own = self.folder.begin(run, key)?;
            let ending = process::execute(self.program, run, self.folder.path(), &own, self.interrupted)?;
            let Some(ending) = ending else { return Ok(None) };
            if ending.is_from_outside() && tries < TRIES {
                self.folder.tell("killed", json!({"run": run.name}))?;
                tries += 1;
                continue;
            }
            let seconds = start.elapsed().as_secs_f64();
            let outcome = self.folder.finish(run, key, ending, seconds)?;
            let what = json!({"run": run.name, "key": key, "seconds": seconds, "failed": outcome.is_failure});
            self.folder.tell("done", what)?;
            return Ok(Some(outcome));
        }
    }
}

impl Queue {
    fn next(&mut self, runs: &[Run]) -> Next {
        let needs = |number: usize| runs[number].needs.iter();
        let failed = |&number: &usize| needs(number).any(|&need| self.has_failed[need]);
        if let Some(place) = self.waiting.iter().rposition(failed) {
            let number = self.waiting.remove(place);
            self.has_failed[number] = true;
            return Next::LeftOut(number, self.left());
        }
        let ready = |&number: &usize| needs(number).all(|&need| self.is_ready[need]);
        match self.waiting.iter().rposition(ready) {
            Some(place) => {
                self.running += 1;
                Next::Run(self.waiting.remove(place))
            }
            None if self.running > 0 => Next::Wait,
            None => Next::Nothing,
        }
    }

    fn left(&self) -> usize {
        self.waiting.len() + self.running
    }
}

/// The file that starts the running program, even if it was replaced meanwhile; or the one that was named for it.
///
/// # Errors
/// When the operating system does not provide it.
pub fn own_program() -> io::Result<PathBuf> {
    if let Some(launcher) = LAUNCHER.get() {
        return Ok(launcher.clone());
    }
    let own = Path::new("/proc/self/exe");
    if own.exists() { Ok(own.to_owned()) } else { std::env::current_exe() }
}

/// Names the file that starts this program, for a process that was started by another one: an interpreter whose module it is. Only the first
/// call counts.
pub fn set_own_program(launcher: PathBuf) {
    // Whoever named it before has done so for the same process.
    let _ = LAUNCHER.set(launcher);
}

static LAUNCHER: OnceLock<PathBuf> = OnceLock::new();
