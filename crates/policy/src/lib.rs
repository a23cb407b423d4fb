//! Rules that act: strategies for planning domains, learned by regression from a handful of problems, that make plans without
//! search and without grounding.
//!
//! - [`rule`] is what a strategy is, [`text`] its file, which people read and edit.
//! - [`learn`](mod@learn) makes one. [`example`] achieves the goals of a small problem one after the other, each by a plan, the cheapest if that is soon found, in the order that
//!   [`reorder`] gives it; [`regress`] turns such plans into rules, with moves along maps ([`moves`]) taken together; [`fold`] makes one rule of those that differ in the
//!   length of a chain; [`cover`] drops what others make superfluous; [`order`] finds which goals come first. What is then still not
//!   solved without search teaches exceptions. A [`notebook`] keeps what searches find, for learning that is stopped and goes on.
//! - [`acting_rules`] is one read for its domain. [`act`] follows it, once it is [`ready`]: [`world`] is a problem and the state reached in it, as a [`database`] of atoms; [`query`] finds the objects for
//!   which a rule holds. [`shorten`] makes the plan shorter afterwards.
//! - [`heuristic`] asks it what states cost, at most or about, and which actions it would begin with, for searches.
//!
//! Regression of one goal after the other is the method of Moose (AAAI 2026). Maps, chains, orders and exceptions are for where it ends:
//! plans of unbounded length, goals that undo each other, dead ends.
#![forbid(unsafe_code)]

pub mod act;
pub mod acting_rules;
pub mod cover;
pub mod database;
pub mod example;
mod exception;
pub mod fold;
pub mod heuristic;
pub mod learn;
pub mod maps;
pub mod moves;
pub mod names;
pub mod notebook;
pub mod order;
pub mod query;
pub mod ready;
pub mod regress;
pub mod reorder;
pub mod rule;
pub mod schema;
pub mod shorten;
pub mod text;
pub mod world;

pub use induction::Source;

/// The example of the README is a test, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
