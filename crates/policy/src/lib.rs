//! Rules that act: strategies for planning domains, learned by regression from a handful of problems.
#![forbid(unsafe_code)]

pub mod act;
pub mod cover;
pub mod database;
pub mod example;
pub mod fold;
pub mod learn;
pub mod moves;
pub mod order;
pub mod query;
pub mod regress;
pub mod rule;
pub mod schema;
pub mod shorten;
pub mod text;
pub mod world;
