//! The plan reader: no panic, hang or memory blow-up; and what it accepts is printed and read back the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use task::{Plan, Step};

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    match Plan::parse(&text) {
        Err(error) => drop(error.to_string()),
        Ok(plan) => {
            let printed = plan.with_cost(3, true).to_string();
            let again = Plan::parse(&printed).expect("what was printed can be read");
            assert_eq!(again.cost, Some(3));
            assert!(plan.steps.iter().map(words).eq(again.steps.iter().map(words)), "{printed}");
        }
    }
});

/// All of a step but its line, as text may have several steps in a line and lines without any.
fn words(step: &Step) -> (&str, &[String]) {
    (&step.name, &step.args)
}
