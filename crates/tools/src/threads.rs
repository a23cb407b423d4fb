//! Work on several threads. All threads that are waited for are started here, so that a panic on any of them becomes a
//! panic of the caller: nothing goes on with a part of the results.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, scope};

/// As many threads as asked for, or one for each core.
pub fn or_all(asked: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(cores, usize::from)
}

/// The results of `work` for each of the numbers below `count`, in order. The calling thread takes part; where there is
/// only one thread or one number, none is started, since training calls this thousands of times. If there is no memory
/// for all threads, fewer are used.
///
/// To do the same on each of several threads, pass the number of threads as `count`.
///
/// # Panics
/// If the work does.
pub fn in_parallel<T: Send>(count: usize, threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    if threads < 2 || count < 2 {
        return (0..count).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(count));
    let take_part = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return;
            }
            let result = work(number);
            locked(&results).push((number, result));
        }
    };
    start(threads.min(count) - 1, None, &take_part, true);
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|&(number, _)| number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The same where work needs something that is expensive to make, and can't be shared: each thread makes its own, once.
pub fn in_parallel_with<S, T: Send>(
    count: usize,
    threads: usize,
    make: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    let workers = threads.clamp(1, count.max(1));
    let parts = in_parallel(workers, workers, |worker| {
        let mut own = make();
        (worker..count).step_by(workers).map(|number| work(&mut own, number)).collect::<Vec<T>>()
    });
    let mut parts: Vec<_> = parts.into_iter().map(Vec::into_iter).collect();
    (0..count).filter_map(|number| parts[number % workers].next()).collect()
}

/// Runs two functions at the same time, if there is a thread for each.
///
/// # Panics
/// If one of them does.
pub fn both<A, B: Send>(threads: usize, one: impl FnOnce() -> A, other: impl FnOnce() -> B + Send) -> (A, B) {
    let other = Mutex::new(Some(other));
    let do_other = || {
        let other = locked(&other).take();
        other.map(|other| other())
    };
    scope(|scope| {
        // Where there is no memory for a thread, this one does both.
        let started = (threads > 1).then(|| Builder::new().spawn_scoped(scope, do_other).ok()).flatten();
        let one = one();
        let done = started.and_then(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        match done.or_else(do_other) {
            Some(done) => (one, done),
            None => unreachable!("it is done once"),
        }
    })
}

/// Does the same work on `threads` threads at once, each with `stack` bytes of stack. Returns how many there was memory for.
///
/// # Panics
/// If the work does.
pub fn with_stack(threads: usize, stack: usize, work: &(dyn Fn() + Sync)) -> usize {
    start(threads, Some(stack), work, false)
}

/// Does the same work on `threads` new threads, and on this one if it takes part. Returns how many were started.
///
/// It is not generic over the work, so that the code that starts threads, which is long, is compiled only once.
fn start(threads: usize, stack: Option<usize>, work: &(dyn Fn() + Sync), takes_part: bool) -> usize {
    scope(|scope| {
        let builder = || stack.map_or_else(Builder::new, |stack| Builder::new().stack_size(stack));
        let started: Vec<_> = (0..threads).map_while(|_| builder().spawn_scoped(scope, work).ok()).collect();
        let count = started.len();
        if takes_part {
            work();
        }
        let panics: Vec<_> = started.into_iter().filter_map(|thread| thread.join().err()).collect();
        if let Some(panic) = panics.into_iter().next() {
            resume_unwind(panic);
        }
        count
    })
}

/// The lock, whether or not another thread panicked while it held it.
pub fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;

    #[test]
    fn what_each_thread_makes_for_itself_is_made_once() {
        for threads in [1, 2, 3, 50] {
            let made = AtomicUsize::new(0);
            let work = |own: &mut usize, number: usize| {
                *own += 1;
                (number * number, *own)
            };
            let results = in_parallel_with(
                20,
                threads,
                || {
                    made.fetch_add(1, Ordering::Relaxed);
                    0
                },
                work,
            );
            assert_eq!(
                results.iter().map(|&(square, _)| square).collect::<Vec<_>>(),
                (0..20).map(|n| n * n).collect::<Vec<_>>()
            );
            assert_eq!(made.into_inner(), threads.min(20));
        }
        assert!(in_parallel_with(0, 4, || (), |(), number| number).is_empty());
    }

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        for threads in [0, 1, 2, 3, 200] {
            let squares = in_parallel(100, threads, |number| number * number);
            assert_eq!(squares, (0..100).map(|number| number * number).collect::<Vec<_>>());
        }
        assert!(in_parallel(0, 2, |number| number).is_empty());
    }

    #[test]
    fn a_panic_on_any_thread_is_one_of_whoever_waits() {
        for wrong in 0..8 {
            let panic =
                catch_unwind(|| in_parallel(8, 3, |number| assert_ne!(number, wrong, "{number} is wrong")));
            let message = panic.unwrap_err();
            assert!(message.downcast_ref::<String>().is_some_and(|text| text.contains("is wrong")));
        }
        for threads in [1, 2] {
            assert!(catch_unwind(|| both(threads, || 1, || assert_eq!(threads, 0))).is_err());
            assert!(catch_unwind(|| both(threads, || assert_eq!(threads, 0), || 1)).is_err());
        }
        assert!(catch_unwind(|| with_stack(2, 1 << 20, &|| assert_eq!(1, 2))).is_err());
    }

    #[test]
    fn two_things_are_done_on_one_thread_or_two() {
        for threads in [1, 2] {
            assert_eq!(both(threads, || "one", || 2), ("one", 2));
        }
    }

    #[test]
    fn a_lock_outlives_a_panic() {
        let mutex = Mutex::new(1);
        let _ = catch_unwind(|| {
            let _guard = locked(&mutex);
            resume_unwind(Box::new("no"));
        });
        assert_eq!(*locked(&mutex), 1);
    }
}
