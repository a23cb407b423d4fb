//! A run of the program as a process of its own, which is stopped at its limits and never outlives the process that started it.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::record::Ending;
use crate::run::Run;

/// The files for standard output and standard error.
pub(crate) const OUTPUT: &str = "output.log";
pub(crate) const COMPLAINTS: &str = "complaints.log";

/// How much longer than its limit a process may run, in seconds and as a share: it should stop by itself.
const GRACE: Duration = Duration::from_secs(5);
const SLACK: f64 = 0.1;
/// How much memory a process may use beyond its limit.
const MEMORY_GRACE: u64 = 64 << 20;

/// Runs the program. `None` if it was stopped because of `interrupted`.
///
/// # Errors
/// When the process can't be started or its output can't be stored.
pub(crate) fn execute(
    program: &Path,
    run: &Run,
    folder: &Path,
    own: &Path,
    interrupted: &AtomicBool,
) -> io::Result<Option<Ending>> {
    let child = Command::new(program)
        .args(run.command_line(folder))
        .env(tools::END_WITH_INPUT, "1")
        .stdin(Stdio::piped())
        .stdout(File::create(own.join(OUTPUT))?)
        .stderr(File::create(own.join(COMPLAINTS))?)
        .spawn()?;
    Guarded(child).watch(run, interrupted)
}

/// The time after which a process with this limit is stopped.
pub(crate) fn longest(time: Duration) -> Duration {
    time.saturating_add(GRACE).saturating_add(time.mul_f64(SLACK))
}

/// The memory beyond which a process with this limit is stopped.
pub(crate) fn largest(memory: u64) -> u64 {
    memory.saturating_add(MEMORY_GRACE).saturating_add((memory as f64 * SLACK) as u64)
}

/// A process that is killed when this is dropped.
struct Guarded(Child);

impl Drop for Guarded {
    fn drop(&mut self) {
        // Both fail only for what has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Guarded {
    fn watch(&mut self, run: &Run, interrupted: &AtomicBool) -> io::Result<Option<Ending>> {
        let start = Instant::now();
        let longest = run.time.map(longest);
        let largest = run.memory.map(largest);
        let mut pause = Duration::from_millis(1);
        loop {
            if let Some(status) = self.0.try_wait()? {
                // Ctrl-C reaches all processes of a terminal: that this one stopped is no result.
                let is_stopped = interrupted.load(Ordering::Relaxed);
                return Ok((!is_stopped).then(|| status.code().map_or(Ending::Killed, Ending::Exited)));
            }
            if interrupted.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if longest.is_some_and(|longest| start.elapsed() > longest) {
                return Ok(Some(Ending::OutOfTime));
            }
            if largest.is_some_and(|largest| resident(self.0.id()).is_some_and(|used| used > largest)) {
                return Ok(Some(Ending::OutOfMemory));
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }
}

/// The memory of a process, if the system reports it.
fn resident(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes << 10)
}
