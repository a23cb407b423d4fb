//! Checks an experiment's runs before any of them begins.

use std::path::Path;

use lab::{Folder, Purpose, Run};

use super::CheckCommand;
use crate::{Exit, Failure};
use console::memory_limit;
use lab::TOLD;
use planner::check::Checker;

/// Refuses runs that would all be refused: for their searches and options, their models, the files of their problems, or limits
/// that can't be enforced.
///
/// # Errors
/// Says which algorithms or jobs can't be run, and why.
pub(super) fn all<'a>(
    command: CheckCommand<'_>,
    experiment: &Path,
    folder: &Folder,
    runs: impl Iterator<Item = &'a Run>,
) -> Result<(), Failure> {
    let made = folder.made();
    let mut checker = Checker::new(&made);
    // Each error with the algorithms or jobs that have it.
    let mut wrong: Vec<(String, Vec<String>)> = Vec::new();
    for run in runs {
        // Runs are also stopped from outside, for which their memory has to be known, too.
        let checked = memory_limit::check(run.memory).map_err(|why| Failure::new(Exit::Usage, why));
        let checked = checked.and_then(|()| command(&run.command_line(folder.path()), &mut checker));
        let Err(failure) = checked else { continue };
        let who = match &run.purpose {
            Purpose::Solve(record) => format!("algorithm `{}`", record.configuration()),
            Purpose::Make(_) => format!("job `{}`", run.name),
        };
        let why = failure.message.trim_start_matches("error: ").to_owned();
        match wrong.iter_mut().find(|(known, _)| *known == why) {
            Some((_, all)) if all.contains(&who) => {}
            Some((_, all)) => all.push(who),
            None => wrong.push((why, vec![who])),
        }
    }
    if wrong.is_empty() {
        return Ok(());
    }
    let mut message = format!("{}: nothing was run", experiment.display());
    for (why, who) in wrong.iter().take(TOLD) {
        message += &format!("\n{}: {why}", who.join(", "));
    }
    if wrong.len() > TOLD {
        message += &format!("\nand {} more", wrong.len() - TOLD);
    }
    Err(Failure::new(Exit::InputError, message))
}
