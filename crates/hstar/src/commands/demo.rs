//! `hstar demo`

use std::cmp::Ordering;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use learn::trial::Trial;
use page::{Column, Page, Plot, Section, Series, Side, Style};
use search::{Budget, Limits};

use crate::guide::ModelFile;
use crate::search_kind::{Search, WITH_MODEL};
use crate::{Exit, Failure, Input, Log, cli, interrupt, pddl_folder, solve};

/// Learn a heuristic on small problems and plan larger ones with it, in about a minute
///
/// Generates problems of the blocks world, labels their states by optimal plans, trains a linear model whose belief is a
/// truncated Gaussian, and compares it on larger problems that it has not seen with the classical heuristic ff and with
/// lama-first, which learn nothing. All files stay in a folder, and each step tells the command that does it.
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

/// What is compared: the model, what it is built on, and a heuristic of five lines; then the search that needs no model, and
/// the one that `hstar plan --model` makes.
const RIVALS: [(&str, &str); 5] = [
    ("gbfs(model)", "gbfs(model)"),
    ("gbfs(ff)", "gbfs(ff)"),
    ("gbfs(goalcount)", "gbfs(goalcount)"),
    ("lama-first", "lama-first"),
    ("with model", WITH_MODEL),
];

/// Places in [`RIVALS`].
const MODEL: usize = 0;
const FF: usize = 1;
const GOALCOUNT: usize = 2;
const LAMA_FIRST: usize = 3;
const DEFAULT: usize = 4;

/// A problem with what each rival did on it.
struct Row {
    problem: String,
    trials: [Trial; RIVALS.len()],
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

/// The search of each rival on each problem of a folder.
fn compare(model: &ModelFile, folder: &Path) -> Result<Vec<Row>, Failure> {
    let limits = Limits {
        budget: Budget::unlimited().with_interrupt(interrupt::flag()),
        max_evaluations: Some(MOST_EVALUATIONS),
        ..Limits::default()
    };
    let domain = folder.join(pddl_folder::DOMAIN_FILE);
    let mut rows = Vec::new();
    for path in problems(folder)? {
        let input = Input::read(Some(&domain), &path, pddl::Strictness::Lenient, &mut Log::default())?;
        let task = input.ground(&limits.budget)?;
        let guide = model.guide(&input, &task)?;
        let mut trials = [Trial::default(); RIVALS.len()];
        for (trial, (_, spec)) in trials.iter_mut().zip(RIVALS) {
            let search: Search = spec.parse().map_err(|error| Failure::new(Exit::SpecError, error))?;
            let found = solve::search(&search, Some(&guide), &task, &limits, &mut ())?;
            limits.budget.check().map_err(|_| Failure::new(Exit::Interrupted, "interrupted"))?;
            *trial = Trial::of(&found.report, MOST_EVALUATIONS);
        }
        let problem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        rows.push(Row { problem, trials });
    }
    Ok(rows)
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

/// Who evaluated the fewest states, as it is.
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
        compare(
            "What hstar plan does by default with the model (lama-first's queues and one for the model)",
            DEFAULT,
            LAMA_FIRST
        ),
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
