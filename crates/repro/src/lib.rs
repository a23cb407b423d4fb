//! Reproduces the tables of the papers that this project unites, and of the learning track that it competes in: published figures
//! beside those measured here.
//!
//! [`papers`] has the published figures. A [`Measure`] reproduces a table's figures in [`Step`]s whose results a [`Ledger`]
//! stores, so that work continues where it was stopped. A [`Comparison`] judges whether the size of each figure agrees, and
//! whether each [`Claim`] holds in the same places as in the paper.
#![forbid(unsafe_code)]

mod bounds;
mod catalog;
mod comparison;
mod confidence;
mod context;
mod csv;
mod figure;
mod html;
mod kept;
mod ledger;
mod likely;
mod list;
mod measure;
mod measured;
mod order;
mod paper;
mod problem_set;
mod reproduction;
mod rules;
mod scale;
mod step;
mod table;
mod text;
mod tolerance;
mod track;
mod training;
mod work;

use std::sync::LazyLock;

pub use self::catalog::{Material, work};
pub use self::comparison::{Cell, Comparison, JudgedClaim, JudgedPair, Size};
pub use self::context::Context;
pub use self::csv::CSV_HEADER;
pub use self::figure::Figure;
pub use self::ledger::{Done, Ledger};
pub use self::list::list;
pub use self::measure::{Measure, RunError, measure};
pub use self::measured::{Measured, Sample};
pub use self::order::{Order, Relation, Term};
pub use self::paper::Paper;
pub use self::reproduction::{Kept, Reproduction};
pub use self::rules::TestStates;
pub use self::scale::Scale;
pub use self::step::{Step, Value};
pub use self::table::{Better, Claim, Column, Pair, Part, Place, Row, Summary, Table};
pub use self::text::published;
pub use self::tolerance::Tolerance;
pub use self::work::{Extras, Work};

/// The papers, with all their tables.
pub fn papers() -> &'static [Paper] {
    static PAPERS: LazyLock<Vec<Paper>> = LazyLock::new(|| {
        let texts = [
            include_str!("papers/confidence.toml"),
            include_str!("papers/bounds.toml"),
            include_str!("papers/likely.toml"),
            include_str!("papers/rules.toml"),
            include_str!("papers/track.toml"),
        ];
        let read = |text| Paper::read(text).expect("what is built in is as it should be: a test reads it");
        texts.map(read).into()
    });
    &PAPERS
}

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests;
