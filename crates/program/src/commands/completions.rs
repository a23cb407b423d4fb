//! `hstar completions`

use clap::{Args, Command};
use clap_complete::Shell;

use crate::{Exit, Log};

/// Print a script that completes commands and options in a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hstar completions bash > ~/.local/share/bash-completion/completions/hstar
  hstar completions zsh > ~/.zfunc/_hstar
  hstar completions fish > ~/.config/fish/completions/hstar.fish")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Writes a script for the whole command line.
    pub(crate) fn run(&self, mut all: Command, log: &mut Log) -> Exit {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut all, "hstar", &mut script);
        log.line(String::from_utf8_lossy(&script).trim_end());
        Exit::Success
    }
}
