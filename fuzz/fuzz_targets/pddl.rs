//! The parser: whatever the bytes, an answer without panic, hang or memory blow-up, and diagnostics that render.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pddl::{Source, Strictness, parse_domain, parse_problem};

/// A problem that most mutated domains can be asked to read.
const PROBLEM: &str = "(define (problem p) (:domain d) (:objects a b) (:init (p a) (q a b)) (:goal (p b)))";

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    // A seed is a domain, or a domain and a problem with a NUL between them.
    let (domain, problem) = text.split_once('\0').unwrap_or((&text, PROBLEM));
    for strictness in [Strictness::Lenient, Strictness::Strict] {
        match parse_domain(&Source::new("domain.pddl", domain), strictness) {
            Err(diagnostic) => drop(diagnostic.to_string()),
            Ok(parsed) => {
                parsed.warnings.iter().for_each(|warning| drop(warning.to_string()));
                match parse_problem(&parsed.value, &Source::new("problem.pddl", problem), strictness) {
                    Err(diagnostic) => drop(diagnostic.to_string()),
                    Ok(parsed) => parsed.warnings.iter().for_each(|warning| drop(warning.to_string())),
                }
            }
        }
    }
});
