//! `hstar repro`

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use lab::repro::{self, Comparison, Ledger, Paper, Progress, RunError, Scale, Step, Table, papers};
use learn::training::Device;
use page::Plot;

use crate::progress::Progress as ProgressLine;
use crate::repro::{Extras, Material, TestStates, Work, work};
use crate::search_help::{WIDTH, wrapped};
use crate::{Exit, Failure, Log, whole_file};

/// Make the tables of the papers again: published beside measured
///
/// For each figure it is told whether the size agrees, and for what a table is said to show, whether the direction does;
/// what is not as in the paper, and how long it took. Disagreement is a result, not an error: the exit code is 0 unless
/// something fails.
///
/// Results are kept in DIR/PAPER/TABLE-SCALE, with the table as text, page, CSV and JSON: what is done is not done again, and a
/// run that was stopped goes on.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Repro {
    /// A paper, or list for what there is
    #[arg(default_value = NAMES[0], hide_default_value = true, value_parser = NAMES)]
    paper: String,
    /// A table, as in 2 or s3, or a group of them, as in linear [default: all of the paper]
    table: Option<String>,
    /// How much work to put into it: smoke takes seconds, laptop an hour at most on two cores, full what the paper took
    #[arg(long, value_name = "SCALE", default_value = "smoke")]
    scale: Scale,
    /// The folder to keep results in; it is made where there is none
    #[arg(long, value_name = "DIR", default_value = "repro")]
    out: PathBuf,
    /// For the paper rules: the folder of the authors' states to test on, puzzle8-test942.csv and puzzle8-astar50.csv
    /// [default: states drawn here, with as many of each cost]
    #[arg(long, value_name = "DIR")]
    states: Option<PathBuf>,
    /// For the paper confidence: a folder of the IPC benchmarks, with a folder for each domain, to take the paper's own tasks
    /// from [default: tasks of the same domains, generated here]
    #[arg(long, value_name = "DIR")]
    benchmarks: Option<PathBuf>,
    /// For the paper likely: search on this device for plans of the 24-puzzle, with the same results, as in cuda:0. For the
    /// paper bounds: train logic machines and hypergraph networks there. At scale laptop, logic
    /// machines for logistics and satellite are measured only with a GPU [default: cpu]
    #[arg(long, value_name = "DEVICE")]
    device: Option<Device>,
    /// Measure only steps whose names contain this, as in blocksworld or `seed 42`; what else was measured before is told, too
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Tell only what was published
    #[arg(long)]
    published: bool,
    /// Measure anew what has been measured
    #[arg(long)]
    again: bool,
}

/// The papers are not asked for their names: no other command shall have to wait until they are read.
const NAMES: [&str; 5] = ["list", "confidence", "bounds", "likely", "rules"];

const EXAMPLES: &str = "\
Examples:
  hstar repro list
  hstar repro bounds s3
  hstar repro bounds linear --scale laptop
  hstar repro confidence 2 --published
  hstar repro rules 2 --states DIR
  hstar repro confidence --scale laptop --benchmarks DIR
  hstar repro bounds 1 --scale laptop --only blocksworld
  hstar repro bounds nlm --scale laptop --device cuda:0
  hstar repro likely 3 --scale full --device cuda:0 --only 24-puzzle
";

