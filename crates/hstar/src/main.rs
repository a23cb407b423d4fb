//! The program `hstar`.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    program::run(std::env::args_os()).into()
}
