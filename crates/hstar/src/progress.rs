//! How far a long run has come, for someone who watches.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

use search::{Counters, Observer};

use crate::log;

/// A line that is written again and again, on a terminal only.
#[derive(Debug)]
pub struct Progress {
    is_watched: bool,
    /// What it is about.
    pub subject: String,
}

impl Progress {
    /// Progress on standard error.
    pub fn new() -> Self {
        Self { is_watched: io::stderr().is_terminal(), subject: String::new() }
    }

    /// Makes place for other output.
    pub fn clear(&self) {
        self.show("");
    }

    /// Says how far it has come, in place of what was said before.
    pub fn show(&self, text: impl Display) {
        if self.is_watched {
            // There is nobody to tell that nobody watches.
            let _ = write!(io::stderr(), "\r\x1b[K{text}");
        }
    }
}

impl Observer for Progress {
    fn bound_rose(&mut self, bound: u64, counters: &Counters) {
        self.show(format_args!("{}: cost ≥ {bound}, {} generated", self.subject, counters.generated));
    }

    fn device_failed(&mut self, reason: &str) {
        self.clear();
        log::complain(format_args!("error: {reason}"));
    }

    fn estimate_fell(&mut self, _: usize, h: f32, counters: &Counters) {
        self.show(format_args!("{}: h = {h}, {} generated", self.subject, counters.generated));
    }
}
