//! The tables of a report.

mod alike;
mod by_domain;
mod common;
mod errors;
mod seeds;
mod sign_tests;

pub(super) use by_domain::{coverage, scores};
pub(super) use common::{about_floors_of_common, means_by_domain, summary};
pub(super) use errors::{errors, reason};
pub(super) use seeds::seeds;
pub(super) use sign_tests::sign_tests;
