//! Ground planning tasks: grounding of PDDL, finite-domain variables, the state space with its successor generator,
//! SAS+ files, and plan validation.
#![forbid(unsafe_code)]

#[cfg(test)]
mod arbitrary;
mod encode;
mod ground;
mod ground_error;
mod invariants;
mod names;
mod normal;
mod plan;
mod propositional;
mod relation;
mod rows;
pub mod sas;
mod scc;
pub mod searches;
mod setting;
mod space;
mod task;
pub mod validate;

pub use ground::{Keep, ground, ground_keeping};
pub use ground_error::GroundError;
pub use names::{Names, atom_parts};
pub use plan::{Plan, PlanSyntaxError, Step};
pub use rows::Rows;
pub use setting::{Setting, conjuncts};
pub use space::Space;
pub use task::{Axioms, Effect, Fact, Operators, Task, Unvalued, Variables};
pub use validate::{ExecutionError, ValidateError, Verdict, state_after, validate, validate_ground};

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
