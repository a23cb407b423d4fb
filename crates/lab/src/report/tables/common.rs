//! Sums and means over the problems that all solve.

use super::super::attributes::{Attribute, SUMMARISED, about_floors};
use super::super::numbers;
use super::super::results::{Configuration, Results};
use super::super::statistics::mean;
use super::super::table::{Best, Cell, Column, Role, Table, columns_of};
use super::alike;
use crate::Record;

/// Sums and geometric means over all domains.
pub(in super::super) fn summary(results: &Results) -> Table {
    let common = &results.common;
    let mut rows = Vec::new();
    for attribute in SUMMARISED.into_iter().filter(|attribute| results.has(attribute)) {
        let mut row = |what: &str, summarise: &dyn Fn(&Configuration) -> Option<f64>| {
            rows.push(labelled(&format!("{}, {what}", attribute.label()), results, common, summarise));
        };
        row("sum", &|configuration| {
            values(results, configuration, common, |record| attribute.summed(record))
                .map(|values| values.iter().sum())
        });
        row("geometric mean", &|configuration| geometric_mean(results, configuration, common, attribute));
    }
    if !rows.is_empty() && !alike::are_alike(results, &solving(results), common) {
        rows.insert(0, how_many_each(results));
    }
    Table {
        name: "summary",
        title: "Effort and cost on what all solve".to_owned(),
        about: about(results, &SUMMARISED),
        columns: columns("measure", results),
        rows,
        totals: Vec::new(),
    }
}

fn how_many_each(results: &Results) -> Vec<Cell> {
    let number = |configuration: &Configuration| {
        let problems = alike::run_on(results, configuration, &results.common);
        Cell::number(problems.len() as f64, numbers::count)
    };
    [Cell::text("problems")].into_iter().chain(results.configurations.iter().map(number)).collect()
}

/// Geometric means for each domain.
pub(in super::super) fn means_by_domain(results: &Results) -> Vec<Table> {
    let names = ["mean_evaluations", "mean_expansions", "mean_search_time", "mean_cost"];
    SUMMARISED
        .into_iter()
        .zip(names)
        .filter(|(attribute, _)| results.has(attribute))
        .map(|(attribute, name)| mean_by_domain(results, attribute, name))
        .collect()
}

fn mean_by_domain(results: &Results, attribute: &Attribute, name: &'static str) -> Table {
    let mut common_of = vec![Vec::new(); results.domains.len()];
    for &problem in &results.common {
        common_of[results.problems[problem].domain].push(problem);
    }
    let row = |label: &str, problems: &[usize]| {
        let mut cells = labelled(label, results, problems, |configuration| {
            geometric_mean(results, configuration, problems, attribute)
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
        title: format!("Geometric mean: {}", attribute.label()),
        about: about(results, &[attribute]),
        columns,
        rows,
        totals: vec![row("all", &results.common)],
    }
}

fn about(results: &Results, attributes: &[&Attribute]) -> String {
    let without: Vec<&str> = results
        .configurations
        .iter()
        .filter(|configuration| !is_solving(results, configuration))
        .map(|configuration| configuration.name.as_str())
        .collect();
    let common = numbers::counted(results.common.len(), "problem");
    let but_for = if without.is_empty() {
        String::new()
    } else {
        format!(", but for runs that solve nothing ({})", without.join(", "))
    };
    let alike = alike::about(results, &solving(results), &results.common);
    let floors = floors(results, attributes);
    format!("Over the {common} that all solve{but_for}. Less is better.{floors}{alike}")
}

/// A sentence on values raised to the floor, among the problems that all solve; begins with a space.
pub(in super::super) fn about_floors_of_common(results: &Results) -> String {
    floors(results, &SUMMARISED)
}

fn floors(results: &Results, attributes: &[&Attribute]) -> String {
    let records = results.runs().filter(|(_, problem, _)| results.common.binary_search(problem).is_ok());
    let records: Vec<&Record> = records.map(|(_, _, record)| record).collect();
    about_floors(attributes, records.iter().copied())
}

/// The configurations that have values to compare.
fn solving<'a>(results: &'a Results) -> Vec<&'a Configuration> {
    results.configurations.iter().filter(|configuration| is_solving(results, configuration)).collect()
}

fn is_solving(results: &Results, configuration: &Configuration) -> bool {
    results.members(configuration).all(|algorithm| algorithm.solved() > 0)
}

