//! `hstar demo`

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use console::interrupt;
use planner::PlanningTask;
use planner::guide::ModelFile;
use planner::problem_files::{ProblemFile, ProblemFiles};
use planner::rivals::Rivals;
use search::Budget;

use crate::{Exit, Failure, Log, pddl_folder};

/// Learn a heuristic on small problems and plan larger ones with it, in about a minute
///
/// Generates problems of the blocks world, labels their states by optimal plans, trains a linear model whose belief is a
/// truncated Gaussian, and compares it on larger problems that it has not seen with the classical heuristic ff and with
/// lama-first, which learn nothing. All files stay in a folder, and each step shows its command.
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  hstar demo --out my-demo")]
pub struct Demo {
    /// The folder to work in; it is made if there is none
    #[arg(long, value_name = "DIR", default_value = "hstar-demo")]
    out: PathBuf,
}

/// Runs the words of a command line.
type Execute<'a> = &'a dyn Fn(&[&str], &mut Log) -> Result<Exit, Failure>;

/// Blocks of the problems to learn from.
const SMALL: [u32; 4] = [6, 7, 8, 9];

impl Demo {
    /// Shows commands, each run as if the user had written it.
    pub(crate) fn run(
        &self,
        process_start: Instant,
        command: Execute<'_>,
        log: &mut Log,
    ) -> Result<Exit, Failure> {
        let execute = |words: &[&str], log: &mut Log| execute(command, words, log);
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
        let budget = Budget::unlimited().with_interrupt(interrupt::flag());
        let rivals =
            Rivals::compare(&ModelFile::read(Path::new(&model))?, problems(Path::new(&large))?, &budget)?;
        log.line(rivals.text());

        let report = self.out.join("report.html");
        pddl_folder::write(&report, &rivals.page())?;
        log.line(format_args!("\nReport: {}", report.display()));
        log.line(format_args!(
            "All this took {:.0} s. To go on by yourself:",
            process_start.elapsed().as_secs_f64()
        ));
        log.line(format_args!("  hstar plan {large}/domain.pddl {large}/p01.pddl --model {model}"));
        Ok(Exit::Success)
    }
}

/// Runs a command line, and shows it.
fn execute(command: Execute<'_>, words: &[&str], log: &mut Log) -> Result<(), Failure> {
    log.line(format_args!("$ hstar {}", words.join(" ")));
    match command(words, log)? {
        Exit::Success => Ok(()),
        exit => Err(Failure::new(exit, format_args!("hstar {} did not come to its end", words.join(" ")))),
    }
}

/// The problems of a folder, with their names.
fn problems(folder: &Path) -> Result<Vec<(String, PlanningTask)>, Failure> {
    let files = ProblemFiles::find(&[folder.to_owned()])?;
    let task = |file: &ProblemFile| {
        let task = PlanningTask::from_pddl(&files.domain.text, &file.source.text)?;
        Ok((file.name.clone(), task))
    };
    files.problems.iter().map(task).collect()
}
