//! Ctrl-C, and other reasons to end early.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use tools::END_WITH_INPUT;

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// A flag that becomes true when the user asks the program to stop; every call returns the same one. When the user asks
/// a second time, the program ends at once.
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
        });
        flag
    }))
}

/// Ends the program at once when its standard input ends, if it was started that way: a runner of experiments asks for
/// it, so that nothing runs on without it.
pub fn end_with_input_if_asked() {
    if std::env::var_os(END_WITH_INPUT).is_some() {
        thread::spawn(|| {
            // The content of the input does not matter, only its end.
            let _ = io::copy(&mut io::stdin(), &mut io::sink());
            std::process::exit(INTERRUPTED);
        });
    }
}

/// Raises the flag after a time, for work that checks only the flag.
pub fn raise_after(time: Duration) {
    let flag = flag();
    thread::spawn(move || {
        thread::sleep(time);
        flag.store(true, Ordering::Relaxed);
    });
}
