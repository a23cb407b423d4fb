//! `hstar rules`

mod learn;
pub(crate) mod puzzle8;
pub(crate) mod test;

use std::path::Path;

use clap::{Args, Subcommand};

use crate::file_kind::mistaken;
use crate::{Exit, Failure, Log, files};

/// Learn logic programs that people can read
#[derive(Args, Debug)]
pub struct Rules {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Learn(learn::LearnRules),
    Puzzle8(Box<puzzle8::Puzzle8Rules>),
    Test(test::TestRules),
}

impl Rules {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        match &self.action {
            Action::Learn(learn) => learn.run(log),
            Action::Puzzle8(puzzle8) => puzzle8.run(log),
            Action::Test(test) => test.run(log),
        }
    }
}

/// The text of a file, or what to do where there is none.
fn read_text(path: &Path, help: &str) -> Result<String, Failure> {
    files::read_to_string(path).map_err(|error| {
        let message = format_args!("cannot read {}: {error}\n  = help: {help}", files::input_name(path));
        mistaken(path, "a text").unwrap_or_else(|| Failure::new(Exit::InputError, message))
    })
}
