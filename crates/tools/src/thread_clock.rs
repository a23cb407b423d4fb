//! The time that a thread has run.

use std::fs;
use std::time::{Duration, Instant};

/// A clock that goes while this thread runs and stands while it waits for a processor, so that what is measured on a busy machine can be
/// compared. Where the operating system does not tell, it goes by the wall.
#[derive(Clone, Copy, Debug)]
pub struct ThreadClock {
    start: Instant,
    ran_before: Option<Duration>,
}

impl ThreadClock {
    /// Begins to measure the calling thread.
    pub fn start() -> Self {
        Self { start: Instant::now(), ran_before: ran() }
    }

    /// How long this thread has run since then. It has to be asked by the thread that started it.
    pub fn elapsed(&self) -> Duration {
        let ran = ran().zip(self.ran_before).map(|(now, before)| now.saturating_sub(before));
        ran.unwrap_or_else(|| self.start.elapsed())
    }
}

/// How long the calling thread has run in all, to a few milliseconds.
fn ran() -> Option<Duration> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_sleeps_does_not_run() {
        let (clock, wall) = (ThreadClock::start(), Instant::now());
        std::thread::sleep(Duration::from_millis(200));
        assert!(clock.elapsed() < wall.elapsed() / 2 || clock.ran_before.is_none());
        while wall.elapsed() < Duration::from_millis(400) {
            std::hint::black_box(0);
        }
        assert!(clock.elapsed() > Duration::ZERO);
    }
}
