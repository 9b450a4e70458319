//! The program `noughts`: parses the command line and runs it.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    env_logger::init();
    cli::main()
}
