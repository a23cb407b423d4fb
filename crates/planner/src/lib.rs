//! Planning, from texts and names to plans and models: puts together the crates below for a program with a planning problem. It
//! prints nothing, has no command line, and fails with an [`Error`] that says what to do.
//!
//! ```
//! use planner::{PlanningTask, Search, plan};
//! use search::Limits;
//!
//! let domain = "(define (domain post)
//!     (:predicates (at ?x) (road ?x ?y))
//!     (:action walk :parameters (?x ?y) :precondition (and (at ?x) (road ?x ?y))
//!         :effect (and (at ?y) (not (at ?x)))))";
//! let problem = "(define (problem p) (:domain post) (:objects a b c)
//!     (:init (at a) (road a b) (road b c)) (:goal (at c)))";
//! let task = PlanningTask::from_pddl(domain, problem)?;
//! let search: Search = "astar(lmcut)".parse()?;
//! let found = plan(&task, &search, None, &Limits::default(), &mut ())?;
//! assert_eq!(found.plan.map(|plan| plan.to_string()).as_deref(), Some("(walk a b)\n(walk b c)\n"));
//! # Ok::<(), planner::Error>(())
//! ```
#![forbid(unsafe_code)]

pub mod acting;
mod believer;
pub mod bundle;
pub mod check;
pub mod data_file;
pub mod data_summary;
mod error;
pub mod evaluation;
pub mod explanation;
pub mod file_kind;
pub mod files;
pub mod growing;
pub mod grown;
pub mod guide;
pub mod labelling;
pub mod learning;
pub mod planning;
pub mod planning_task;
pub mod problem_files;
mod progress;
pub mod puzzle;
pub mod puzzle8;
pub mod rivals;
pub mod status;
pub mod strays;
pub mod teacher;
pub mod translator_statistics;
pub mod walk_problems;

pub use believer::Believer;
pub use error::{Error, ErrorKind};
pub use guide::{Guide, ModelFile};
pub use planning::{Found, Modelled, plan};
pub use planning_task::PlanningTask;
pub use progress::Progress;
pub use specification::{Search, SpecError, searches};

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
