//! Tables of sums over the problems of each domain: coverage and scores.

use super::super::attributes::{Attribute, COST, EVALUATIONS, SEARCH_TIME};
use super::super::numbers;
use super::super::results::{Configuration, Results};
use super::super::score;
use super::super::table::{Best, Cell, Column, Role, Table, columns_of};
use super::alike;
use crate::Record;

/// How many problems of each domain are solved.
pub(in super::super) fn coverage(results: &Results) -> Table {
    let about = if results.has_seeds() {
        "In the mean over the seeds of a configuration. More is better."
    } else {
        "More is better."
    };
    let show = |configuration: &Configuration, solved: f64| {
        numbers::grouped(solved, usize::from(configuration.algorithms.len() > 1))
    };
    let measure = |_: usize, record: &Record| f64::from(u8::from(record.is_solved()));
    by_domain(results, "coverage", "Problems solved", about.to_owned(), show, measure)
}

/// The scores of plans and of efforts, as far as runs have the attributes for them.
pub(in super::super) fn scores(results: &Results) -> Vec<Table> {
    let mut tables = Vec::new();
    if results.has(&COST) {
        tables.push(quality(results));
    }
    for (attribute, name, title) in [
        (&SEARCH_TIME, "score_search_time", "Agile score: search time"),
        (&EVALUATIONS, "score_evaluations", "Agile score: evaluations"),
    ] {
        if results.has(attribute) {
            tables.push(agility(results, attribute, name, title));
        }
    }
    tables
}

fn quality(results: &Results) -> Table {
    let mut cheapest = vec![f64::INFINITY; results.problems.len()];
    for (_, problem, record) in results.runs() {
        if let Some(cost) = COST.of(record) {
            cheapest[problem] = cheapest[problem].min(cost);
        }
    }
    let about =
        "A plan scores the lowest cost in this report divided by its own cost; no plan scores 0.".to_owned();
    by_domain(
        results,
        "score_cost",
        "Satisficing score: plan cost",
        about,
        two_decimals,
        |problem, record| COST.of(record).map_or(0.0, |cost| score::quality(cost, cheapest[problem])),
    )
}

fn agility(results: &Results, attribute: &Attribute, name: &'static str, title: &str) -> Table {
    let limit_name = format!("limit_{}", attribute.name);
    let given =
        |record: &Record| record.number(&limit_name).filter(|limit| limit.is_finite() && *limit > 0.0);
    let largest = |numbers: &mut dyn Iterator<Item = f64>| numbers.reduce(f64::max);
    let limit = largest(&mut results.runs().filter_map(|(_, _, record)| given(record)));
    let most = largest(&mut results.runs().filter_map(|(_, _, record)| attribute.of(record))).unwrap_or(1.0);
    let fallback = limit.unwrap_or(most);
    let source = if limit.is_some() { "the limit" } else { "the most seen" };
    let about = format!(
        "A plan scores 1 if it takes at most 1, 0 if it takes {} ({source}), and by the logarithm in between.",
        numbers::significant(fallback)
    );
    by_domain(results, name, title, about, two_decimals, |_, record| {
        attribute.of(record).map_or(0.0, |effort| score::agility(effort, given(record).unwrap_or(fallback)))
    })
}

fn two_decimals(_: &Configuration, value: f64) -> String {
    numbers::grouped(value, 2)
}

fn by_domain(
    results: &Results,
    name: &'static str,
    title: &str,
    about: String,
    show: impl Fn(&Configuration, f64) -> String,
    measure: impl Fn(usize, &Record) -> f64,
) -> Table {
    let sums: Vec<Vec<Option<f64>>> =
        results.configurations.iter().map(|configuration| sums(results, configuration, &measure)).collect();
    let mut of_domain = vec![Vec::new(); results.domains.len()];
    for (number, problem) in results.problems.iter().enumerate() {
        of_domain[problem.domain].push(number);
    }
    let row = |label: &str, problems: &[usize], sum: &dyn Fn(&[Option<f64>]) -> Option<f64>| {
        let of_configurations = results.configurations.iter().zip(&sums);
        let mut cells: Vec<Cell> = of_configurations
            .map(|(configuration, sums)| Cell::optional(sum(sums), |value| show(configuration, value)))
            .collect();
        alike::mark_best_alike(results, problems, &mut cells, Best::Highest);
        let size = Cell::number(problems.len() as f64, numbers::count);
        [Cell::text(label), size].into_iter().chain(cells).collect::<Vec<_>>()
    };
    let rows = results
        .domains
        .iter()
        .zip(&of_domain)
        .enumerate()
        .map(|(i, (domain, problems))| row(domain, problems, &|sums| sums[i]))
        .collect();
    let all = of_domain.concat();
    let total = row("all", &all, &|sums| sums.iter().copied().flatten().reduce(|left, right| left + right));
    let columns = [Column::new("domain", Role::Label), Column::new("problems", Role::Number)];
    Table {
        name,
        title: title.to_owned(),
        about: about + &about_what_was_not_run(results, &all),
        columns: columns.into_iter().chain(columns_of(&results.configurations)).collect(),
        rows,
        totals: vec![total],
    }
}

