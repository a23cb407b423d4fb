//! From any two texts to a ground task, within a small budget.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pddl::{Source, Strictness, parse_domain, parse_problem};
use std::time::Duration;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let Some((domain, problem)) = text.split_once('\0') else { return };
    let Ok(domain) = parse_domain(&Source::new("domain.pddl", domain), Strictness::Lenient) else { return };
    let domain = domain.value;
    let problem = Source::new("problem.pddl", problem);
    let Ok(problem) = parse_problem(&domain, &problem, Strictness::Lenient) else { return };
    let budget = search::Budget::unlimited().with_time(Duration::from_millis(500)).with_memory(1 << 30);
    drop(task::ground(&domain, &problem.value, &budget));
});
