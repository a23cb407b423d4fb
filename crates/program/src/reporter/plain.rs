//! The answer, for people to read.

use std::path::Path;
use std::time::Duration;

use search::{Budget, Counters, Estimate, Exhausted, Limits, Observer, Outcome, StopReason};
use task::{Step, Task};
use tools::numbers::{counted, grouped};

use super::{FoundPlan, Reporter};
use crate::args::LimitArgs;
use crate::stats::Stats;
use crate::{Answer, Log, units};
use console::{ProgressLine, SearchProgress, files};
use planner::searches::{HeuristicKind, Search};

/// Plans of at most this many steps are shown.
const SHOWN: usize = 40;

/// Reports a run in plain words, mainly how it ended.
pub(crate) struct Plain<'l> {
    log: &'l mut Log,
    is_verbose: bool,
    limits: RunLimits,
    heuristics: Vec<HeuristicKind>,
    is_anytime: bool,
    progress: SearchProgress,
}

/// The limits of a run, to be named when one is reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct RunLimits {
    pub run: LimitArgs,
    pub expansions: Option<u64>,
    pub evaluations: Option<u64>,
}

impl<'l> Plain<'l> {
    pub(super) fn new(log: &'l mut Log, limits: RunLimits, is_verbose: bool) -> Self {
        let progress = SearchProgress::new(ProgressLine::new());
        Self { log, is_verbose, limits, heuristics: Vec::new(), is_anytime: false, progress }
    }

    /// Only with `-v`.
    fn detail(&mut self, line: std::fmt::Arguments) {
        if self.is_verbose {
            self.log.line(line);
        }
    }

    fn show(&mut self, steps: &[Step], file: &str) {
        if steps.len() <= SHOWN || self.is_verbose {
            steps.iter().for_each(|step| self.log.line(step));
        } else {
            self.log.line(format_args!("The plan has {}: see {file}", counted(steps.len(), "step")));
        }
    }
}

impl Observer for Plain<'_> {
    fn initial_estimate(&mut self, heuristic: usize, estimate: Estimate) {
        let name = self.heuristics[heuristic].clone();
        match estimate.is_dead_end() {
            true => self.detail(format_args!("{name} of the initial state: a dead end")),
            false => self.detail(format_args!("{name} of the initial state: {}", estimate.h)),
        }
    }

    fn estimate_fell(&mut self, heuristic: usize, h: f32, counters: &Counters) {
        self.progress.estimate_fell(heuristic, h, counters);
        if counters.expanded == 0 {
            return;
        }
        let name = self.heuristics[heuristic].clone();
        let evaluated = states(counters.evaluated);
        self.detail(format_args!("{name} down to {h} after {evaluated} evaluated"));
    }

    fn bound_rose(&mut self, bound: u64, counters: &Counters) {
        self.progress.bound_rose(bound, counters);
        let evaluated = states(counters.evaluated);
        self.detail(format_args!("f up to {bound} after {evaluated} evaluated"));
    }
}

impl Reporter for Plain<'_> {
    fn log(&mut self) -> &mut Log {
        self.log
    }

    fn grounding_begins(&mut self, budget: Budget) -> Budget {
        self.progress.ground(budget)
    }

    fn grounded(&mut self, task: &Task, answer: &Answer) {
        let Stats { parse_s, ground_s, .. } = answer.stats;
        self.detail(format_args!(
            "Read in {}, ground in {}: {}",
            seconds(parse_s),
            seconds(ground_s),
            size(task)
        ));
    }

    fn search_begins(&mut self, search: &Search, limits: Limits) -> Limits {
        self.heuristics = search.heuristics().cloned().collect();
        self.is_anytime = matches!(search, Search::Anytime(_));
        self.detail(format_args!("Search: {search}"));
        self.progress.search("Searching", limits)
    }

    fn plan_written(&mut self, found: &FoundPlan) {
        self.progress.plan_found(found.operators, found.cost);
        if self.is_anytime && !files::is_standard(found.file) {
            let FoundPlan { number, operators, cost, file, .. } = *found;
            let steps = counted(operators.len(), "step");
            self.log.line(format_args!("Plan {number}: {steps}, cost {cost} → {}", file.display()));
        }
    }

    fn ended(&mut self, answer: &Answer) {
        self.progress.progress().clear();
        if self.is_verbose {
            self.log.line(work(&answer.stats));
        }
        if let (Some(plan), Some(file)) = (&answer.plan, &answer.plan_file) {
            // A plan on standard output need not be shown again.
            let is_there = files::is_standard(Path::new(file));
            if !is_there {
                self.show(&plan.steps, file);
            }
            if let Some(reason) = answer.stopped {
                self.log.line(capitalised(&self.limits.reached(reason)) + ".");
            }
        }
        self.log.line(last_line(answer, &self.limits));
    }
}

