//! Plots.

use lab::repro::{Measured, Place, Table};

use super::dial::Heuristic;
use super::fifteen::PART;
use super::kept::Kept;
use crate::plot::{Plot, Series, Style};

/// Files with names for the folder of table 1.
pub(super) fn of_dial(table: &Table, measured: &Measured, kept: Kept<'_>) -> Vec<(String, String)> {
    let plots = [("trade.svg", trade(Figures { table, measured })), ("training.svg", training(kept))];
    plots.map(|(name, plot)| (name.to_owned(), plot.to_svg())).into()
}

/// Files with names for the folder of table 2.
pub(super) fn of_lengths(table: &Table, measured: &Measured) -> Vec<(String, String)> {
    vec![("test.svg".to_owned(), lengths(Figures { table, measured }).to_svg())]
}

/// All figures of a table.
#[derive(Clone, Copy)]
struct Figures<'a> {
    table: &'a Table,
    measured: &'a Measured,
}

/// Who made a figure.
#[derive(Clone, Copy)]
enum Whose {
    Published,
    Measured,
}

const BOTH: [(&str, Whose); 2] = [("published", Whose::Published), ("measured", Whose::Measured)];

impl<'a> Figures<'a> {
    fn at(self, whose: Whose, row: &str, column: &str) -> Option<f64> {
        let place: Place = self.table.place(PART, row, column)?;
        let figure = match whose {
            Whose::Published => self.table.value(place),
            Whose::Measured => self.measured.summary(self.table, place),
        };
        figure.filter(|figure| figure.is_finite())
    }

    /// The rows that numbers are the labels of, with these.
    fn numbered(self) -> impl Iterator<Item = (&'a str, f64)> {
        let parts = self.table.parts.iter().filter(|part| part.name == PART);
        let labels = parts.flat_map(|part| &part.rows).map(|row| row.label.as_str());
        labels.filter_map(|label| Some((label, label.parse().ok()?)))
    }
}

/// What better plans cost.
fn trade(figures: Figures<'_>) -> Plot {
    let line = |(name, whose): (&str, Whose)| {
        let points = figures.numbered().filter_map(|(row, _)| {
            let generated = figures.at(whose, row, "generated")?;
            Some((generated.max(1.0).log10(), figures.at(whose, row, "subopt")?))
        });
        Series { name: name.to_owned(), style: Style::Line, points: points.collect() }
    };
    Plot {
        title: "Suboptimality and states generated, by α".to_owned(),
        x_label: "states generated in the mean, as powers of ten".to_owned(),
        y_label: "suboptimality [%]".to_owned(),
        series: BOTH.map(line).into(),
    }
}

/// What is solved in the test, by the lengths of tasks in training.
fn lengths(figures: Figures<'_>) -> Plot {
    let line = |(name, whose): (&str, Whose)| {
        let points =
            figures.numbered().filter_map(|(row, length)| Some((length, figures.at(whose, row, "test")?)));
        Series { name: name.to_owned(), style: Style::Line, points: points.collect() }
    };
    let by_uncertainty = figures.at(Whose::Measured, "GTP", "test").into_iter();
    let guide = Series {
        name: "by uncertainty".to_owned(),
        style: Style::Guide,
        points: by_uncertainty.flat_map(|solved| [(1.0, solved), (10.0, solved)]).collect(),
    };
    Plot {
        title: "Test tasks solved (broken line: measured, by uncertainty)".to_owned(),
        x_label: "moves by which tasks of the training become longer".to_owned(),
        y_label: "test tasks solved [%]".to_owned(),
        series: BOTH.map(line).into_iter().chain([guide]).collect(),
    }
}

/// How far from the goal the plans of the first run's training are.
fn training(kept: Kept<'_>) -> Plot {
    let dots = |heuristic: Heuristic| {
        let growth = kept.found(&heuristic.name())?;
        let iterations = (1_u32..).zip(growth.iterations());
        let points = iterations.flat_map(|(number, iteration)| {
            let costs = iteration.tasks.iter().filter_map(|task| task.cost);
            costs.map(move |cost| (f64::from(number), f64::from(cost)))
        });
        Some(Series { name: heuristic.outputs().to_owned(), style: Style::Dots, points: points.collect() })
    };
    Plot {
        title: "Plans found in training, first run".to_owned(),
        x_label: "iteration".to_owned(),
        y_label: "cost of the plan".to_owned(),
        series: Heuristic::of_run(1).into_iter().filter_map(dots).collect(),
    }
}
