//! `hstar rules`

mod learn;
pub(crate) mod puzzle8;
pub(crate) mod test;

use clap::{Args, Subcommand};

use crate::{Exit, Failure, Log};

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
