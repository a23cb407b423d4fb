//! The progress line of grounding and searches.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use search::{Action, Budget, Counters, Gauge, Limits, Observer, Work, resident_memory};
use tools::numbers::{counted, grouped};
use tools::threads::locked;

use tools::units;

use crate::log;
use crate::progress_line::ProgressLine;

/// Watches grounding and searches, and shows their progress.
pub struct SearchProgress {
    progress: ProgressLine,
    best: Arc<Mutex<Best>>,
}

/// The best that a search has found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Best {
    /// The lowest value of the first heuristic.
    h: Option<f32>,
    /// A lower bound on the cost of plans, if the heuristic is admissible.
    bound: Option<u64>,
    /// The cost of the best plan.
    cost: Option<u64>,
}

/// Time and memory at a moment.
#[derive(Clone, Copy, Debug, Default)]
struct Moment {
    /// The time since the work began.
    elapsed: Duration,
    memory: Option<u64>,
    left: Option<Duration>,
}

impl SearchProgress {
    /// Shows progress on this line.
    pub fn new(progress: ProgressLine) -> Self {
        Self { progress, best: Arc::default() }
    }

    /// The progress line itself, for other work.
    pub fn progress(&self) -> &ProgressLine {
        &self.progress
    }

    /// Grounding begins, which keeps to the budget. Returns the budget with a gauge.
    pub fn ground(&self, budget: Budget) -> Budget {
        self.watch(budget, |gauge, moment| {
            grounding(gauge.count(Work::Facts), gauge.count(Work::Operators), moment)
        })
    }

    /// A search begins, which keeps to the limits; the line begins with the subject. Returns the limits with a gauge.
    pub fn search(&self, subject: &str, limits: Limits) -> Limits {
        let (subject, best) = (subject.to_owned(), Arc::clone(&self.best));
        *locked(&best) = Best::default();
        let budget = self.watch(limits.budget, move |gauge, moment| {
            searching(&subject, gauge.count(Work::Expanded), *locked(&best), moment)
        });
        Limits { budget, ..limits }
    }

    fn watch(&self, budget: Budget, text: impl Fn(&Gauge, Moment) -> String + Send + 'static) -> Budget {
        let gauge = Arc::new(Gauge::default());
        let (start, own, limit) = (Instant::now(), Arc::clone(&gauge), budget.clone());
        self.progress.watch(move || {
            let left = limit.time_left();
            text(&own, Moment { elapsed: start.elapsed(), memory: resident_memory(), left })
        });
        budget.with_gauge(gauge)
    }
}

impl Observer for SearchProgress {
    fn estimate_fell(&mut self, heuristic: usize, h: f32, _: &Counters) {
        if heuristic == 0 {
            locked(&self.best).h = Some(h);
        }
    }

    fn bound_rose(&mut self, bound: u64, _: &Counters) {
        locked(&self.best).bound = Some(bound);
    }

    fn plan_found(&mut self, _: &[Action], cost: u64) {
        // The next search begins anew.
        *locked(&self.best) = Best { cost: Some(cost), ..Best::default() };
    }

    fn device_failed(&mut self, reason: &str) {
        log::complain(format_args!("error: {reason}"));
    }
}

fn grounding(reached: u64, operators: u64, moment: Moment) -> String {
    let mut parts = vec![format!("{} facts and actions reached", grouped(reached as f64, 0))];
    if operators > 0 {
        parts.push(counted(operators as usize, "operator"));
    }
    line("Grounding", &parts, moment)
}

fn searching(subject: &str, expanded: u64, best: Best, moment: Moment) -> String {
    let rate = expanded as f64 / moment.elapsed.as_secs_f64().max(1e-3);
    let states = counted(expanded as usize, "state");
    let mut parts = vec![format!("{states} expanded"), format!("{}/s", grouped(rate, 0))];
    parts.extend(best.cost.map(|cost| format!("best plan {cost}")));
    parts.extend(best.bound.map(|bound| format!("f {bound}")));
    parts.extend(best.h.map(|h| format!("best h {h}")));
    line(subject, &parts, moment)
}

fn line(subject: &str, parts: &[String], moment: Moment) -> String {
    let memory = moment.memory.map(units::spoken_memory);
    let left = moment.left.map(|left| {
        let seconds = Duration::from_secs(left.as_secs());
        format!("{} left", units::spoken_time(seconds))
    });
    let mut text = subject.to_owned();
    for part in parts.iter().chain(&memory).chain(&left) {
        text += " · ";
        text += part;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOMENT: Moment = Moment {
        elapsed: Duration::from_millis(12_300),
        memory: Some(1229 << 20),
        left: Some(Duration::from_millis(17_700)),
    };

    #[test]
    fn a_search_tells_states_rate_best_memory_and_time_left() {
        let best = Best { h: Some(12.0), ..Best::default() };
        assert_eq!(
            searching("Searching", 1_234_567, best, MOMENT),
            "Searching · 1,234,567 states expanded · 100,371/s · best h 12 · 1.2 GB · 17 s left"
        );
        let best = Best { bound: Some(34), ..Best::default() };
        let moment = Moment { memory: None, left: None, ..MOMENT };
        assert_eq!(searching("Instance 3", 1, best, moment), "Instance 3 · 1 state expanded · 0/s · f 34");
        let best = Best { h: Some(3.5), cost: Some(40), ..Best::default() };
        assert!(searching("Searching", 1, best, moment).ends_with(" · best plan 40 · best h 3.5"));
    }

    #[test]
    fn grounding_tells_what_it_has_reached() {
        let moment = Moment { left: None, ..MOMENT };
        assert_eq!(grounding(4096, 0, moment), "Grounding · 4,096 facts and actions reached · 1.2 GB");
        assert_eq!(
            grounding(5000, 8192, moment),
            "Grounding · 5,000 facts and actions reached · 8,192 operators · 1.2 GB"
        );
    }
}
