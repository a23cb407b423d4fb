//! Experiments that can be repeated and inspected: runs of algorithms on problems, their results, and reports on them.
#![forbid(unsafe_code)]

mod curves;
mod expand;
mod experiment;
mod folder;
mod key;
mod problems;
mod process;
mod properties;
mod record;
pub mod report;
mod run;
mod runner;
pub mod slurm;
mod summary;
mod work_list;

pub use expand::expand;
pub use experiment::{Algorithm, Experiment, ExperimentError, Job, Limits, ProblemSet};
pub use folder::{Folder, Outcome};
pub use key::Keys;
pub use properties::{Properties, Record};
pub use record::MEASURED;
pub use run::{Purpose, Run, Word};
pub use runner::{Runner, Watch, own_program, set_own_program};
pub use summary::{TOLD, failures, sum_up};
pub use work_list::{Again, FileError, WorkList};

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