fn columns(label: &str, results: &Results) -> Vec<Column> {
    [Column::new(label, Role::Label)].into_iter().chain(columns_of(&results.configurations)).collect()
}

fn labelled(
    label: &str,
    results: &Results,
    problems: &[usize],
    summarise: impl Fn(&Configuration) -> Option<f64>,
) -> Vec<Cell> {
    let cell = |configuration| Cell::optional(summarise(configuration), numbers::significant);
    let mut cells: Vec<Cell> = results.configurations.iter().map(cell).collect();
    alike::mark_best_alike(results, problems, &mut cells, Best::Lowest);
    [Cell::text(label)].into_iter().chain(cells).collect()
}

fn geometric_mean(
    results: &Results,
    configuration: &Configuration,
    problems: &[usize],
    attribute: &Attribute,
) -> Option<f64> {
    let logarithm = |record: &Record| attribute.positive(record).map(f64::ln);
    mean(&values(results, configuration, problems, logarithm)?).map(f64::exp)
}

/// For each of the problems that a configuration was run on, the mean over its seeds; `None` unless all runs have a value.
fn values(
    results: &Results,
    configuration: &Configuration,
    problems: &[usize],
    value: impl Fn(&Record) -> Option<f64>,
) -> Option<Vec<f64>> {
    let mut values = Vec::new();
    for problem in problems {
        let runs = results.members(configuration).filter_map(|algorithm| algorithm.runs.get(problem));
        let of_seeds: Vec<f64> = runs.map(|record| value(record)).collect::<Option<_>>()?;
        values.extend(mean(&of_seeds));
    }
    (!values.is_empty()).then_some(values)
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
    fn sums_and_means_of_times_agree_and_the_floor_is_said() {
        let properties = Runs::default()
            .solved("a", "d", "p1", &[("search_time", 0.000_02)])
            .solved("a", "d", "p2", &[("search_time", 0.000_03)])
            .properties();
        let results = Results::new(&[&properties]);
        let table = summary(&results);
        assert_eq!(
            texts(&table.rows),
            [["search time (seconds), sum", "0.0020"], ["search time (seconds), geometric mean", "0.0010"]]
        );
        let floor = "No search time counts as less than 0.001 seconds.";
        assert!(table.about.contains(floor), "{}", table.about);
        assert!(means_by_domain(&results)[0].about.contains(floor));
    }

    #[test]
    fn a_floor_that_nothing_is_below_is_not_mentioned() {
        let properties = example().properties();
        let results = Results::new(&[&properties]);
        assert!(!summary(&results).about.contains("less than"), "{}", summary(&results).about);
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

    #[test]
    fn what_was_not_run_does_not_empty_the_table() {
        let properties = Runs::default()
            .solved("x", "one", "p", &[("evaluations", 10.0)])
            .solved("y", "one", "p", &[("evaluations", 20.0)])
            .solved("y", "two", "p", &[("evaluations", 80.0)])
            .solved("z", "two", "p", &[("evaluations", 50.0)])
            .properties();
        let results = Results::new(&[&properties]);
        let table = summary(&results);
        assert_eq!(
            texts(&table.rows),
            [
                ["problems", "1", "2", "1"],
                ["evaluations, sum", "10.0", "100", "50.0"],
                ["evaluations, geometric mean", "10.0", "40.0", "50.0"]
            ]
        );
        assert!(table.rows.iter().flatten().all(|cell| !cell.is_best));
        assert!(table.about.contains("x on 1, y on 2, z on 1"), "{}", table.about);
        let by_domain = means_by_domain(&results).remove(0);
        assert_eq!(
            texts(&by_domain.rows),
            [["one", "1", "10.0", "20.0", "–"], ["two", "1", "–", "80.0", "50.0"]]
        );
        assert!(by_domain.rows[0][2].is_best && by_domain.rows[1][4].is_best);
    }

    #[test]
    fn problems_weigh_the_same_with_few_seeds_as_with_many() {
        let properties = Runs::default()
            .seeded("m", 1, "d", "p1", Some(10.0))
            .seeded("m", 2, "d", "p1", Some(10.0))
            .seeded("m", 1, "d", "p2", Some(1000.0))
            .properties();
        let table = summary(&Results::new(&[&properties]));
        assert_eq!(
            texts(&table.rows),
            [["evaluations, sum", "1,010"], ["evaluations, geometric mean", "100"]]
        );
    }
}