/// The size of a ground task.
pub(crate) fn size(task: &Task) -> String {
    let axioms = match task.axioms.len() {
        0 => String::new(),
        count => counted(count, "axiom") + ", ",
    };
    format!(
        "{}, {axioms}{} with {}, {}",
        counted(task.operators.len(), "operator"),
        counted(task.variables.len(), "variable"),
        counted(task.variables.fact_names.len(), "fact"),
        counted(task.goal.len(), "goal"),
    )
}

/// The counters of the search.
fn work(stats: &Stats) -> String {
    let number = |count: Option<u64>| grouped(count.unwrap_or_default() as f64, 0);
    let time = stats.search_s.unwrap_or_default();
    let rate = stats.evaluated.unwrap_or_default() as f64 / time.max(1e-6);
    let memory = stats.peak_memory_kb.map(|kilobytes| units::spoken_memory(kilobytes << 10));
    let memory = memory.map_or_else(String::new, |memory| format!("; at most {memory} of memory"));
    format!(
        "Searched for {}: {} evaluated, {} a second; {} expanded, {} generated, {} reopened, {} dead ends{memory}",
        seconds(stats.search_s),
        counted(stats.evaluated.unwrap_or_default() as usize, "state"),
        grouped(rate, 0),
        number(stats.expanded),
        number(stats.generated),
        number(stats.reopened),
        number(stats.dead_ends),
    )
}

/// The last line: the result.
fn last_line(answer: &Answer, limits: &RunLimits) -> String {
    let stats = &answer.stats;
    let effort =
        format!("{}, {} evaluated", seconds(stats.total_s), states(stats.evaluated.unwrap_or_default()));
    let (Some(plan), Some(file), Some(cost)) = (&answer.plan, &answer.plan_file, stats.cost) else {
        let why = match answer.report.as_ref().map(|report| &report.outcome) {
            Some(Outcome::Stopped(reason)) => format!("found: {}", limits.reached(*reason)),
            _ => "exists: the whole state space was explored, the task is unsolvable".to_owned(),
        };
        return format!("No plan {why} ({effort})");
    };
    let worth = match (answer.optimal == Some(true), answer.pruned) {
        _ if plan.steps.is_empty() => "valid, since the goal holds already",
        (true, _) => "valid, optimal",
        (false, true) => "valid, by preferred actions alone: perhaps not optimal",
        (false, false) => "valid",
    };
    let choice = match (answer.stopped, answer.plans) {
        (None, 0..=1) => String::new(),
        (None, plans) => format!("best of {plans} plans; "),
        (Some(_), 0..=1) => "perhaps not the best plan; ".to_owned(),
        (Some(_), plans) => format!("best of {plans} plans, perhaps not of all; "),
    };
    let (steps, file) = (counted(plan.steps.len(), "step"), files::output_name(Path::new(file)));
    format!("Plan: {steps}, cost {cost}, {worth} → {file} ({choice}{effort})")
}

impl RunLimits {
    /// Which limit was reached.
    fn reached(&self, reason: StopReason) -> String {
        let limit = |what: Option<String>, name: &str| match what {
            Some(what) => format!("the {name} limit of {what} was reached"),
            None => format!("the {name} limit was reached"),
        };
        match reason {
            StopReason::Exhausted(Exhausted::Time) => {
                limit(self.run.time_limit.map(units::spoken_time), "time")
            }
            StopReason::Exhausted(Exhausted::Memory) => {
                limit(self.run.memory_limit.map(units::spoken_memory), "memory")
            }
            StopReason::Exhausted(Exhausted::Interrupted) => "the run was interrupted".to_owned(),
            StopReason::Expansions => {
                limit(self.expansions.map(|most| counted(most as usize, "expansion")), "search")
            }
            StopReason::Evaluations => {
                limit(self.evaluations.map(|most| counted(most as usize, "evaluation")), "search")
            }
            StopReason::Cost => "plans may cost more than can be counted, 2³² − 1".to_owned(),
            StopReason::Device => "the device has failed".to_owned(),
            StopReason::Untrusted => {
                "only states are left that the model is not trusted on, which proves nothing".to_owned()
            }
            StopReason::NotWhole => {
                "actions whose cost has no value are left out, so that this proves nothing".to_owned()
            }
        }
    }
}

