//! Rules that act, from learning to plans.

#![expect(clippy::unwrap_used, reason = "what cannot go on may panic here")]

mod advice;
mod orders;
mod own_domains;
mod queries;
mod regression;
mod reorder;
mod soundness;
mod stopped;
mod strategies;
mod support;
mod texts;
