//! The work of a task of an array.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::journal::{Plan, Tasks};
use crate::run::Run;
use crate::{Folder, Keys, Runner, Watch};

/// The place of a task: the number of its round, that of its array in the round, and its own in the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// From 1.
    pub round: usize,
    /// From 0.
    pub array: usize,
    /// From 0.
    pub task: usize,
}

/// Does the runs of a task that are not done, one after the other. `left_out` is called with those that can't be done now, and
/// the reason.
///
/// # Errors
/// When there is no such task, and the errors of [`Runner::run`].
pub fn work(
    program: &Path,
    folder: &Folder,
    task: Task,
    interrupted: &AtomicBool,
    left_out: &mut dyn FnMut(&Run, &str),
) -> io::Result<()> {
    let tasks = Tasks::read(folder, task.round)?;
    let Plan { runs, keys } = &Plan::read(folder, &tasks.plan)?;
    let numbers = tasks.arrays.get(task.array).and_then(|tasks| tasks.get(task.task));
    let numbers = numbers.filter(|numbers| numbers.iter().all(|&number| number < runs.len().min(keys.len())));
    let numbers = numbers.ok_or_else(|| io::Error::other("there is no such task"))?;
    let runner = Runner { program, folder, runs, keys, interrupted };
    let mut now = Keys::new(program)?;
    for &number in numbers {
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
        let run = &runs[number];
        if folder.outcome(run).is_some_and(|outcome| outcome.key == keys[number]) {
            continue;
        }
        let is_ready = |&need: &usize| {
            let outcome = runs.get(need).and_then(|need| folder.outcome(need));
            outcome.is_some_and(|outcome| !outcome.is_failure)
        };
        if !run.needs.iter().all(is_ready) {
            left_out(run, "what it needs is not there");
        } else if now.of(run, &keys[..number]).ok().as_ref() != Some(&keys[number]) {
            left_out(run, "its files have changed since it was submitted");
        } else {
            runner.run(&[number], 1, &Nobody)?;
        }
    }
    Ok(())
}

/// Ignores progress: the results are in the folder.
pub(super) struct Nobody;

impl Watch for Nobody {
    fn done(&self, _: &Run, _: &crate::Outcome, _: usize) {}

    fn left_out(&self, _: &Run, _: usize) {}
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;
    use crate::run::{Purpose, Word};

    /// A run that makes a file of its name, after others.
    fn run(name: &str, needs: &[usize]) -> Run {
        let made = needs.iter().map(|&need| Word::Made(format!("r{need}"), need));
        Run {
            name: name.to_owned(),
            words: made.chain([Word::Made(name.to_owned(), usize::MAX)]).collect(),
            purpose: Purpose::Make(vec![name.to_owned()]),
            needs: needs.to_vec(),
            time: None,
            memory: None,
        }
    }

    #[test]
    fn a_task_does_what_is_not_done_and_leaves_out_what_cannot_be() {
        let root = std::env::temp_dir().join(format!("hstar-lab-work-{}", std::process::id()));
        let folder = Folder::create(&root.join("folder")).unwrap();
        // Makes the files that it is told of.
        let program = Path::new("/usr/bin/touch");
        let runs = [run("r0", &[]), run("r1", &[0]), run("r2", &[]), run("r3", &[2])];
        let mut keys = Keys::new(program).unwrap().of_all(&runs, |_| None).unwrap();
        keys[2] = "of other files".to_owned();
        let plan = Plan::keep(&folder, &runs, &keys).unwrap();
        Tasks { plan, arrays: vec![vec![vec![0, 1, 2, 3]]] }.write(&folder, 1).unwrap();
        let never = AtomicBool::new(false);
        let mut left_out = Vec::new();
        let mut work = |task| {
            let task = Task { round: 1, array: 0, task };
            work(program, &folder, task, &never, &mut |run, why| {
                left_out.push(format!("{}: {why}", run.name))
            })
        };
        work(0).unwrap();
        let first = fs::metadata(folder.path().join("made").join("r1")).unwrap().modified().unwrap();
        work(0).unwrap();
        assert_eq!(fs::metadata(folder.path().join("made").join("r1")).unwrap().modified().unwrap(), first);
        assert!(work(1).is_err());
        let reasons = ["r2: its files have changed since it was submitted", "r3: what it needs is not there"];
        assert_eq!(left_out, [reasons, reasons].concat());
        fs::remove_dir_all(root).unwrap();
    }
}
