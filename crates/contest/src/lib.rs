//! Learning that decides by itself: models of several families compete with searches that need none, on the largest of the problems, and
//! the best goes into a [`Bundle`]. Where the largest are too large for searches without a model, smaller ones come first, and what was solved
//! of them is learned from in the next round.
#![forbid(unsafe_code)]

mod families;
mod round;
mod trials;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use data::Split;
use pddl::Strictness;
use planner::bundle::{Bundle, NOTHING};
use planner::learning::run_folder;
use planner::planning_task::{PlanningTask, parse};
use planner::problem_files::{ProblemFile, ProblemFiles};
use planner::searches::WITHOUT_MODEL;
use planner::{Error, ErrorKind, Progress};
use search::{Budget, Exhausted};
use tools::Checksum;
use tools::numbers::counted;
use tools::whole_file;

use self::families::Family;
use self::round::Round;
use self::trials::{Entrant, Trials, Tried};

/// Learning that decides by itself.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    /// The domain and the problems to learn from.
    pub problems: &'a ProblemFiles,
    /// The file of the bundle.
    pub model: &'a Path,
    /// The seed of all random numbers.
    pub seed: u64,
    /// How many threads search.
    pub threads: usize,
    /// What limits each step.
    pub limit: Limit,
    /// How many bytes of memory there are.
    pub memory: Option<u64>,
    /// Ends it early.
    pub interrupted: Arc<AtomicBool>,
}

/// What limits each step of learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The time of all, of which each step has its share.
    Time(Duration),
    /// How many states each search evaluates. The same seed makes the same bytes then, however long it takes.
    Evaluations(u64),
}

/// At most so many problems are for trials, and at least so many if there are any to learn from beside them.
const MOST_TRIED: usize = 10;
const FEWEST_TRIED: usize = 2;
const TOO_FEW: usize = 3;

/// Where no problem of a group is solved without a model, the next smaller ones are taken for trials; there are so many groups at most.
const MOST_GROUPS: usize = 3;

/// A problem with its name.
type Named = (String, PlanningTask);

/// The problems, sorted by size.
struct Groups {
    /// Those to learn from first. There are none if there are too few to set some apart.
    smaller: Vec<Named>,
    /// Those to try on, the smallest first. All but the first group are too large for the search without a model.
    tried: Vec<Group>,
    /// How long a trial on one problem may take.
    share: Option<Duration>,
}

/// Problems to try models on.
struct Group {
    problems: Vec<Named>,
    /// How the search without a model did.
    baseline: Option<Tried>,
}

/// The search that learning has to do better than, and one that everybody knows.
const BASELINE: &str = WITHOUT_MODEL;
const WELL_KNOWN: &str = "lama-first";