fn about_what_was_not_run(results: &Results, problems: &[usize]) -> String {
    let configurations: Vec<&Configuration> = results.configurations.iter().collect();
    let mut about = alike::about(results, &configurations, problems);
    if !about.is_empty() {
        about += " A dash is where nothing was run.";
    }
    about + alike::about_missing(results)
}

/// For each domain, the mean over seeds; `None` if nothing was run.
fn sums(
    results: &Results,
    configuration: &Configuration,
    measure: impl Fn(usize, &Record) -> f64,
) -> Vec<Option<f64>> {
    let mut sums = vec![None; results.domains.len()];
    for (&problem, record) in results.members(configuration).flat_map(|algorithm| &algorithm.runs) {
        *sums[results.problems[problem].domain].get_or_insert(0.0) += measure(problem, record);
    }
    sums.iter().map(|sum| sum.map(|sum| sum / configuration.algorithms.len() as f64)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{Runs, texts};
    use super::*;

    fn example() -> Runs {
        Runs::default()
            .solved("ff", "d1", "p1", &[("cost", 10.0), ("search_time", 0.5)])
            .solved("ff", "d1", "p2", &[("cost", 30.0), ("search_time", 10.0)])
            .unsolved("ff", "d2", "p1", "out-of-time")
            .solved("astar", "d1", "p1", &[("cost", 5.0), ("search_time", 100.0)])
            .unsolved("astar", "d1", "p2", "out-of-memory")
            .unsolved("astar", "d2", "p1", "out-of-time")
    }

    #[test]
    fn coverage_counts_the_solved_of_each_domain() {
        let properties = example().properties();
        let table = coverage(&Results::new(&[&properties]));
        assert_eq!(texts(&table.rows), [["d1", "2", "2", "1"], ["d2", "1", "0", "0"]]);
        assert_eq!(texts(&table.totals), [["all", "3", "2", "1"]]);
        assert!(table.rows[0][2].is_best && !table.rows[0][3].is_best && !table.rows[1][2].is_best);
    }

    #[test]
    fn what_was_not_run_in_a_domain_is_not_zero() {
        let properties = Runs::default()
            .solved("x", "one", "p1", &[])
            .solved("x", "one", "p2", &[])
            .solved("y", "one", "p1", &[])
            .unsolved("y", "one", "p2", "")
            .solved("y", "two", "p1", &[])
            .solved("y", "two", "p2", &[])
            .unsolved("z", "two", "p1", "")
            .unsolved("z", "two", "p2", "")
            .properties();
        let table = coverage(&Results::new(&[&properties]));
        assert_eq!(texts(&table.rows), [["one", "2", "2", "1", "–"], ["two", "2", "–", "2", "0"]]);
        assert_eq!(texts(&table.totals), [["all", "4", "2", "3", "0"]]);
        assert!(table.rows[0][2].is_best && table.rows[1][3].is_best);
        assert!(table.totals[0].iter().all(|cell| !cell.is_best));
        assert!(table.about.contains("x on 2, y on 4, z on 2"), "{}", table.about);
    }

    #[test]
    fn coverage_is_the_mean_over_seeds() {
        let properties = Runs::default()
            .seeded("m", 1, "d", "p", Some(3.0))
            .seeded("m", 2, "d", "p", None)
            .seeded("m", 1, "d", "q", Some(3.0))
            .seeded("m", 2, "d", "q", Some(3.0))
            .properties();
        let table = coverage(&Results::new(&[&properties]));
        assert_eq!(texts(&table.rows), [["d", "2", "1.5"]]);
    }

    #[test]
    fn plans_score_by_the_cheapest() {
        let properties = example().properties();
        let tables = scores(&Results::new(&[&properties]));
        assert_eq!(
            tables.iter().map(|table| table.name).collect::<Vec<_>>(),
            ["score_cost", "score_search_time"]
        );
        assert_eq!(texts(&tables[0].totals), [["all", "3", "1.50", "1.00"]]);
    }

    #[test]
    fn efforts_score_by_their_logarithm_up_to_the_limit() {
        let mut runs = example();
        let seen = runs.clone().properties();
        // Between 1 and the 100 seconds that were seen, 10 is in the middle.
        let tables = scores(&Results::new(&[&seen]));
        assert_eq!(texts(&tables[1].totals), [["all", "3", "1.50", "0.00"]]);
        runs = runs.with("limit_search_time", 10_000.0);
        let limited = runs.properties();
        let tables = scores(&Results::new(&[&limited]));
        assert_eq!(texts(&tables[1].totals), [["all", "3", "1.75", "0.50"]]);
    }
}
