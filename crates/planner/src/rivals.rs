//! Compares a model, with the search that goes with it, with searches that need no learning: how many states each evaluates until it has a
//! plan, and what the plans cost.

use std::cmp::Ordering;

use learn::trial::Trial;
use page::{Column, Page, Plot, Section, Series, Side, Style};
use search::{Budget, Limits, Outcome};

use crate::guide::ModelFile;
use crate::searches::Search;
use crate::{Error, ErrorKind, PlanningTask, planning};

/// The searches compared: the one that `hstar plan --model` uses, which depends on the model; the best search without a model, greedy search
/// with FF, and with goal counting, which takes five lines of code.
const RIVALS: [(&str, Option<&str>); 4] = [
    ("with model", None),
    ("lama-first", Some("lama-first")),
    ("gbfs(ff)", Some("gbfs(ff)")),
    ("gbfs(goalcount)", Some("gbfs(goalcount)")),
];

/// Places in [`RIVALS`].
const WITH_MODEL: usize = 0;
const LAMA_FIRST: usize = 1;

/// A problem with the results of all searches.
#[derive(Clone, Debug)]
struct Row {
    problem: String,
    trials: [Trial; RIVALS.len()],
    costs: [Option<u64>; RIVALS.len()],
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
            let mut row = Row { problem, trials: Default::default(), costs: Default::default() };
            for (rival, (_, spec)) in RIVALS.iter().enumerate() {
                let search: Search = spec.unwrap_or_else(|| model.usual_search()).parse()?;
                let model = spec.is_none().then_some(model);
                let found = planning::plan(&given, &search, model, &limits, &mut ())?;
                let stopped =
                    |limit| Error::new(ErrorKind::Exhausted(limit), "stopped before all was compared");
                budget.check().map_err(stopped)?;
                let report = &found.ended.report;
                row.trials[rival] = Trial::of(report, MOST_EVALUATIONS);
                row.costs[rival] = match report.outcome {
                    Outcome::Solved { cost, .. } => Some(cost),
                    Outcome::Unsolvable | Outcome::Stopped(_) => None,
                };
            }
            rows.push(row);
        }
        Ok(Self { rows })
    }

    /// A table of evaluations, and what there is to see in it.
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

fn evaluations(rows: &[Row], rival: usize) -> u64 {
    rows.iter().map(|row| row.trials[rival].evaluations).sum()
}

fn solved(rows: &[Row], rival: usize) -> usize {
    rows.iter().map(|row| row.trials[rival].solved).sum()
}

/// The sum of costs over the problems that two searches solve.
fn costs(rows: &[Row], rival: usize, other: usize) -> (u64, u64) {
    let both = rows.iter().filter_map(|row| Some((row.costs[rival]?, row.costs[other]?)));
    both.fold((0, 0), |(one, other), (more, other_more)| (one + more, other + other_more))
}

fn table(rows: &[Row]) -> String {
    let line = |name: &str, cells: Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("{cell:>16}")).collect();
        format!("{name:<8}{cells}\n")
    };
    let of_all = |figure: &dyn Fn(usize) -> String| (0..RIVALS.len()).map(figure).collect();
    let mut text = format!("\nStates evaluated until a plan was found, at most {MOST_EVALUATIONS}:\n");
    text += &line("", RIVALS.map(|(name, _)| name.to_owned()).to_vec());
    rows.iter().for_each(|row| text += &line(&row.problem, cells(row).to_vec()));
    text += &line("sum", of_all(&|rival| evaluations(rows, rival).to_string()));
    text + line("solved", of_all(&|rival| solved(rows, rival).to_string())).trim_end()
}

/// What there is to see, whichever did best.
fn verdict(rows: &[Row]) -> String {
    let percent = |ours: u64, theirs: u64| 100.0 * (ours as f64 / theirs.max(1) as f64 - 1.0);
    let compare = |other: usize| {
        let (ours, theirs) = (evaluations(rows, WITH_MODEL), evaluations(rows, other));
        let (percent, name) = (percent(ours, theirs), RIVALS[other].0);
        match ours.cmp(&theirs) {
            Ordering::Less => format!("{:.0} % fewer states than {name}", -percent),
            Ordering::Equal => format!("as many states as {name}"),
            Ordering::Greater => format!("{percent:.0} % more states than {name}"),
        }
    };
    let others: Vec<String> = (1..RIVALS.len()).map(compare).collect();
    let (ours, theirs) = costs(rows, WITH_MODEL, LAMA_FIRST);
    let cost = match ours.cmp(&theirs) {
        Ordering::Less => format!("cost {:.0} % less than", -percent(ours, theirs)),
        Ordering::Equal => "cost as much as".to_owned(),
        Ordering::Greater => format!("cost {:.0} % more than", percent(ours, theirs)),
    };
    let has_both = rows.iter().any(|row| row.costs[WITH_MODEL].is_some() && row.costs[LAMA_FIRST].is_some());
    let about_costs = match has_both {
        true => format!("Where both find a plan, its plans {cost} those of lama-first."),
        false => "No problem was solved both with it and by lama-first.".to_owned(),
    };
    format!("\nWith what was learned, planning evaluates {}.\n{about_costs}", others.join(", "))
}

fn page(rows: &[Row]) -> String {
    // Plans without search have no place on a logarithmic scale.
    let count = |row: &Row, rival: usize| row.trials[rival].evaluations.max(1) as f64;
    let dots = |rival: usize| Series {
        name: format!("against {}", RIVALS[rival].0),
        style: Style::Dots,
        points: rows.iter().map(|row| (count(row, rival), count(row, WITH_MODEL))).collect(),
    };
    let equal = Series::diagonal("as many as the other", 1.0, MOST_EVALUATIONS as f64);
    let plot = Plot {
        title: "States evaluated: below the line, fewer with what was learned".to_owned(),
        x: Side::logarithmic("evaluations of the other search"),
        y: Side::logarithmic("evaluations with the model"),
        series: (1..RIVALS.len()).map(dots).chain([equal]).collect(),
    };
    let columns: Vec<Column<'_>> =
        [Column::Label("problem")].into_iter().chain(RIVALS.map(|(name, _)| Column::Number(name))).collect();
    let line = |row: &Row| [row.problem.clone()].into_iter().chain(cells(row)).collect();
    let about = format!("States evaluated until a plan was found, at most {MOST_EVALUATIONS}.");
    let table = page::table("", &about, &columns, &rows.iter().map(line).collect::<Vec<_>>());
    Page {
        title: "What was learned, on larger problems",
        about: verdict(rows).trim(),
        sections: vec![
            Section::new("plot", "With the model against others", page::plots([plot.figure("evaluations")])),
            Section::new("problems", "Problem by problem", table),
        ],
        ..Page::default()
    }
    .html()
}
