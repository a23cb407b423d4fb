//! `hstar demo`

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use heuristics::{CostKind, Entry};
use learn::trial::{self, Trial};
use page::{Column, Page, Plot, Section, Series, Side, Style};
use search::{Budget, Heuristic};
use task::{Space, Task};

use crate::guide::ModelFile;
use crate::{Exit, Failure, Input, Log, cli, interrupt, pddl_folder};

/// Learn a heuristic on small problems and plan larger ones with it, in about a minute
///
/// Generates problems of the blocks world, labels their states by optimal plans, trains a linear model whose belief is a
/// truncated Gaussian, and compares it with the classical heuristic ff on larger problems that it has not seen. All
/// files stay in a folder, and each step tells the command that does it.
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  hstar demo --out my-demo")]
pub struct Demo {
    /// The folder to work in; it is made where there is none
    #[arg(long, value_name = "DIR", default_value = "hstar-demo")]
    out: PathBuf,
}

/// Blocks of the problems to learn from.
const SMALL: [u32; 4] = [6, 7, 8, 9];

/// How many states a search may evaluate, as in the paper on bounds.
const MOST_EVALUATIONS: u64 = 10_000;

/// What is compared: the model, what it is built on, and a heuristic of five lines.
const RIVALS: [&str; 3] = ["model", "ff", "goalcount"];

/// A problem with what each rival did on it.
struct Row {
    problem: String,
    trials: [Trial; 3],
}

impl Demo {
    pub(crate) fn run(&self, process_start: Instant, log: &mut Log) -> Result<Exit, Failure> {
        let file = |name: &str| self.out.join(name).display().to_string();
        let (data, model) = (file("data.parquet"), file("model.hstar"));

        log.line("1. Generate small problems to learn from");
        let folders = SMALL.map(|blocks| file(&format!("blocks-{blocks}")));
        for (blocks, folder) in SMALL.iter().zip(&folders) {
            let blocks = blocks.to_string();
            execute(
                &["generate", "blocksworld", "--blocks", &blocks, "--count", "40", "--out", folder],
                log,
            )?;
        }
        log.line("\n2. Label the states on their optimal plans with the cost to the goal");
        let folders = folders.each_ref().map(String::as_str);
        execute(&[&["data"], &folders[..], &["--split", "60:20:20", "--out", &data]].concat(), log)?;

        log.line("\n3. Train a linear model: a truncated Gaussian that never goes below the heuristic max");
        execute(&["learn", &model, &data, "--lower", "max"], log)?;
        execute(&["explain", &model], log)?;

        log.line("\n4. Generate larger problems, and plan them with the model and without");
        let large = file("blocks-14");
        let generate = ["generate", "blocksworld", "--blocks", "14", "--count", "20", "--seed", "2"];
        execute(&[&generate[..], &["--out", &large]].concat(), log)?;
        let rows = compare(&ModelFile::read(Path::new(&model))?, Path::new(&large))?;
        log.line(table(&rows));
        log.line(verdict(&rows));

        let report = self.out.join("report.html");
        pddl_folder::write(&report, &page(&rows))?;
        log.line(format_args!("\nReport: {}", report.display()));
        log.line(format_args!(
            "All this took {:.0} s. To go on by yourself:",
            process_start.elapsed().as_secs_f64()
        ));
        log.line(format_args!("  hstar plan {large}/domain.pddl {large}/p01.pddl --model {model}"));
        Ok(Exit::Success)
    }
}

/// Does what a command line says, and says which.
fn execute(words: &[&str], log: &mut Log) -> Result<(), Failure> {
    log.line(format_args!("$ hstar {}", words.join(" ")));
    match cli::execute(words, log)? {
        Exit::Success => Ok(()),
        exit => Err(Failure::new(exit, format_args!("hstar {} did not come to its end", words.join(" ")))),
    }
}

