//! The program: see [`cli`] for what it can be told.

mod cli;

use std::process::ExitCode;

fn main() -> anyhow::Result<ExitCode> {
    env_logger::init();
    cli::run()
}
