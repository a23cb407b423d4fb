//! A server for the Model Context Protocol: agents plan, validate plans, explain models, ground tasks and generate problems.
//!
//! [`serve`] reads JSON-RPC 2.0, a message a line, and answers the same way. Questions about the server itself are answered at
//! once; calls of tools wait in line and are done one after the other (`desk.rs`), since limits on memory are limits on the
//! whole process.
#![forbid(unsafe_code)]

mod arguments;
mod desk;
mod folder;
mod lines;
mod message;
mod server;
mod toolbox;

use std::path::PathBuf;
use std::time::Duration;

pub use server::serve;

/// What a server allows.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder that files are read from and written to. Without one, tasks and plans are given as text, and there are no files.
    pub folder: Option<PathBuf>,
    /// The most time that a call may take.
    pub time_limit: Duration,
    /// The most memory, in bytes, that the process may hold.
    pub memory_limit: Option<u64>,
}

impl Options {
    /// The time that a call may take unless somebody says otherwise: agents and the people behind them wait no longer.
    pub const TIME_LIMIT: Duration = Duration::from_secs(60);
}

impl Default for Options {
    fn default() -> Self {
        Self { folder: None, time_limit: Self::TIME_LIMIT, memory_limit: None }
    }
}

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
