//! Work on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, ScopedJoinHandle, scope};

/// What `work` makes of each of the numbers below `count`, in order. Without a second thread to share it with, none is
/// started: training asks for this thousands of times.
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
    if on_threads(threads.min(count), None, &take_part) == 0 {
        take_part();
    }
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|&(number, _)| number);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Does the same on so many threads at once, each with so much stack if it is to be other than usual. Says how many there
/// was memory for.
///
/// The work is not a parameter of its type, so that starting threads, which is much code, is compiled but once.
///
/// # Panics
/// If the work does.
pub(crate) fn on_threads(threads: usize, stack: Option<usize>, work: &(dyn Fn() + Sync)) -> usize {
    scope(|scope| {
        let builder = || stack.map_or_else(Builder::new, |stack| Builder::new().stack_size(stack));
        let start = |_| builder().spawn_scoped(scope, work).ok();
        let started: Vec<_> = (0..threads).map_while(start).collect();
        let count = started.len();
        let panics: Vec<_> =
            started.into_iter().filter_map(|thread| ScopedJoinHandle::join(thread).err()).collect();
        if let Some(panic) = panics.into_iter().next() {
            std::panic::resume_unwind(panic);
        }
        count
    })
}

/// The lock, whether or not another thread panicked with it.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::in_parallel;

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        for threads in [0, 1, 2, 7, 200] {
            let squares = in_parallel(100, threads, |number| number * number);
            assert!(squares.into_iter().eq((0..100).map(|number| number * number)));
        }
        assert!(in_parallel(0, 2, |number| number).is_empty());
    }

    #[test]
    fn a_panic_on_a_thread_goes_on_to_the_caller() {
        for threads in [1, 2, 4] {
            let work = |number| if number == 57 { panic!("number {number}") } else { number };
            let panic = catch_unwind(|| in_parallel(100, threads, work)).unwrap_err();
            assert_eq!(panic.downcast_ref::<String>().unwrap(), "number 57");
        }
    }
}
