//! The commands of the program.

pub mod demo;
pub mod generate;
pub mod plan;
pub mod solve;
pub mod translate;
pub mod validate;
