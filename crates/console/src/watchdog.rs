//! Limits that hold even where work does not look at them in time.

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use search::{Budget, Exhausted};

/// Watches a budget from a thread of its own, until it is dropped, and ends the program where work has not ended soon after a limit was
/// reached. Work asks its budget now and then, and so stops in order, but there is always some that takes long between two times,
/// on a task larger than anybody has thought of. Files are written whole or not at all, so that ending the program harms none.
#[derive(Debug)]
pub struct Watchdog {
    is_over: Arc<AtomicBool>,
}

/// How often it looks. In this time a process can take 20 MB of memory; to look takes some microseconds.
const PAUSE: Duration = Duration::from_millis(10);

impl Watchdog {
    /// Watches a budget with these limits on time and memory, if there are any. Work may take a while to stop by itself, but no time
    /// where memory is far beyond its limit. `last_words` is called before the program ends, with the limit, and returns the exit
    /// code.
    pub fn new(
        budget: Budget,
        time: Option<Duration>,
        memory: Option<u64>,
        last_words: impl FnOnce(Exhausted) -> u8 + Send + 'static,
    ) -> Option<Self> {
        if time.is_none() && memory.is_none() {
            return None;
        }
        let grace = Duration::from_millis(700) + time.unwrap_or_default() / 25;
        let is_over = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&is_over);
        // Without a thread, limits hold as far as work looks at them.
        let _ = Builder::new().spawn(move || {
            let limit = wait(&budget, memory, grace, &seen);
            if let Some(limit) = limit.filter(|_| !seen.swap(true, Ordering::SeqCst)) {
                exit(last_words(limit).into());
            }
        });
        Some(Self { is_over })
    }
}

/// Waits until the work is over, or a limit was reached long ago: which one?
fn wait(budget: &Budget, memory: Option<u64>, grace: Duration, is_over: &AtomicBool) -> Option<Exhausted> {
    let far_beyond = memory.map(|limit| Budget::unlimited().with_memory(limit + limit / 20 + (20 << 20)));
    let mut since: Option<Instant> = None;
    while !is_over.load(Ordering::SeqCst) {
        thread::sleep(PAUSE);
        let Err(limit) = budget.check() else {
            since = None;
            continue;
        };
        let far = limit == Exhausted::Memory && far_beyond.as_ref().is_some_and(|far| far.check().is_err());
        if far || since.get_or_insert_with(Instant::now).elapsed() >= grace {
            return Some(limit);
        }
    }
    None
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        // If it was first, the program is about to end, and nothing else may be said.
        if self.is_over.swap(true, Ordering::SeqCst) {
            thread::sleep(Duration::MAX);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_that_is_not_heeded_is_told_after_a_while_and_none_where_the_work_is_over() {
        let (budget, grace) = (Budget::unlimited().with_time(Duration::ZERO), Duration::from_millis(100));
        let start = Instant::now();
        assert_eq!(wait(&budget, None, grace, &AtomicBool::new(false)), Some(Exhausted::Time));
        assert!(start.elapsed() >= grace);
        assert_eq!(wait(&budget, None, grace, &AtomicBool::new(true)), None);
        drop(Watchdog::new(budget.clone(), Some(grace), None, |_| unreachable!("the work is over")));
        assert!(Watchdog::new(budget, None, None, |_| 0).is_none());
    }

    #[test]
    fn memory_far_beyond_its_limit_is_given_no_time() {
        if search::resident_memory().is_some() {
            let budget = Budget::unlimited().with_memory(1);
            let hoard = vec![1_u8; 64 << 20];
            let found = wait(&budget, Some(1), Duration::MAX, &AtomicBool::new(false));
            assert_eq!((found, hoard.len()), (Some(Exhausted::Memory), 64 << 20));
        }
    }
}