impl Repro {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        let Some(paper) = papers().iter().find(|paper| paper.name == self.paper) else {
            log.line(list().trim_end());
            return Ok(Exit::Success);
        };
        let material = self.material()?;
        let tables = self.with_wanted_steps(paper, self.tables(paper)?, &material)?;
        for (index, table) in tables.into_iter().enumerate() {
            if index > 0 {
                log.line("");
            }
            self.table(paper, table, &material, log)?;
        }
        Ok(Exit::Success)
    }

    fn material(&self) -> Result<Material, Failure> {
        let given = [
            ("states", &["rules"][..], "DIR", self.states.is_some()),
            ("benchmarks", &["confidence"], "DIR", self.benchmarks.is_some()),
            ("device", &["bounds", "likely"], "DEVICE", self.device.is_some()),
        ];
        let misplaced =
            given.iter().find(|(_, papers, _, is_given)| *is_given && !papers.contains(&&*self.paper));
        if let Some((option, papers, value, _)) = misplaced {
            let (paper, all) = (papers[0], papers.join(" and "));
            let noun = if papers.len() > 1 { "papers" } else { "paper" };
            let message =
                format!("--{option} is for the {noun} {all}, as in hstar repro {paper} --{option} {value}");
            return Err(Failure::new(Exit::Usage, message));
        }
        if let Some(folder) = self.benchmarks.as_ref().filter(|folder| !folder.is_dir()) {
            let message = format!(
                "there is no folder {}\n  = help: --benchmarks takes the folder that has a folder for each domain, as in \
                 DIR/blocks/domain.pddl",
                folder.display()
            );
            return Err(Failure::new(Exit::InputError, message));
        }
        let states = self.states.as_deref().map(TestStates::read).transpose()?.unwrap_or_default();
        let device = self.device.unwrap_or_default();
        Ok(Material { states, benchmarks: self.benchmarks.clone(), device })
    }

    fn tables<'a>(&self, paper: &'a Paper) -> Result<Vec<&'a Table>, Failure> {
        let Some(name) = &self.table else { return Ok(paper.tables.iter().collect()) };
        let tables = paper.find(&name.to_lowercase());
        if tables.is_empty() {
            let names: Vec<&str> = paper.tables.iter().map(|table| table.name.as_str()).collect();
            let message =
                format!("{} has no table `{name}`\n  = help: it has {}", paper.name, names.join(", "));
            return Err(Failure::new(Exit::Usage, message));
        }
        Ok(tables)
    }

    fn table(&self, paper: &Paper, table: &Table, material: &Material, log: &mut Log) -> Result<(), Failure> {
        let work = if self.published { None } else { work(paper, table, material) };
        match work {
            Some(work) if work.scales().contains(&self.scale) => {
                return self.measure(paper, table, work, log);
            }
            Some(work) => {
                log.line(repro::published(paper, table));
                log.line(format_args!("hstar measures this only at scale {}", scales(&*work)));
            }
            None => {
                log.line(repro::published(paper, table).trim_end());
                if !self.published {
                    log.line(format_args!("\nhstar can't measure this yet: it needs {}.", table.needs));
                }
            }
        }
        Ok(())
    }

    fn measure(
        &self,
        paper: &Paper,
        table: &Table,
        mut work: Box<dyn Work>,
        log: &mut Log,
    ) -> Result<(), Failure> {
        let folder = self.out.join(&paper.name).join(format!("{}-{}", table.name, self.scale));
        let shared = self.out.join(&paper.name).join(format!("shared-{}", self.scale));
        [&folder, &shared].into_iter().try_for_each(|folder| create(folder))?;
        let mut ledger = open(&folder.join("measured.jsonl"))?;
        let steps = work.steps(self.scale);
        if self.again {
            let wanted: Vec<Step> = steps.iter().filter(|step| self.is_wanted(step)).cloned().collect();
            ledger.forget(&wanted).map_err(|error| unwritable(&folder, &error))?;
        }
        work.is_done_by(ledger.program());
        let line = ProgressLine::new();
        let show = &mut |progress: Progress<'_>| {
            line.show(format_args!("{} of {}: {}", progress.done + 1, progress.of, progress.step.name));
        };
        let wanted = &|step: &Step| self.is_wanted(step);
        let result = repro::measure(table, self.scale, &mut *work, &mut ledger, &shared, wanted, show);
        line.clear();
        let measured = ledger.measured(table, &steps);
        let mut comparison = Comparison::new(paper, table, self.scale, &measured);
        comparison.departures = work.departures(self.scale);
        comparison.seconds = ledger.seconds(&steps);
        if !measured.is_empty() {
            let spent = spent(self.scale, &ledger, &steps);
            let text = format!("{}\n{spent}", comparison.to_text(paper));
            log.line(&text);
            let extras = work.extras(table, &measured, &shared);
            write(&folder, paper, &comparison, &text, &extras)?;
            let files = extras.all_files();
            files.iter().try_for_each(|(name, content)| write_file(&folder.join(name), content))?;
            log.line(format_args!("Kept in {}{}", folder.display(), with(&files)));
        }
        result.map_err(|error| failure(error, &folder, ledger.count(&steps), steps.len()))
    }

    fn is_wanted(&self, step: &Step) -> bool {
        self.only.as_ref().is_none_or(|text| step.name.contains(text.as_str()))
    }

    /// The tables of which something is wanted; refuses to measure nothing.
    fn with_wanted_steps<'a>(
        &self,
        paper: &Paper,
        tables: Vec<&'a Table>,
        material: &Material,
    ) -> Result<Vec<&'a Table>, Failure> {
        let Some(text) = self.only.as_ref().filter(|_| !self.published) else { return Ok(tables) };
        let steps =
            |table: &Table| work(paper, table, material).map_or(Vec::new(), |work| work.steps(self.scale));
        let is_wanted = |table: &&Table| steps(table).iter().any(|step| self.is_wanted(step));
        let wanted: Vec<&Table> = tables.iter().copied().filter(is_wanted).collect();
        if wanted.is_empty() {
            let last = tables.into_iter().filter_map(|table| steps(table).pop()).next_back();
            let help =
                last.map_or(String::new(), |step| format!("\n  = help: one of them is: {}", step.name));
            return Err(Failure::new(Exit::Usage, format!("no step has `{text}` in its name{help}")));
        }
        Ok(wanted)
    }
}

fn list() -> String {
    let mut text = String::new();
    for paper in papers() {
        text += &format!("{}: {}\n    {} ({})\n", paper.name, paper.title, paper.authors, paper.venue);
        paper.tables.iter().for_each(|table| text += &listed(paper, table));
        text.push('\n');
    }
    text + "✓ can be measured, · not yet\n\
            hstar repro PAPER [TABLE] --scale SCALE measures; with --published it tells the figures of the paper"
}

