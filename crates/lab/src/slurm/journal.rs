//! The record of an experiment's jobs in its folder.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tools::{Checksum, whole_file};

use super::script::Place;
use crate::Folder;
use crate::run::Run;

/// All submissions, in `slurm.json`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Journal {
    pub(crate) rounds: Vec<Round>,
}

/// One submission.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Round {
    /// The name of its plan: all runs of the experiment at that time.
    pub(crate) plan: String,
    /// The number of the job of each array.
    pub(crate) jobs: Vec<u64>,
}

/// The assignment of runs to tasks in a round, in `slurm/ROUND/tasks.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tasks {
    pub(crate) plan: String,
    /// For each array, for each of its tasks, the numbers of its runs.
    pub(crate) arrays: Vec<Vec<Vec<usize>>>,
}

/// All runs of an experiment, in `slurm/PLAN.json`: the experiment may be changed while tasks wait.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Plan {
    pub(crate) runs: Vec<Run>,
    pub(crate) keys: Vec<String>,
}

/// The task that a run was last assigned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Assignment {
    pub(crate) job: u64,
    pub(crate) place: Place,
    pub(crate) task: usize,
}

impl Journal {
    /// The journal; empty if nothing was submitted.
    pub(crate) fn read(folder: &Folder) -> io::Result<Self> {
        match fs::read(folder.path().join(JOURNAL)) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(error),
        }
    }

    fn write(&self, folder: &Folder) -> io::Result<()> {
        whole_file::write(&folder.path().join(JOURNAL), |out| Ok(serde_json::to_writer_pretty(out, self)?))
    }

    /// Begins a round without jobs, and returns its number.
    pub(crate) fn begin(&mut self, folder: &Folder, plan: String) -> io::Result<usize> {
        self.rounds.push(Round { plan, jobs: Vec::new() });
        self.write(folder)?;
        Ok(self.rounds.len())
    }

    /// Adds the job of the next array of the last round.
    pub(crate) fn add(&mut self, folder: &Folder, job: u64) -> io::Result<()> {
        if let Some(last) = self.rounds.last_mut() {
            last.jobs.push(job);
        }
        self.write(folder)
    }

    /// Was a job submitted from here?
    pub(crate) fn knows(&self, job: u64) -> bool {
        self.rounds.iter().any(|round| round.jobs.contains(&job))
    }

    /// The task that each run of a plan was last assigned to.
    pub(crate) fn assignments(&self, folder: &Folder, plan: &str) -> io::Result<BTreeMap<usize, Assignment>> {
        let mut all = BTreeMap::new();
        for (number, Round { jobs, .. }) in
            (1..).zip(&self.rounds).filter(|(_, round)| round.plan == plan && !round.jobs.is_empty())
        {
            let tasks = Tasks::read(folder, number)?;
            for (array, (&job, tasks)) in jobs.iter().zip(&tasks.arrays).enumerate() {
                let place = Place { round: number, array };
                for (task, runs) in tasks.iter().enumerate() {
                    all.extend(runs.iter().map(|&run| (run, Assignment { job, place, task })));
                }
            }
        }
        Ok(all)
    }
}

impl Tasks {
    pub(crate) fn read(folder: &Folder, round: usize) -> io::Result<Self> {
        Ok(serde_json::from_slice(&fs::read(of_round(folder, round).join(TASKS))?)?)
    }

    pub(crate) fn write(&self, folder: &Folder, round: usize) -> io::Result<()> {
        let own = of_round(folder, round);
        fs::create_dir_all(&own)?;
        whole_file::write(&own.join(TASKS), |out| Ok(serde_json::to_writer(out, self)?))
    }
}

impl Plan {
    pub(crate) fn read(folder: &Folder, name: &str) -> io::Result<Self> {
        Ok(serde_json::from_slice(&fs::read(plan_path(folder, name))?)?)
    }

