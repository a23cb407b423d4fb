//! Reports: what the runs of an experiment say, as a page, as tables for papers and programs, and in short for a terminal.
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

/// Nobody compares more.
const MOST_CONFIGURATIONS: usize = 200;

/// What a report is made from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Material {
    /// What the experiment is called.
    pub title: String,
    /// What came of the runs.
    pub properties: Properties,
    /// How the models learned.
    pub training: Vec<TrainingCurve>,
    /// How well the models know what they don't know.
    pub calibration: Vec<CalibrationCurve>,
    /// What else a reader should know.
    pub notes: Vec<String>,
    /// Where the folder of the experiment is, as seen from the folder of the report, so that runs can be linked to their
    /// logs.
    pub folder: Option<String>,
}

/// How a model learned.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TrainingCurve {
    /// Of the model.
    pub name: String,
    /// By their steps.
    pub points: Vec<TrainingPoint>,
}

/// The losses at a moment of training.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TrainingPoint {
    /// How many steps, or epochs, were done.
    pub step: f64,
    /// On what is learned from.
    pub loss: f64,
    /// On what is not learned from, if that was measured.
    pub validation: Option<f64>,
}

/// How often a model is right when it says how sure it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CalibrationCurve {
    /// Of the model.
    pub name: String,
    /// By what was predicted.
    pub points: Vec<CalibrationPoint>,
}

/// Predictions that are about equally sure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CalibrationPoint {
    /// The probability that the model gives.
    pub predicted: f64,
    /// The share of them that came true.
    pub observed: f64,
}

/// A file of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Such as `coverage.csv`.
    pub name: String,
    /// What it holds.
    pub text: String,
}

/// What the runs of an experiment say.
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

    /// One page that needs nothing but itself: tables that sort, plots, and all runs.
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
