//! `hstar data`

pub(crate) mod problem_files;
pub(crate) mod summary;

use std::ffi::OsString;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand, value_parser};
use heuristics::CATALOG;
use learn::data::{DataSet, Problem, Ratios, Source, Tally};
use learn::label::{self, Crew, LabelError, Parts, PartsError, Recipe, SearchLimits};
use pddl::Strictness;
use tools::numbers::counted;

use self::problem_files::ProblemFiles;
use crate::progress::Progress;
use crate::teacher::{OPTIMAL, SearchTeacher};
use crate::{Exit, Failure, Log, data_file, files, interrupt, log, threads, units};

/// Make a data set to learn from: states of problems, labelled with their cost to the goal
///
/// Three ways to come upon states: on the teacher's plans for the problems themselves (plans), on its plans from where
/// random walks end (walks), or on random walks back from a goal (backward). The set is a Parquet file with one row
/// for each state: problem, split, state, target, optimal, lower, upper, source, teacher, seed, walk, step, and the
/// values of heuristics. It holds the PDDL of domain and problems too, so that nothing else is needed to learn from it.
///
/// What is done is kept in FILE.parts: after Ctrl-C, the same command goes on from there and ends with the same file.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = EXAMPLES)]
pub struct Data {
    #[command(subcommand)]
    show: Option<DataCommand>,
    #[command(flatten)]
    make: Option<Make>,
}

#[derive(Debug, Subcommand)]
enum DataCommand {
    /// Tell what a data set holds and how it was made
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
    /// How to come upon states
    #[arg(long, value_name = "SOURCE", default_value = "plans", value_parser = sources())]
    from: Source,
    /// The search that knows the costs, as in hstar plan --search, or optimal for the best search for plans of least cost:
    /// astar(lmcut), or astar(blind) for tasks with derived predicates or conditional effects [default: optimal for plans,
    /// gbfs(ff) for walks; for backward, gbfs(ff) finds the goal, and states are labelled only by a teacher that is given]
    #[arg(long, value_name = "SPEC")]
    teacher: Option<String>,
    /// How many walks for each problem
    #[arg(long, value_name = "N", default_value = "100", value_parser = value_parser!(u32).range(1..))]
    walks: u32,
    /// How many actions a walk has
    #[arg(long, value_name = "N", default_value = "200")]
    walk_length: u32,
    /// The heuristics whose values to add, as columns h_NAME; the best admissible one is the lower bound
    #[arg(long, value_name = "NAMES", default_value = "ff,lmcut", value_delimiter = ',', value_parser = heuristics())]
    heuristics: Vec<String>,
    /// How many problems are for training, validation and test, by lot [default: by the folders train, validation and
    /// test they are in; else all for training]
    #[arg(long, value_name = "N:N:N")]
    split: Option<Ratios>,
    /// Label states with how many actions remain, whatever these cost
    #[arg(long)]
    unit_cost: bool,
    /// Keep each state of a problem once, with its best label
    #[arg(long)]
    deduplicate: bool,
    /// Stop when there are so many states (or a few more: plans are not cut)
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    max_states: Option<u64>,
    /// Stop after this time with the states there are then, which depend on the machine
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    total_time: Option<Duration>,
    /// Other seeds give other walks and splits; the same seed gives the same file
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// How many threads; the file is the same for any number [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Throw away what an earlier run with other options or problems has left unfinished
    #[arg(long)]
    restart: bool,
    /// Give up a search after this time: a number of seconds, or with a unit, as in 10s, 30m or 1h. Problems that are
    /// given up are told in the end
    #[arg(long, value_name = "TIME", value_parser = units::time)]
    time_limit: Option<Duration>,
    /// Give up a search beyond this memory of the whole process: megabytes, or with a unit, as in 500M or 4G
    #[arg(long, value_name = "MEMORY", value_parser = units::memory)]
    memory_limit: Option<u64>,
    /// Give up a search before expanding more states than this
    #[arg(long, value_name = "N")]
    max_expansions: Option<u64>,
    /// Give up a search before evaluating more states than this
    #[arg(long, value_name = "N")]
    max_evaluations: Option<u64>,
}

const EXAMPLES: &str = "\
Examples:
  hstar generate blocksworld --count 100
  hstar data blocksworld --out blocks.parquet --split 80:10:10
  hstar data domain.pddl p07.pddl --out p07.parquet --from walks --walks 1000 --unit-cost
  hstar data domain.pddl p07.pddl --out p07.parquet --from backward \\
    --walk-length 50 --teacher 'astar(lmcut)' --max-evaluations 100000
  hstar data show blocks.parquet

