//! Tests of the published figures, and of their comparison with measured ones.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use page::{Plot, Section, Series, Side, Style};

use planner::Error;

use super::*;

fn paper(name: &str) -> &'static Paper {
    papers().iter().find(|paper| paper.name == name).unwrap()
}

fn table(paper_name: &str, name: &str) -> &'static Table {
    paper(paper_name).tables.iter().find(|table| table.name == name).unwrap()
}

fn value(table: &Table, part: &str, row: &str, column: &str) -> f64 {
    table.value(table.place(part, row, column).unwrap()).unwrap()
}

#[test]
fn all_tables_are_there() {
    let tables =
        |paper: &Paper| paper.tables.iter().map(|table| table.name.clone()).collect::<Vec<_>>().join(" ");
    let all: Vec<String> =
        papers().iter().map(|paper| format!("{}: {}", paper.name, tables(paper))).collect();
    assert_eq!(
        all,
        [
            "confidence: 1 2 3 near",
            "bounds: 1 2 s3 s4 s5 s6 s7 s8 s9 larger",
            "likely: 1 2 3 dial",
            "rules: 1 2 3 fig1 fig2 beyond",
            "track: 10s 60s 30min"
        ]
    );
    let figures = |paper: &Paper| {
        let places =
            paper.tables.iter().flat_map(|table| table.places().map(move |place| table.printed(place)));
        places.flatten().count()
    };
    assert_eq!(papers().iter().map(figures).collect::<Vec<_>>(), FIGURES);
}

/// How many figures each paper's tables have.
const FIGURES: [usize; 5] = [226, 700, 162, 102, 47];

#[test]
fn the_confidence_paper_agrees_with_itself() {
    let (second, third) = (table("confidence", "2"), table("confidence", "3"));
    for column in &second.columns {
        let searched = value(second, "moderate, dual queue", "A40", &column.name);
        let trained = value(third, "moderate", "W50", &column.name);
        assert!((searched - trained).abs() < 0.011, "{}: {searched} and {trained}", column.name);
    }
    assert!((value(second, "moderate, dual queue", "A40", "pipes") - 0.99).abs() < 1e-9);
}

#[test]
fn the_bounds_paper_has_sigma_of_root_two() {
    // The negative log-likelihood of a Gaussian with this spread follows from the squared error.
    let log_term = 0.5 * (4.0 * std::f64::consts::PI).ln();
    for (name, tolerance) in [("1", 0.011), ("s3", 0.011)] {
        let table = table("bounds", name);
        for part in &table.parts {
            for row in ["fixed/ff N", "fixed/none N"] {
                let nll = value(table, &part.name, row, "NLL");
                let mse = value(table, &part.name, row, "MSE");
                assert!((mse / 4.0 + log_term - nll).abs() < tolerance, "{name} {} {row}", part.name);
            }
        }
    }
}

#[test]
fn the_rules_paper_agrees_with_itself() {
    let table = table("rules", "2");
    let published = table.parts[0].rows.iter().filter(|row| row.cells.iter().all(Option::is_some));
    for row in published {
        let r_squared = value(table, "942 states", &row.label, "R²");
        let mse = value(table, "942 states", &row.label, "MSE");
        assert!((59.554 * (1.0 - r_squared) - mse).abs() < 0.06, "{}", row.label);
    }
}

#[test]
fn what_is_claimed_holds_in_what_was_published() {
    for paper in papers() {
        for table in &paper.tables {
            for claim in Comparison::new(paper, table, Scale::Full, &Measured::default()).claims {
                let (holding, told) = claim.holding();
                assert!(
                    told > 0 && 2 * holding > told,
                    "{} {}: {holding} of {told}: {}",
                    paper.name,
                    table.name,
                    claim.says
                );
            }
        }
    }
}

