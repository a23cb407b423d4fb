//! Seeded, solvable planning problems for well-known domains.
//!
//! [`DOMAINS`] lists the domains. A [`Generator`] is one of them with values for its parameters, and writes any of its endless
//! problems: the same seed and number give the same bytes.
//!
//! ```
//! use generators::{Generator, Size};
//!
//! let domain = generators::find("blocksworld").unwrap();
//! let mut generator = Generator::new(domain, Size::Small);
//! generator.set("blocks", 10).unwrap();
//! let problem = generator.problem(1, 1).unwrap();
//! assert!(problem.contains("(:domain blocksworld)"));
//! assert_eq!(problem, generator.problem(1, 1).unwrap());
//! ```
#![forbid(unsafe_code)]

mod domain;
mod domains;
mod error;
mod generator;
mod graph;
pub mod help;
mod names;
mod parameter;
mod problem;
mod random;
mod values;

pub use domain::Domain;
pub use domains::{DOMAINS, find};
pub use error::GenerateError;
pub use generator::Generator;
pub use parameter::{OutOfRange, Parameter, Size};

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
