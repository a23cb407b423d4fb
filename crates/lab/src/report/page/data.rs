//! The data of the runs for the page's script, in columns, which are shorter than records.

use std::collections::BTreeMap;

use ::page::{Mark, escape};
use serde_json::{Value, json};

use super::super::attributes::{ATTRIBUTES, Attribute};
use super::super::results::{Algorithm, Results};
use super::super::tables::reason;
use crate::Record;
use crate::folder::RUN_DIR;
use crate::process::{COMPLAINTS, OUTPUT};
use crate::properties::REFUSED;

/// Two algorithms and the attribute that they are compared by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) x: usize,
    pub(super) y: usize,
    pub(super) attribute: &'static Attribute,
}

pub(super) struct Data<'a> {
    results: &'a Results<'a>,
    marks: &'a [Mark],
    /// The path of the experiment's folder relative to the page, if it is known.
    folder: Option<&'a str>,
    /// The attributes that some run has.
    pub(super) attributes: Vec<&'static Attribute>,
    /// The pair that the scatter plot shows first.
    pub(super) pair: Option<Pair>,
}

impl<'a> Data<'a> {
    pub(super) fn new(results: &'a Results<'a>, marks: &'a [Mark], folder: Option<&'a str>) -> Self {
        let is_known = |attribute: &&'static Attribute| {
            results.all_runs().any(|(_, _, record)| attribute.measured(record).is_some())
        };
        let attributes: Vec<_> = ATTRIBUTES.into_iter().filter(is_known).collect();
        let pair = attributes
            .first()
            .copied()
            .zip(super::pair_to_show(results))
            .map(|(attribute, (x, y))| Pair { x, y, attribute });
        Self { results, marks, folder, attributes, pair }
    }

    /// Is it known where the logs of runs are?
    pub(super) fn has_logs(&self) -> bool {
        self.folder.is_some()
            && self.results.all_runs().any(|(_, _, record)| !record.text(RUN_DIR).is_empty())
    }

    /// A link to the output of a run, or if something went wrong, to its standard error; `None` if the place is not known.
    pub(super) fn log(&self, record: &Record) -> Option<String> {
        let (folder, run) = (self.folder?, record.text(RUN_DIR));
        let has_complained = record.was_refused() || record.attributes.contains_key("unexplained_errors");
        let file = if has_complained { COMPLAINTS } else { OUTPUT };
        (!run.is_empty()).then(|| escape::href(&format!("{folder}/{run}/{file}")))
    }

    /// The JSON in the page.
    pub(super) fn json(&self) -> String {
        let results = self.results;
        let mut reasons: BTreeMap<&str, usize> = results
            .all_runs()
            .filter(|(_, _, record)| !record.is_solved())
            .map(|(_, _, record)| (reason(record), 0))
            .collect();
        for (i, number) in reasons.values_mut().enumerate() {
            *number = i;
        }
        let (mut algorithm, mut problem, mut error, mut logs) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut values = vec![Vec::new(); self.attributes.len()];
        for (number, runs) in results.algorithms.iter().map(Algorithm::all_runs).enumerate() {
            for (of, record) in runs {
                algorithm.push(number);
                problem.push(of);
                // -1 is a plan: reasons are counted from 0.
                error.push(if record.is_solved() { -1 } else { reasons[reason(record)] as i64 });
                logs.push(self.log(record));
                for (column, attribute) in values.iter_mut().zip(&self.attributes) {
                    column.push(attribute.measured(record).map_or(Value::Null, short));
                }
            }
        }
        let refused = reasons.iter().filter(|(reason, _)| REFUSED.contains(reason)).map(|(_, number)| number);
        let position =
            |attribute: &Attribute| self.attributes.iter().position(|other| other.name == attribute.name);
        let data = json!({
            "configurations": results.configurations.iter().map(|configuration| &configuration.name).collect::<Vec<_>>(),
            "seeds": results.configurations.iter().map(|configuration| configuration.algorithms.len()).collect::<Vec<_>>(),
            "colours": self.marks.iter().map(|mark| mark.colour()).collect::<Vec<_>>(),
            "algorithms": results.algorithms.iter().map(|algorithm| (&algorithm.name, algorithm.configuration)).collect::<Vec<_>>(),
            "domains": results.domains,
            "marks": (0..results.domains.len()).map(|i| (Mark::of(i).colour(), Mark::of(i).shape())).collect::<Vec<_>>(),
            "problems": results.problems.iter().map(|problem| (problem.domain, problem.name)).collect::<Vec<_>>(),
            "reasons": reasons.keys().collect::<Vec<_>>(),
            "refused": refused.collect::<Vec<_>>(),
            "attributes": self.attributes.iter().map(|attribute| (attribute.name, attribute.label(), attribute.floor)).collect::<Vec<_>>(),
            "pair": self.pair.map(|pair| (pair.x, pair.y, position(pair.attribute))),
            "algorithm": algorithm,
            "problem": problem,
            "error": error,
            "logs": self.has_logs().then_some(logs),
            "values": values,
        });
        escape::json_in_html(&data.to_string())
    }
}

/// Whole numbers as they are, others with six significant digits.
fn short(number: f64) -> Value {
    if number.fract() == 0.0 && number < 9e15 {
        Value::from(number as u64)
    } else {
        format!("{number:.5e}").parse::<f64>().map_or(Value::Null, Value::from)
    }
}
