//! The experiment of a domain: its files, and its runs.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use lab::{
    Again, Experiment, FileError, Folder, Outcome, Purpose, Run, Runner, Watch, WorkList, own_program, slurm,
};
use planner::{Error, ErrorKind, Progress};
use tools::whole_file;

use super::domains::TrackDomain;
use super::results::{self, Attempt};
use super::{Effort, SIZES, TESTS, fast_downward};
use crate::Context;
use crate::context::interrupted;

/// The experiment of a domain.
pub(super) struct DomainExperiment<'a> {
    pub(super) domain: &'static TrackDomain,
    pub(super) effort: Effort,
    /// A folder with the track's own problems.
    pub(super) benchmarks: Option<&'a Path>,
    /// Its own folder.
    pub(super) folder: PathBuf,
}

/// The folder of the track among the benchmarks.
pub(super) const TRACK: &str = "ipc23-learning";

/// The folders of a domain's problems, in the track and here.
const TRAINING: &str = "training";
const TESTING: &str = "testing";

/// The folder of the runs, where `hstar lab run experiment.toml` has them, too.
const RUNS: &str = "experiment.run";

impl DomainExperiment<'_> {
    /// Writes the experiment with its problems, for others to run. Returns its file.
    pub(super) fn prepare(&self) -> Result<PathBuf, Error> {
        let _lock = self.lock()?;
        self.write()
    }

    /// The folder of the runs, which is nobody else's until the returned file is closed.
    fn lock(&self) -> Result<(Folder, File), Error> {
        let unwritable = |error| Error::unwritable(&self.folder, &error);
        let folder = Folder::create(&self.folder.join(RUNS)).map_err(unwritable)?;
        let Some(lock) = folder.lock().map_err(unwritable)? else {
            let message =
                format_args!("the experiment is being run by another hstar in {}", folder.path().display());
            return Err(Error::new(ErrorKind::Argument, message));
        };
        refuse_while_queued(&folder)?;
        Ok((folder, lock))
    }

    fn write(&self) -> Result<PathBuf, Error> {
        write(&self.folder.join("domain.pddl"), &self.domain_text()?)?;
        let mut problems: Vec<(PathBuf, String)> = Vec::new();
        for (name, text) in self.training()? {
            problems.push((self.folder.join(TRAINING).join(name), text));
        }
        for (size, name) in SIZES.iter().enumerate() {
            for number in numbers(self.effort.tests[size]) {
                problems.push((self.test_file(name, number), self.test(size, number)?));
            }
        }
        // Problems of another source would be learned from, or planned, too.
        for folder in
            [TRAINING, TESTING].map(|name| self.folder.join(name)).iter().filter(|folder| folder.is_dir())
        {
            for old in
                problems_below(folder)?.iter().filter(|old| problems.iter().all(|(file, _)| file != *old))
            {
                fs::remove_file(old).map_err(|error| Error::unwritable(old, &error))?;
            }
        }
        problems.iter().try_for_each(|(file, text)| write(file, text))?;
        let file = self.folder.join("experiment.toml");
        write(&file, &self.text())?;
        Ok(file)
    }

    /// What the lab is told.
    fn text(&self) -> String {
        let Effort { learning, limit, .. } = self.effort;
        format!(
            r#"# The learning track of the IPC 2023, {domain}: what is learned without options, beside searches that need no model.
baselines = false

[limits]
time = "{limit}s"
memory = "8G"

[[problems]]
files = ["testing"]

[[job]]
name = "learning"
command = ["learn", "bundle.hstar", "domain.pddl", "training", "--time", "{learning}s"]
makes = ["bundle.hstar"]

[[algorithm]]
name = "bundle"
model = "bundle.hstar"

[[algorithm]]
name = "lama-first"
search = "lama-first"
baseline = true

[[algorithm]]
name = "nolan"
search = "nolan"
baseline = true
"#,
            domain = self.domain.name,
            limit = limit.as_secs(),
            learning = learning.as_secs(),
        )
    }

    /// The folder of the track's own files of the domain, if there is one.
    fn own(&self) -> Option<PathBuf> {
        own_folder(self.benchmarks?, self.domain)
    }

    fn domain_text(&self) -> Result<String, Error> {
        match self.own() {
            Some(own) => read(&own.join("domain.pddl")),
            None => Ok(self.domain.text()?.to_owned()),
        }
    }

    /// The training problems, with their names.
    fn training(&self) -> Result<Vec<(String, String)>, Error> {
        if let Some(own) = self.own().map(|own| own.join(TRAINING)).filter(|folder| folder.is_dir()) {
            let files = problems_below(&own)?;
            let name = |file: &Path| {
                let below = file.strip_prefix(&own).unwrap_or(file);
                below.to_string_lossy().replace(['/', '\\'], "-")
            };
            if !files.is_empty() {
                return files.iter().map(|file| Ok((name(file), read(file)?))).collect();
            }
        }
        let count = self.effort.training;
        (1..=count)
            .map(|number| Ok((format!("p{number:02}.pddl"), self.domain.training(number, count)?)))
            .collect()
    }

    /// A test: the track's own, if it is there.
    fn test(&self, size: usize, number: usize) -> Result<String, Error> {
        let name = format!("p{number:02}.pddl");
        let own = self.own().map(|own| own.join(TESTING).join(SIZES[size]).join(name));
        match own.filter(|file| file.is_file()) {
            Some(file) => read(&file),
            None => self.domain.test(size, number),
        }
    }

    /// Does all runs that are not done yet; those that were done by another program or from other files only if they are to be done again.
    pub(super) fn run(&self, again: bool, context: &Context<'_>) -> Result<(), Error> {
        let (folder, _lock) = self.lock()?;
        let text = read(&self.write()?)?;
        let internal = |error: &dyn std::fmt::Display| Error::internal(error);
        let unwritable = |error| Error::unwritable(folder.path(), &error);
        let experiment = Experiment::parse(&text).map_err(|error| internal(&error))?;
        let whole =
            fs::canonicalize(&self.folder).map_err(|error| unreadable((self.folder.clone(), error)))?;
        let runs = lab::expand(&experiment, &whole).map_err(|error| internal(&error))?;
        let program = own_program().map_err(|error| internal(&error))?;
        let again = Again { failed: true, outdated: again, keep: false };
        let list = WorkList::new(&program, &folder, runs, again).map_err(unreadable)?;
        if list.outdated > 0 {
            let message = format_args!(
                "{}: {} of {} results were made by another hstar or from other problems\n  = help: --again makes them again, \
                 --out DIR begins anew",
                self.domain.name,
                list.outdated,
                list.runs.len()
            );
            return Err(Error::new(ErrorKind::Argument, message));
        }
        list.left.iter().try_for_each(|&number| folder.forget(&list.runs[number])).map_err(unwritable)?;
        folder.write_plan(&text, &list.runs).map_err(unwritable)?;
        let (runs, keys, interrupted_flag) = (&list.runs, &list.keys, &context.interrupted);
        let runner = Runner { program: &program, folder: &folder, runs, keys, interrupted: interrupted_flag };
        // Learning uses all cores: what is measured beside it would be measured wrongly.
        let is_learning = |number: &usize| matches!(runs[*number].purpose, Purpose::Make(_));
        let (learning, others): (Vec<usize>, Vec<usize>) = list.left.iter().copied().partition(is_learning);
        for (what, numbers) in [("learning", learning), ("planning", others)] {
            context.progress.now(format_args!("{}: {what}", self.domain.name));
            let watcher = Watcher { domain: self.domain.name, of: numbers.len(), progress: context.progress };
            runner.run(&numbers, context.threads, &watcher).map_err(unwritable)?;
            if context.interrupted.load(Ordering::Relaxed) {
                return Err(interrupted());
            }
        }
        list.forget_changed(&program, &folder).map_err(unreadable)?;
        folder.write_properties().map_err(unwritable)?;
        if let Some(failures) = lab::failures(&folder, runs) {
            if runs.iter().any(|run| matches!(run.purpose, Purpose::Make(_)) && !has_succeeded(&folder, run))
            {
                return Err(internal(&format_args!("{}: {failures}", self.domain.name)));
            }
            // A run that failed has found no plan.
            context.progress.warn(format_args!("warning: {}: {failures}", self.domain.name));
        }
        fast_downward::run(self, context)
    }

    fn test_file(&self, size: &str, number: usize) -> PathBuf {
        self.folder.join(TESTING).join(size).join(format!("p{number:02}.pddl"))
    }

    /// The files of all tests, with their sizes.
    pub(super) fn tests(&self) -> impl Iterator<Item = (&'static str, PathBuf)> {
        SIZES.into_iter().zip(self.effort.tests).flat_map(move |(size, count)| {
            numbers(count).map(move |number| (size, self.test_file(size, number)))
        })
    }
}

