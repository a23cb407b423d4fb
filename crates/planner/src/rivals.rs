//! Compares a model with searches that need no learning: how many states each evaluates until it has a plan.

use std::cmp::Ordering;

use learn::trial::Trial;
use page::{Column, Page, Plot, Section, Series, Side, Style};
use search::{Budget, Limits};

use crate::guide::ModelFile;
use crate::searches::Search;
use crate::{Error, ErrorKind, PlanningTask, planning};

/// The searches compared: the model alone, FF, on which it is built, and goal counting, which takes five lines of code; then
/// the best search without a model, and the one that `hstar plan --model` uses, which depends on the model.
const RIVALS: [(&str, Option<&str>); 5] = [
    ("gbfs(model)", Some("gbfs(model)")),
    ("gbfs(ff)", Some("gbfs(ff)")),
    ("gbfs(goalcount)", Some("gbfs(goalcount)")),
    ("lama-first", Some("lama-first")),
    ("with model", None),
];

/// Places in [`RIVALS`].
const MODEL: usize = 0;
const FF: usize = 1;
const GOALCOUNT: usize = 2;
const LAMA_FIRST: usize = 3;
const DEFAULT: usize = 4;

/// A problem with the results of all searches.
#[derive(Clone, Debug)]
struct Row {
    problem: String,
    trials: [Trial; RIVALS.len()],
}

/// How many states a search may evaluate, as in the paper on bounds.
const MOST_EVALUATIONS: u64 = 10_000;

/// A comparison of a model with searches that need no learning, on some problems.
#[derive(Clone, Debug)]
pub struct Rivals {
    rows: Vec<Row>,
}

impl Rivals {
    /// Searches for plans of problems, each with its name, with all searches.
    ///
    /// # Errors
    /// When the model is for other tasks, or the budget does not suffice.
    pub fn compare(
        model: &ModelFile,
        problems: impl IntoIterator<Item = (String, PlanningTask)>,
        budget: &Budget,
    ) -> Result<Self, Error> {
        let limits =
            Limits { budget: budget.clone(), max_evaluations: Some(MOST_EVALUATIONS), ..Limits::default() };
        let mut rows = Vec::new();
        for (problem, given) in problems {
            let task = given.ground(budget)?;
            let guide = model.guide(&given, &task)?;
            let mut trials = [Trial::default(); RIVALS.len()];
            for (trial, (_, spec)) in trials.iter_mut().zip(RIVALS) {
                let search: Search = spec.unwrap_or_else(|| model.usual_search()).parse()?;
                let found = planning::search(&search, Some(&guide), &task, &limits, &mut ())?;
                let stopped =
                    |limit| Error::new(ErrorKind::Exhausted(limit), "stopped before all was compared");
                budget.check().map_err(stopped)?;
                *trial = Trial::of(&found.report, MOST_EVALUATIONS);
            }
            rows.push(Row { problem, trials });
        }
        Ok(Self { rows })
    }

    /// A table of evaluations, and a sentence on which search evaluated the fewest states.
    pub fn text(&self) -> String {
        format!("{}\n{}", table(&self.rows), verdict(&self.rows))
    }

    /// The same as a page for the browser.
    pub fn page(&self) -> String {
        page(&self.rows)
    }
}

/// Evaluations, by problem and search; more than allowed where there is no plan.
fn cells(row: &Row) -> [String; RIVALS.len()] {
    row.trials.map(|trial| match trial.solved {
        0 => format!("> {MOST_EVALUATIONS}"),
        _ => trial.evaluations.to_string(),
    })
}

fn sum(rows: &[Row], rival: usize) -> u64 {
    rows.iter().map(|row| row.trials[rival].evaluations).sum()
}

fn solved(rows: &[Row], rival: usize) -> usize {
    rows.iter().map(|row| row.trials[rival].solved).sum()
}

fn table(rows: &[Row]) -> String {
    let line = |name: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>16}")).collect();
        format!("{name:<8}{cells}\n")
    };
    let of_all = |figure: fn(&[Row], usize) -> String| -> Vec<String> {
        (0..RIVALS.len()).map(|rival| figure(rows, rival)).collect()
    };
    let mut text = format!("\nStates evaluated until a plan was found, at most {MOST_EVALUATIONS}:\n");
    text += &line("", RIVALS.map(|(name, _)| name.to_owned()).to_vec());
    rows.iter().for_each(|row| text += &line(&row.problem, cells(row).to_vec()));
    text += &line("sum", of_all(|rows, rival| sum(rows, rival).to_string()));
    text + line("solved", of_all(|rows, rival| solved(rows, rival).to_string())).trim_end()
}

/// A sentence on which search evaluated the fewest states, whichever it is.
fn verdict(rows: &[Row]) -> String {
    let compare = |subject: &str, rival: usize, other: usize| {
        let (ours, theirs) = (sum(rows, rival), sum(rows, other));
        let percent = 100.0 * (ours as f64 / theirs.max(1) as f64 - 1.0);
        let (name, _) = RIVALS[other];
        match ours.cmp(&theirs) {
            Ordering::Less => format!("{subject} evaluates {:.0} % fewer states than {name}.", -percent),
            Ordering::Equal => format!("{subject} evaluates as many states as {name}."),
            Ordering::Greater => format!("{subject} evaluates {percent:.0} % more states than {name}."),
        }
    };
    format!(
        "\nIn greedy search, {} {}\n{}",
        compare("the model", MODEL, FF),
        compare("It", MODEL, LAMA_FIRST),
        compare("What hstar plan does by default with the model", DEFAULT, LAMA_FIRST),
    )
}

fn page(rows: &[Row]) -> String {
    let points = |rival: usize| {
        let point = |row: &Row| (row.trials[rival].evaluations as f64, row.trials[0].evaluations as f64);
        rows.iter().map(point).collect()
    };
    let dots = |rival: usize| Series {
        name: format!("against {}", RIVALS[rival].0),
        style: Style::Dots,
        points: points(rival),
    };
    let least = rows.iter().flat_map(|row| row.trials).map(|trial| trial.evaluations).min().unwrap_or(1);
    let equal = Series::diagonal("as many as the other", least as f64, MOST_EVALUATIONS as f64);
    let plot = Plot {
        title: "States evaluated: below the line, the model needs fewer".to_owned(),
        x: Side::logarithmic("evaluations of the other search"),
        y: Side::logarithmic("evaluations of the model"),
        series: vec![dots(FF), dots(GOALCOUNT), dots(LAMA_FIRST), equal],
    };
    let columns: Vec<Column<'_>> =
        [Column::Label("problem")].into_iter().chain(RIVALS.map(|(name, _)| Column::Number(name))).collect();
    let line = |row: &Row| [row.problem.clone()].into_iter().chain(cells(row)).collect();
    let about = format!("States evaluated until a plan was found, at most {MOST_EVALUATIONS}.");
    let table = page::table("", &about, &columns, &rows.iter().map(line).collect::<Vec<_>>());
    Page {
        title: "A learned heuristic on larger problems",
        about: verdict(rows).trim(),
        sections: vec![
            Section::new("plot", "The model against others", page::plots([plot.figure("evaluations")])),
            Section::new("problems", "Problem by problem", table),
        ],
        ..Page::default()
    }
    .html()
}
