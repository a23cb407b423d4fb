//! Rules that act: strategies for planning domains, learned by regression from a handful of problems.
#![forbid(unsafe_code)]

pub mod act;
pub mod database;
pub mod moves;
pub mod query;
pub mod rule;
pub mod schema;
pub mod shorten;
pub mod world;
