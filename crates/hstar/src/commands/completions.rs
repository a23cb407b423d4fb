//! `hstar completions`

use clap::Args;
use clap_complete::Shell;

use crate::{Exit, Log, cli};

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
    pub(crate) fn run(&self, log: &mut Log) -> Exit {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut cli::command(), "hstar", &mut script);
        log.line(String::from_utf8_lossy(&script).trim_end());
        Exit::Success
    }
}
