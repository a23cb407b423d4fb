//! Why problems were not solved.

use std::collections::BTreeMap;

use super::super::numbers;
use super::super::results::Results;
use super::super::table::{Cell, Column, Role, Table, columns_of};
use crate::Record;
use crate::properties::REFUSED;

/// How many runs of each configuration ended without a plan, by their error; `None` if all have a plan.
pub(in super::super) fn errors(results: &Results) -> Option<Table> {
    let mut counts: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut totals = vec![0.0; results.configurations.len()];
    for (algorithm, _, record) in results.all_runs().filter(|(_, _, record)| !record.is_solved()) {
        let of_reason = counts.entry(reason(record)).or_insert_with(|| vec![0.0; totals.len()]);
        of_reason[algorithm.configuration] += 1.0;
        totals[algorithm.configuration] += 1.0;
    }
    if counts.is_empty() {
        return None;
    }
    let row = |label: &str, counts: &[f64]| {
        let cells = counts.iter().map(|&count| Cell::number(count, numbers::count));
        [Cell::text(label)].into_iter().chain(cells).collect::<Vec<_>>()
    };
    let columns = [Column::new("reason", Role::Label)];
    Some(Table {
        name: "errors",
        title: "Why runs have no plan".to_owned(),
        about: format!(
            "Runs without a plan, of all seeds, by the reason they give.{}",
            about_refused(&counts)
        ),
        columns: columns.into_iter().chain(columns_of(&results.configurations)).collect(),
        rows: counts.iter().map(|(reason, counts)| row(reason, counts)).collect(),
        totals: vec![row("all", &totals)],
    })
}

/// A sentence on the errors that do not count as unsolved; begins with a space.
fn about_refused(counts: &BTreeMap<&str, Vec<f64>>) -> String {
    let refused: Vec<&str> = counts.keys().copied().filter(|reason| REFUSED.contains(reason)).collect();
    if refused.is_empty() {
        return String::new();
    }
    format!(
        " Nothing was tried where the reason is {}: such runs are in no comparison.",
        refused.join(" or ")
    )
}

/// The error of a run without a plan.
pub(in super::super) fn reason(record: &Record) -> &str {
    match record.text("error") {
        "" => "no reason given",
        reason => reason,
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::example::{Runs, texts};
    use super::*;

    #[test]
    fn reasons_are_counted() {
        let properties = Runs::default()
            .unsolved("a", "d", "p1", "out-of-time")
            .unsolved("a", "d", "p2", "out-of-time")
            .unsolved("b", "d", "p1", "")
            .solved("b", "d", "p2", &[])
            .properties();
        let table = errors(&Results::new(&[&properties])).unwrap();
        assert_eq!(texts(&table.rows), [["no reason given", "0", "1"], ["out-of-time", "2", "0"]]);
        assert_eq!(texts(&table.totals), [["all", "2", "1"]]);
    }

    #[test]
    fn no_errors_no_table() {
        let properties = Runs::default().solved("a", "d", "p", &[]).properties();
        assert_eq!(errors(&Results::new(&[&properties])), None);
    }
}
