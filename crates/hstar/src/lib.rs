//! hstar: a planner and heuristic-search toolkit. This is what stands between its libraries and the
//! terminal; the libraries themselves are [`pddl`], [`task`], [`heuristics`], [`puzzles`],
//! [`generators`] and [`search`].
#![forbid(unsafe_code)]

mod answer;
mod check;
pub mod cli;
mod colour;
pub mod commands;
mod data_file;
mod exit_code;
mod failure;
mod file_kind;
mod files;
mod generator_help;
mod growing;
mod grown;
mod guide;
mod input;
mod interrupt;
mod learning;
mod log;
mod pddl_folder;
mod plan_files;
mod progress;
pub mod puzzle;
mod puzzle_help;
mod reporter;
mod repro;
mod search_help;
pub mod search_kind;
mod search_progress;
mod solve;
pub mod spec;
mod stats;
mod teacher;
mod threads;
mod translator_statistics;
mod value_error;
mod walk_problems;

use lab::domain_file;
use tools::numbers::counted;
use tools::{units, whole_file};
pub use {belief, generators, heuristics, lab, learn, pddl, puzzles, rules, search, task};

pub use answer::Answer;
pub use exit_code::Exit;
pub use failure::Failure;
pub use input::Input;
pub use log::Log;