Exit codes: see hstar --help";

impl Data {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        if let Some(DataCommand::Show { file }) = &self.show {
            log.line(summary::summary(&data_file::read(file)?));
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
        let files = ProblemFiles::find(&self.files)?;
        if files.include(out) {
            let message = format_args!("the set would replace a file it is made from: {}", out.display());
            return Err(Failure::new(Exit::Usage, message));
        }
        files::check(out).map_err(|error| unwritable(out, &error))?;
        let recipe = self.recipe(&teacher);
        let base = self.base(&files, &recipe)?;
        let folder = parts_of(out);
        let parts = match Parts::open(&folder, &base, &recipe) {
            Err(PartsError::OtherSet(_)) if self.restart => {
                Parts::discard(&folder).and_then(|()| Parts::open(&folder, &base, &recipe))
            }
            opened => opened,
        };
        let parts = parts.map_err(parts_failure)?;
        let set = match self.label(&base, &recipe, &teacher, &parts, &folder) {
            Ok(set) => set,
            Err((failure, true)) => return Err(failure),
            // Other options or files are needed, which what was done so far is of no use for.
            Err((failure, false)) => {
                return match parts.remove() {
                    Ok(()) => Err(failure),
                    Err(second) => Err(failure.and(&parts_failure(second))),
                };
            }
        };
        let bytes = set.to_bytes().map_err(|error| Failure::new(Exit::SearchCritical, error))?;
        files::write(out, |file| file.write_all(&bytes)).map_err(|error| unwritable(out, &error))?;
        parts.remove().map_err(parts_failure)?;
        log.line(summary::summary(&set));
        log.line(format_args!("Wrote {}", files::output_name(out)));
        if set.rows.is_empty() {
            log::complain("warning: the set has no states: no search has found a plan");
            return Ok(Exit::Incomplete);
        }
        Ok(Exit::Success)
    }

    fn teacher_spec(&self) -> &str {
        let default = match self.from {
            Source::Plans => OPTIMAL,
            Source::Walks | Source::Backward => "gbfs(ff)",
        };
        self.teacher.as_deref().unwrap_or(default)
    }

