//! `hstar mcp`

use std::io;
use std::path::PathBuf;

use clap::Args;
use mcp::{Options, serve};

use crate::args::LimitArgs;
use crate::{Exit, Failure};

/// Serve agents by the Model Context Protocol on standard input and output
///
/// The tools are plan, validate, explain, ground and generate. Tasks and plans are given as text or, with --folder, as files in
/// that folder; nothing is read or written anywhere else. A call takes at most --time-limit, 60 seconds unless it is given. It ends
/// when its input does.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  hstar mcp
  hstar mcp --folder tasks --time-limit 5m --memory-limit 4G

How to tell a client of it: docs/editors.md
Exit codes: see hstar --help")]
pub struct Mcp {
    /// The folder for files of tasks, plans and models; without it there are no files, and no tool explain
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Mcp {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        if let Some(folder) = self.folder.as_deref().filter(|folder| !folder.is_dir()) {
            return Err(Failure::new(Exit::Usage, format_args!("{} is no folder", folder.display())));
        }
        let LimitArgs { time_limit, memory_limit } = self.limits;
        let time_limit = time_limit.unwrap_or(Options::TIME_LIMIT);
        let options = Options { folder: self.folder.clone(), time_limit, memory_limit };
        match serve(io::stdin().lock(), io::stdout(), &options) {
            // The client is gone.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Success),
            result => {
                result.map(|()| Exit::Success).map_err(|error| Failure::new(Exit::SearchCritical, error))
            }
        }
    }
}