/// Greedy search with each rival on each problem of a folder.
fn compare(model: &ModelFile, folder: &Path) -> Result<Vec<Row>, Failure> {
    let budget = Budget::unlimited().with_interrupt(interrupt::flag());
    let domain = folder.join(pddl_folder::DOMAIN_FILE);
    let mut rows = Vec::new();
    for path in problems(folder)? {
        let input = Input::read(Some(&domain), &path, pddl::Strictness::Lenient, &mut Log::default())?;
        let task = input.ground(&budget)?;
        let mut learned = model.guide(&input, &task)?.heuristic(None, &task)?;
        rows.push(Row {
            problem: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            trials: [
                trial::search(&mut *learned, &task, MOST_EVALUATIONS, &budget),
                classical(RIVALS[1], &task, &budget)?,
                classical(RIVALS[2], &task, &budget)?,
            ],
        });
        budget.check().map_err(|_| Failure::new(Exit::Interrupted, "interrupted"))?;
    }
    Ok(rows)
}

fn classical(name: &str, task: &Task, budget: &Budget) -> Result<Trial, Failure> {
    let entry = Entry::find(name).ok_or_else(|| Failure::new(Exit::SearchCritical, name))?;
    let mut heuristic: Box<dyn Heuristic<Space>> =
        entry.make(task, CostKind::Normal).map_err(|error| Failure::new(Exit::Unsupported, error))?;
    Ok(trial::search(&mut *heuristic, task, MOST_EVALUATIONS, budget))
}

fn problems(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error: std::io::Error| {
        Failure::new(Exit::InputError, format_args!("cannot read {}: {error}", folder.display()))
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.file_name().is_some_and(|name| name != pddl_folder::DOMAIN_FILE) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Evaluations, by problem and rival; more than allowed where there is no plan.
fn cells(row: &Row) -> [String; 3] {
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
    let line = |name: &str, cells: [String; 3]| {
        format!("{name:<10}{:>12}{:>12}{:>12}\n", cells[0], cells[1], cells[2])
    };
    let mut text = format!("\nStates evaluated until a plan was found, at most {MOST_EVALUATIONS}:\n");
    text +=
        &line("", RIVALS.map(|name| format!("gbfs({name})")).map(|name| name.replace("goalcount", "goals")));
    rows.iter().for_each(|row| text += &line(&row.problem, cells(row)));
    text += &line("sum", [0, 1, 2].map(|rival| sum(rows, rival).to_string()));
    text + line("solved", [0, 1, 2].map(|rival| solved(rows, rival).to_string())).trim_end()
}

/// Which of the rivals evaluated the fewest states, as it is.
fn verdict(rows: &[Row]) -> String {
    let (model, ff) = (sum(rows, 0), sum(rows, 1));
    if model < ff {
        let less = 100.0 * (1.0 - model as f64 / ff as f64);
        format!("\nThe model evaluates {less:.0} % fewer states than ff.")
    } else {
        "\nHere ff evaluates fewer states than the model.".to_owned()
    }
}

fn page(rows: &[Row]) -> String {
    let points = |rival: usize| {
        let point = |row: &Row| (row.trials[rival].evaluations as f64, row.trials[0].evaluations as f64);
        rows.iter().map(point).collect()
    };
    let dots = |rival: usize| Series {
        name: format!("against {}", RIVALS[rival]),
        style: Style::Dots,
        points: points(rival),
    };
    let least = rows.iter().flat_map(|row| row.trials).map(|trial| trial.evaluations).min().unwrap_or(1);
    let equal = Series::diagonal("as many as the other", least as f64, MOST_EVALUATIONS as f64);
    let plot = Plot {
        title: "States evaluated: below the line, the model needs fewer".to_owned(),
        x: Side::logarithmic("evaluations of the other heuristic"),
        y: Side::logarithmic("evaluations of the model"),
        series: vec![dots(1), dots(2), equal],
    };
    let columns: Vec<Column<'_>> =
        [Column::Label("problem")].into_iter().chain(RIVALS.map(Column::Number)).collect();
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
