//! `hstar rules`

mod learn;

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
}

impl Rules {
    pub(crate) fn run(&self, log: &mut Log) -> Result<Exit, Failure> {
        match &self.action {
            Action::Learn(learn) => learn.run(log),
        }
    }
}
