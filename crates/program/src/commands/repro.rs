//! `hstar repro`

use std::path::PathBuf;

use clap::Args;
use learn::training::Device;
use repro::{Context, Kept, Material, Paper, Reproduction, Scale, Table, TestStates, Work, papers, work};

use crate::{Exit, Failure, Log, threads};
use console::{examples, interrupt};

/// Reproduce the tables of the papers: published beside measured figures
///
/// For each figure it shows whether the size agrees, and for each claim about a table, whether the direction does; also the
/// departures from the paper, and how long it took. Disagreement is a result, not an error: the exit code is 0 unless something
/// fails.
///
/// Results are kept in DIR/PAPER/TABLE-SCALE, with the table as text, page, CSV and JSON: finished steps are not repeated, and
/// a run that was stopped goes on.
#[derive(Args, Debug)]
#[command(after_help = examples::REPRO)]
pub struct Repro {
    /// A paper, or list for all papers and tables
    #[arg(default_value = NAMES[0], hide_default_value = true, value_parser = NAMES)]
    paper: String,
    /// A table, as in 2 or s3, or a group of them, as in linear [default: all of the paper]
    table: Option<String>,
    /// The amount of work: smoke takes seconds, laptop an hour at most on two cores, full as much as in the paper. Confidence has
    /// the scale paper, too: days for one task of each domain, with --benchmarks the paper's own
    #[arg(long, value_name = "SCALE", default_value = "smoke")]
    scale: Scale,
    /// The folder to keep results in; it is made if there is none
    #[arg(long, value_name = "DIR", default_value = "repro")]
    out: PathBuf,
    /// For the paper rules: the folder of the authors' states to test on, puzzle8-test942.csv and puzzle8-astar50.csv
    /// [default: states drawn here, with as many of each cost]
    #[arg(long, value_name = "DIR")]
    states: Option<PathBuf>,
    /// For the paper confidence: a folder of the IPC benchmarks, with a folder for each domain, to take the paper's own tasks
    /// from; for the track: the folder of its problems, or the one above it [default: tasks of the same domains, generated here]
    #[arg(long, value_name = "DIR")]
    benchmarks: Option<PathBuf>,
    /// For the paper likely: search for plans of the 24-puzzle on this device, with the same results, as in cuda:0. For the
    /// papers confidence and bounds: train networks there. At scale laptop, logic machines for logistics and satellite are
    /// measured only with a GPU [default: cpu]
    #[arg(long, value_name = "DEVICE")]
    device: Option<Device>,
    /// Measure only steps whose names contain this, as in blocksworld or `seed 42`; earlier results of others are shown, too
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// For the track: write its experiments, and do not run them; hstar lab run can, also on a cluster
    #[arg(long)]
    prepare: bool,
    /// Show only the published figures
    #[arg(long)]
    published: bool,
    /// Measure again what has been measured
    #[arg(long)]
    again: bool,
}

/// A copy of the papers' names: other commands do not have to wait until the papers are read.
const NAMES: [&str; 6] = ["list", "confidence", "bounds", "likely", "rules", "track"];

impl Repro {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        let Some(paper) = papers().iter().find(|paper| paper.name == self.paper) else {
            log.line(repro::list().trim_end());
            return Ok(Exit::Success);
        };
        let material = self.material()?;
        let mut tables = self.with_wanted_steps(paper, self.tables(paper)?, &material)?;
        if self.prepare {
            // All tables of the track are of the same runs.
            tables.truncate(1);
        }
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
            ("benchmarks", &["confidence", "track"], "DIR", self.benchmarks.is_some()),
            ("device", &["confidence", "bounds", "likely"], "DEVICE", self.device.is_some()),
            ("prepare", &["track"], "", self.prepare),
        ];
        let misplaced =
            given.iter().find(|(_, papers, _, is_given)| *is_given && !papers.contains(&&*self.paper));
        if let Some((option, papers, value, _)) = misplaced {
            let (paper, all) = (papers[0], papers.join(" or "));
            let message =
                format!("--{option} is for the paper {all}, as in hstar repro {paper} --{option} {value}");
            return Err(Failure::new(Exit::Usage, message.trim_end()));
        }
        if let Some(folder) = self.benchmarks.as_ref().filter(|folder| !folder.is_dir()) {
            let message = format!(
                "there is no folder {}\n  = help: --benchmarks takes the folder that has a folder for each domain, as in \
                 DIR/satellite/domain.pddl",
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
            Some(work) if self.prepare && work.scales().contains(&self.scale) => {
                for file in self.reproduction().prepare(paper, &*work)? {
                    log.line(format_args!("hstar lab run {}", file.display()));
                }
            }
            Some(work) if work.scales().contains(&self.scale) => {
                return self.measure(paper, table, work, log);
            }
            Some(work) => {
                log.line(repro::published(paper, table));
                log.line(format_args!("hstar measures this only at scale {}", work.scale_names()));
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

    fn measure(&self, paper: &Paper, table: &Table, work: Box<dyn Work>, log: &Log) -> Result<(), Failure> {
        let context = Context::new(interrupt::flag(), threads::or_all(None), log);
        let Kept { text, folder, files, failed } =
            self.reproduction().measure(paper, table, work, &context)?;
        if let Some(text) = text {
            log.line(text);
            log.line(format_args!("Kept in {}{}", folder.display(), with(&files)));
        }
        failed.map_or(Ok(()), |error| Err(error.into()))
    }

    fn reproduction(&self) -> Reproduction {
        let Self { scale, out, only, again, .. } = self;
        Reproduction { scale: *scale, out: out.clone(), only: only.clone(), again: *again }
    }

    /// The tables that have wanted steps; refuses to measure nothing.
    fn with_wanted_steps<'a>(
        &self,
        paper: &Paper,
        tables: Vec<&'a Table>,
        material: &Material,
    ) -> Result<Vec<&'a Table>, Failure> {
        let Some(text) = self.only.as_ref().filter(|_| !self.published) else { return Ok(tables) };
        let steps =
            |table: &Table| work(paper, table, material).map_or(Vec::new(), |work| work.steps(self.scale));
        let wanted = self.reproduction();
        let is_wanted = |table: &&Table| steps(table).iter().any(|step| wanted.wants(step));
        let found: Vec<&Table> = tables.iter().copied().filter(is_wanted).collect();
        if found.is_empty() {
            let last = tables.into_iter().filter_map(|table| steps(table).pop()).next_back();
            let help =
                last.map_or(String::new(), |step| format!("\n  = help: one of them is: {}", step.name));
            return Err(Failure::new(Exit::Usage, format!("no step has `{text}` in its name{help}")));
        }
        Ok(found)
    }
}

/// The files besides the table.
fn with(files: &[String]) -> String {
    const MOST: usize = 4;
    let names: Vec<&str> = files.iter().take(MOST).map(String::as_str).collect();
    match files.len() {
        0 => String::new(),
        count if count > MOST => format!(", with {} and {} more", names.join(", "), count - MOST),
        _ => format!(", with {}", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_papers_can_be_named() {
        let names = papers().iter().map(|paper| paper.name.as_str());
        assert_eq!(std::iter::once("list").chain(names).collect::<Vec<_>>(), NAMES);
    }
}
