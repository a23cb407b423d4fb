//! `hstar data`

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, value_parser};
use data::label::{Recipe, SearchLimits, Teacher};
use data::{Ratios, Source};
use heuristics::CATALOG;
use planner::data_file;
use planner::data_summary::summary;
use planner::labelling::Labelling;
use planner::problem_files::ProblemFiles;
use planner::teacher::{OPTIMAL, SearchTeacher};

use crate::{Exit, Failure, Log, threads, units};
use console::{files, interrupt, memory_limit};

/// Make a data set to learn from: states of problems, labelled with their cost to the goal
///
/// States come from the teacher's plans for the problems themselves (plans), from its plans that begin where random walks end
/// (walks), or from random backward walks from a goal (backward). The set is a Parquet file with one row for each state:
/// problem, split, state, target, optimal, lower, upper, source, teacher, seed, walk, step, and the values of heuristics. It
/// holds the PDDL of domain and problems too, so that nothing else is needed to learn from it.
///
/// Finished parts are kept in FILE.parts: after Ctrl-C, the same command goes on from there and ends with the same file.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = console::examples::DATA)]
pub struct Data {
    #[command(subcommand)]
    show: Option<DataCommand>,
    #[command(flatten)]
    make: Option<Make>,
}

#[derive(Debug, Subcommand)]
enum DataCommand {
    /// Show what a data set contains and how it was made
    Show {
        /// The data set
        file: PathBuf,
    },
}

#[derive(Args, Debug)]
struct Make {
    /// The PDDL domain, then problems or folders of them. The domain may be left out where the first folder has it, or where
    /// its file can be found by the name or place of the first problem
    #[arg(value_name = "DOMAIN PROBLEM", required = true)]
    files: Vec<PathBuf>,
    /// Where to write the set; - is standard output
    #[arg(long, value_name = "FILE", required = true)]
    out: Option<PathBuf>,
    /// Where states come from
    #[arg(long, value_name = "SOURCE", default_value = "plans", value_parser = sources())]
    from: Source,
    /// The search that finds the costs, as in hstar plan --search, or optimal for the best search for plans of least cost:
    /// astar(lmcut), or astar(blind) for tasks with derived predicates or conditional effects [default: optimal for plans,
    /// gbfs(ff) for walks; for backward, gbfs(ff) finds the goal, and states are labelled only by a teacher that is given]
    #[arg(long, value_name = "SPEC")]
    teacher: Option<String>,
    /// The number of walks for each problem
    #[arg(long, value_name = "N", default_value = "100", value_parser = value_parser!(u32).range(1..))]
    walks: u32,
    /// The number of actions of a walk
    #[arg(long, value_name = "N", default_value = "200")]
    walk_length: u32,
    /// The heuristics whose values to add, as columns h_NAME; the best admissible one is the lower bound
    #[arg(long, value_name = "NAMES", default_value = "ff,lmcut", value_delimiter = ',', value_parser = heuristics())]
    heuristics: Vec<String>,
    /// The ratio of problems for training, validation and test, which are assigned at random [default: by the folders train,
    /// validation and test they are in; else all for training]
    #[arg(long, value_name = "N:N:N")]
    split: Option<Ratios>,
    /// Label states with the number of remaining actions, whatever these cost
    #[arg(long)]
    unit_cost: bool,
    /// Keep the successors that plans do not go on to as well, for models that learn to rank (hstar learn --loss rank), or know
    /// nothing of them (--noise unlabelled:0.5)
    #[arg(long)]
    siblings: bool,
    /// Keep each state of a problem once, with its best label
    #[arg(long, conflicts_with = "siblings")]
    deduplicate: bool,
    /// Stop when there are this many states (or a few more: plans are not cut)
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    max_states: Option<u64>,
    /// Stop after this time with the states labelled so far, which depend on the speed of the machine
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    total_time: Option<Duration>,
    /// Other seeds give other walks and splits; the same seed gives the same file
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// The number of threads; the file is the same for any number [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Discard what an earlier run with other options or problems has left unfinished
    #[arg(long)]
    restart: bool,
    /// Give up a search after this time: a number of seconds, or with a unit, as in 10s, 30m or 1h. Problems that are given up
    /// are listed at the end
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    time_limit: Option<Duration>,
    /// Give up a search beyond this memory of the whole process (on Linux): megabytes, or with a unit, as in 500M or 4G
    #[arg(long, value_name = "MEMORY", value_parser = memory_limit::parse)]
    memory_limit: Option<u64>,
    /// Give up a search before expanding more states than this
    #[arg(long, value_name = "N")]
    max_expansions: Option<u64>,
    /// Give up a search before evaluating more states than this
    #[arg(long, value_name = "N")]
    max_evaluations: Option<u64>,
}

