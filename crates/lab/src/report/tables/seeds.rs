//! The influence of the seed.

use super::super::numbers;
use super::super::results::Results;
use super::super::statistics::mean;
use super::super::table::{Cell, Column, Role, Table};
use super::alike;

/// Mean coverage over the seeds of each configuration with its confidence interval; `None` if none has several.
pub(in super::super) fn seeds(results: &Results) -> Option<Table> {
    if !results.has_seeds() {
        return None;
    }
    let names = ["seeds", "mean coverage", "95 % from", "to", "least", "most"];
    let columns = [Column::new("configuration", Role::Label)];
    let rows = results.configurations.iter().map(|configuration| {
        let solved: Vec<f64> =
            results.members(configuration).map(|algorithm| algorithm.solved() as f64).collect();
        let interval = results.coverage_interval(configuration);
        let decimal = |value: f64| numbers::grouped(value, 1);
        vec![
            Cell::text(&configuration.name),
            Cell::number(solved.len() as f64, numbers::count),
            Cell::optional(mean(&solved), decimal),
            Cell::optional(interval.map(|interval| interval.low), decimal),
            Cell::optional(interval.map(|interval| interval.high), decimal),
            Cell::optional(solved.iter().copied().reduce(f64::min), numbers::count),
            Cell::optional(solved.iter().copied().reduce(f64::max), numbers::count),
        ]
    });
    let about =
        "The interval is Student's t over the seeds: it speaks of other seeds, not of other problems.";
    Some(Table {
        name: "seeds",
        title: "Coverage over seeds".to_owned(),
        about: about.to_owned() + alike::about_missing(results),
        columns: columns.into_iter().chain(names.map(|name| Column::new(name, Role::Number))).collect(),
        rows: rows.collect(),
        totals: Vec::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{Runs, texts};
    use super::*;

    #[test]
    fn seeds_have_a_mean_and_an_interval() {
        let mut runs = Runs::default();
        for (seed, solved) in [(1, 2), (2, 3), (3, 4)] {
            for problem in 0..4 {
                let evaluations = (problem < solved).then_some(1.0);
                runs = runs.seeded("m", seed, "d", &format!("p{problem}"), evaluations);
            }
        }
        let properties = runs.solved("ff", "d", "p0", &[]).properties();
        let table = seeds(&Results::new(&[&properties])).unwrap();
        // 3 ± t(2) · 1 / √3 = 3 ± 2.484, and there are 4 problems.
        assert_eq!(
            texts(&table.rows),
            [["ff", "1", "1.0", "–", "–", "1", "1"], ["m", "3", "3.0", "0.5", "4.0", "2", "4"]]
        );
    }

    #[test]
    fn without_seeds_there_is_no_table() {
        let properties = Runs::default().solved("ff", "d", "p", &[]).properties();
        assert_eq!(seeds(&Results::new(&[&properties])), None);
    }
}
