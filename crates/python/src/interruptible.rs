//! Long work that other threads of Python go on beside, and that Ctrl-C ends.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, scope};
use std::time::Duration;

use pyo3::prelude::*;

use crate::error::InternalError;

/// Python's signal handlers have their turn this often.
const PATIENCE: Duration = Duration::from_millis(50);

/// As much as the main thread of a program has.
const STACK: usize = 8 << 20;

/// Does the work on a thread of its own, without the interpreter's lock. When a signal handler raises an exception, as Ctrl-C's does, the
/// flag is raised; the work should end soon after, and the exception goes on.
pub fn run<T: Send>(py: Python<'_>, flag: &AtomicBool, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| {
        scope(|scope| {
            let (sender, receiver) = channel();
            let worker = Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                // Whoever waits for it is there until the end.
                let _ = sender.send(work());
            });
            let worker = worker
                .map_err(|error| InternalError::new_err(format!("no thread can be started: {error}")))?;
            let mut raised = None;
            loop {
                match receiver.recv_timeout(PATIENCE) {
                    Ok(result) => return raised.map_or(Ok(result), Err),
                    Err(RecvTimeoutError::Timeout) => {
                        if let Err(exception) = Python::attach(|py| py.check_signals()) {
                            flag.store(true, Ordering::Relaxed);
                            raised.get_or_insert(exception);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => match worker.join() {
                        Err(panic) => resume_unwind(panic),
                        Ok(()) => return Err(InternalError::new_err("work ended without a result")),
                    },
                }
            }
        })
    })
}
