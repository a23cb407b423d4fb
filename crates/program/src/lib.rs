//! The program `hstar`: commands over the library of the same name.
//!
//! It is a library itself, so that it can be part of other programs: the Python package runs it, too.
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

use console::Log;
use tools::numbers::counted;
use tools::{threads, units};

use answer::Answer;
use failure::Failure;

pub use cli::run;
pub use exit_code::Exit;
pub use lab::set_own_program;

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
