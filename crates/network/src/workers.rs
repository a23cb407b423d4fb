//! Sharing the parts of a batch among threads.

use std::sync::Mutex;
use tools::threads::{in_parallel, locked};

/// Does some work for each part, on as many threads as there are workers. The result of a part must not depend on the worker.
pub(crate) fn each<P: Send, W: Send>(
    parts: &mut [P],
    workers: &mut [W],
    work: impl Fn(&mut P, &mut W) + Sync,
) {
    let needed = workers.len().min(parts.len());
    let (parts, workers) = (Mutex::new(parts.iter_mut()), Mutex::new(workers.iter_mut()));
    in_parallel(needed, needed, |_| {
        let Some(worker) = locked(&workers).next() else { return };
        let next = || locked(&parts).next();
        while let Some(part) = next() {
            work(part, worker);
        }
    });
}
