//! The whole program, as a user or a script meets it.

#![expect(clippy::unwrap_used, reason = "what cannot go on may panic here")]

mod costs;
mod data;
mod doors;
mod exit_codes;
mod files;
mod generate;
mod help;
mod lab;
mod learn;
mod learn_act;
mod learn_bounds;
mod learn_contest;
mod learn_hypergraph;
mod learn_likely;
mod learn_logic;
mod learn_wl;
mod limits;
#[cfg(target_os = "linux")]
mod memory;
mod mistaken_files;
mod output;
mod product;
mod readme;
mod repro;
mod repro_bounds;
mod repro_likely;
mod rules;
mod rules_of_domains;
mod rules_of_puzzle8;
mod searches;
mod slurm;
mod solve;
mod support;
mod validate;
mod walks;
