//! The program `hstar`.
#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    hstar::cli::run(Instant::now()).into()
}
