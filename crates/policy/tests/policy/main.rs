//! Rules that act, from learning to plans.

#![expect(clippy::unwrap_used, reason = "what cannot go on may panic here")]

mod advice;
mod cover;
mod notebook;
mod orders;
mod own_domains;
mod queries;
mod regression;
mod reorder;
mod shorten;
mod soundness;
mod stopped;
mod strategies;
mod support;
mod texts;