    /// The name of the plan of these runs. Keys alone don't identify runs: two with different names may have the same key.
    pub(crate) fn name(runs: &[Run], keys: &[String]) -> io::Result<String> {
        let whole = serde_json::to_vec(&(runs, keys))?;
        Ok(Checksum::of(&whole).to_string())
    }

    /// Stores the runs with their keys, unless they are there already, and returns the plan's name.
    pub(crate) fn keep(folder: &Folder, runs: &[Run], keys: &[String]) -> io::Result<String> {
        let name = Self::name(runs, keys)?;
        let path = plan_path(folder, &name);
        fs::create_dir_all(folder.path().join(SLURM))?;
        if !path.exists() {
            let plan = Self { runs: runs.to_vec(), keys: keys.to_vec() };
            whole_file::write(&path, |out| Ok(serde_json::to_writer(out, &plan)?))?;
        }
        Ok(name)
    }
}

/// Stores a copy of the program: it may be rebuilt while tasks wait.
pub(crate) fn keep_program(folder: &Folder, program: &Path) -> io::Result<()> {
    let kept = folder.path().join(SLURM).join(PROGRAM);
    fs::create_dir_all(folder.path().join(SLURM))?;
    let now = fs::read(program)?;
    if fs::read(&kept).is_ok_and(|before| before == now) {
        return Ok(());
    }
    whole_file::write(&kept, |out| out.write_all(&now))?;
    fs::set_permissions(&kept, fs::metadata(program)?.permissions())
}

/// The name of the jobs of a folder in Slurm.
pub(crate) fn job_name(folder: &Folder) -> String {
    let hash = Checksum::of(folder.path().as_os_str().as_encoded_bytes()).number() as u32;
    format!("hstar-{hash:08x}")
}

/// The path of the script of an array in the folder.
pub(crate) fn script_path(place: Place) -> String {
    format!("{SLURM}/{}/{}.sh", place.round, place.array)
}

/// The last line of a task's log.
pub(crate) fn last_words(folder: &Folder, assignment: &Assignment) -> Option<String> {
    let Assignment { place, task, .. } = assignment;
    let log = of_round(folder, place.round).join(format!("{}-{task}.log", place.array));
    let log = fs::read(log).ok()?;
    let log = String::from_utf8_lossy(&log);
    log.lines().rfind(|line| !line.trim().is_empty()).map(|line| line.trim().to_owned())
}

fn plan_path(folder: &Folder, name: &str) -> PathBuf {
    folder.path().join(SLURM).join(format!("{name}.json"))
}

fn of_round(folder: &Folder, round: usize) -> PathBuf {
    folder.path().join(SLURM).join(round.to_string())
}

const JOURNAL: &str = "slurm.json";
const SLURM: &str = "slurm";
const TASKS: &str = "tasks.json";
const PROGRAM: &str = "hstar";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Purpose;

    fn run(name: &str) -> Run {
        Run {
            name: name.to_owned(),
            words: Vec::new(),
            purpose: Purpose::Make(Vec::new()),
            needs: Vec::new(),
            time: None,
            memory: None,
        }
    }

    #[test]
    fn a_plan_whose_runs_got_other_names_is_another_plan() {
        let root = std::env::temp_dir().join(format!("hstar-lab-plan-{}", std::process::id()));
        let folder = Folder::create(&root).unwrap();
        let keys = ["the same".to_owned()];
        let (before, after) = ([run("before")], [run("after")]);
        let old = Plan::keep(&folder, &before, &keys).unwrap();
        let new = Plan::keep(&folder, &after, &keys).unwrap();
        assert_ne!(old, new);
        assert_eq!(Plan::keep(&folder, &before, &keys).unwrap(), old);
        assert_eq!(Plan::read(&folder, &old).unwrap().runs, before);
        assert_eq!(Plan::read(&folder, &new).unwrap().runs, after);
        fs::remove_dir_all(root).unwrap();
    }
}
