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

/// Learn from small problems and plan larger ones with it, in less than a minute
///
/// Generates problems of a ferry that brings cars to other places, lets hstar decide what to learn from those with few cars, and plans for many
/// cars with it, beside searches that learn nothing: lama-first, and greedy search with the heuristics ff and goal counting. All files stay in a
/// folder, and each step shows its command.
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

/// Cars of the problems to learn from.
const SMALL: [u32; 4] = [2, 3, 5, 8];

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
        let model = file("model.hstar");
        let generate = |cars: &str, count: &str, seed: &str, folder: &str, log: &mut Log| {
            let words = ["generate", "ipc23-ferry", "--cars", cars, "--count", count, "--seed", seed];
            execute(&[&words[..], &["--out", folder]].concat(), log)
        };
        log.line("1. Generate small problems to learn from");
        let folders = SMALL.map(|cars| file(&format!("ferry-{cars}")));
        for (cars, folder) in SMALL.iter().zip(&folders) {
            generate(&cars.to_string(), "6", "1", folder, log)?;
        }
        log.line("\n2. Learn: several kinds of models compete on the largest of them, beside lama-first");
        let folders = folders.each_ref().map(String::as_str);
        execute(&[&["learn", &model], &folders[..], &["--time-limit", "30s"]].concat(), log)?;

        log.line("\n3. What was learned");
        execute(&["explain", &model], log)?;

        log.line("\n4. Generate larger problems, and plan them with what was learned and without");
        let large = file("ferry-40");
        generate("40", "10", "2", &large, log)?;
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
