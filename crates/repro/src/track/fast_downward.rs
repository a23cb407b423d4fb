//! Fast Downward's `lama-first` on the same problems, where it is installed.

use std::env;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use planner::{Error, ErrorKind};
use serde::{Deserialize, Serialize};
use tools::threads::in_parallel;
use tools::{Checksum, whole_file};

use super::domains::TrackDomain;
use super::experiment::DomainExperiment;
use super::results::{Attempt, FAST_DOWNWARD};
use crate::Context;

/// Its driver, by the names it is installed under.
pub(super) fn program() -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let names = ["fast-downward.py", "fast-downward"];
    folders.iter().flat_map(|folder| names.map(|name| folder.join(name))).find(|file| file.is_file())
}

/// What came of a problem, as it is kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    size: String,
    problem: String,
    /// A checksum of domain and problem.
    content: String,
    /// The limit on time, in seconds.
    limit: u64,
    /// Seconds and cost.
    plan: Option<(f64, f64)>,
}

/// How often a running planner is looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// The file of what is kept, in the folder of a domain.
const FILE: &str = "fast-downward.json";

fn kept(folder: &Path) -> Vec<Kept> {
    let text = fs::read(folder.join(FILE)).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}

/// Runs it on all tests that it was not run on yet, if it is installed.
pub(super) fn run(experiment: &DomainExperiment<'_>, context: &Context<'_>) -> Result<(), Error> {
    let Some(program) = program() else { return Ok(()) };
    let limit = experiment.effort.limit;
    let file = experiment.folder.join(FILE);
    let mut all = kept(&experiment.folder);
    let mut tests = Vec::new();
    for (size, test) in experiment.tests() {
        let wanted = Kept {
            size: size.to_owned(),
            problem: name(&test),
            content: content(experiment, &test)?,
            limit: limit.as_secs(),
            plan: None,
        };
        tests.push((test, wanted));
    }
    // Results of other problems, or with another limit, are of no use.
    all.retain(|kept| tests.iter().any(|(_, wanted)| wanted.is_same(kept)));
    tests.retain(|(_, wanted)| !all.iter().any(|kept| wanted.is_same(kept)));
    for tests in tests.chunks(context.threads.max(1)) {
        let first = all.len() + 1;
        context.progress.now(format_args!("{}: Fast Downward, problem {first}", experiment.domain.name));
        let done: Vec<Result<Kept, Error>> = in_parallel(tests.len(), context.threads, |index| {
            let (test, wanted) = &tests[index];
            let plan = solve(&program, experiment, &wanted.size, test, context)?;
            Ok(Kept { plan, ..wanted.clone() })
        });
        let mut failed = None;
        for one in done {
            match one {
                Ok(kept) => all.push(kept),
                Err(error) => failed = Some(error),
            }
        }
        let unwritable = |error| Error::unwritable(&file, &error);
        let text = serde_json::to_string_pretty(&all).map_err(Error::internal)?;
        whole_file::write(&file, |out| out.write_all(text.as_bytes())).map_err(unwritable)?;
        failed.map_or(Ok(()), Err)?;
    }
    Ok(())
}

impl Kept {
    /// Is it of the same problem, with the same limit?
    fn is_same(&self, other: &Self) -> bool {
        (&self.size, &self.problem, &self.content, self.limit)
            == (&other.size, &other.problem, &other.content, other.limit)
    }
}

fn content(experiment: &DomainExperiment<'_>, test: &Path) -> Result<String, Error> {
    let read = |path: &Path| {
        fs::read(path).map_err(|error| {
            Error::new(ErrorKind::Input, format_args!("cannot read {}: {error}", path.display()))
        })
    };
    let parts = [read(&experiment.folder.join("domain.pddl"))?, read(test)?];
    Ok(format!("{:032x}", Checksum::of_parts(parts).number()))
}

fn name(test: &Path) -> String {
    test.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Its first plan of a problem: seconds and cost.
fn solve(
    program: &Path,
    experiment: &DomainExperiment<'_>,
    size: &str,
    test: &Path,
    context: &Context<'_>,
) -> Result<Option<(f64, f64)>, Error> {
    let seconds = experiment.effort.limit.as_secs();
    let scratch = experiment.folder.join(format!("fast-downward-{size}-{}", name(test)));
    let unwritable = |error| Error::unwritable(&scratch, &error);
    fs::create_dir_all(&scratch).map_err(unwritable)?;
    let plan = scratch.join("plan");
    let mut command = Command::new(program);
    command.args(["--alias", "lama-first", "--overall-memory-limit", "8G", "--overall-time-limit"]);
    command.arg(format!("{seconds}s")).arg("--plan-file").arg(&plan);
    command.arg("--sas-file").arg(scratch.join("task.sas"));
    command.arg(experiment.folder.join("domain.pddl")).arg(test);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Its translator and its search are processes of their own, which end with it only if they are told.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    let start = Instant::now();
    let unstartable =
        |error| Error::new(ErrorKind::Input, format_args!("cannot run {}: {error}", program.display()));
    let mut child = command.spawn().map_err(unstartable)?;
    // Its own limits are on processor time.
    let patience = experiment.effort.limit * 2 + Duration::from_secs(10);
    let ended = loop {
        if let Some(status) = child.try_wait().map_err(unstartable)? {
            break status.success();
        }
        if context.check().is_err() || start.elapsed() > patience {
            end(&mut child);
            break false;
        }
        thread::sleep(PAUSE);
    };
    let taken = start.elapsed().as_secs_f64();
    let text = fs::read_to_string(&plan).unwrap_or_default();
    fs::remove_dir_all(&scratch).map_err(unwritable)?;
    context.check()?;
    Ok(cost(&text).filter(|_| ended).map(|cost| (taken, cost)))
}

/// Ends a process and those that it has started.
fn end(child: &mut Child) {
    // Each may end by itself meanwhile.
    if cfg!(unix) {
        let group = format!("-{}", child.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// What a plan file says of its cost, in its last line: `; cost = 12 (unit cost)`.
fn cost(plan: &str) -> Option<f64> {
    let (_, said) = plan.rsplit_once("; cost = ")?;
    said.split_whitespace().next()?.parse().ok()
}

/// What came of the problems that it was run on.
pub(super) fn results(domain: &'static TrackDomain, folder: &Path) -> Vec<Attempt> {
    let found = |kept: Kept| {
        let size = super::SIZES.into_iter().find(|size| *size == kept.size)?;
        let problem = format!("{size}/{}", kept.problem);
        Some(Attempt { row: FAST_DOWNWARD, domain: domain.name, size, problem, plan: kept.plan })
    };
    kept(folder).into_iter().filter_map(found).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cost_of_a_plan_is_in_its_last_line() {
        assert_eq!(cost("(a b)\n(c)\n; cost = 12 (unit cost)\n"), Some(12.0));
        assert_eq!(cost("(a b)\n"), None);
    }
}
