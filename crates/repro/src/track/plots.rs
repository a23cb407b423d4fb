//! Plots of the track: problems solved within a time, and what plans cost.

use std::time::Duration;

use page::{Plot, Series, Side, Style};

use super::results::{Attempt, ROWS};

/// Times below this count as this.
const SHORTEST: f64 = 0.01;

/// Plots with their names.
pub(super) fn of(attempts: &[Attempt], limit: Duration) -> Vec<(String, Plot)> {
    let all: Vec<&Attempt> = attempts.iter().collect();
    let coverage = Plot {
        title: "Problems solved within a time, all domains".to_owned(),
        x: Side::logarithmic("seconds"),
        y: Side::linear("problems solved"),
        series: ROWS.iter().filter_map(|row| curve(row, &all, limit)).collect(),
    };
    let costs = Plot {
        title: "Cost of plans, where both find one".to_owned(),
        x: Side::logarithmic("by lama-first"),
        y: Side::logarithmic("by others"),
        series: ROWS.iter().filter_map(|row| costs(row, &all, limit)).collect(),
    };
    let plots = [("coverage".to_owned(), coverage), ("costs".to_owned(), costs)];
    plots.into_iter().filter(|(_, plot)| !plot.series.is_empty()).collect()
}

/// A step up for each problem.
fn curve(row: &str, all: &[&Attempt], limit: Duration) -> Option<Series> {
    let solved = all.iter().filter(|found| found.row == row && found.is_solved_in(limit));
    let mut times: Vec<f64> = solved.filter_map(|found| Some(found.plan?.0.max(SHORTEST))).collect();
    times.sort_by(f64::total_cmp);
    let mut points = Vec::new();
    for (count, time) in times.iter().enumerate() {
        points.extend([(*time, count as f64), (*time, (count + 1) as f64)]);
    }
    points.push((limit.as_secs_f64(), times.len() as f64));
    (!times.is_empty()).then(|| Series { name: row.to_owned(), style: Style::Line, points })
}

/// A point for each problem that both solve.
fn costs(row: &str, all: &[&Attempt], limit: Duration) -> Option<Series> {
    const BASELINE: &str = ROWS[1];
    let cost =
        |found: &&Attempt| found.plan.filter(|_| found.is_solved_in(limit)).map(|(_, cost)| cost.max(1.0));
    let of_baseline = |one: &Attempt| {
        let same = |other: &&&Attempt| {
            (other.row, other.domain, &other.problem) == (BASELINE, one.domain, &one.problem)
        };
        all.iter().find(same).and_then(cost)
    };
    let own = all.iter().filter(|found| found.row == row && row != BASELINE);
    let points: Vec<(f64, f64)> = own.filter_map(|one| Some((of_baseline(one)?, cost(one)?))).collect();
    (!points.is_empty()).then(|| Series { name: row.to_owned(), style: Style::Dots, points })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_step_up_for_each_problem_in_time_and_costs_are_compared() {
        let result = |row: &'static str, problem: &str, plan| Attempt {
            row,
            domain: "ferry",
            size: "easy",
            problem: problem.to_owned(),
            plan,
        };
        let found = [
            result("bundle", "p1", Some((1.0, 8.0))),
            result("bundle", "p2", Some((20.0, 9.0))),
            result("lama-first", "p1", Some((2.0, 10.0))),
            result("lama-first", "p2", None),
        ];
        let plots = of(&found, Duration::from_secs(10));
        assert_eq!(plots[0].1.series[0].points, [(1.0, 0.0), (1.0, 1.0), (10.0, 1.0)]);
        assert_eq!(plots[1].1.series[0].points, [(10.0, 8.0)]);
        assert_eq!(plots[1].1.series.len(), 1);
    }
}
