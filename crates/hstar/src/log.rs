//! What the program says: on standard output the lines that the field's tools look for, on standard error
//! what went wrong.

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use search::{Counters, Estimate, Observer, Outcome, Report, StopReason, peak_memory};
use task::Task;

use crate::search_kind::HeuristicKind;
use crate::translator_statistics::TranslatorStatistics;

/// Writes to standard output. Once nobody listens any more, it says nothing.
#[derive(Debug, Default)]
pub struct Log {
    is_unheard: bool,
}

impl Log {
    /// Says one line, or several.
    pub fn line(&mut self, line: impl Display) {
        self.is_unheard = self.is_unheard || writeln!(io::stdout(), "{}", printable(line)).is_err();
    }

    /// The limits of the run, where there are any.
    pub fn limits(&mut self, time: Option<Duration>, memory: Option<u64>) {
        for part in ["planner", "search"] {
            if let Some(time) = time {
                self.line(format_args!("{part} time limit: {}s", time.as_secs_f64()));
            }
            if let Some(bytes) = memory {
                self.line(format_args!("{part} memory limit: {} MB", bytes >> 20));
            }
        }
    }

    /// The size of a ground task.
    pub fn task(&mut self, task: &Task) {
        for (name, count) in TranslatorStatistics::new(task).named() {
            self.line(format_args!("Translator {name}: {count}"));
        }
        if let Some(kilobytes) = peak_kilobytes() {
            self.line(format_args!("Translator peak memory: {kilobytes} KB"));
        }
    }

    /// The end of translation, which began with the process.
    pub fn translated(&mut self, process_start: Instant) {
        let wall = process_start.elapsed().as_secs_f64();
        let cpu = cpu_time().map_or(wall, |time| time.as_secs_f64());
        self.line(format_args!("Done! [{cpu:.3}s CPU, {wall:.3}s wall-clock]"));
    }

    /// A plan, as operators of `task`.
    pub fn plan(&mut self, task: &Task, plan: &[search::Action], cost: u64) {
        self.line("Solution found!");
        for &operator in plan {
            let operator = operator as usize;
            let (name, cost) = (&task.operators.names[operator], task.operators.costs[operator]);
            self.line(format_args!("{name} ({cost})"));
        }
        self.line(format_args!("Plan length: {} step(s).", plan.len()));
        self.line(format_args!("Plan cost: {cost}"));
    }

    /// Why there is no plan.
    pub fn no_plan(&mut self, outcome: &Outcome) {
        self.line(match outcome {
            Outcome::Solved { .. } => return,
            Outcome::Unsolvable => "Completely explored state space -- no solution!",
            Outcome::Stopped(reason) => match reason {
                StopReason::Exhausted(search::Exhausted::Time) => "Time limit has been reached.",
                StopReason::Exhausted(search::Exhausted::Memory) => "Memory limit has been reached.",
                StopReason::Exhausted(search::Exhausted::Interrupted) => "Interrupted.",
                StopReason::Expansions => "Limit on expansions has been reached.",
                StopReason::Evaluations => "Limit on evaluations has been reached.",
                StopReason::Cost => "Limit on cost has been reached.",
                StopReason::Device => "The device has failed.",
                StopReason::Untrusted => "No state is left but those that the model is not trusted on.",
            },
        });
    }

    /// The last word on a search.
    pub fn end(&mut self, outcome: &Outcome) {
        self.line(match outcome {
            Outcome::Solved { .. } => "Solution found.",
            Outcome::Unsolvable | Outcome::Stopped(_) => "Search stopped without finding a solution.",
        });
    }

    /// The work that a search did.
    pub fn counters(&mut self, report: &Report) {
        let Counters { expanded, evaluated, generated, reopened, dead_ends, untrusted } = report.counters;
        self.line(format_args!("Expanded {expanded} state(s)."));
        self.line(format_args!("Reopened {reopened} state(s)."));
        self.line(format_args!("Evaluated {evaluated} state(s)."));
        self.line(format_args!("Evaluations: {evaluated}"));
        self.line(format_args!("Generated {generated} state(s)."));
        self.line(format_args!("Dead ends: {dead_ends} state(s)."));
        if untrusted > 0 {
            self.line(format_args!("Not trusted: {untrusted} state(s)."));
        }
        let Counters { expanded, evaluated, generated, reopened, .. } = report.until_last_jump;
        self.line(format_args!("Expanded until last jump: {expanded} state(s)."));
        self.line(format_args!("Reopened until last jump: {reopened} state(s)."));
        self.line(format_args!("Evaluated until last jump: {evaluated} state(s)."));
        self.line(format_args!("Generated until last jump: {generated} state(s)."));
    }

    /// The time it took, and the memory.
    pub fn times(&mut self, search: Duration, process_start: Instant) {
        self.line(format_args!("Search time: {:.6}s", search.as_secs_f64()));
        self.line(format_args!("Total time: {:.6}s", process_start.elapsed().as_secs_f64()));
        if let Some(kilobytes) = peak_kilobytes() {
            self.line(format_args!("Peak memory: {kilobytes} KB"));
        }
    }
}

/// Tells the progress of a search.
pub struct SearchLog<'a, 'l> {
    /// Where to tell it.
    pub log: &'a RefCell<&'l mut Log>,
    /// Its heuristics.
    pub heuristics: &'a [HeuristicKind],
}

impl Observer for SearchLog<'_, '_> {
    fn initial_estimate(&mut self, heuristic: usize, estimate: Estimate) {
        let h = if estimate.is_dead_end() { "infinity".to_owned() } else { estimate.h.to_string() };
        self.log
            .borrow_mut()
            .line(format_args!("Initial heuristic value for {}: {h}", self.heuristics[heuristic]));
    }

    fn estimate_fell(&mut self, heuristic: usize, h: f32, counters: &Counters) {
        let Counters { evaluated, expanded, .. } = counters;
        let name = &self.heuristics[heuristic];
        self.log.borrow_mut().line(format_args!(
            "New best heuristic value for {name}: {h}, {evaluated} evaluated, {expanded} expanded"
        ));
    }

    fn bound_rose(&mut self, bound: u64, counters: &Counters) {
        let Counters { evaluated, expanded, .. } = counters;
        self.log.borrow_mut().line(format_args!("f = {bound}, {evaluated} evaluated, {expanded} expanded"));
    }
}

/// Says something on standard error.
pub fn complain(message: impl Display) {
    // There is nobody to tell that nobody listens.
    let _ = writeln!(io::stderr(), "{}", printable(message));
}

/// Control characters, and those that reverse the direction of text, would let a file write to the terminal
/// what it likes.
fn printable(text: impl Display) -> String {
    let is_harmful = |c: char| match c {
        '\n' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => c.is_control(),
    };
    text.to_string().replace(is_harmful, "\u{fffd}")
}

/// The most memory the process has held so far.
pub fn peak_kilobytes() -> Option<u64> {
    peak_memory().map(|bytes| bytes / 1024)
}

/// The processor time that the process has used so far, where the operating system tells.
fn cpu_time() -> Option<Duration> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field, the program's name, may contain spaces but is the last in parentheses.
    let mut fields = stat.rsplit(')').next()?.split_ascii_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_secs_f64((user + system) as f64 / TICKS_PER_SECOND))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_not_printed() {
        assert_eq!(printable("a\x1b[2J\x07\r\u{9b}\u{202e}b"), "a�[2J����b");
        assert_eq!(printable("ä\tb\nc"), "ä\tb\nc");
    }
}
