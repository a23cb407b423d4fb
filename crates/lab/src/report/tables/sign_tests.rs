//! Every two configurations against each other.

use std::cmp::Reverse;

use super::super::attributes::{COST, EVALUATIONS, SEARCH_TIME};
use super::super::numbers;
use super::super::paired::{self, Verdict};
use super::super::results::Results;
use super::super::table::{Cell, Column, Role, Table};

/// With more configurations than this, only those that solve most are compared: pairs grow with the square.
const MOST: usize = 12;

/// For each two configurations, on how many problems each is better, and whether chance explains that.
pub(in super::super) fn sign_tests(results: &Results) -> Option<Table> {
    let compared = compared(results);
    let mut rows = Vec::new();
    for (i, &first) in compared.iter().enumerate() {
        for &second in &compared[i + 1..] {
            rows.push(row(results, first, second));
        }
    }
    if rows.is_empty() {
        return None;
    }
    let mut about = "On how many problems the first and the second are better, and how likely chance alone splits them as \
         unevenly (p of the exact two-sided sign test; ties left out). Coverage counts all problems, the rest those that \
         both solve."
        .to_owned();
    if results.has_seeds() {
        about += " Each problem counts once, by its mean over seeds.";
    }
    if rows.len() > 1 {
        about += &format!(
            " Of {} comparisons some look significant by chance: with Bonferroni's correction p counts below {}.",
            rows.len(),
            numbers::significant(0.05 / rows.len() as f64)
        );
    }
    if compared.len() < results.configurations.len() {
        about += &format!(" The {MOST} configurations that solve most are compared.");
    }
    let mut columns = vec![Column::new("first", Role::Label), Column::new("second", Role::Text)];
    for measure in ["coverage", "evaluations", "search time", "cost"] {
        columns.extend(["first", "second", "p"].map(|name| Column::of_group(measure, name)));
    }
    Some(Table {
        name: "sign_tests",
        title: "Sign tests".to_owned(),
        about,
        columns,
        rows,
        totals: Vec::new(),
    })
}

fn compared(results: &Results) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..results.configurations.len()).collect();
    if numbers.len() > MOST {
        numbers.sort_by_key(|&number| Reverse(results.coverage(&results.configurations[number]).to_bits()));
        numbers.truncate(MOST);
        numbers.sort_unstable();
    }
    numbers
}

fn row(results: &Results, first: usize, second: usize) -> Vec<Cell> {
    let (first, second) = (&results.configurations[first], &results.configurations[second]);
    let pairs = paired::pairs(results, &first.algorithms, &second.algorithms);
    let mut cells = vec![Cell::text(&first.name), Cell::text(&second.name)];
    cells.extend(verdict_cells(paired::coverage(&pairs)));
    for attribute in [&EVALUATIONS, &SEARCH_TIME, &COST] {
        cells.extend(verdict_cells(paired::attribute(&pairs, attribute)));
    }
    cells
}

fn verdict_cells(verdict: Verdict) -> [Cell; 3] {
    let mut first = Cell::number(verdict.first as f64, numbers::count);
    let mut second = Cell::number(verdict.second as f64, numbers::count);
    first.is_best = verdict.p < 0.05 && verdict.first > verdict.second;
    second.is_best = verdict.p < 0.05 && verdict.second > verdict.first;
    [first, second, Cell::number(verdict.p, numbers::probability)]
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{Runs, texts};
    use super::*;

    #[test]
    fn every_two_are_compared() {
        let mut runs = Runs::default().solved("c", "d", "p0", &[]);
        for problem in 0..6 {
            let name = format!("p{problem}");
            runs = runs.solved("a", "d", &name, &[("evaluations", 10.0)]).solved(
                "b",
                "d",
                &name,
                &[("evaluations", 20.0)],
            );
        }
        let properties = runs.properties();
        let table = sign_tests(&Results::new(&[&properties])).unwrap();
        assert_eq!(table.rows.len(), 3);
        assert_eq!(texts(&table.rows)[0][..8], ["a", "b", "0", "0", "1.00", "6", "0", "0.03"]);
        assert!(table.rows[0][5].is_best);
    }

    #[test]
    fn problems_are_counted_not_their_seeds() {
        let mut runs = Runs::default();
        for problem in ["p1", "p2"] {
            runs = runs.solved("ff", "d", problem, &[("evaluations", 10.0)]);
            for seed in 0..10 {
                runs = runs.seeded("m", seed, "d", problem, Some(20.0));
            }
        }
        let properties = runs.properties();
        let table = sign_tests(&Results::new(&[&properties])).unwrap();
        assert_eq!(texts(&table.rows)[0][..8], ["ff", "m", "0", "0", "1.00", "2", "0", "0.50"]);
    }

    #[test]
    fn many_configurations_are_not_all_compared() {
        let runs = (0..20).fold(Runs::default(), |runs, i| runs.solved(&format!("a{i}"), "d", "p", &[]));
        let properties = runs.properties();
        assert_eq!(sign_tests(&Results::new(&[&properties])).unwrap().rows.len(), MOST * (MOST - 1) / 2);
    }

    #[test]
    fn one_configuration_has_nothing_to_be_compared_with() {
        let properties = Runs::default().solved("a", "d", "p", &[]).properties();
        assert_eq!(sign_tests(&Results::new(&[&properties])), None);
    }
}
