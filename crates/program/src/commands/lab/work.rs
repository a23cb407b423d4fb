//! `hstar lab work`: the command of a task of a job array.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;
use lab::Folder;
use lab::slurm::{self, Task};

use super::{no_program, unreadable, unwritable};
use crate::{Exit, Failure};
use console::interrupt;

/// Do the runs of one task of a job array that `hstar lab run --on slurm` has submitted
#[derive(Args, Debug)]
pub struct Work {
    /// The experiment's folder
    folder: PathBuf,
    /// The number of the submission
    round: usize,
    /// The number of the array in that submission
    array: usize,
    /// The number of the task in that array
    task: usize,
}

impl Work {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let program = lab::own_program().map_err(no_program)?;
        let folder = Folder::open(&self.folder).map_err(|error| unreadable(&self.folder, &error))?;
        let interrupted = interrupt::patient_flag();
        let task = Task { round: self.round, array: self.array, task: self.task };
        slurm::work(&program, &folder, task, &interrupted, &mut |run, why| {
            console::complain(format_args!("{}: {why}", run.name));
        })
        .map_err(|error| unwritable(folder.path(), &error))?;
        Ok(if interrupted.load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Success })
    }
}
