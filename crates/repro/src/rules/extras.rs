//! Plots, and the short programs for people to read, for the pages of tables.

use std::fs;
use std::path::Path;

use crate::{Measured, Part, Sample, Table};
use page::escape::html;
use page::{Plot, Section, Series, Side, Style};

use super::kept::READABLE_FILE;
use super::{Kind, READABLE};
use crate::Extras;

/// The name of the broken line.
const GUIDE: &str = "Manhattan distance";

/// The plots, sections and files of a table.
pub(super) fn extras(kind: Kind, table: &Table, measured: &Measured, shared: &Path) -> Extras {
    let figures = Figures { table, measured };
    match kind {
        Kind::SampleAccuracy => Extras::of_plots(vec![
            ("r2".to_owned(), figures.by_size("R²", "Explained variance by sample size")),
            ("mse".to_owned(), figures.by_size("MSE", "Mean squared error by sample size")),
        ]),
        Kind::Beyond => {
            let program = fs::read_to_string(shared.join(READABLE_FILE)).unwrap_or_default();
            Extras {
                plots: vec![
                    ("r2-by-rules".to_owned(), figures.by_rules()),
                    ("r2-by-time".to_owned(), figures.by_time()),
                ],
                sections: figures.sections(&program),
                files: vec![(READABLE_FILE.to_owned(), program)],
            }
        }
        _ => Extras::default(),
    }
}

struct Figures<'a> {
    table: &'a Table,
    measured: &'a Measured,
}

impl Figures<'_> {
    fn mean(&self, part: &str, row: &str, column: &str) -> Option<f64> {
        let place = self.table.place(part, row, column)?;
        self.measured.sample(place).map(Sample::mean).filter(|mean| mean.is_finite())
    }

    fn rows(&self, part: &str) -> impl Iterator<Item = &str> {
        let rows =
            self.table.parts.iter().find(|one| one.name == part).map_or(&[][..], |part: &Part| &part.rows);
        rows.iter().map(|row| row.label.as_str())
    }

    /// Two columns of a part, as points.
    fn points(&self, part: &str, x: &str, y: &str) -> Vec<(f64, f64)> {
        let point = |row| Some((self.mean(part, row, x)?, self.mean(part, row, y)?));
        self.rows(part).filter_map(point).collect()
    }

    fn by_size(&self, column: &str, title: &str) -> Plot {
        let part = "942 states";
        let series = ["reuse", "none"].map(|kind| {
            let size = |row: &str| row.strip_suffix(kind).and_then(|size| size.trim().parse::<f64>().ok());
            let point = |row| Some((size(row)?, self.mean(part, row, column)?));
            line(kind, self.rows(part).filter_map(point).collect())
        });
        let guide = self.mean(part, "Manhattan", column).and_then(|value| level(value, &series));
        Plot {
            title: title.to_owned(),
            x: Side::linear("states for each cost"),
            y: Side::linear(column),
            series: series.into_iter().chain(guide).collect(),
        }
    }

    fn by_rules(&self) -> Plot {
        let series = ["none", "wide"].map(|way| {
            let points = self.points(&format!("{way}, first rules"), "rules", "R²");
            line(named(way), points)
        });
        self.explained("Explained variance by number of rules", Side::logarithmic("rules"), series.to_vec())
    }

    fn by_time(&self) -> Plot {
        let parts = [
            ("none", "none, bodies tried"),
            ("wide", "wide, bodies tried"),
            ("reuse", "reuse, bodies tried for each cost"),
        ];
        let series = parts.map(|(way, part)| {
            let mut points = self.points(part, "learning", "R²");
            let whole = self.mean("heuristics", way, "learning").zip(self.mean("heuristics", way, "R²"));
            points.extend(whole);
            line(named(way), points)
        });
        self.explained(
            "Explained variance by learning time",
            Side::linear("seconds of learning"),
            series.to_vec(),
        )
    }

    fn explained(&self, title: &str, x: Side, mut series: Vec<Series>) -> Plot {
        let guide = self.mean("heuristics", "Manhattan", "R²").and_then(|value| level(value, &series));
        series.extend(guide);
        Plot { title: title.to_owned(), x, y: Side::linear("R²"), series }
    }

    fn sections(&self, program: &str) -> Vec<Section> {
        let against = self.against_manhattan();
        let against: String =
            against.iter().map(|sentence| format!("<li>{}</li>\n", html(sentence))).collect();
        let part = "none, first rules";
        let worth = |row: &str| self.mean(part, row, "R²").zip(self.mean(part, row, "rules"));
        let mut rules = String::new();
        if let (Some((few, _)), Some((all, count))) = (worth(&format!("first {READABLE}")), worth("all")) {
            rules = format!(
                "<p>R² {few:.3}, instead of {all:.3} with all {count} rules of the paper's bias.</p>\n"
            );
        }
        vec![
            Section::new(
                "manhattan",
                "Learned rules against the Manhattan distance",
                format!("<ul>\n{against}</ul>"),
            ),
            Section::new(
                "rules",
                format!("The {READABLE} rules that are worth most"),
                format!("{rules}<pre>{}</pre>", html(program)),
            ),
        ]
    }

    /// Sentences on where the Manhattan distance is better than learned rules, and where not.
    fn against_manhattan(&self) -> Vec<String> {
        let figures = |row: &str| {
            let columns = ["R²", "nodes", "time", "states/s"];
            columns.map(|column| self.mean("heuristics", row, column).unwrap_or(f64::NAN))
        };
        let own = figures("Manhattan");
        let rows = self.rows("heuristics").filter(|row| !["Manhattan", "h = 0", "perfect"].contains(row));
        rows.filter_map(|row| {
            let rules = figures(row);
            if rules.iter().chain(&own).any(|figure| figure.is_nan()) {
                return None;
            }
            let word = |rules_win: bool| if rules_win { "better" } else { "worse" };
            Some(format!(
                "{row}: R² {:.3} against {:.3} ({}), {:.0} nodes against {:.0} ({}), {:.3} ms for a solution against \
                 {:.3} ({}), {:.0} states a second against {:.0} ({})",
                rules[0],
                own[0],
                word(rules[0] > own[0]),
                rules[1],
                own[1],
                word(rules[1] < own[1]),
                rules[2],
                own[2],
                word(rules[2] < own[2]),
                rules[3],
                own[3],
                word(rules[3] > own[3])
            ))
        })
        .collect()
    }
}

fn named(way: &str) -> &str {
    match way {
        "none" => "the paper's bias",
        "wide" => "9 variables, 12 literals",
        _ => "reuse",
    }
}

fn line(name: &str, points: Vec<(f64, f64)>) -> Series {
    Series { name: name.to_owned(), style: Style::Line, points }
}

/// The Manhattan distance as a level line for comparison, over the range of the others.
fn level(value: f64, series: &[Series]) -> Option<Series> {
    let ends = page::range(series.iter().flat_map(|one| &one.points).map(|point| point.0));
    ends.map(|(from, to)| Series::level(GUIDE, value, from, to))
}
