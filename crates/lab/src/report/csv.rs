//! Tables, runs and curves as CSV.

use std::collections::BTreeSet;
use std::fmt::Display;

use serde_json::Value;

use super::table::{Cell, Table};
use super::{File, Material, escape};
use crate::Properties;

pub(super) fn table(table: &Table) -> String {
    let mut text = String::new();
    line(&mut text, table.columns.iter().map(|column| escape::csv(&column.full_name())));
    for row in table.rows.iter().chain(&table.totals) {
        line(
            &mut text,
            row.iter().zip(&table.columns).map(|(cell, column)| field(cell, column.is_numeric())),
        );
    }
    text
}

fn field(cell: &Cell, is_numeric: bool) -> String {
    match cell.value {
        Some(value) => value.to_string(),
        None if is_numeric => String::new(),
        None => escape::csv(&cell.text),
    }
}

/// All runs with all their attributes.
pub(super) fn runs(properties: &Properties) -> Option<File> {
    let first = ["algorithm", "domain", "problem", "coverage"];
    let others: BTreeSet<&str> = properties
        .runs
        .values()
        .flat_map(|record| record.attributes.keys())
        .map(String::as_str)
        .filter(|name| !first.contains(name))
        .collect();
    let names: Vec<&str> = first.into_iter().chain(others).collect();
    let mut text = String::new();
    line(&mut text, ["run"].iter().chain(&names).map(|name| escape::csv(name)));
    for (run, record) in &properties.runs {
        let values = names.iter().map(|name| record.attributes.get(*name).map_or_else(String::new, value));
        line(&mut text, [escape::csv(run)].into_iter().chain(values));
    }
    (!properties.runs.is_empty()).then(|| File { name: "runs.csv".to_owned(), text })
}

fn value(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => escape::csv(text),
        Value::Number(number) => number.to_string(),
        other => escape::csv(&other.to_string()),
    }
}

/// The curves of training and calibration.
pub(super) fn curves(material: &Material) -> impl Iterator<Item = File> {
    let mut training = String::from("model,step,loss,validation\n");
    for curve in &material.training {
        for point in &curve.points {
            let validation = point.validation.map_or_else(String::new, |loss| loss.to_string());
            line(&mut training, fields(&curve.name, [&point.step, &point.loss, &validation]));
        }
    }
    let mut calibration = String::from("model,predicted,observed\n");
    for curve in &material.calibration {
        for point in &curve.points {
            line(&mut calibration, fields(&curve.name, [&point.predicted, &point.observed]));
        }
    }
    let file = |name: &str, text, is_there: bool| is_there.then(|| File { name: name.to_owned(), text });
    let training = file("training.csv", training, !material.training.is_empty());
    training.into_iter().chain(file("calibration.csv", calibration, !material.calibration.is_empty()))
}

fn fields<const N: usize>(name: &str, values: [&dyn Display; N]) -> impl Iterator<Item = String> {
    [escape::csv(name)].into_iter().chain(values.map(ToString::to_string))
}

fn line(text: &mut String, fields: impl Iterator<Item = String>) {
    for (i, field) in fields.enumerate() {
        if i > 0 {
            text.push(',');
        }
        text.push_str(&field);
    }
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::super::example::Runs;
    use super::super::{CalibrationCurve, CalibrationPoint, Report, TrainingCurve, TrainingPoint};
    use super::*;

    fn example() -> Material {
        Material {
            properties: Runs::default()
                .solved("=a,b", "d", "p1", &[("evaluations", 1234.5)])
                .unsolved("=a,b", "d", "p2", "out of \"time\"")
                .properties(),
            training: vec![TrainingCurve {
                name: "m".to_owned(),
                points: vec![TrainingPoint { step: 100.0, loss: 0.5, validation: None }],
            }],
            calibration: vec![CalibrationCurve {
                name: "m".to_owned(),
                points: vec![CalibrationPoint { predicted: 0.5, observed: 0.25 }],
            }],
            ..Material::default()
        }
    }

    fn file(name: &str) -> String {
        let material = example();
        let files = Report::new(&material).csv();
        files.into_iter().find(|file| file.name == name).unwrap().text
    }

    #[test]
    fn tables_have_plain_numbers_and_quoted_names() {
        assert_eq!(file("coverage.csv"), "domain,problems,\"'=a,b\"\nd,2,1\nall,2,1\n");
        assert!(file("summary.csv").contains("\"evaluations, sum\",1234.5\n"));
    }

    #[test]
    fn runs_have_all_attributes() {
        assert_eq!(
            file("runs.csv"),
            "run,algorithm,domain,problem,coverage,error,evaluations\n\
             \"'=a,b-d-p1\",\"'=a,b\",d,p1,1,,1234.5\n\
             \"'=a,b-d-p2\",\"'=a,b\",d,p2,0,\"out of \"\"time\"\"\",\n"
        );
    }

    #[test]
    fn curves_have_their_points() {
        assert_eq!(file("training.csv"), "model,step,loss,validation\nm,100,0.5,\n");
        assert_eq!(file("calibration.csv"), "model,predicted,observed\nm,0.5,0.25\n");
    }
}
