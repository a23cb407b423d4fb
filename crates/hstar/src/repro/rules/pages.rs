//! Plots, and the programs that people read.

use std::fs;
use std::path::Path;

use lab::repro::{Measured, Part, Sample, Table};

use super::kept::READABLE_FILE;
use super::{Kind, READABLE};
use crate::plot::{Plot, Series, Style, escaped};

const HEAD: &str = "\
<!DOCTYPE html>
<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Rules for the 8-puzzle</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em }
pre { overflow-x: auto }
</style></head>
<body>
<h1>Rules for the 8-puzzle</h1>
";

/// What the broken line is.
const GUIDE: &str = " (broken line: Manhattan distance)";

/// Files with names for the folder of a table.
pub(super) fn pages(kind: Kind, table: &Table, measured: &Measured, shared: &Path) -> Vec<(String, String)> {
    let figures = Figures { table, measured };
    match kind {
        Kind::SampleAccuracy => vec![
            ("r2.svg".to_owned(), figures.by_size("R²", "Explained variance by sample size").to_svg()),
            ("mse.svg".to_owned(), figures.by_size("MSE", "Mean squared error by sample size").to_svg()),
        ],
        Kind::Beyond => {
            let plots = [figures.by_rules(), figures.by_time()].map(|plot| plot.to_svg());
            let program = fs::read_to_string(shared.join(READABLE_FILE)).unwrap_or_default();
            let page = figures.page(&plots, &program);
            let [rules, time] = plots;
            let files = [
                ("r2-by-rules.svg", rules),
                ("r2-by-time.svg", time),
                (READABLE_FILE, program),
                ("rules.html", page),
            ];
            files.map(|(name, content)| (name.to_owned(), content)).into()
        }
        _ => Vec::new(),
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
        let end = series.iter().flat_map(|one| &one.points).fold(0.0, |end, point| point.0.max(end));
        let guide = self.mean(part, "Manhattan", column).map(|value| level(value, end));
        Plot {
            title: title.to_owned(),
            x_label: format!("states for each cost{GUIDE}"),
            y_label: column.to_owned(),
            series: series.into_iter().chain(guide).collect(),
        }
    }

    fn by_rules(&self) -> Plot {
        let series = ["none", "wide"].map(|way| {
            let points = self.points(&format!("{way}, first rules"), "rules", "R²");
            line(named(way), points.into_iter().map(|(rules, r)| (rules.log10(), r)).collect())
        });
        self.explained("Explained variance by number of rules", "rules, as powers of ten", series.to_vec())
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
        self.explained("Explained variance by learning time", "seconds of learning", series.to_vec())
    }

    fn explained(&self, title: &str, x_label: &str, mut series: Vec<Series>) -> Plot {
        let end = series.iter().flat_map(|one| &one.points).fold(0.0, |end, point| point.0.max(end));
        series.extend(self.mean("heuristics", "Manhattan", "R²").map(|value| level(value, end)));
        Plot {
            title: title.to_owned(),
            x_label: format!("{x_label}{GUIDE}"),
            y_label: "R²".to_owned(),
            series,
        }
    }

    fn page(&self, plots: &[String], program: &str) -> String {
        let mut page = String::from(HEAD);
        plots.iter().for_each(|plot| page += plot);
        page += "<h2>Learned rules against the Manhattan distance</h2>\n<ul>\n";
        self.against_manhattan()
            .iter()
            .for_each(|sentence| page += &format!("<li>{}</li>\n", escaped(sentence)));
        page += &format!("</ul>\n<h2>The {READABLE} rules that are worth most</h2>\n");
        let part = "none, first rules";
        let worth = |row: &str| self.mean(part, row, "R²").zip(self.mean(part, row, "rules"));
        if let (Some((few, _)), Some((all, count))) = (worth(&format!("first {READABLE}")), worth("all")) {
            page += &format!(
                "<p>R² {few:.3}, instead of {all:.3} with all {count} rules of the paper's bias.</p>\n"
            );
        }
        page + &format!("<pre>{}</pre>\n</body></html>\n", escaped(program))
    }

    /// What the five lines of the Manhattan distance do better than learned rules, and what they don't.
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

fn level(value: f64, end: f64) -> Series {
    Series { name: String::new(), style: Style::Guide, points: vec![(0.0, value), (end, value)] }
}
