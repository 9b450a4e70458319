//! The command line of the match runner.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::parse().map_or_else(|refused| refused, cli::run)
}