/// A table with whether it can be measured, and at which scales.
fn listed(paper: &Paper, table: &Table) -> String {
    let (mark, when) = match work(paper, table, &Material::default()) {
        Some(work) => ("✓", scales(&*work)),
        None => ("·", format!("needs {}", table.needs)),
    };
    let group = table.group.as_ref().map_or(String::new(), |group| format!("{group}: "));
    let names = paper.tables.iter().map(|table| table.name.chars().count());
    let column = names.max().unwrap_or(0) + 2;
    let indent = format!("\n{:1$}", "", 4 + column);
    let below = |text: &str| wrapped(text, WIDTH - 4 - column).join(&indent);
    format!("  {mark} {:<column$}{}{indent}{}\n", table.name, below(&table.caption), below(&(group + &when)))
}

fn scales(work: &dyn Work) -> String {
    work.scales().iter().map(|scale| scale.name()).collect::<Vec<_>>().join(", ")
}

/// How long it took, and what of it was done before.
fn spent(scale: Scale, ledger: &Ledger, steps: &[Step]) -> String {
    let seconds = ledger.seconds(steps);
    let time = if seconds < 120.0 { format!("{seconds:.1} s") } else { format!("{:.0} min", seconds / 60.0) };
    let mut text = format!("Measured at scale {scale} in {time}");
    if ledger.count(steps) < steps.len() {
        text += &format!("; {} of {} steps are done", ledger.count(steps), steps.len());
    }
    match ledger.by_others(steps) {
        0 => {}
        others => {
            text += &format!(
                "; {others} of {} steps by another build of hstar (--again repeats them)",
                steps.len()
            )
        }
    }
    text
}

/// What there is beside the table.
fn with(files: &[(String, String)]) -> String {
    const MOST: usize = 4;
    let names: Vec<&str> = files.iter().take(MOST).map(|(name, _)| name.as_str()).collect();
    match files.len() {
        0 => String::new(),
        count if count > MOST => format!(", with {} and {} more", names.join(", "), count - MOST),
        _ => format!(", with {}", names.join(", ")),
    }
}

fn failure(error: RunError<Failure>, folder: &Path, done: usize, of: usize) -> Failure {
    match error {
        RunError::Step(failure) if failure.exit == Exit::Interrupted => {
            let message = format!(
                "interrupted; what is done is kept in {} ({done} of {of} steps)\n  = help: the same command goes on from there",
                folder.display()
            );
            Failure::new(Exit::Interrupted, message)
        }
        RunError::Step(failure) => failure,
        RunError::File(error) => unwritable(folder, &error),
        RunError::NoPlace(repro::Value { part, row, column, .. }) => {
            let message = format_args!("the table has no place for {part}, {row}, {column}");
            Failure::new(Exit::SearchCritical, message)
        }
    }
}

fn open(path: &Path) -> Result<Ledger, Failure> {
    let program = std::env::current_exe();
    program.and_then(|program| Ledger::open(path, &program)).map_err(|error| {
        Failure::new(Exit::InputError, format_args!("cannot read {}: {error}", path.display()))
    })
}

fn create(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))
}

fn write(
    folder: &Path,
    paper: &Paper,
    comparison: &Comparison<'_>,
    text: &str,
    extras: &Extras,
) -> Result<(), Failure> {
    let plots: Vec<&Plot> = extras.plots.iter().map(|(_, plot)| plot).collect();
    let json = serde_json::to_string_pretty(comparison)
        .map_err(|error| Failure::new(Exit::SearchCritical, error))?;
    let files = [
        ("table.txt", text),
        ("table.html", &comparison.to_html(paper, &plots, &extras.sections)),
        ("table.csv", &comparison.to_csv()),
        ("table.json", &json),
    ];
    for (name, content) in files {
        write_file(&folder.join(name), content)?;
    }
    Ok(())
}

fn write_file(path: &Path, content: &str) -> Result<(), Failure> {
    whole_file::write(path, |out| out.write_all(content.as_bytes())).map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::unwritable(Exit::SearchCritical, path, error)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_papers_can_be_named() {
        let names = papers().iter().map(|paper| paper.name.as_str());
        assert_eq!(std::iter::once("list").chain(names).collect::<Vec<_>>(), NAMES);
    }

    #[test]
    fn the_names_of_tables_do_not_run_into_their_captions() {
        let list = list();
        for table in papers().iter().flat_map(|paper| &paper.tables) {
            let first_word = table.caption.split(' ').next().unwrap();
            let line = list.lines().find(|line| {
                let mut words = line.split_whitespace().skip(1);
                words.next() == Some(&table.name) && words.next() == Some(first_word)
            });
            assert!(line.is_some(), "{}: {list}", table.name);
        }
    }

    #[test]
    fn no_two_steps_have_the_same_name() {
        for paper in papers() {
            for work in paper.tables.iter().filter_map(|table| work(paper, table, &Material::default())) {
                for &scale in work.scales() {
                    let steps = work.steps(scale);
                    let names: BTreeSet<&str> = steps.iter().map(|step| step.name.as_str()).collect();
                    assert!(!names.is_empty() && names.len() == steps.len(), "{names:?}");
                }
            }
        }
    }
}
