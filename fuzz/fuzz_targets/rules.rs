//! The reader of rules: background knowledge, bias and examples, split at lines of dashes. No panic, hang or memory blow-up;
//! and what is learned from them holds for what it should when it is checked in another way.

#![no_main]

use std::sync::atomic::{AtomicU32, Ordering};

use induction::{Checker, Settings, Source};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let mut parts = text.split("\n---\n");
    let mut next = |name| Source { name, text: parts.next().unwrap_or_default() };
    match induction::read(next("bk.pl"), next("bias.pl"), next("exs.pl")) {
        Err(error) => drop(error.to_string()),
        Ok(reading) => {
            let mut problem = reading.problem;
            problem.bias.max_body = problem.bias.max_body.min(2);
            let asked = AtomicU32::new(0);
            let is_over = || asked.fetch_add(1, Ordering::Relaxed) >= 100;
            let settings = Settings { is_noisy: false, threads: 1 };
            let program = induction::induce(&problem, settings, &is_over);
            if let Ok(program) = program {
                let checked = Checker::new(&problem).check(&problem, &program.rules);
                assert_eq!(checked.covered, []);
                assert_eq!(checked.uncovered, program.uncovered);
            }
        }
    }
});