fn states(number: u64) -> String {
    counted(number as usize, "state")
}

fn seconds(time: Option<f64>) -> String {
    units::spoken_time(Duration::try_from_secs_f64(time.unwrap_or_default()).unwrap_or_default())
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use search::Report;

    use super::*;

    const NONE: RunLimits = RunLimits {
        run: LimitArgs { time_limit: None, memory_limit: None },
        expansions: None,
        evaluations: None,
    };

    fn report(outcome: Outcome) -> Report {
        let counters = Counters { evaluated: 1334, ..Counters::default() };
        Report { outcome, counters, until_last_jump: counters }
    }

    fn answer(outcome: Outcome, plans: usize) -> Answer {
        let mut answer = Answer { plans, ..Answer::default() };
        if let Outcome::Solved { plan, .. } = &outcome {
            answer.plan = Some(plan.iter().map(|_| "wait").collect());
            answer.plan_file = Some("sas_plan".to_owned());
        }
        answer.stats.set_report(&report(outcome.clone()));
        answer.stats.total_s = Some(0.0234);
        answer.report = Some(report(outcome));
        answer
    }

    #[test]
    fn the_last_line_is_the_answer() {
        let solved = |steps| Outcome::Solved { plan: vec![7; steps], cost: 40 };
        let one = answer(solved(18), 1);
        assert_eq!(
            last_line(&one, &NONE),
            "Plan: 18 steps, cost 40, valid → sas_plan (0.02 s, 1,334 states evaluated)"
        );
        let optimal = Answer { optimal: Some(true), ..answer(solved(1), 1) };
        assert!(last_line(&optimal, &NONE).starts_with("Plan: 1 step, cost 40, valid, optimal → "));
        let best = Answer { optimal: Some(true), ..answer(solved(18), 3) };
        assert!(last_line(&best, &NONE).contains("valid, optimal → sas_plan (best of 3 plans; 0.02 s, "));
        let stopped = Some(StopReason::Expansions);
        let best = Answer { optimal: Some(false), stopped, ..answer(solved(18), 3) };
        assert!(last_line(&best, &NONE).contains("valid → sas_plan (best of 3 plans, perhaps not of all; "));
        let empty = answer(Outcome::Solved { plan: vec![], cost: 0 }, 1);
        assert!(
            last_line(&empty, &NONE)
                .starts_with("Plan: 0 steps, cost 0, valid, since the goal holds already")
        );
    }

    #[test]
    fn without_a_plan_the_last_line_says_why() {
        let run = LimitArgs { time_limit: Some(Duration::from_secs(1800)), memory_limit: Some(4 << 30) };
        let limits = RunLimits { run, expansions: Some(1), evaluations: Some(2000) };
        let why = |outcome| last_line(&answer(outcome, 0), &limits);
        assert_eq!(
            why(Outcome::Unsolvable),
            "No plan exists: the whole state space was explored, the task is unsolvable (0.02 s, 1,334 states evaluated)"
        );
        for (reason, text) in [
            (Exhausted::Time.into(), "No plan found: the time limit of 30 min was reached ("),
            (Exhausted::Memory.into(), "No plan found: the memory limit of 4 GB was reached ("),
            (Exhausted::Interrupted.into(), "No plan found: the run was interrupted ("),
            (StopReason::Expansions, "No plan found: the search limit of 1 expansion was reached ("),
            (StopReason::Evaluations, "No plan found: the search limit of 2,000 evaluations was reached ("),
            (StopReason::Untrusted, "No plan found: only states are left that the model is not trusted on"),
        ] {
            let line = why(Outcome::Stopped(reason));
            assert!(line.starts_with(text), "{line}");
        }
    }
}
