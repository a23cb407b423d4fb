//! The results of instances, as a table, and their summary.

use std::time::Duration;

use search::{Counters, Outcome, Report, StopReason};

/// The result of an instance.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// Its number.
    pub number: usize,
    /// The cost of a cheapest plan, if it is known.
    pub optimal: Option<u64>,
    /// The report of the search.
    pub report: &'a Report,
    /// How long it took.
    pub time: Duration,
}

/// The results of all instances so far.
#[derive(Clone, Debug, Default)]
pub struct Results {
    has_costs: bool,
    tried: usize,
    solved: usize,
    /// Of those solved.
    cost: u64,
    /// Of those solved.
    generated: u64,
    all_generated: u64,
    time: Duration,
    known: usize,
    different: usize,
}

impl Results {
    /// No results yet; with or without a column for costs known before.
    pub fn new(has_costs: bool) -> Self {
        Self { has_costs, ..Self::default() }
    }

    /// The names of the columns.
    pub fn header(&self) -> String {
        let optimal = if self.has_costs { "  optimal" } else { "" };
        format!(
            "instance  cost{optimal}  {:>12}  {:>12}  {:>9}  {:>10}",
            "expanded", "generated", "time", "nodes/s"
        )
    }

    /// Adds an instance, and returns its line.
    pub fn add(&mut self, row: Row) -> String {
        let Counters { expanded, generated, .. } = row.report.counters;
        self.tried += 1;
        self.time += row.time;
        self.all_generated += generated;
        let (cost, note) = match &row.report.outcome {
            Outcome::Solved { cost, .. } => {
                self.solved += 1;
                self.cost += cost;
                self.generated += generated;
                (cost.to_string(), self.compare(*cost, row.optimal))
            }
            Outcome::Unsolvable => ("-".to_owned(), "  no plan".to_owned()),
            Outcome::Stopped(reason) => ("-".to_owned(), format!("  {}", reached(*reason))),
        };
        let optimal = match (self.has_costs, row.optimal) {
            (false, _) => String::new(),
            (true, None) => format!("  {:>7}", "-"),
            (true, Some(optimal)) => format!("  {optimal:>7}"),
        };
        format!(
            "{:>8}  {cost:>4}{optimal}  {expanded:>12}  {generated:>12}  {:>8.3}s  {:>10}{note}",
            row.number,
            row.time.as_secs_f64(),
            rate(generated, row.time),
        )
    }

    fn compare(&mut self, cost: u64, optimal: Option<u64>) -> String {
        let Some(optimal) = optimal else { return String::new() };
        self.known += 1;
        self.different += usize::from(cost != optimal);
        match cost.cmp(&optimal) {
            std::cmp::Ordering::Less => format!("  ! {} less than optimal", optimal - cost),
            std::cmp::Ordering::Equal => String::new(),
            std::cmp::Ordering::Greater => format!("  ! {} more than optimal", cost - optimal),
        }
    }

    /// A summary of all instances.
    pub fn summary(&self, count: usize) -> String {
        let Self { tried, solved, known, different, .. } = *self;
        let mut text = format!("Solved {solved} of {count}");
        if tried < count {
            text += &format!(" ({tried} tried)");
        }
        if solved > 0 {
            let mean = |sum: u64| sum as f64 / solved as f64;
            text +=
                &format!("; mean cost {:.2}, mean generated {:.0}", mean(self.cost), mean(self.generated));
        }
        let seconds = self.time.as_secs_f64();
        text += &format!("; time {seconds:.3}s, {} nodes/s", rate(self.all_generated, self.time));
        if known > 0 {
            text += &match different {
                0 => format!("\nCosts: all {known} those given as optimal"),
                _ => format!("\nCosts: {different} of {known} not those given as optimal"),
            };
        }
        text
    }
}

fn rate(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64
}

fn reached(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Exhausted(search::Exhausted::Time) => "time limit",
        StopReason::Exhausted(search::Exhausted::Memory) => "memory limit",
        StopReason::Exhausted(search::Exhausted::Interrupted) => "interrupted",
        StopReason::Expansions => "limit on expansions",
        StopReason::Evaluations => "limit on evaluations",
        StopReason::Cost => "limit on cost",
        StopReason::Device => "the device has failed",
        StopReason::Untrusted => "only untrusted states left",
        StopReason::NotWhole => "actions left out",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(outcome: Outcome) -> Report {
        let counters = Counters { expanded: 10, generated: 30, ..Counters::default() };
        Report { outcome, counters, until_last_jump: Counters::default() }
    }

    #[test]
    fn costs_are_compared_and_means_are_those_of_what_was_solved() {
        let mut results = Results::new(true);
        let header = results.header();
        let time = Duration::from_millis(3);
        let solved = report(Outcome::Solved { plan: vec![0; 4], cost: 4 });
        let stopped = report(Outcome::Stopped(StopReason::Expansions));
        let mut line = |optimal, report| results.add(Row { number: 7, optimal, report, time });
        let row = line(Some(4), &solved);
        assert_eq!(row, "       7     4        4            10            30     0.003s       10000");
        assert_eq!(row.len(), header.len());
        assert!(line(Some(2), &solved).ends_with("10000  ! 2 more than optimal"));
        assert!(line(Some(5), &solved).ends_with("10000  ! 1 less than optimal"));
        assert!(line(None, &stopped).ends_with("10000  limit on expansions"));
        assert_eq!(
            results.summary(9),
            "Solved 3 of 9 (4 tried); mean cost 4.00, mean generated 30; time 0.012s, 10000 nodes/s\n\
             Costs: 2 of 3 not those given as optimal"
        );
    }
}
