//! Work that is shared among threads where there are several.

/// What `work` makes of each of the numbers below `count`, in order. Without a second thread to share it with, nothing is
/// started for it: training asks for this thousands of times.
pub(crate) fn shared<T: Send>(count: usize, threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    if threads < 2 || count < 2 {
        return (0..count).map(work).collect();
    }
    learn::in_parallel(count, threads, work)
}

/// Does two things at the same time, if there is a thread for each.
pub(crate) fn both<A, B: Send>(
    threads: usize,
    one: impl FnOnce() -> A,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    if threads < 2 {
        return (one(), other());
    }
    std::thread::scope(|scope| {
        let other = scope.spawn(other);
        let one = one();
        (one, other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