fn has_succeeded(folder: &Folder, run: &Run) -> bool {
    folder.outcome(run).is_some_and(|outcome| !outcome.is_failure)
}

/// The folder of the track's own files of a domain among benchmarks, if there is one.
pub(super) fn own_folder(benchmarks: &Path, domain: &TrackDomain) -> Option<PathBuf> {
    let folders = [benchmarks.join(TRACK), benchmarks.to_owned()];
    let folders = folders.iter().map(|folder| folder.join(domain.name));
    folders.into_iter().find(|folder| folder.join("domain.pddl").is_file())
}

/// What came of all runs of the experiment of a domain, in its folder.
pub(super) fn results(domain: &'static TrackDomain, folder: &Path) -> Result<Vec<Attempt>, Error> {
    let runs = folder.join(RUNS);
    let unreadable = |error| unreadable((runs.clone(), error));
    let properties = Folder::open(&runs).and_then(|folder| folder.properties()).map_err(unreadable)?;
    let mut found = results::of(domain.name, &properties);
    found.extend(fast_downward::results(domain, folder));
    Ok(found)
}

/// The numbers of so many tests, spread over those of the track.
fn numbers(count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |index| 1 + index * (TESTS - 1) / count.saturating_sub(1).max(1))
}

/// All PDDL files below a folder, by name.
fn problems_below(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let unreadable = |error| unreadable((folder.to_owned(), error));
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        entries.push(entry.map_err(unreadable)?.path());
    }
    entries.sort();
    let mut files = Vec::new();
    for path in entries {
        if path.is_dir() {
            files.extend(problems_below(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "pddl") {
            files.push(path);
        }
    }
    Ok(files)
}

fn refuse_while_queued(folder: &Folder) -> Result<(), Error> {
    match slurm::queue(folder) {
        Ok(queue) if queue.is_empty() => Ok(()),
        queue => {
            let why = queue.err().map_or(String::new(), |error| format!(", and does not answer: {error}"));
            let experiment = folder.path().with_extension("toml");
            let message = format_args!(
                "Slurm may have tasks of {0}{why}\n  = help: hstar lab run {0} --on slurm --follow waits for them",
                experiment.display()
            );
            Err(Error::new(ErrorKind::Argument, message))
        }
    }
}

/// Tells how far the runs are.
struct Watcher<'a> {
    domain: &'static str,
    of: usize,
    progress: &'a dyn Progress,
}

impl Watcher<'_> {
    fn show(&self, left: usize) {
        self.progress.now(format_args!("{}: {} of {} runs", self.domain, self.of - left, self.of));
    }
}

impl Watch for Watcher<'_> {
    fn done(&self, _: &Run, _: &Outcome, left: usize) {
        self.show(left);
    }

    fn left_out(&self, _: &Run, left: usize) {
        self.show(left);
    }
}

fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|error| unreadable((path.to_owned(), error)))
}

/// Writes a file, unless it is there with this content: that it is not written again keeps its time.
fn write(path: &Path, text: &str) -> Result<(), Error> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let unwritable = |error| Error::unwritable(path, &error);
    path.parent().map_or(Ok(()), fs::create_dir_all).map_err(unwritable)?;
    whole_file::write(path, |out| out.write_all(text.as_bytes())).map_err(unwritable)
}

fn unreadable((path, error): FileError) -> Error {
    Error::new(ErrorKind::Input, format_args!("cannot read {}: {error}", path.display()))
}
