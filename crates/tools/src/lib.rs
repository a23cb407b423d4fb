//! Small tools that several crates need, so that none writes its own version: threads, files, checksums, numbers and
//! units as text. Nothing here knows about planning.
//!
//! ```
//! use std::io::Write;
//! use tools::{numbers, terminal, threads, units, whole_file};
//!
//! assert_eq!(units::memory("1.5G").map(units::spoken_memory).as_deref(), Ok("1.5 GB"));
//! assert_eq!(threads::in_parallel(4, 2, |number| number * number), [0, 1, 4, 9]);
//! assert_eq!(terminal::line("\u{1b}[2Jname"), "\u{fffd}[2Jname");
//! assert_eq!(tools::nearest("claer", ["on", "clear"]).as_deref(), Some("clear"));
//! assert_eq!(numbers::counted(21_000, "body"), "21,000 bodies");
//!
//! let path = std::env::temp_dir().join(format!("hstar-tools-{}", std::process::id()));
//! whole_file::write(&path, |out| writeln!(out, "all of it"))?;
//! assert_eq!(std::fs::read_to_string(&path)?, "all of it\n");
//! # std::fs::remove_file(path)?;
//! # Ok::<(), std::io::Error>(())
//! ```
#![forbid(unsafe_code)]

mod checksum;
mod end_with_input;
pub mod grid;
pub mod numbers;
mod suggest;
pub mod terminal;
mod thread_clock;
pub mod threads;
mod timed;
pub mod units;
pub mod whole_file;

pub use checksum::Checksum;
pub use end_with_input::END_WITH_INPUT;
pub use suggest::nearest;
pub use thread_clock::ThreadClock;
pub use timed::timed;

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
