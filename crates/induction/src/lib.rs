//! Inductive logic programming: finds the smallest logic program that tells positive examples from negative ones, given
//! background knowledge. The crate does not depend on planning and can be used without it.
//!
//! A problem comes as the three texts that Popper reads (Cropper and Morel, "Learning programs by learning from failures"):
//! background knowledge in Prolog, a bias that restricts the form of rules, and examples. [`read()`] asks a Prolog engine for
//! everything that follows from the background knowledge and stores it as tables; [`induce`] tries bodies of rules in order of
//! size, so that the program it finds is a smallest one; a [`Checker`] tests the result against the examples by an independent
//! method. [`Reading::learn`] does all of that, and learns recursive programs and invents predicates where
//! the bias asks for it.
//!
//! ```
//! use induction::{Checked, Checker, Settings, Source, induce, read};
//!
//! let bk = "
//!     parent(ada,bert). parent(ada,cora). parent(bert,dora). parent(ivan,gustav). parent(gustav,dora).
//!     woman(ada). woman(cora). woman(dora).";
//! let bias = "
//!     max_vars(3). max_body(3).
//!     head_pred(grandmother,2). body_pred(parent,2). body_pred(woman,1).";
//! let exs = "
//!     pos(grandmother(ada,dora)).
//!     neg(grandmother(ada,cora)). neg(grandmother(ivan,dora)). neg(grandmother(dora,ada)).";
//! let problem = read(
//!     Source { name: "bk.pl", text: bk },
//!     Source { name: "bias.pl", text: bias },
//!     Source { name: "exs.pl", text: exs },
//! )?
//! .problem;
//!
//! let is_over = || false;
//! let program = induce(&problem, Settings { is_noisy: false, threads: 1 }, &is_over)?;
//! let rules: Vec<String> = program.rules.iter().map(|rule| rule.display(&problem).to_string()).collect();
//! assert_eq!(rules, ["grandmother(V0,V1):- woman(V0),parent(V0,V2),parent(V2,V1)."]);
//! assert!(program.is_minimal);
//! assert_eq!(Checker::new(&problem).check(&problem, &program.rules), Checked::default());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Other learners use its parts: [`prolog`] reads and writes texts, [`language`] enumerates the bodies that a bias allows,
//! packed and in one canonical form for all renamings of variables, and [`Bits`] are sets of examples.

#![forbid(unsafe_code)]

mod bits;
mod check;
mod induce;
pub mod language;
mod learn;
mod problem;
mod read;
mod recursion;
mod verdict;
mod write;

pub use ::prolog::{self, Source, diagnostic};
pub use bits::Bits;
pub use check::{Checked, Checker};
pub use induce::{Ambiguity, Limits, Program, Settings, Standing, Unsuitable, Watch, induce};
pub use learn::{Failure, Learned};
pub use pddl::Diagnostic;
pub use problem::{
    Bias, Constant, Direction, Examples, Literal, Pattern, Predicate, Problem, Relation, Rule, Type, Variable,
};
pub use read::{Reading, read};
pub use write::{Texts, write};

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
