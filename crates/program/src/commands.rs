//! The commands of the program.

pub mod completions;
pub mod data;
pub mod demo;
pub mod eval;
pub mod explain;
pub mod generate;
pub mod lab;
pub mod learn;
pub mod man;
pub mod mcp;
pub mod plan;
pub mod repro;
pub mod rules;
pub mod solve;
pub mod translate;
pub mod validate;
