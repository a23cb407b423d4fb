//! Reports on the runs of an experiment: as a page, as tables for papers and programs, and in short for a terminal.
//!
//! Nothing here reads files or prints: a [`Material`] goes in, text comes out, and the same material gives the same bytes.

mod attributes;
mod comparison;
mod csv;
mod escape;
#[cfg(test)]
mod example;
mod files;
mod latex;
mod natural;
mod page;
mod paired;
mod plots;
mod results;
mod score;
mod statistics;
mod summary;
mod table;
mod tables;
mod terminal;

pub use comparison::{Comparison, UnknownAlgorithm};
pub use files::{write, write_file};

use results::Results;
use table::Table;
use tools::numbers;

use crate::Properties;

/// More configurations than this are not shown.
const MOST_CONFIGURATIONS: usize = 200;

/// The material of a report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Material {
    /// The name of the experiment.
    pub title: String,
    /// The results of the runs.
    pub properties: Properties,
    /// Training curves of the models.
    pub training: Vec<TrainingCurve>,
    /// Calibration curves of the models.
    pub calibration: Vec<CalibrationCurve>,
    /// Further notes for the reader.
    pub notes: Vec<String>,
    /// The path of the experiment's folder relative to that of the report, so that runs can be linked to their logs.
    pub folder: Option<String>,
}

/// The training curve of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrainingCurve {
    /// The name of the model.
    pub name: String,
    /// The points, by step.
    pub points: Vec<TrainingPoint>,
}

/// The losses at one point of training.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TrainingPoint {
    /// How many steps, or epochs, were done.
    pub step: f64,
    /// On the training data.
    pub loss: f64,
    /// On the validation data, if that was measured.
    pub validation: Option<f64>,
}

/// The calibration curve of a model: how often its predictions are right, against their probability.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CalibrationCurve {
    /// The name of the model.
    pub name: String,
    /// The points, by predicted probability.
    pub points: Vec<CalibrationPoint>,
}

/// Predictions of about the same probability.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CalibrationPoint {
    /// The predicted probability.
    pub predicted: f64,
    /// The share of predictions that came true.
    pub observed: f64,
}

/// A file of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Such as `coverage.csv`.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// A report on the runs of an experiment.
#[derive(Debug)]
pub struct Report<'a> {
    material: &'a Material,
    results: Results<'a>,
    coverage: Table,
    scores: Vec<Table>,
    summary: Table,
    means: Vec<Table>,
    errors: Option<Table>,
    seeds: Option<Table>,
    sign_tests: Option<Table>,
}

impl<'a> Report<'a> {
    /// Computes the tables.
    pub fn new(material: &'a Material) -> Self {
        let results = Results::limited(&[&material.properties], MOST_CONFIGURATIONS);
        Self {
            coverage: tables::coverage(&results),
            scores: tables::scores(&results),
            summary: tables::summary(&results),
            means: tables::means_by_domain(&results),
            errors: tables::errors(&results),
            seeds: tables::seeds(&results),
            sign_tests: tables::sign_tests(&results),
            material,
            results,
        }
    }

    /// One self-contained page: sortable tables, plots, and all runs.
    pub fn html(&self) -> String {
        page::report(self)
    }

    /// The tables, the runs and the curves for programs.
    pub fn csv(&self) -> Vec<File> {
        let tables =
            self.tables().map(|table| File { name: format!("{}.csv", table.name), text: csv::table(table) });
        tables.chain(csv::runs(&self.material.properties)).chain(csv::curves(self.material)).collect()
    }

    /// The tables for papers, which need the package `booktabs`.
    pub fn latex(&self) -> Vec<File> {
        self.tables()
            .map(|table| File { name: format!("{}.tex", table.name), text: latex::table(table) })
            .collect()
    }

    /// The report in short, for a terminal of 100 columns.
    pub fn terminal(&self) -> String {
        terminal::report(self)
    }

    fn tables(&self) -> impl Iterator<Item = &Table> {
        [&self.coverage]
            .into_iter()
            .chain(&self.scores)
            .chain([&self.summary])
            .chain(&self.means)
            .chain(&self.errors)
            .chain(&self.seeds)
            .chain(&self.sign_tests)
    }
}
