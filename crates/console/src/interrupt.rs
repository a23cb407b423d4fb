//! Ctrl-C.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use tools::END_WITH_INPUT;

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// A flag that becomes true when the user asks the program to stop; the same one, whoever asks for it. Who asks a second
/// time is not willing to wait: the program ends at once.
pub fn flag() -> Arc<AtomicBool> {
    static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();
    Arc::clone(FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&flag);
        // Without a handler Ctrl-C still ends the program, if not in order.
        let _ = ctrlc::set_handler(move || {
            if raised.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
        });
        flag
    }))
}

/// Ends the program at once when its standard input ends, if whoever started it wants that: a runner of experiments does,
/// so that nothing runs on without it.
pub fn end_with_input_if_asked() {
    if std::env::var_os(END_WITH_INPUT).is_some() {
        thread::spawn(|| {
            // What comes is nothing to us; that nothing can come any more is.
            let _ = io::copy(&mut io::stdin(), &mut io::sink());
            std::process::exit(INTERRUPTED);
        });
    }
}

/// Raises the flag after a time: for work that looks at nothing else.
pub fn raise_after(time: Duration) {
    let flag = flag();
    thread::spawn(move || {
        thread::sleep(time);
        flag.store(true, Ordering::Relaxed);
    });
}
