//! Sums and means over the problems that all solve.

use super::super::attributes::{Attribute, SUMMARISED};
use super::super::numbers;
use super::super::results::{Configuration, Results};
use super::super::statistics::{geometric_mean, mean};
use super::super::table::{Best, Cell, Column, Role, Table, columns_of, mark_best};
use crate::Record;

/// Sums and geometric means over all domains.
pub(in super::super) fn summary(results: &Results) -> Table {
    let mut rows = Vec::new();
    for attribute in SUMMARISED.into_iter().filter(|attribute| is_known(results, attribute)) {
        let mut row = |what: &str, summarise: &dyn Fn(&Configuration) -> Option<f64>| {
            let cell = |configuration: &Configuration| {
                Cell::optional(summarise(configuration), numbers::significant)
            };
            rows.push(labelled(&format!("{}, {what}", attribute.label), results, cell));
        };
        row("sum", &|configuration| sum(results, configuration, attribute));
        row("geometric mean", &|configuration| {
            geometric_mean(&values(results, configuration, &results.common, |record| {
                attribute.positive(record)
            }))
        });
    }
    Table {
        name: "summary",
        title: "Effort and cost on what all solve".to_owned(),
        about: about(results),
        columns: columns("measure", results),
        rows,
        totals: Vec::new(),
    }
}

/// In the mean over the seeds.
fn sum(results: &Results, configuration: &Configuration, attribute: &Attribute) -> Option<f64> {
    let values = values(results, configuration, &results.common, |record| attribute.of(record));
    mean(&values).map(|mean| mean * results.common.len() as f64)
}

/// Geometric means for each domain.
pub(in super::super) fn means_by_domain(results: &Results) -> Vec<Table> {
    let names = ["mean_evaluations", "mean_expansions", "mean_search_time", "mean_cost"];
    SUMMARISED
        .into_iter()
        .zip(names)
        .filter(|(attribute, _)| is_known(results, attribute))
        .map(|(attribute, name)| mean_by_domain(results, attribute, name))
        .collect()
}

fn mean_by_domain(results: &Results, attribute: &Attribute, name: &'static str) -> Table {
    let mut common_of = vec![Vec::new(); results.domains.len()];
    for &problem in &results.common {
        common_of[results.problems[problem].domain].push(problem);
    }
    let row = |label: &str, problems: &[usize]| {
        let mut cells = labelled(label, results, |configuration| {
            let values = values(results, configuration, problems, |record| attribute.positive(record));
            Cell::optional(geometric_mean(&values), numbers::significant)
        });
        cells.insert(1, Cell::number(problems.len() as f64, numbers::count));
        cells
    };
    let rows =
        results.domains.iter().zip(&common_of).map(|(domain, problems)| row(domain, problems)).collect();
    let mut columns = columns("domain", results);
    columns.insert(1, Column::new("problems", Role::Number));
    Table {
        name,
        title: format!("Geometric mean: {}", attribute.label),
        about: about(results),
        columns,
        rows,
        totals: vec![row("all", &results.common)],
    }
}

fn about(results: &Results) -> String {
    let without: Vec<&str> = results
        .configurations
        .iter()
        .filter(|configuration| results.members(configuration).any(|algorithm| algorithm.solved() == 0))
        .map(|configuration| configuration.name.as_str())
        .collect();
    let common = numbers::counted(results.common.len(), "problem");
    if without.is_empty() {
        format!("Over the {common} that all solve. Less is better.")
    } else {
        format!(
            "Over the {common} that all solve, but for runs that solve nothing ({}). Less is better.",
            without.join(", ")
        )
    }
}

fn columns(label: &str, results: &Results) -> Vec<Column> {
    [Column::new(label, Role::Label)].into_iter().chain(columns_of(&results.configurations)).collect()
}

fn labelled(label: &str, results: &Results, cell: impl Fn(&Configuration) -> Cell) -> Vec<Cell> {
    let mut cells: Vec<Cell> = results.configurations.iter().map(cell).collect();
    mark_best(&mut cells, Best::Lowest);
    [Cell::text(label)].into_iter().chain(cells).collect()
}

fn is_known(results: &Results, attribute: &Attribute) -> bool {
    results.runs().any(|(_, _, record)| attribute.of(record).is_some())
}

/// Of all seeds; none unless all problems have one.
fn values(
    results: &Results,
    configuration: &Configuration,
    problems: &[usize],
    value: impl Fn(&Record) -> Option<f64>,
) -> Vec<f64> {
    results
        .members(configuration)
        .flat_map(|algorithm| problems.iter().map(move |problem| algorithm.runs.get(problem)))
        .map(|record| value(record?))
        .collect::<Option<_>>()
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{Runs, texts};
    use super::*;

    fn example() -> Runs {
        Runs::default()
            .solved("ff", "d", "p1", &[("evaluations", 10.0)])
            .solved("ff", "d", "p2", &[("evaluations", 1000.0)])
            .solved("ff", "d", "p3", &[("evaluations", 7.0)])
            .solved("astar", "d", "p1", &[("evaluations", 100.0)])
            .solved("astar", "d", "p2", &[("evaluations", 1.0)])
            .unsolved("astar", "d", "p3", "out-of-time")
    }

    #[test]
    fn only_what_all_solve_counts() {
        let properties = example().properties();
        let table = summary(&Results::new(&[&properties]));
        assert_eq!(
            texts(&table.rows),
            [["evaluations, sum", "1,010", "101"], ["evaluations, geometric mean", "100", "10.0"]]
        );
        assert!(table.rows[0][2].is_best);
    }

    #[test]
    fn seeds_count_in_the_mean_and_nothing_is_rounded_up_in_sums() {
        let properties = Runs::default()
            .seeded("m", 1, "d", "p1", Some(0.0))
            .seeded("m", 2, "d", "p1", Some(4.0))
            .seeded("m", 1, "d", "p2", Some(16.0))
            .seeded("m", 2, "d", "p2", Some(16.0))
            .properties();
        let table = summary(&Results::new(&[&properties]));
        assert_eq!(
            texts(&table.rows),
            [["evaluations, sum", "18.0"], ["evaluations, geometric mean", "5.66"]]
        );
    }

    #[test]
    fn who_solves_nothing_does_not_empty_the_table() {
        let properties = example().unsolved("blind", "d", "p1", "out-of-time").properties();
        let table = means_by_domain(&Results::new(&[&properties])).remove(0);
        assert_eq!(texts(&table.totals), [["all", "2", "100", "10.0", "–"]]);
        assert!(table.about.contains("(blind)"), "{}", table.about);
    }
}
