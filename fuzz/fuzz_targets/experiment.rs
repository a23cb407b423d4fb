//! The reader of experiments: no panic, hang or memory blow-up, and runs have names that are names of folders.

#![no_main]

use std::path::Path;

use lab::Experiment;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match Experiment::parse(text) {
        Err(error) => drop(error.to_string()),
        Ok(experiment) => {
            // There is nothing in this folder, so that only jobs and puzzles are found.
            let runs = lab::expand(&experiment, Path::new("/nowhere")).unwrap_or_default();
            for run in runs {
                assert!(!run.name.is_empty() && !run.name.starts_with('.') && !run.name.contains('/'));
                drop(run.command_line(Path::new("folder")));
            }
        }
    }
});