const SMALL: &str = r#"
name = "small"
title = "On Little"
authors = "Nobody"
venue = "nowhere"
[[table]]
name = "1"
caption = "Little"
needs = "nothing"
columns = [
  { name = "loss", decimals = 2, better = "less", tolerance = "10%" },
  { name = "time", unit = "s", decimals = 0 },
]
[[table.claim]]
says = "New is better"
columns = ["loss"]
orders = ["* new < * old"]
[[table.part]]
name = "here"
rows = """
a old | 2.00  1,000
a new | 1.00  20
b old | 2.00  ?
b new | 1.00  ?
"""
[[table.part]]
name = "there"
differences = true
rows = """
a old | 2.00  10
a new | -.50  -5
"""
"#;

fn measured(table: &Table, values: &[(&str, &str, &str, f64)]) -> Measured {
    let mut measured = Measured::default();
    for (part, row, column, value) in values {
        assert!(measured.add(table, &Value::new(part, row, column, *value)));
    }
    measured
}

#[test]
fn size_and_direction_are_judged() {
    let paper = Paper::read(SMALL).unwrap();
    let table = &paper.tables[0];
    let values = [
        ("here", "a old", "loss", 2.1),
        ("here", "a new", "loss", 1.5),
        ("here", "a new", "loss", 1.7),
        ("here", "b old", "loss", 1.9),
        ("here", "b new", "loss", 3.0),
        ("here", "a old", "time", 7.0),
        ("there", "a old", "loss", 3.0),
        ("there", "a new", "loss", 2.5),
    ];
    let comparison = Comparison::new(&paper, table, Scale::Smoke, &measured(table, &values));
    let cell = |part, row| comparison.cell(table.place(part, row, "loss").unwrap()).unwrap();
    let agrees = |part, row| (cell(part, row).size.unwrap().agrees, cell(part, row).direction);
    assert_eq!(agrees("here", "a old"), (true, Some(true)));
    assert_eq!(agrees("here", "a new"), (false, Some(true)));
    assert_eq!(agrees("here", "b new"), (false, Some(false)));
    assert_eq!(agrees("there", "a new"), (true, Some(true)));
    assert_eq!(cell("there", "a new").measured, Some(-0.5));
    assert_eq!(comparison.claims[0].agreeing(), (2, 3));
    let text = comparison.to_text(&paper);
    assert!(text.contains("1.60±0.14  ×1.60    ✓"), "{text}");
    assert!(text.contains("✗ 2 of 3    New is better\n"), "{text}");
    assert!(
        text.contains("here: b new < b old (loss): published 1.00 < 2.00, measured 3.00 > 1.90"),
        "{text}"
    );
    assert!(
        text.contains(
            "Direction: 2 of 3 comparisons as published\nSize: 3 of 6 figures as published, 3 worse"
        ),
        "{text}"
    );
    let csv = comparison.to_csv();
    assert_eq!(csv.lines().count(), 13);
    assert!(csv.contains("small,1,smoke,here,b new,loss,1,,3,,1,2,3,no,no\n"), "{csv}");
    let plot = Plot {
        title: "How it was learned".to_owned(),
        x: Side::linear("training steps"),
        y: Side::logarithmic("loss"),
        series: vec![Series {
            name: "b".to_owned(),
            style: Style::Line,
            points: vec![(0.0, 1.0), (9.0, 0.1)],
        }],
    };
    let further = Section::new("rules", "Rules", "<pre>h(A)</pre>".to_owned());
    let html = comparison.to_html(&paper, &[&plot], &[further]);
    assert!(html.contains("<h3>How it was learned</h3><svg") && html.contains("<pre>h(A)</pre>"), "{html}");
    assert!(
        html.contains(
            "<td class=\"n measured\">1.60±0.14</td><td class=\"n no\">×1.60</td><td class=\"n yes\">✓</td>"
        ),
        "{html}"
    );
    assert!(
        html.contains("here: b new &lt; b old (loss): published 1.00 &lt; 2.00, measured 3.00 &gt; 1.90"),
        "{html}"
    );
    assert!(serde_json::to_string(&comparison).unwrap().contains("\"agrees\":true"));
}

