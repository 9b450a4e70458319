//! The program `noughts`: parses the command line and runs it.

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> anyhow::Result<ExitCode> {
    env_logger::init();
    cli::Arguments::parse().run()
}
