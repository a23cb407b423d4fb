//! Plots of the tables.

use crate::{Measured, Place, Table};
use page::{Plot, Series, Side, Style};

use super::heuristic::Heuristic;
use super::kept::Kept;
use super::subject::{FIFTEEN_PUZZLE, Subject};

/// The plots of tables 1 and 3, with their names.
pub(super) fn of_trade(
    subjects: &[&'static Subject],
    table: &Table,
    measured: &Measured,
    kept: Kept<'_>,
) -> Vec<(String, Plot)> {
    let plots = subjects.iter().flat_map(|subject| {
        let part = subject.part;
        let trade = trade(Figures { table, measured, part });
        [(format!("trade-{part}"), trade), (format!("training-{part}"), training(subject, kept))]
    });
    plots.collect()
}

/// The plot of table 2, with its name.
pub(super) fn of_lengths(table: &Table, measured: &Measured) -> Vec<(String, Plot)> {
    vec![("test".to_owned(), lengths(Figures { table, measured, part: FIFTEEN_PUZZLE.part }))]
}

/// The plot of the table on calibration, with its name.
pub(super) fn of_promise(subject: &Subject, table: &Table, measured: &Measured) -> Vec<(String, Plot)> {
    let figures = Figures { table, measured, part: subject.part };
    let line = |(name, column): (&str, &str)| {
        let points = figures
            .numbered()
            .filter_map(|(row, alpha)| Some((alpha, figures.at(Whose::Measured, row, column)? / 100.0)));
        Series { name: name.to_owned(), style: Style::Line, points: points.collect() }
    };
    let right = Series::diagonal("as promised", 0.0, 1.0);
    let lines = [
        ("α", "kept"),
        ("α, mended", "mended"),
        ("α, starts", "starts"),
        ("α, starts, mended", "starts mended"),
    ];
    let plot = Plot {
        title: format!("{}: states whose cost is not overestimated", subject.part),
        x: Side::linear("α, the share that is promised"),
        y: Side::linear("the share of states"),
        series: lines.map(line).into_iter().chain([right]).collect(),
    };
    vec![("calibration".to_owned(), plot)]
}

/// All figures of a table.
#[derive(Clone, Copy)]
struct Figures<'a> {
    table: &'a Table,
    measured: &'a Measured,
    part: &'a str,
}

/// The source of a figure.
#[derive(Clone, Copy)]
enum Whose {
    Published,
    Measured,
}

const BOTH: [(&str, Whose); 2] = [("published", Whose::Published), ("measured", Whose::Measured)];

impl<'a> Figures<'a> {
    fn at(self, whose: Whose, row: &str, column: &str) -> Option<f64> {
        let place: Place = self.table.place(self.part, row, column)?;
        let figure = match whose {
            Whose::Published => self.table.value(place),
            Whose::Measured => self.measured.summary(self.table, place),
        };
        figure.filter(|figure| figure.is_finite())
    }

    /// The rows whose labels are numbers, with these numbers.
    fn numbered(self) -> impl Iterator<Item = (&'a str, f64)> {
        let parts = self.table.parts.iter().filter(move |part| part.name == self.part);
        let labels = parts.flat_map(|part| &part.rows).map(|row| row.label.as_str());
        labels.filter_map(|label| Some((label, label.parse().ok()?)))
    }
}

/// States generated against the quality of plans.
fn trade(figures: Figures<'_>) -> Plot {
    let line = |(name, whose): (&str, Whose)| {
        let points = figures.numbered().filter_map(|(row, _)| {
            let generated = figures.at(whose, row, "generated")?;
            Some((generated.max(1.0), figures.at(whose, row, "subopt")?))
        });
        Series { name: name.to_owned(), style: Style::Line, points: points.collect() }
    };
    Plot {
        title: format!("{}: suboptimality and states generated, by α", figures.part),
        x: Side::logarithmic("states generated in the mean"),
        y: Side::linear("suboptimality (%)"),
        series: BOTH.map(line).into(),
    }
}

/// The share of tasks solved in the test, by the lengths of tasks in training.
fn lengths(figures: Figures<'_>) -> Plot {
    let line = |(name, whose): (&str, Whose)| {
        let points =
            figures.numbered().filter_map(|(row, length)| Some((length, figures.at(whose, row, "test")?)));
        Series { name: name.to_owned(), style: Style::Line, points: points.collect() }
    };
    let by_uncertainty = figures.at(Whose::Measured, "GTP", "test").into_iter();
    let guide = Series {
        name: "measured, by uncertainty".to_owned(),
        style: Style::Guide,
        points: by_uncertainty.flat_map(|solved| [(1.0, solved), (10.0, solved)]).collect(),
    };
    Plot {
        title: "Test tasks solved".to_owned(),
        x: Side::linear("moves by which tasks of the training become longer"),
        y: Side::linear("test tasks solved (%)"),
        series: BOTH.map(line).into_iter().chain([guide]).collect(),
    }
}

/// The costs of the plans found in the first run's training.
fn training(subject: &'static Subject, kept: Kept<'_>) -> Plot {
    let dots = |heuristic: Heuristic| {
        let iterations = kept.iterations(&heuristic.name())?;
        let points = (1_u32..).zip(&iterations).flat_map(|(number, iteration)| {
            let costs = iteration.tasks.iter().filter_map(|task| task.cost);
            costs.map(move |cost| (f64::from(number), f64::from(cost)))
        });
        Some(Series { name: heuristic.outputs().to_owned(), style: Style::Dots, points: points.collect() })
    };
    Plot {
        title: format!("{}: plans found in training, first run", subject.part),
        x: Side::linear("iteration"),
        y: Side::linear("cost of the plan"),
        series: Heuristic::of_run(subject, 1).into_iter().filter_map(dots).collect(),
    }
}