    fn recipe(&self, teacher: &impl label::Teacher) -> Recipe {
        let has_walks = self.from != Source::Plans;
        Recipe {
            source: self.from,
            teacher: teacher.name().to_owned(),
            labels_walks_back: self.from == Source::Backward && self.teacher.is_some(),
            walks: has_walks.then_some(self.walks),
            walk_length: has_walks.then_some(self.walk_length),
            heuristics: self.heuristics.clone(),
            unit_cost: self.unit_cost,
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

    /// The set without states. All PDDL is checked before any work is done.
    fn base(&self, files: &ProblemFiles, recipe: &Recipe) -> Result<DataSet, Failure> {
        let domain = pddl::parse_domain(&files.domain, Strictness::Lenient)?;
        domain.warnings.iter().for_each(log::complain);
        let mut problems = Vec::with_capacity(files.problems.len());
        for file in &files.problems {
            let parsed = pddl::parse_problem(&domain.value, &file.source, Strictness::Lenient)?;
            parsed.warnings.iter().for_each(log::complain);
            problems.push(Problem {
                name: file.name.clone(),
                split: file.split.unwrap_or_default(),
                searches: Tally::default(),
                text: file.source.text.clone(),
            });
        }
        if let Some(ratios) = self.split {
            let splits = ratios.assign(problems.len(), self.seed);
            problems.iter_mut().zip(splits).for_each(|(problem, split)| problem.split = split);
        }
        let json = serde_json::to_value(recipe).map_err(|error| Failure::new(Exit::SearchCritical, error))?;
        Ok(DataSet {
            recipes: vec![json],
            domain: files.domain.text.clone(),
            problems,
            heuristics: recipe.heuristics.clone(),
            rows: Vec::new(),
        })
    }

    /// Labels the states. Fails with whether what was done so far is worth keeping.
    fn label(
        &self,
        base: &DataSet,
        recipe: &Recipe,
        teacher: &SearchTeacher,
        parts: &Parts,
        folder: &Path,
    ) -> Result<DataSet, (Failure, bool)> {
        let (line, start) = (Progress::new(), Instant::now());
        let (jobs, before) = (AtomicUsize::new(0), OnceLock::new());
        let problems = base.problems.len();
        let observe = |progress: label::Progress| {
            jobs.store(progress.jobs, Ordering::Relaxed);
            let before = *before.get_or_init(|| progress.jobs);
            line.show(labelling(&progress, problems, before, start.elapsed()));
        };
        let crew = Crew { threads: self.threads(), time: self.total_time, interrupted: interrupt::flag() };
        let set = label::make(base, recipe, teacher, parts, &crew, &observe);
        line.clear();
        set.map_err(|error| {
            let is_worth_keeping = matches!(error, LabelError::Interrupted | LabelError::Parts(_));
            (label_failure(error, jobs.into_inner(), folder), is_worth_keeping)
        })
    }

    fn threads(&self) -> NonZero<usize> {
        NonZero::new(threads::or_all(self.threads)).unwrap_or(NonZero::<usize>::MIN)
    }
}

/// How far labelling has come, some of whose jobs were done before this run.
fn labelling(progress: &label::Progress, problems: usize, before: usize, elapsed: Duration) -> String {
    let label::Progress { jobs, of, rows } = *progress;
    // Jobs are done in the order of the problems, and all problems have as many.
    let done = problems * jobs / of.max(1);
    let mut text =
        format!("Labelling · {} · {done} of {}", counted(rows, "state"), counted(problems, "problem"));
    if jobs > before {
        let left = elapsed.mul_f64((of - jobs) as f64 / (jobs - before) as f64);
        text += &format!(" · about {} left", units::spoken_time(Duration::from_secs(left.as_secs())));
    }
    text
}

fn label_failure(error: LabelError, jobs: usize, folder: &Path) -> Failure {
    use learn::data::TaskError::{Ground, Pddl};
    use task::GroundError;
    match error {
        LabelError::Interrupted => {
            let message = format!(
                "interrupted; what is finished ({}) is kept in {}\n  = help: the same command goes on from there",
                counted(jobs, "part"),
                folder.display()
            );
            Failure::new(Exit::Interrupted, message)
        }
        LabelError::Task { error: Pddl(diagnostic), .. } => (*diagnostic).into(),
        LabelError::Task { problem, error: Ground(error) } => {
            let exit = match *error {
                GroundError::Unsupported(_) => Exit::Unsupported,
                _ => Exit::InputError,
            };
            Failure::new(exit, format_args!("{problem}: {error}"))
        }
        LabelError::Teacher { .. } => Failure::new(Exit::Unsupported, error),
        LabelError::UnknownHeuristic(_) => Failure::new(Exit::Usage, error),
        LabelError::Parts(error) => parts_failure(error),
    }
}

fn parts_failure(error: PartsError) -> Failure {
    match error {
        PartsError::OtherSet(_) => {
            let help = "--restart throws them away, another --out keeps them";
            Failure::new(Exit::Usage, format_args!("{error}\n  = help: {help}"))
        }
        PartsError::NoParts(_) => {
            Failure::new(Exit::Usage, format_args!("{error}\n  = help: another --out leaves it alone"))
        }
        PartsError::File(..) | PartsError::Wrong(_) => Failure::new(Exit::SearchCritical, error),
    }
}

fn unwritable(out: &Path, error: &std::io::Error) -> Failure {
    Failure::unwritable(Exit::SearchCritical, out, error)
}

/// The folder beside a set for its unfinished parts. A set that has no place has one that no other run will look for.
fn parts_of(out: &Path) -> PathBuf {
    if files::is_standard(out) {
        return std::env::temp_dir().join(format!("hstar-{}.parts", std::process::id()));
    }
    let mut name: OsString = out.as_os_str().to_owned();
    name.push(".parts");
    name.into()
}

fn sources() -> impl TypedValueParser<Value = Source> {
    PossibleValuesParser::new(Source::ALL.map(Source::name)).try_map(|name| name.parse::<Source>())
}

fn heuristics() -> PossibleValuesParser {
    CATALOG.iter().map(|entry| entry.name).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labelling_tells_states_problems_and_the_time_left() {
        let elapsed = Duration::from_secs(60);
        let progress = label::Progress { jobs: 30, of: 120, rows: 12_300 };
        let line = labelling(&progress, 40, 10, elapsed);
        assert_eq!(line, "Labelling · 12,300 states · 10 of 40 problems · about 4 min 30 s left");
        let line = labelling(&progress, 40, 30, elapsed);
        assert_eq!(line, "Labelling · 12,300 states · 10 of 40 problems");
    }
}