impl Data {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        if let Some(DataCommand::Show { file }) = &self.show {
            log.line(summary(&data_file::read(file)?));
            return Ok(Exit::Success);
        }
        match &self.make {
            Some(Make { out: Some(out), .. }) if out.as_os_str().is_empty() => Err(no_out()),
            Some(make @ Make { out: Some(out), .. }) => make.run(out, log),
            _ => Err(no_out()),
        }
    }
}

fn no_out() -> Failure {
    Failure::new(Exit::Usage, "it has to be said where to write the set: --out FILE")
}

impl Make {
    fn run(&self, out: &Path, log: &mut Log) -> Result<Exit, Failure> {
        if files::is_standard(out) {
            log.leave_output();
        }
        let teacher = SearchTeacher::new(self.teacher_spec())?;
        let problems = ProblemFiles::find(&self.files)?;
        if problems.include(out) {
            let message = format_args!("the set would replace a file it is made from: {}", out.display());
            return Err(Failure::new(Exit::Usage, message));
        }
        files::check(out).map_err(|error| unwritable(out, &error))?;
        let labelling = Labelling {
            problems: &problems,
            recipe: &self.recipe(&teacher),
            teacher: &teacher,
            split: self.split,
            folder: Some(&parts_of(out)),
            restart: self.restart,
            threads: threads::or_all(self.threads),
            total_time: self.total_time,
            interrupted: interrupt::flag(),
        };
        let labelled = labelling.run(log)?;
        let bytes = labelled.data.to_bytes().map_err(|error| Failure::new(Exit::SearchCritical, error))?;
        files::write(out, |file| file.write_all(&bytes)).map_err(|error| unwritable(out, &error))?;
        let set = labelled.remove_parts()?;
        log.line(summary(&set));
        log.line(format_args!("Wrote {}", files::output_name(out)));
        if set.rows.is_empty() {
            console::complain("warning: the set has no states: no search has found a plan");
            return Ok(Exit::Incomplete);
        }
        Ok(Exit::Success)
    }

    fn teacher_spec(&self) -> &str {
        let default = match self.from {
            Source::Plans => OPTIMAL,
            Source::Walks | Source::Backward | Source::Siblings => "gbfs(ff)",
        };
        self.teacher.as_deref().unwrap_or(default)
    }

    fn recipe(&self, teacher: &impl Teacher) -> Recipe {
        let has_walks = self.from != Source::Plans;
        Recipe {
            source: self.from,
            teacher: teacher.name().to_owned(),
            labels_walks_back: self.from == Source::Backward && self.teacher.is_some(),
            walks: has_walks.then_some(self.walks),
            walk_length: has_walks.then_some(self.walk_length),
            heuristics: self.heuristics.clone(),
            unit_cost: self.unit_cost,
            siblings: self.siblings,
            deduplicate: self.deduplicate,
            max_states: self.max_states,
            seed: self.seed,
            limits: SearchLimits {
                time: self.time_limit,
                memory: self.memory_limit,
                max_expansions: self.max_expansions,
                max_evaluations: self.max_evaluations,
            },
        }
    }
}

fn unwritable(out: &Path, error: &std::io::Error) -> Failure {
    Failure::unwritable(Exit::SearchCritical, out, error)
}

/// The folder beside a set for its unfinished parts. For standard output, it is one that no other run will look for.
fn parts_of(out: &Path) -> PathBuf {
    if files::is_standard(out) {
        return std::env::temp_dir().join(format!("hstar-{}.parts", std::process::id()));
    }
    let mut name: OsString = out.as_os_str().to_owned();
    name.push(".parts");
    name.into()
}

fn sources() -> impl TypedValueParser<Value = Source> {
    PossibleValuesParser::new(Source::SAMPLED.map(Source::name)).try_map(|name| name.parse::<Source>())
}

fn heuristics() -> PossibleValuesParser {
    CATALOG.iter().map(|entry| entry.name).into()
}