impl Contest<'_> {
    /// Learns, tries, and writes the bundle, which is there from the first candidate on. Returns the limit that stopped it early, if one
    /// did.
    ///
    /// # Errors
    /// When a problem is wrong, none can be learned from, or the bundle can't be written.
    pub fn run(&self, progress: &dyn Progress) -> Result<Option<Exhausted>, Error> {
        whole_file::check(self.model).map_err(|error| Error::unwritable(self.model, &error))?;
        let budget = self.budget();
        let Groups { smaller, tried: groups, share } = self.groups(&budget, progress)?;
        let (mut learned_from, mut plans) = (smaller, Vec::new());
        let (mut results, mut tried): (Vec<Tried>, Vec<Named>) = (Vec::new(), Vec::new());
        let mut before: Option<PathBuf> = None;
        for (number, group) in (1..).zip(groups) {
            // Where there are too few problems to set some apart, all of them are tried on.
            let named = if learned_from.is_empty() { &group.problems } else { &learned_from };
            let training = self.problems.only(|file| named.iter().any(|(name, _)| *name == file.name));
            let folder = self.folder(number, &training)?;
            progress.line(format_args!(
                "Learning from {}, trying on {}",
                counted(training.problems.len(), "problem"),
                group.problems.len()
            ));
            let round = Round {
                contest: self,
                number,
                training: &training,
                tried: &group.problems,
                share,
                folder: &folder,
                before: before.as_deref(),
                plans: &plans,
                best: results.first(),
            };
            let found = round.run(group.baseline, &budget, progress)?;
            if !round.counts(&found) {
                break;
            }
            (results, tried) = (found, group.problems);
            let is_good = |best: &Tried| {
                best.candidate.name != NOTHING && 2 * best.candidate.solved >= best.plans.len()
            };
            if !results.first().is_some_and(is_good) || budget.check().is_err() {
                break;
            }
            // What was solved can be learned from, and what is larger tried.
            for (place, (name, task)) in tried.iter().enumerate() {
                let plans_of_it = results.iter().filter_map(|result| result.plans[place].as_ref());
                if let Some((plan, _)) = plans_of_it.min_by_key(|(_, cost)| *cost) {
                    learned_from.push((name.clone(), task.clone()));
                    plans.push((name.clone(), plan.clone()));
                }
            }
            before = Some(folder);
        }
        let stopped = budget.check().err();
        if results.is_empty() {
            return match stopped {
                Some(Exhausted::Interrupted) => Ok(stopped),
                Some(Exhausted::Memory) | None => {
                    let message = "there was not enough memory to try anything, and there is no model";
                    Err(Error::new(ErrorKind::Exhausted(Exhausted::Memory), message))
                }
                Some(Exhausted::Time) => {
                    let message = "the time is up, and there is no model yet";
                    Err(Error::new(ErrorKind::Exhausted(Exhausted::Time), message))
                }
            };
        }
        let bundle = self.bundle(&results, &tried);
        progress.line(format_args!("\n{}", bundle.text().trim_end()));
        progress.line(format_args!("Model: {}", self.model.display()));
        Ok(stopped.filter(|stopped| *stopped == Exhausted::Interrupted))
    }

    fn budget(&self) -> Budget {
        let mut budget = Budget::unlimited().with_interrupt(Arc::clone(&self.interrupted));
        if let Limit::Time(time) = self.limit {
            budget = budget.with_time(time);
        }
        match self.memory {
            Some(bytes) => budget.with_memory(bytes),
            None => budget,
        }
    }

    /// Sets the largest problems apart for trials. Where the search without a model solves none of them, there is nothing to compare with: they
    /// wait until what is learned is good at smaller ones, and these are set apart, too.
    fn groups(&self, budget: &Budget, progress: &dyn Progress) -> Result<Groups, Error> {
        let (problems, validation) = self.sorted(progress)?;
        // Whoever has a folder of problems for validation has chosen what to try models on.
        let is_chosen = !validation.is_empty();
        let (smaller, mut largest) = if is_chosen { (problems, validation) } else { (Vec::new(), problems) };
        let count = match is_chosen {
            true => largest.len().min(MOST_TRIED),
            false => self.count_tried(largest.len(), progress),
        };
        let share = self.trial_share(count);
        let fewest = if is_chosen { count } else { 2 * count };
        let nothing = Entrant { name: NOTHING, search: BASELINE, model: None, trained_on: 0 };
        let mut tried = Vec::new();
        loop {
            let problems = largest.split_off(largest.len() - count);
            let trials = Trials { contest: self, problems: &problems, share };
            let baseline = trials.run(&nothing, 0, budget, progress)?;
            let is_solved = baseline.as_ref().is_none_or(|result| result.candidate.solved > 0);
            tried.push(Group { problems, baseline });
            if is_solved || largest.len() < fewest || tried.len() == MOST_GROUPS {
                break;
            }
            progress.line(format_args!(
                "None of them is solved in its share of the time: smaller ones are tried"
            ));
        }
        tried.reverse();
        if is_chosen {
            // These are for trials alone, whatever was solved.
            tried.truncate(1);
            largest = smaller;
        }
        Ok(Groups { smaller: largest, tried, share })
    }

    /// How long a trial on one problem may take: half of the time is for the trials of the first round, of which most take less.
    fn trial_share(&self, problems: usize) -> Option<Duration> {
        let Limit::Time(time) = self.limit else { return None };
        let families = Family::ALL.iter().filter(|family| !family.is_last_resort());
        let searches = 2 + families.map(|family| family.searches().len()).sum::<usize>();
        let turns = (searches * problems.div_ceil(self.threads)) as u32;
        Some((time / 2 / turns.max(1)).clamp(Duration::from_millis(200), Duration::from_secs(60)))
    }

    /// The problems, the smallest first, and those that are for validation.
    fn sorted(&self, progress: &dyn Progress) -> Result<(Vec<Named>, Vec<Named>), Error> {
        let mut sized: Vec<(usize, &ProblemFile, PlanningTask)> = Vec::new();
        // What was set apart for tests is nobody's to learn from, nor to choose by.
        for file in self.problems.problems.iter().filter(|file| file.split != Some(Split::Test)) {
            let strictness = Strictness::Lenient;
            let (domain, problem) = parse(&self.problems.domain, &file.source, strictness, progress)?;
            let size = problem.objects.len() + problem.init.len();
            let source = file.source.clone();
            sized.push((size, file, PlanningTask::Lifted { domain, problem, source, strictness }));
        }
        sized.sort_by(|(size, file, _), (other, others, _)| (size, &file.name).cmp(&(other, &others.name)));
        if sized.is_empty() {
            return Err(Error::new(ErrorKind::Input, "no problem is given"));
        }
        let (validation, others): (Vec<_>, Vec<_>) =
            sized.into_iter().partition(|(_, file, _)| file.split == Some(Split::Validation));
        let named = |all: Vec<(usize, &ProblemFile, PlanningTask)>| -> Vec<Named> {
            all.into_iter().map(|(_, file, task)| (file.name.clone(), task)).collect()
        };
        match others.is_empty() {
            true => Ok((named(validation), Vec::new())),
            false => Ok((named(others), named(validation))),
        }
    }

    /// How many of the problems are for trials.
    fn count_tried(&self, problems: usize, progress: &dyn Progress) -> usize {
        if problems > TOO_FEW {
            return (problems / 5).clamp(FEWEST_TRIED, MOST_TRIED);
        }
        // Better tried on what it was learned from than not at all.
        progress.warn(format_args!(
            "warning: {} too few to set some apart, so that what is learned is tried on what it was learned from",
            if problems == 1 { "one problem is" } else { "these problems are" }
        ));
        problems
    }

    /// The folder for what was learned so far in a round. If that is of other problems or options, it is of no use.
    fn folder(&self, round: usize, training: &ProblemFiles) -> Result<PathBuf, Error> {
        let mut folder = run_folder::of(self.model).map_err(|error| Error::unwritable(self.model, &error))?;
        if round > 1 {
            folder.push(format!("round-{round}"));
            fs::create_dir_all(&folder).map_err(|error| Error::unwritable(&folder, &error))?;
        }
        let options = format!("{} {:?} {}", env!("CARGO_PKG_VERSION"), self.limit, self.seed);
        let mut parts = vec![&training.domain.text, &options];
        parts.extend(training.problems.iter().flat_map(|file| [&file.name, &file.source.text]));
        let key = format!("{:032x}\n", Checksum::of_parts(parts).number());
        let key_file = folder.join("contest");
        let unwritable = |error: std::io::Error| Error::unwritable(&folder, &error);
        if fs::read_to_string(&key_file).ok().as_ref() != Some(&key) {
            let of_families = Family::ALL.iter().map(|family| family.file(&folder));
            if round == 1 {
                for later in (2..=MOST_GROUPS).map(|later| folder.join(format!("round-{later}"))) {
                    match fs::remove_dir_all(&later) {
                        Err(error) if error.kind() != io::ErrorKind::NotFound => {
                            return Err(unwritable(error));
                        }
                        _ => {}
                    }
                }
            }
            for file in of_families.chain([families::labels_file(&folder)]).filter(|file| file.exists()) {
                fs::remove_file(file).map_err(unwritable)?;
            }
            whole_file::write(&key_file, |out| out.write_all(key.as_bytes())).map_err(unwritable)?;
        }
        Ok(folder)
    }

    fn bundle(&self, results: &[Tried], tried: &[Named]) -> Bundle {
        let search = results.first().map_or(BASELINE, |best| &best.candidate.search).to_owned();
        let domain = match &tried[0].1 {
            PlanningTask::Lifted { domain, .. } => domain.name.clone(),
            PlanningTask::Ground(_) => String::new(),
        };
        Bundle {
            domain,
            search,
            trained_on: match results.first() {
                Some(best) if best.candidate.name != NOTHING => best.trained_on,
                _ => results.iter().map(|result| result.trained_on).max().unwrap_or(0),
            },
            tried_on: tried.iter().map(|(name, _)| name.clone()).collect(),
            candidates: results.iter().map(|result| result.candidate.clone()).collect(),
        }
    }

    /// Writes the best so far.
    fn keep(&self, results: &[Tried], tried: &[Named]) -> Result<(), Error> {
        let Some(best) = results.first() else { return Ok(()) };
        let bytes = self.bundle(results, tried).write(&best.model).map_err(Error::internal)?;
        whole_file::write(self.model, |out| out.write_all(&bytes))
            .map_err(|error| Error::unwritable(self.model, &error))
    }

    /// Puts the best first: what is clearly better than the others by the problems that it solves and the time that they take, or the evaluations
    /// where these are what is limited. Where several do about the same, what plans without search comes first, since it carries to larger problems
    /// than those it was tried on, and what needs no model comes before models that search.
    fn sort(&self, results: &mut [Tried]) {
        results.sort_by_key(Tried::rank);
        let is_baseline = |result: &Tried| result.candidate.name == NOTHING;
        let Some(mut best) =
            results.iter().position(|result| result.candidate.solved > 0 || is_baseline(result))
        else {
            return;
        };
        for place in best + 1..results.len() {
            if results[place].is_clearly_better_than(&results[best]) {
                best = place;
            }
        }
        results[..=best].rotate_right(1);
        if let Some((_, others)) = results.split_first_mut() {
            others.sort_by(Tried::compare);
        }
    }
}

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
