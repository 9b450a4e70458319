//! The program: reads its command line and does what it says.

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> anyhow::Result<ExitCode> {
    env_logger::init();
    cli::Arguments::parse().run()
}
