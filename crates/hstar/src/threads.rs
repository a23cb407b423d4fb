//! The number of threads.

/// As many as asked for, or one for each core.
pub(crate) fn or_all(asked: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(cores, usize::from)
}
