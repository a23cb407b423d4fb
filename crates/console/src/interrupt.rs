//! Ctrl-C, and other reasons to end early.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use tools::END_WITH_INPUT;

use crate::complain;

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// The time in which work ends in order after the user has asked for it.
const GRACE: Duration = Duration::from_millis(1500);

/// May work take longer than that?
static IS_PATIENT: AtomicBool = AtomicBool::new(false);

/// A flag that becomes true when the user asks the program to stop; every call returns the same one. When the user asks
/// a second time, or nothing has come of it after a while, the program ends at once: whoever stops a job waits seconds, not for a step of
/// training that takes minutes. No file is ever left half written, and what can be resumed is on disk.
pub fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    Arc::clone(FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&flag);
        // Without a handler, Ctrl-C still ends the program, though not in an orderly way.
        let _ = ctrlc::set_handler(move || {
            if raised.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
            let _ = thread::Builder::new().spawn(|| {
                thread::sleep(GRACE);
                if !IS_PATIENT.load(Ordering::Relaxed) {
                    complain("error: interrupted");
                    std::process::exit(INTERRUPTED);
                }
            });
        });
        flag
    }))
}

/// The same flag, for work that has to tell others to stop, and to wait for them: it may take its time.
pub fn patient_flag() -> Arc<AtomicBool> {
    IS_PATIENT.store(true, Ordering::Relaxed);
    flag()
}

/// Ends the program at once when its standard input ends, if it was started that way: a runner of experiments asks for
/// it, so that nothing runs on without it.
pub fn end_with_input_if_asked() {
    if std::env::var_os(END_WITH_INPUT).is_some() {
        // Without a thread, the runner ends it by other means.
        let _ = thread::Builder::new().spawn(|| {
            // The content of the input does not matter, only its end.
            let _ = io::copy(&mut io::stdin(), &mut io::sink());
            std::process::exit(INTERRUPTED);
        });
    }
}

/// Raises the flag after a time, for work that checks only the flag.
pub fn raise_after(time: Duration) {
    let (flag, late) = (flag(), flag());
    let started = thread::Builder::new().spawn(move || {
        thread::sleep(time);
        flag.store(true, Ordering::Relaxed);
    });
    if started.is_err() {
        late.store(true, Ordering::Relaxed);
    }
}
