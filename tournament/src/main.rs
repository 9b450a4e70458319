//! The command line of the match runner.

mod builtin;
mod cli;
mod demo;
mod display;
mod signals;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    cli::run(cli::Arguments::parse())
}
