//! The log lines of Fast Downward, which the field's tools look for.

use std::time::{Duration, Instant};

use search::{Counters, Estimate, Exhausted, Limits, Observer, Outcome, Report, StopReason};
use task::Task;

use super::{FoundPlan, Reporter};
use crate::args::LimitArgs;
use crate::stats::peak_kilobytes;
use crate::{Answer, Log};
use planner::searches::{HeuristicKind, Search};
use planner::translator_statistics::TranslatorStatistics;

/// Reports a run in Fast Downward's words.
pub(crate) struct FdLog<'l> {
    log: &'l mut Log,
    process_start: Instant,
    heuristics: Vec<HeuristicKind>,
}

impl<'l> FdLog<'l> {
    /// Begins with the limits of the run, where there are any.
    pub(super) fn new(log: &'l mut Log, limits: LimitArgs, process_start: Instant) -> Self {
        for part in ["planner", "search"] {
            if let Some(time) = limits.time_limit {
                log.line(format_args!("{part} time limit: {}s", time.as_secs_f64()));
            }
            if let Some(bytes) = limits.memory_limit {
                log.line(format_args!("{part} memory limit: {} MB", bytes >> 20));
            }
        }
        Self { log, process_start, heuristics: Vec::new() }
    }

    fn counters(&mut self, report: &Report) {
        let Counters { expanded, evaluated, generated, reopened, dead_ends, untrusted } = report.counters;
        self.log.line(format_args!("Expanded {expanded} state(s)."));
        self.log.line(format_args!("Reopened {reopened} state(s)."));
        self.log.line(format_args!("Evaluated {evaluated} state(s)."));
        self.log.line(format_args!("Evaluations: {evaluated}"));
        self.log.line(format_args!("Generated {generated} state(s)."));
        self.log.line(format_args!("Dead ends: {dead_ends} state(s)."));
        if untrusted > 0 {
            self.log.line(format_args!("Not trusted: {untrusted} state(s)."));
        }
        let Counters { expanded, evaluated, generated, reopened, .. } = report.until_last_jump;
        self.log.line(format_args!("Expanded until last jump: {expanded} state(s)."));
        self.log.line(format_args!("Reopened until last jump: {reopened} state(s)."));
        self.log.line(format_args!("Evaluated until last jump: {evaluated} state(s)."));
        self.log.line(format_args!("Generated until last jump: {generated} state(s)."));
    }
}

/// The size of a ground task, and the time that translation took, which began with the process.
pub(crate) fn task_lines(task: &Task, process_start: Instant, log: &mut Log) {
    for (name, count) in TranslatorStatistics::new(task).named() {
        log.line(format_args!("Translator {name}: {count}"));
    }
    if let Some(kilobytes) = peak_kilobytes() {
        log.line(format_args!("Translator peak memory: {kilobytes} KB"));
    }
    let wall = process_start.elapsed().as_secs_f64();
    let cpu = cpu_time().map_or(wall, |time| time.as_secs_f64());
    log.line(format_args!("Done! [{cpu:.3}s CPU, {wall:.3}s wall-clock]"));
}

/// The processor time that the process has used so far, if the operating system reports it.
fn cpu_time() -> Option<Duration> {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field, the program's name, may contain spaces but is the last in parentheses.
    let mut fields = stat.rsplit(')').next()?.split_ascii_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_secs_f64((user + system) as f64 / TICKS_PER_SECOND))
}

impl Observer for FdLog<'_> {
    fn initial_estimate(&mut self, heuristic: usize, estimate: Estimate) {
        let h = if estimate.is_dead_end() { "infinity".to_owned() } else { estimate.h.to_string() };
        self.log.line(format_args!("Initial heuristic value for {}: {h}", self.heuristics[heuristic]));
    }

    fn estimate_fell(&mut self, heuristic: usize, h: f32, counters: &Counters) {
        let Counters { evaluated, expanded, .. } = counters;
        let name = &self.heuristics[heuristic];
        self.log.line(format_args!(
            "New best heuristic value for {name}: {h}, {evaluated} evaluated, {expanded} expanded"
        ));
    }

    fn bound_rose(&mut self, bound: u64, counters: &Counters) {
        let Counters { evaluated, expanded, .. } = counters;
        self.log.line(format_args!("f = {bound}, {evaluated} evaluated, {expanded} expanded"));
    }
}

impl Reporter for FdLog<'_> {
    fn log(&mut self) -> &mut Log {
        self.log
    }

    fn grounded(&mut self, task: &Task, _: &Answer) {
        task_lines(task, self.process_start, self.log);
    }

    fn search_begins(&mut self, search: &Search, limits: Limits) -> Limits {
        self.heuristics = search.heuristics().cloned().collect();
        self.log.line(format_args!("Search: {search}"));
        limits
    }

    fn plan_written(&mut self, found: &FoundPlan) {
        self.log.line("Solution found!");
        let operators = &found.task.operators;
        for &operator in found.operators {
            let (name, cost) = (&operators.names[operator as usize], operators.costs[operator as usize]);
            self.log.line(format_args!("{name} ({cost})"));
        }
        self.log.line(format_args!("Plan length: {} step(s).", found.operators.len()));
        self.log.line(format_args!("Plan cost: {}", found.cost));
    }

    fn ended(&mut self, answer: &Answer) {
        let Some(report) = &answer.report else { return };
        if let Some(why) = no_plan(&report.outcome) {
            self.log.line(why);
        }
        self.counters(report);
        let seconds = |time: Option<f64>| time.unwrap_or_default();
        self.log.line(format_args!("Search time: {:.6}s", seconds(answer.stats.search_s)));
        self.log.line(format_args!("Total time: {:.6}s", seconds(answer.stats.total_s)));
        if let Some(kilobytes) = answer.stats.peak_memory_kb {
            self.log.line(format_args!("Peak memory: {kilobytes} KB"));
        }
        self.log.line(match report.outcome {
            Outcome::Solved { .. } => "Solution found.",
            Outcome::Unsolvable | Outcome::Stopped(_) => "Search stopped without finding a solution.",
        });
    }
}

/// The message for a search without a plan.
fn no_plan(outcome: &Outcome) -> Option<&'static str> {
    Some(match outcome {
        Outcome::Solved { .. } => return None,
        Outcome::Unsolvable => "Completely explored state space -- no solution!",
        Outcome::Stopped(reason) => match reason {
            StopReason::Exhausted(Exhausted::Time) => "Time limit has been reached.",
            StopReason::Exhausted(Exhausted::Memory) => "Memory limit has been reached.",
            StopReason::Exhausted(Exhausted::Interrupted) => "Interrupted.",
            StopReason::Expansions => "Limit on expansions has been reached.",
            StopReason::Evaluations => "Limit on evaluations has been reached.",
            StopReason::Cost => "Limit on cost has been reached.",
            StopReason::Device => "The device has failed.",
            StopReason::Untrusted => "No state is left but those that the model is not trusted on.",
            StopReason::NotWhole => "No plan without the actions that are left out, whose cost has no value.",
        },
    })
}
