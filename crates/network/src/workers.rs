//! The parts of a batch, shared among threads.

use std::sync::{Mutex, PoisonError};

/// Does some work for each part, on as many threads as there are workers. What comes of a part must not depend on which
/// worker does it.
pub(crate) fn each<P: Send, W: Send>(
    parts: &mut [P],
    workers: &mut [W],
    work: impl Fn(&mut P, &mut W) + Sync,
) {
    let needed = workers.len().min(parts.len());
    let parts = Mutex::new(parts.iter_mut());
    let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
    let run = |worker: &mut W| {
        while let Some(part) = next() {
            work(part, worker);
        }
    };
    let Some((own, others)) = workers[..needed].split_first_mut() else { return };
    std::thread::scope(|scope| {
        for worker in others {
            scope.spawn(|| run(worker));
        }
        run(own);
    });
}
