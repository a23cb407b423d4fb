//! The program `hstar`: commands over the library of the same name.
#![forbid(unsafe_code)]

mod answer;
mod args;
mod cli;
mod commands;
mod exit_code;
mod failure;
mod pddl_folder;
mod reporter;
mod stats;
mod value_error;

use std::process::ExitCode;
use std::time::Instant;

use console::Log;
use tools::numbers::counted;
use tools::{threads, units};

use answer::Answer;
use exit_code::Exit;
use failure::Failure;

fn main() -> ExitCode {
    cli::run(Instant::now()).into()
}
