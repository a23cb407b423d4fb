//! Output on a terminal: answers, warnings, progress and help; and interrupts by the user.
//!
//! ```
//! use console::Log;
//!
//! let log = Log::default();
//! log.line("an answer, on standard output");
//! log.warn("warning: and what is questionable, on standard error");
//! ```
#![forbid(unsafe_code)]

mod colour;
pub mod examples;
pub mod files;
pub mod interrupt;
pub mod learn_help;
mod log;
pub mod memory_limit;
mod plan_files;
mod progress_line;
pub mod puzzle_help;
pub mod search_help;
mod search_progress;
pub mod wanted_number;
mod watchdog;

pub use log::{Log, complain};
pub use plan_files::PlanFiles;
pub use progress_line::ProgressLine;
pub use search_progress::SearchProgress;
pub use watchdog::Watchdog;

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