#[test]
fn wrong_papers_are_refused_with_what_is_wrong() {
    for (right, wrong, expected) in [
        ("2.00  1,000", "2.00", "row `a old` has 1 figures, not 2"),
        ("* new < * old", "* new < * older", "there are no rows for `* new < * older`"),
        ("[\"loss\"]", "[\"lost\"]", "there is no column `lost`"),
        ("a new | -.50", "a new -.50", "has no |"),
        ("\"10%\"", "\"ten\"", "`ten` is no tolerance"),
    ] {
        let error = Paper::read(&SMALL.replacen(right, wrong, 1)).unwrap_err();
        assert!(error.contains(expected), "{error}");
    }
}

/// Counts what it does, and fails at the third step if it is told so.
#[derive(Default)]
struct Counting {
    /// The names of the steps that are still to be done.
    announced: Vec<String>,
    done: usize,
    fails: bool,
}

impl Measure for Counting {
    fn scales(&self) -> &[Scale] {
        &[Scale::Smoke]
    }

    fn departures(&self, _: Scale) -> Vec<String> {
        vec!["There is nothing behind it.".to_owned()]
    }

    fn steps(&self, _: Scale) -> Vec<Step> {
        let step = |row: &str| Step { name: row.to_owned(), inputs: format!("{row} by counting") };
        ["a old", "a new", "b old", "b new"].map(step).into()
    }

    fn announce(&mut self, steps: &[Step]) {
        self.announced = steps.iter().map(|step| step.name.clone()).collect();
    }

    fn measure(&mut self, step: &Step, _: Scale, _: &Path, _: &Context<'_>) -> Result<Vec<Value>, Error> {
        assert_eq!(self.announced.remove(0), step.name);
        self.done += 1;
        if self.fails && self.done == 3 {
            return Err(Error::internal("the third is too much"));
        }
        Ok(vec![
            Value::new("here", &step.name, "loss", f64::NAN),
            Value::new("here", &step.name, "time", 1.0),
        ])
    }
}

#[test]
fn what_is_done_is_not_done_again() {
    let paper = Paper::read(SMALL).unwrap();
    let table = &paper.tables[0];
    let folder = std::env::temp_dir().join(format!("hstar-ledger-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (file, program) = (folder.join("measured.jsonl"), folder.join("program"));
    fs::write(&program, "first").unwrap();
    let run_only = |text: &str, fails: bool| {
        let mut work = Counting { fails, ..Counting::default() };
        let mut ledger = Ledger::open(&file, &program).unwrap();
        let wanted = |step: &Step| step.name.contains(text);
        let context = Context::new(Arc::default(), 1, &());
        let result = measure(table, Scale::Smoke, &mut work, &mut ledger, &folder, &context, &wanted);
        assert_eq!(work.announced.is_empty(), result.is_ok());
        (work.done, result.is_ok(), ledger)
    };
    let run = |fails: bool| run_only("", fails);
    assert!(matches!(run_only("b", false), (2, true, _)));
    fs::remove_file(&file).unwrap();
    assert!(matches!(run(true), (3, false, _)));
    fs::write(&program, "second").unwrap();
    let (done, is_ok, ledger) = run(false);
    assert_eq!((done, is_ok), (2, true));
    let steps = Counting::default().steps(Scale::Smoke);
    assert_eq!((ledger.count(&steps), ledger.by_others(&steps)), (4, 2));
    let measured = ledger.measured(table, &steps);
    assert_eq!(measured.sample(table.place("here", "b new", "time").unwrap()).unwrap().values, [1.0]);
    assert!(measured.shown(table, table.place("here", "b new", "loss").unwrap()).unwrap().is_nan());
    fs::write(&file, "no ledger\n{\"step\":\"a\n").unwrap();
    assert!(matches!(run(false), (4, true, _)));
    fs::remove_dir_all(folder).unwrap();
}
